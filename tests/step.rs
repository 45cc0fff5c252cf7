//! `bevy_2048 step` as a program, compared with the naive model and given every kind of wrong line.

mod naive;

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

use naive::boards::boards;
use naive::{Path, Rows};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepOutput {
    board: Rows,
    gain: u128,
    moved: Vec<bool>,
    motions: Vec<Vec<MotionOutput>>,
    over: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MotionOutput {
    from: naive::Place,
    to: naive::Place,
    value: u128,
    merged: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineError {
    line: usize,
    error: String,
}

/// Runs the program on an input until it ends.
fn step(input: impl Into<Vec<u8>>) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bevy_2048"))
        .arg("step")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("the input is piped");
    let input = input.into();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = program.wait_with_output().expect("the program ends");
    writer
        .join()
        .expect("the writer ends")
        .expect("the program reads all of its input");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    output
}

/// Asserts that a single line is refused with this reason, in one line.
fn assert_refused(line: impl Into<Vec<u8>>, reason: &str) {
    let output = step(line);
    assert_eq!(output.status.code(), Some(1));
    let refusal: LineError =
        serde_json::from_slice(&output.stdout).expect("the output is a single error");
    assert_eq!(refusal.line, 1);
    assert!(
        refusal.error.contains(reason) && !refusal.error.contains('\n'),
        "{refusal:?}"
    );
}

fn check(rows: &Rows, letters: &[char], line: &str) {
    let output: StepOutput = serde_json::from_str(line).expect("the line is an output");
    let mut rows = rows.clone();
    let mut gain = 0;
    assert_eq!(output.moved.len(), letters.len());
    assert_eq!(output.motions.len(), letters.len());
    for ((&letter, moved), motions) in letters.iter().zip(output.moved).zip(output.motions) {
        let expected = naive::slide(&rows, letter);
        assert_eq!(moved, expected.rows != rows);
        let mut ways: Vec<_> = motions
            .into_iter()
            .map(
                |MotionOutput {
                     from,
                     to,
                     value,
                     merged,
                 }| Path {
                    from,
                    to,
                    value,
                    merged,
                },
            )
            .collect();
        ways.sort_unstable();
        assert_eq!(ways, expected.paths, "{letter} on {rows:?}");
        gain += expected.gain;
        rows = expected.rows;
    }
    assert_eq!(output.board, rows);
    assert_eq!(output.gain, gain);
    assert_eq!(output.over, naive::is_over(&rows));
}

#[test]
fn outputs_agree_with_the_naive_model() {
    let mut runner = TestRunner::deterministic();
    let inputs = (
        boards(),
        vec(proptest::sample::select(vec!['U', 'R', 'D', 'L']), 0..=4),
    );
    let inputs: Vec<(Rows, Vec<char>)> = (0..100_000)
        .map(|_| {
            inputs
                .new_tree(&mut runner)
                .expect("boards are never refused")
                .current()
        })
        .collect();
    let mut input = Vec::new();
    for (rows, letters) in &inputs {
        let moves: String = letters.iter().collect();
        writeln!(input, r#"{{"board":{rows:?},"moves":"{moves}"}}"#)
            .expect("memory can be written to");
    }
    let output = step(input);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert_eq!(text.lines().count(), inputs.len());
    for ((rows, letters), line) in inputs.iter().zip(text.lines()) {
        check(rows, letters, line);
    }
}

#[test]
fn the_example_in_the_manual_is_right() {
    let output = step(r#"{"board":[[0,0,0,0],[0,0,0,2],[0,4,2,0],[4,8,0,0]],"moves":"UDLR"}"#);
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let start = r#"{"board":[[0,0,0,0],[0,0,0,0],[0,0,0,4],[0,4,8,4]],"gain":4,"#;
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("\"over\":false}\n"), "{text}");
    let output: StepOutput = serde_json::from_str(&text).expect("the line is an output");
    assert_eq!(output.moved, [true; 4]);
}

#[test]
fn lines_that_are_not_inputs_are_refused() {
    for (line, reason) in [
        ("2048", "not a JSON object"),
        ("[[[2,0],[0,0]],\"U\"]", "not a JSON object"),
        ("null", "not a JSON object"),
        ("U", "not a JSON object"),
        ("{", "EOF"),
        ("{}", "missing field `board`"),
        (r#"{"moves":"U"}"#, "missing field `board`"),
        (r#"{"board":[[2,0],[0,0]]}"#, "missing field `moves`"),
        (r#"{"board":[[2,0],[0,0]],"moves":"U"} {}"#, "trailing"),
        (r#"{"moves":"U","moves":"U"}"#, "duplicate field"),
    ] {
        assert_refused(line, reason);
    }
    assert_refused(*b"{\"moves\":\"\xff\"}", "not UTF-8");
}

#[test]
fn malformed_boards_are_refused() {
    let long_row = format!("[[{}0],[0]]", "0,".repeat(100_000));
    for (board, reason) in [
        ("null", "invalid type: null"),
        ("[2,0]", "invalid type: integer"),
        ("[[2,0],[0]]", "row 2 has 1 cells"),
        ("[[2,0],[0,0,0]]", "row 2 has 3 cells"),
        (&long_row, "row 2 has 1 cells"),
        ("[]", "outside the sizes"),
        ("[[],[]]", "outside the sizes"),
        ("[[2,0]]", "outside the sizes"),
        ("[[2],[0]]", "outside the sizes"),
        (
            "[[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0]]",
            "outside the sizes",
        ),
        ("[[3,0],[0,0]]", "holds 3, which is neither"),
        ("[[1,0],[0,0]]", "holds 1, which is neither"),
        ("[[0,0],[0,64]]", "row 2, column 2 holds 64, but"),
        (
            "[[18446744073709551616,0],[0,0]]",
            "holds 18446744073709551616, but",
        ),
        ("[[-2,0],[0,0]]", "column 12: number out of range"),
        ("[[2.0,0],[0,0]]", "column 13"),
        ("[[2e1,0],[0,0]]", "column 13"),
        ("[[null,0],[0,0]]", "column 12: invalid number"),
        ("[[\"2\",0],[0,0]]", "column 12: invalid number"),
        (
            "[[9999999999999999999999999999999999999999,0],[0,0]]",
            "out of range",
        ),
    ] {
        assert_refused(format!(r#"{{"board":{board},"moves":"U"}}"#), reason);
    }
}

#[test]
fn malformed_moves_are_refused() {
    for (moves, reason) in [
        ("null", "invalid type: null"),
        ("[\"U\"]", "invalid type: sequence"),
        ("\"UX\"", "'X' is none of"),
        ("\"u\"", "'u' is none of"),
        ("\"U L\"", "' ' is none of"),
        ("\"↑\"", "'↑' is none of"),
        ("\"\\ud800\"", "hex escape"),
    ] {
        assert_refused(
            format!(r#"{{"board":[[2,0],[0,0]],"moves":{moves}}}"#),
            reason,
        );
    }
}

#[test]
fn the_lines_after_a_wrong_one_are_answered() {
    let good = r#"{"board":[[2,2],[0,0]],"moves":"L"}"#;
    let output = step(format!("{good}\n\nbad\n{good}\n"));
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], lines[2]);
    assert_eq!(
        lines[1],
        r#"{"line":3,"error":"the line is not a JSON object"}"#
    );
}

#[test]
fn other_fields_and_a_missing_last_line_feed_are_accepted() {
    let output = step(r#"{"id":[1,{}],"moves":"L","board":[[2,2],[0,0]]}"#);
    assert!(output.status.success());
    assert!(
        output
            .stdout
            .starts_with(br#"{"board":[[4,0],[0,0]],"gain":4,"moved":[true],"#)
    );
    assert!(step("").stdout.is_empty());
}

#[test]
fn lines_of_enormous_length_do_not_crash() {
    assert_refused(vec![b'['; 20 << 20], "longer than");
    assert_refused(format!(r#"{{"board":{}"#, "[".repeat(1 << 20)), "column");
    let moves = "LRUD".repeat(50_000);
    let output = step(format!(r#"{{"board":[[2,0],[0,0]],"moves":"{moves}"}}"#));
    assert!(output.status.success());
    let output: StepOutput = serde_json::from_slice(&output.stdout).expect("the line is an output");
    assert_eq!(output.moved.len(), moves.len());
}

#[test]
fn damaged_lines_are_answered_one_for_one() {
    let mut runner = TestRunner::deterministic();
    let damage = vec((any::<prop::sample::Index>(), 0x20..=0xff_u8), 1..4);
    let mut input = Vec::new();
    for _ in 0..5_000 {
        let mut line = br#"{"board":[[2,2,4],[0,131072,16]],"moves":"ULDR"}"#.to_vec();
        for (place, byte) in damage
            .new_tree(&mut runner)
            .expect("damage is never refused")
            .current()
        {
            let place = place.index(line.len());
            line[place] = byte;
        }
        input.extend(line);
        input.push(b'\n');
    }
    let output = step(input);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert_eq!(text.lines().count(), 5_000);
    for (number, line) in (1..).zip(text.lines()) {
        if let Ok(refusal) = serde_json::from_str::<LineError>(line) {
            assert_eq!(refusal.line, number);
        } else {
            assert!(serde_json::from_str::<StepOutput>(line).is_ok(), "{line}");
        }
    }
}

#[test]
fn a_reader_that_closes_the_output_is_no_error() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bevy_2048"))
        .arg("step")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(program.stdout.take());
    let mut stdin = program.stdin.take().expect("the input is piped");
    let line = "{\"board\":[[2,2],[0,0]],\"moves\":\"L\"}\n";
    // The program may end before it has read everything.
    let _ = stdin.write_all(line.repeat(10_000).as_bytes());
    drop(stdin);
    let output = program.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn a_wrong_command_line_has_status_2() {
    for arguments in [
        &["step", "--fast"][..],
        &["--size", "9x9"],
        &["--four", "2"],
        &["stpe"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_bevy_2048"))
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

use serde::Deserialize;

use super::*;

#[derive(Deserialize, Serialize)]
struct Number {
    number: u8,
}

/// Answers `{"number": n}` with the number above it.
fn successor(line: &str) -> Result<Number, String> {
    let Number { number } = parse(line, r#"{"number": a digit}"#)?;
    Ok(Number { number: number + 1 })
}

/// The lines written in answer to an input, and whether all of it was right.
fn answers(input: &[u8]) -> (Vec<String>, bool) {
    let mut output = Vec::new();
    let all_right = answer_all(successor, input, &mut output).expect("memory can be written to");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    (text.lines().map(str::to_owned).collect(), all_right)
}

#[test]
fn lines_are_answered_one_for_one() {
    let (lines, all_right) = answers(b"{\"number\":1}\n{\"number\":true}\r\n {\"number\":3}");
    assert_eq!(
        lines,
        [
            r#"{"number":2}"#,
            concat!(
                r#"{"line":2,"error":"column 14: invalid type: boolean `true`, expected u8; "#,
                r#"write {\"number\": a digit}"}"#
            ),
            r#"{"number":4}"#
        ]
    );
    assert!(!all_right);
}

#[test]
fn blank_lines_count_but_have_no_answer() {
    let (lines, all_right) = answers(b"\n  \r\n\t\nx\n\n");
    assert_eq!(
        lines,
        [r#"{"line":4,"error":"the line is not a JSON object"}"#]
    );
    assert!(!all_right);
    assert_eq!(answers(b""), (vec![], true));
}

#[test]
fn a_line_too_long_is_skipped_to_its_end() {
    let good = r#"{"number":1}"#;
    let mut input = vec![b' '; LONGEST + 1];
    input.extend(format!("{good}\n{good}\n").bytes());
    let (lines, all_right) = answers(&input);
    assert!(lines[0].starts_with(r#"{"line":1,"error":"the line is longer than 16777216 bytes""#));
    assert!(lines[1].starts_with(r#"{"number":"#));
    assert_eq!((lines.len(), all_right), (2, false));

    let mut input = vec![b' '; LONGEST - good.len()];
    input.extend(format!("{good}\n").bytes());
    assert!(answers(&input).1);
}

/// An input that gives one chunk for each read, and notes how much output there is by then.
struct Dialogue<'a> {
    chunks: Vec<&'static [u8]>,
    written: &'a std::cell::RefCell<Vec<u8>>,
    lines_seen: &'a std::cell::RefCell<Vec<usize>>,
}

impl Read for Dialogue<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let lines = String::from_utf8_lossy(&self.written.borrow())
            .lines()
            .count();
        self.lines_seen.borrow_mut().push(lines);
        if self.chunks.is_empty() {
            return Ok(0);
        }
        self.chunks.remove(0).read(buffer)
    }
}

struct Shared<'a>(&'a std::cell::RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_are_written_before_the_program_waits_for_input() {
    let (written, lines_seen) = Default::default();
    let input = Dialogue {
        chunks: vec![b"a\nb\nc", b"c\n", b"d\n"],
        written: &written,
        lines_seen: &lines_seen,
    };
    let all_right =
        answer_all(successor, input, Shared(&written)).expect("memory can be written to");
    assert!(!all_right);
    assert_eq!(*lines_seen.borrow(), [0, 2, 3, 4]);
}

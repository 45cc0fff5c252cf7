//! `bevy_2048 hint` compared with slow searches that follow the rules step by step.

mod slow;

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use bevy_2048::game::{Board, Direction};
use bevy_2048::solver::network::{Network, shipped};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use slow::{expectimax_after, heuristic_value, lost, random_board, slow_features};

/// The probability of a 4 in the original game.
const FOUR: f64 = 0.1;

/// The value of a board: the sum of the weights of all patterns in all symmetries.
fn network_value(network: &Network, board: &Board) -> f64 {
    let steps: i32 = slow_features(board)
        .map(|(pattern, place)| i32::from(network.tables()[pattern][place]))
        .sum();
    f64::from(steps) * f64::from(network.step())
}

/// The output of `hint` for each of these boards.
fn hints(boards: &[Board], player: &str, depth: u8) -> Vec<Value> {
    let mut hint = Command::new(env!("CARGO_BIN_EXE_bevy_2048"))
        .args(["hint", "--player", player, "--depth", &depth.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = hint.stdin.take().expect("its input is a pipe");
    let lines: String = boards
        .iter()
        .map(|board| serde_json::json!({ "board": board.to_faces() }).to_string() + "\n")
        .collect();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = hint.wait_with_output().expect("its output can be read");
    writer
        .join()
        .expect("nothing panics")
        .expect("it reads its input");
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

/// Checks a hint against the values of a slow search.
///
/// Values near 0 are differences of values of some hundred thousand points, which a 32-bit float
/// holds to a fraction of a point.
fn check(hint: &Value, board: &Board, depth: u8, slow: &dyn Fn(Direction) -> Option<f64>) {
    let close = |found: f64, expected: f64| (found - expected).abs() <= 1.0 + 1e-5 * expected.abs();
    assert_eq!(hint["depth"], depth, "\n{board}");
    let mut highest = f64::NEG_INFINITY;
    let mut of_best = None;
    for direction in Direction::ALL {
        let name = direction.to_string();
        let expected = slow(direction);
        match (hint["values"][&name].as_f64(), expected) {
            (None, None) => {}
            (Some(found), Some(expected)) if close(found, expected) => {
                highest = highest.max(expected);
                if hint["best"] == name.as_str() {
                    of_best = Some(expected);
                }
            }
            (found, expected) => panic!("{name}: {found:?}, not {expected:?}, on\n{board}"),
        }
    }
    match of_best {
        Some(of_best) => assert!(close(of_best, highest), "{hint} on\n{board}"),
        None => assert!(
            hint["best"].is_null() && !board.can_move(),
            "{hint} on\n{board}"
        ),
    }
}

/// Compares the hints for `count` random boards at depths 1 and 2.
fn agrees(count: usize, player: &str, evaluate: &(dyn Fn(&Board) -> f64 + Sync), gains: bool) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let boards: Vec<_> = (0..count).map(|_| random_board(&mut rng, 11)).collect();
    for depth in [1, 2] {
        let hints = hints(&boards, player, depth);
        assert_eq!(hints.len(), count);
        for (hint, board) in hints.iter().zip(&boards) {
            let slow = |direction: Direction| {
                let after = board.slid(direction)?;
                let value = expectimax_after(&after, depth - 1, FOUR, evaluate, gains);
                #[expect(clippy::cast_precision_loss, reason = "gains are far below 2^53")]
                let gain = board.slide(direction).gain as f64;
                Some(if gains {
                    gain + value
                } else {
                    value - lost(board)
                })
            };
            check(hint, board, depth, &slow);
        }
    }
}

fn expectimax_agrees(count: usize) {
    agrees(count, "expectimax", &heuristic_value, false);
}

fn network_agrees(count: usize) {
    let network = shipped::wait().expect("the shipped network is whole");
    agrees(
        count,
        "network",
        &|board| network_value(network.general(), board),
        true,
    );
}

#[test]
fn expectimax_hints_are_those_of_a_slow_search() {
    expectimax_agrees(100);
}

#[test]
fn network_hints_are_those_of_a_slow_search() {
    network_agrees(100);
}

#[test]
#[ignore = "takes minutes in a release build"]
fn expectimax_hints_are_those_of_a_slow_search_on_ten_thousand_boards() {
    expectimax_agrees(10_000);
}

#[test]
#[ignore = "takes minutes in a release build"]
fn network_hints_are_those_of_a_slow_search_on_ten_thousand_boards() {
    network_agrees(10_000);
}

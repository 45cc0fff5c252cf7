//! `bevy_2048 hint`: names the best move on given boards.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::thinking::ThinkingArguments;
use super::{exit_code, json_lines};
use crate::game::{Board, Direction};
use crate::solver::{Budget, Player, Thought};

/// Name the best move on boards from standard input
///
/// Each input line is a JSON object {"board": [[0, 2], [4, 0]]}. The board is given as rows of face
/// values from top to bottom, with 0 for an empty cell, on 2x2 to 8x8 cells. Other fields and blank
/// lines are ignored.
///
/// Each output line is a JSON object with the fields
///   "best"    the best move, or null if no move is left
///   "values"  for "up", "right", "down" and "left", how good the move is in the player's own unit,
///             or null if it does not change the board
///   "depth"   the number of moves searched ahead
///   "nodes"   the number of boards evaluated
///   "ms"      the time taken in milliseconds
///
/// A wrong line is answered by {"line": n, "error": "…"}, where n counts all lines from 1. The
/// other lines are still answered, and the exit status is 1.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct HintArguments {
    #[command(flatten)]
    thinking: ThinkingArguments,
}

/// An input line.
#[derive(Deserialize)]
struct HintInput {
    board: Vec<Vec<u128>>,
}

/// An output line.
#[derive(Serialize)]
struct HintOutput {
    best: Option<String>,
    values: MoveValues,
    depth: u8,
    nodes: u64,
    ms: f64,
}

/// The values of the four moves.
#[derive(Serialize)]
struct MoveValues {
    up: Option<f64>,
    right: Option<f64>,
    down: Option<f64>,
    left: Option<f64>,
}

/// Answers standard input on standard output, and returns the exit status.
pub(super) fn run(arguments: &HintArguments) -> ExitCode {
    match Adviser::new(&arguments.thinking) {
        Ok(mut adviser) => json_lines::run("hint", |line| adviser.answer(line)),
        Err(message) => exit_code(Err(message)),
    }
}

/// A player that is asked for hints.
struct Adviser {
    player: Box<dyn Player>,
    budget: Budget,
    /// Never set: a hint ends with its budget.
    stop: AtomicBool,
}

impl Adviser {
    fn new(thinking: &ThinkingArguments) -> Result<Self, String> {
        Ok(Self {
            player: thinking.make_player(0)?(),
            budget: thinking.budget(),
            stop: AtomicBool::new(false),
        })
    }

    /// The output line for an input line; an error is one sentence.
    fn answer(&mut self, line: &str) -> Result<HintOutput, String> {
        let input: HintInput = json_lines::parse(line, r#"{"board": rows of whole numbers}"#)?;
        let board = Board::from_faces(&input.board).map_err(|error| error.to_string())?;
        let start = Instant::now();
        let thought = self.player.think(&board, &self.budget, &self.stop);
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let Thought {
            best,
            values: [up, right, down, left],
            depth,
            nodes,
        } = thought.ok_or("this player does not play on boards of this size")?;
        Ok(HintOutput {
            best: best.as_ref().map(Direction::to_string),
            values: MoveValues {
                up,
                right,
                down,
                left,
            },
            depth,
            nodes,
            ms,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(player: Box<dyn Player>, input: &str) -> (String, bool) {
        let budget = Budget {
            depth: Some(1),
            ..Budget::default()
        };
        let mut adviser = Adviser {
            player,
            budget,
            stop: AtomicBool::new(false),
        };
        let mut output = Vec::new();
        let all_right =
            json_lines::answer_all(|line| adviser.answer(line), input.as_bytes(), &mut output)
                .expect("memory can be written to");
        (String::from_utf8(output).expect("JSON is UTF-8"), all_right)
    }

    fn greedy(input: &str) -> (String, bool) {
        answers(Box::new(crate::solver::players::GreedyPlayer), input)
    }

    #[test]
    fn a_board_is_answered_with_the_best_move_and_null_for_what_does_not_move() {
        let (output, all_right) = greedy("{\"board\":[[2,4],[2,8]]}\n\n");
        assert!(all_right);
        let expected = r#"{"best":"up","values":{"up":4.0,"right":null,"down":4.0,"left":null},"#;
        assert!(output.starts_with(expected), "{output}");
    }

    #[test]
    fn a_board_without_a_move_has_no_best_one() {
        let (output, all_right) = greedy("{\"board\":[[2,4],[4,2]]}");
        assert!(
            all_right && output.starts_with(r#"{"best":null,"#),
            "{output}"
        );
    }

    #[test]
    fn wrong_lines_are_named_and_the_others_answered() {
        let input = "[]\n{\"bored\":1}\n{\"board\":[[3,2],[2,2]]}\n{\"board\":[[2,2],[2,2]]}\n";
        let (output, all_right) = greedy(input);
        assert!(!all_right);
        let lines: Vec<_> = output.lines().collect();
        assert_eq!(lines.len(), 4);
        for (line, number) in lines[..3].iter().zip(1..) {
            assert!(
                line.starts_with(&format!(r#"{{"line":{number},"error":""#)),
                "{line}"
            );
        }
        assert!(lines[3].contains(r#""best":"up""#));
    }

    #[test]
    fn a_player_that_cannot_play_on_a_board_says_so() {
        let player = Box::new(crate::solver::players::MinimaxPlayer::new(0.1));
        let (output, all_right) = answers(player, "{\"board\":[[2,2],[2,2]]}");
        assert!(
            !all_right && output.contains("does not play on boards"),
            "{output}"
        );
    }
}

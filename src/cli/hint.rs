//! `bevy_2048 hint`: the best move on given boards, as JSON lines.

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::complain;
use super::step::lines::{self, Line};
use super::thinking::ThinkingArguments;
use crate::game::{Board, Direction};
use crate::solver::{Budget, Player, Thought};

/// Name the best move on boards read from standard input
///
/// Each line read is a JSON object {"board": [[0, 2], [4, 0]]}, as for step: rows of face values
/// from top to bottom, where 0 is an empty cell, on 2x2 to 8x8 cells. Other fields are ignored, and
/// so are blank lines.
///
/// Each line written is a JSON object in answer: "best", the best move, or null if there is none;
/// "values", for "up", "right", "down" and "left" how good the move is, in units of the player's
/// own, or null if it does not move; "depth", the moves looked ahead; "nodes", the boards looked
/// at; "ms", the milliseconds it took.
///
/// A line that is wrong is answered by {"line": n, "error": "…"}, where n counts all lines from 1,
/// and the exit status is then 1 at the end.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct HintArguments {
    #[command(flatten)]
    thinking: ThinkingArguments,
}

/// What is asked in a line.
#[derive(Deserialize)]
struct Question {
    board: Vec<Vec<u128>>,
}

/// The answer to a line.
#[derive(Serialize)]
struct Answer {
    best: Option<String>,
    values: Values,
    depth: u8,
    nodes: u64,
    ms: f64,
}

/// The values of the four directions.
#[derive(Serialize)]
struct Values {
    up: Option<f64>,
    right: Option<f64>,
    down: Option<f64>,
    left: Option<f64>,
}

/// The answer to a line that is wrong.
#[derive(Serialize)]
struct Complaint {
    line: u64,
    error: String,
}

/// Answers standard input on standard output, and returns the exit status.
pub(super) fn run(arguments: &HintArguments) -> ExitCode {
    let adviser = match Adviser::new(&arguments.thinking) {
        Ok(adviser) => adviser,
        Err(message) => {
            complain(&message);
            return ExitCode::FAILURE;
        }
    };
    match answer_all(adviser, io::stdin().lock(), io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The reader, such as `head`, has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!(
                "hint stopped, as its input or output failed: {error}"
            ));
            ExitCode::FAILURE
        }
    }
}

/// Answers each line of the input in turn; returns whether all of them were right.
fn answer_all(mut adviser: Adviser, input: impl Read, output: impl Write) -> io::Result<bool> {
    let mut input = BufReader::new(input);
    let mut output = BufWriter::new(output);
    let mut buffer = Vec::new();
    let mut all_right = true;
    for line in 1.. {
        // Whoever waits for the answers so far before writing on must not wait in vain.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let answer = match lines::read(&mut input, &mut buffer)? {
            Line::End => break,
            Line::Blank => continue,
            Line::Text(text) => adviser.answer(text),
            Line::Unreadable(error) => Err(error),
        };
        match answer {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(error) => {
                all_right = false;
                serde_json::to_writer(&mut output, &Complaint { line, error })?;
            }
        }
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(all_right)
}

/// Who is asked.
struct Adviser {
    player: Box<dyn Player>,
    budget: Budget,
    never: AtomicBool,
}

impl Adviser {
    fn new(thinking: &ThinkingArguments) -> Result<Self, String> {
        Ok(Self {
            player: thinking.make_player(0)?(),
            budget: thinking.budget(),
            never: AtomicBool::new(false),
        })
    }

    /// The answer to a line; an error is one sentence about what is wrong with it.
    fn answer(&mut self, line: &str) -> Result<Answer, String> {
        if !line.starts_with('{') {
            return Err("the line is not a JSON object".to_owned());
        }
        let question: Question = serde_json::from_str(line).map_err(|error| describe(&error))?;
        let board = Board::from_faces(&question.board).map_err(|error| error.to_string())?;
        let start = Instant::now();
        let thought = self.player.think(&board, &self.budget, &self.never);
        let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        let thought = thought.ok_or("this player has no thought of boards of this size")?;
        let Thought {
            best,
            values: [up, right, down, left],
            depth,
            nodes,
        } = thought;
        Ok(Answer {
            best: best.as_ref().map(Direction::to_string),
            values: Values {
                up,
                right,
                down,
                left,
            },
            depth,
            nodes,
            ms: milliseconds,
        })
    }
}

/// What is wrong with a line of JSON, placed by its column alone, as there is but one line.
fn describe(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&format!(" at line {line} column {column}"));
    format!(
        r#"column {column}: {}; write {{"board": rows of whole numbers}}"#,
        message.unwrap_or("this cannot be read")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(player: Box<dyn Player>, input: &str) -> (String, bool) {
        let budget = Budget {
            depth: Some(1),
            ..Budget::default()
        };
        let adviser = Adviser {
            player,
            budget,
            never: AtomicBool::new(false),
        };
        let mut output = Vec::new();
        let all_right =
            answer_all(adviser, input.as_bytes(), &mut output).expect("memory does not fail");
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
    fn wrong_lines_are_named_and_the_rest_goes_on() {
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
    fn a_player_without_a_thought_says_so() {
        let player = Box::new(crate::solver::players::MinimaxPlayer::new(0.1));
        let (output, all_right) = answers(player, "{\"board\":[[2,2],[2,2]]}");
        assert!(!all_right && output.contains("no thought"), "{output}");
    }
}

//! `bevy_2048 step`: makes moves on given boards, so that other programs can check the rules.

use std::process::ExitCode;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::json_lines;
use crate::game::{Board, Cell, Direction, Motion, Slide};

/// Make moves on boards from standard input, without spawning tiles
///
/// Each input line is a JSON object {"board": [[0, 2], [4, 0]], "moves": "UDLR"}. The board is
/// given as rows of face values from top to bottom, with 0 for an empty cell, on 2x2 to 8x8 cells.
/// The moves are made one after the other. Other fields and blank lines are ignored.
///
/// Each output line is a JSON object with the fields
///   "board"    the final board
///   "gain"     the sum of all tiles made by merges
///   "moved"    for each move, whether it changed the board
///   "motions"  for each move, the tiles that changed cell or merged: the cells "from" and "to" as
///              [row, column] from 0, the "value" before the move, and whether it "merged"
///   "over"     whether no move is left on the final board
///
/// A wrong line is answered by {"line": n, "error": "…"}, where n counts all lines from 1. The
/// other lines are still answered, and the exit status is 1.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct StepArguments {}

/// An input line.
#[derive(Deserialize)]
struct StepInput {
    board: Vec<Vec<u128>>,
    moves: String,
}

/// An output line, which is computed while it is written.
///
/// The moves are made again for each list in it, so that the lists take no memory, and a line may
/// ask for millions of moves.
struct StepOutput {
    start: Board,
    moves: Vec<Direction>,
}

/// Answers standard input on standard output, and returns the exit status.
pub(super) fn run() -> ExitCode {
    json_lines::run("step", answer)
}

/// The output line for an input line; an error is one sentence.
fn answer(line: &str) -> Result<StepOutput, String> {
    let expected = r#"{"board": rows of whole numbers, "moves": a string}"#;
    let input: StepInput = json_lines::parse(line, expected)?;
    let start = Board::from_faces(&input.board).map_err(|error| error.to_string())?;
    let moves = input
        .moves
        .chars()
        .map(|letter| {
            Direction::from_letter(letter)
                .ok_or_else(|| format!("the move {letter:?} is none of U, D, L and R"))
        })
        .collect::<Result<_, _>>()?;
    Ok(StepOutput { start, moves })
}

impl StepOutput {
    /// The moves, each made on the board that the previous one left.
    fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        self.moves.iter().scan(self.start, |board, &direction| {
            let slide = board.slide(direction);
            *board = slide.board;
            Some(slide)
        })
    }
}

impl Serialize for StepOutput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (board, gain) = self.slides().fold((self.start, 0), |(_, gain), slide| {
            (slide.board, gain + slide.gain)
        });
        let moved = Each(|| self.slides().map(|slide| slide.changed()));
        let motions = Each(|| {
            self.slides().map(|slide| {
                slide
                    .motions
                    .into_iter()
                    .map(MotionOutput::from)
                    .collect::<Vec<_>>()
            })
        });
        let mut output = serializer.serialize_struct("StepOutput", 5)?;
        output.serialize_field("board", &board.to_faces())?;
        output.serialize_field("gain", &gain)?;
        output.serialize_field("moved", &moved)?;
        output.serialize_field("motions", &motions)?;
        output.serialize_field("over", &board.is_game_over())?;
        output.end()
    }
}

/// The motion of one tile during a move.
#[derive(Serialize)]
struct MotionOutput {
    from: [u8; 2],
    to: [u8; 2],
    value: u128,
    merged: bool,
}

impl From<Motion> for MotionOutput {
    fn from(motion: Motion) -> Self {
        let place = |cell: Cell| [cell.row, cell.column];
        Self {
            from: place(motion.from),
            to: place(motion.to),
            value: motion.tile.face(),
            merged: motion.merged,
        }
    }
}

/// A list that is serialized from an iterator, without being collected.
struct Each<F>(F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(line: &str) -> String {
        let output = answer(line).expect("the line is right");
        serde_json::to_string(&output).expect("the output can be put as JSON")
    }

    #[test]
    fn the_output_has_its_fields_in_order() {
        let expected = concat!(
            r#"{"board":[[4,0],[4,0]],"gain":4,"moved":[true,false],"motions":[["#,
            r#"{"from":[0,0],"to":[0,0],"value":2,"merged":true},"#,
            r#"{"from":[0,1],"to":[0,0],"value":2,"merged":true},"#,
            r#"{"from":[1,1],"to":[1,0],"value":4,"merged":false}],[]],"over":false}"#,
        );
        assert_eq!(output(r#"{"board":[[2,2],[0,4]],"moves":"LL"}"#), expected);
    }

    #[test]
    fn no_moves_leave_the_board_as_it_is() {
        let expected = r#"{"board":[[2,4],[4,2]],"gain":0,"moved":[],"motions":[],"over":true}"#;
        assert_eq!(output(r#"{"board":[[2,4],[4,2]],"moves":""}"#), expected);
    }
}

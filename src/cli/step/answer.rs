//! What is asked in a line, and the answer to it.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::game::{Board, Cell, Direction, Motion, Slide};

/// A board and the moves to make on it, as they stand in a line.
#[derive(Deserialize)]
struct Question {
    board: Vec<Vec<u128>>,
    moves: String,
}

/// The answer to a line, worked out while it is written.
///
/// It makes the moves again for each list that it writes, so that it needs no memory for them and
/// a line may ask for millions.
pub(super) struct Answer {
    start: Board,
    moves: Vec<Direction>,
}

impl Answer {
    /// Reads the question in a line; an error is one sentence about what is wrong with it.
    pub fn to(line: &str) -> Result<Self, String> {
        if !line.starts_with('{') {
            return Err("the line is not a JSON object".to_owned());
        }
        let question: Question = serde_json::from_str(line).map_err(|error| describe(&error))?;
        let start = Board::from_faces(&question.board).map_err(|error| error.to_string())?;
        let moves = question
            .moves
            .chars()
            .map(read_letter)
            .collect::<Result<_, _>>()?;
        Ok(Self { start, moves })
    }

    /// The moves, each made on the board that the one before left.
    fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        self.moves.iter().scan(self.start, |board, &direction| {
            let slide = board.slide(direction);
            *board = slide.board;
            Some(slide)
        })
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (board, gain) = self.slides().fold((self.start, 0), |(_, gain), slide| {
            (slide.board, gain + slide.gain)
        });
        let moved = Each(|| self.slides().map(|slide| slide.changed()));
        let motions = Each(|| {
            self.slides()
                .map(|slide| slide.motions.into_iter().map(Way::from).collect::<Vec<_>>())
        });
        let mut answer = serializer.serialize_struct("Answer", 5)?;
        answer.serialize_field("board", &board.to_faces())?;
        answer.serialize_field("gain", &gain)?;
        answer.serialize_field("moved", &moved)?;
        answer.serialize_field("motions", &motions)?;
        answer.serialize_field("over", &board.is_game_over())?;
        answer.end()
    }
}

/// The way of one tile during a move.
#[derive(Serialize)]
struct Way {
    from: [u8; 2],
    to: [u8; 2],
    value: u128,
    merged: bool,
}

impl From<Motion> for Way {
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

/// A list that is written straight from an iterator.
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

/// The direction of a letter, or a sentence about the letter.
fn read_letter(letter: char) -> Result<Direction, String> {
    Direction::from_letter(letter)
        .ok_or_else(|| format!("the move {letter:?} is none of U, D, L and R"))
}

/// What is wrong with a line of JSON, placed by its column alone, as there is but one line.
fn describe(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&format!(" at line {line} column {column}"));
    format!(
        r#"column {column}: {}; write {{"board": rows of whole numbers, "moves": a string}}"#,
        message.unwrap_or("this cannot be read")
    )
}

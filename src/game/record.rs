//! A game as plain data, which is the body of a save file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::history::Snapshot;
use super::{Board, BoardError, Direction, Game, HISTORY_LIMIT, Rules, SizeMismatch};

/// A complete game as it is stored, including everything that can be undone and redone.
///
/// The field names are the names in JSON and must not change. Boards are rows of face values, top
/// row first, with 0 for an empty cell. Directions are the letters `U`, `R`, `D` and `L`. The
/// oldest state and the directions determine the game. The present board and score are stored as
/// well, so that [`Game::from_record`] can detect a damaged record.
///
/// Faces and seeds exceed the integers that a double can represent. Other readers must parse them
/// as 128-bit and 64-bit integers. `serde_json` keeps them exact when it reads text directly, but
/// not through `serde_json::Value`, `#[serde(flatten)]` or `#[serde(untagged)]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The rules of the game.
    pub rules: Rules,
    /// The seed of the [`Dice`](super::Dice).
    pub seed: u64,
    /// Whether the player continued after a win.
    pub kept_going: bool,
    /// Whether a computer player helped. Records older than the computer players lack this field.
    #[serde(default)]
    pub helped: bool,
    /// The earliest state that undo can reach.
    pub oldest: SnapshotRecord,
    /// The turns from there in the order of play, at most [`HISTORY_LIMIT`]. The played turns come
    /// first, then the undone ones.
    pub directions: String,
    /// The number of played turns, from 0 to the length of `directions`.
    pub played: usize,
    /// The present board.
    pub board: Vec<Vec<u128>>,
    /// The present score.
    pub score: u64,
}

/// One state of a game as stored in a [`GameRecord`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotRecord {
    /// The board.
    pub board: Vec<Vec<u128>>,
    /// The score.
    pub score: u64,
    /// The number of turns played from the start of the game.
    pub moves: u64,
    /// The number of spawns drawn from the dice.
    pub spawns: u64,
    /// Whether a merge has made the winning tile.
    pub won: bool,
}

/// Why a [`GameRecord`] is not a valid game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The oldest board is invalid.
    #[error("the oldest board of the record cannot be read: {0}")]
    Board(#[from] BoardError),
    /// The size of the board does not match the rules.
    #[error(transparent)]
    Size(#[from] SizeMismatch),
    /// There are more than [`HISTORY_LIMIT`] directions.
    #[error("the record holds more than {HISTORY_LIMIT} turns, the most that a game keeps")]
    TooLong,
    /// The number of played turns is larger than the number of turns.
    #[error("the record claims {played} turns played of {turns}")]
    Played {
        /// The claimed number of played turns.
        played: usize,
        /// The number of directions.
        turns: usize,
    },
    /// A character is not one of `U`, `R`, `D` and `L`.
    #[error("turn {turn} of the record is {letter:?}, which is not one of U, R, D and L")]
    Letter {
        /// The turn, counted from 1.
        turn: usize,
        /// The character.
        letter: char,
    },
    /// A turn is not a legal move.
    #[error("turn {turn} of the record, {direction}, is not a legal move")]
    Turn {
        /// The turn, counted from 1.
        turn: usize,
        /// The direction of the turn.
        direction: Direction,
    },
    /// The turns do not lead to the stored board.
    #[error("the turns of the record do not lead to the board stored in it")]
    BoardDiffers,
    /// The turns do not lead to the stored score.
    #[error(
        "the turns of the record lead to a score of {replayed}, but the stored score is {stored}"
    )]
    ScoreDiffers {
        /// The score after replaying the turns.
        replayed: u64,
        /// The stored score.
        stored: u64,
    },
}

impl Game {
    /// The game as plain data. [`from_record`](Self::from_record) restores the same game.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let history = self.history();
        GameRecord {
            rules: *self.rules(),
            seed: self.seed(),
            kept_going: self.kept_going(),
            helped: self.helped(),
            oldest: (*history.oldest()).into(),
            directions: history.directions().map(Direction::letter).collect(),
            played: history.played(),
            board: self.board().to_faces(),
            score: self.score(),
        }
    }

    /// Restores a game from its record by replaying and checking every turn from the oldest state.
    ///
    /// # Errors
    ///
    /// The first [`RecordError`] found if any part of the record is invalid.
    pub fn from_record(record: GameRecord) -> Result<Self, RecordError> {
        let GameRecord {
            rules,
            seed,
            kept_going,
            helped,
            oldest,
            directions,
            played,
            board,
            score,
        } = record;
        let turns = directions.chars().count();
        if turns > HISTORY_LIMIT {
            return Err(RecordError::TooLong);
        }
        let undone = turns
            .checked_sub(played)
            .ok_or(RecordError::Played { played, turns })?;
        let mut game = Self::from_snapshot(rules, seed, kept_going, oldest.try_into()?)?;
        for (turn, letter) in (1..).zip(directions.chars()) {
            let direction =
                Direction::from_letter(letter).ok_or(RecordError::Letter { turn, letter })?;
            game.turn(direction)
                .ok_or(RecordError::Turn { turn, direction })?;
        }
        for _ in 0..undone {
            game.undo();
        }
        if helped {
            game.mark_helped();
        }
        if game.board().to_faces() != board {
            return Err(RecordError::BoardDiffers);
        }
        if game.score() != score {
            return Err(RecordError::ScoreDiffers {
                replayed: game.score(),
                stored: score,
            });
        }
        Ok(game)
    }
}

impl From<Snapshot> for SnapshotRecord {
    fn from(snapshot: Snapshot) -> Self {
        let Snapshot {
            board,
            score,
            moves,
            spawns,
            won,
        } = snapshot;
        Self {
            board: board.to_faces(),
            score,
            moves,
            spawns,
            won,
        }
    }
}

impl TryFrom<SnapshotRecord> for Snapshot {
    type Error = BoardError;

    fn try_from(record: SnapshotRecord) -> Result<Self, BoardError> {
        let SnapshotRecord {
            board,
            score,
            moves,
            spawns,
            won,
        } = record;
        Ok(Self {
            board: Board::from_any_faces(&board)?,
            score,
            moves,
            spawns,
            won,
        })
    }
}

#[cfg(test)]
mod tests;

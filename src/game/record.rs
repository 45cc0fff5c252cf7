//! A game as plain data, as the body of a save file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::history::Snapshot;
use super::{Board, BoardError, Direction, Game, HISTORY_LIMIT, Rules, SizeMismatch};

/// A whole game, with all that can be undone and redone, as it is stored.
///
/// The names of the fields are those in JSON, and do not change. Boards are rows of face values,
/// top row first, 0 being an empty cell, and directions are the letters `U`, `R`, `D` and `L`. The
/// game is the start and the directions from there; the board and the score of the present state
/// are stored besides, so that [`Game::from_record`] can tell a damaged record from a sound one.
///
/// Faces and seeds go beyond the whole numbers that a double holds, so a reader of its own must
/// take them as integers of 128 and 64 bits. With `serde_json` they survive text, but not a
/// detour over `serde_json::Value`, `#[serde(flatten)]` or `#[serde(untagged)]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The rules of the game.
    pub rules: Rules,
    /// The seed of the [`Dice`](super::Dice).
    pub seed: u64,
    /// Whether the game was told to go on after a win.
    pub kept_going: bool,
    /// Whether a computer player had a hand in it; records from before there were any lack it.
    #[serde(default)]
    pub helped: bool,
    /// The earliest state that can be undone to.
    pub oldest: SnapshotRecord,
    /// The turns from there in the order of play, first those played and then those taken back,
    /// at most [`HISTORY_LIMIT`].
    pub directions: String,
    /// How many of the turns are played, from 0 to the number of `directions`.
    pub played: usize,
    /// The present board.
    pub board: Vec<Vec<u128>>,
    /// The present score.
    pub score: u64,
}

/// One state of a game, as it is stored in a [`GameRecord`].
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
    /// Whether a merge has made the tile to win with.
    pub won: bool,
}

/// Why a [`GameRecord`] is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The oldest board is no board.
    #[error("the oldest board of the record cannot be read: {0}")]
    Board(#[from] BoardError),
    /// The board and the rules have different sizes.
    #[error(transparent)]
    Size(#[from] SizeMismatch),
    /// There are more directions than [`HISTORY_LIMIT`].
    #[error("the record holds more than the {HISTORY_LIMIT} turns that a game remembers")]
    TooLong,
    /// More turns are said to be played than there are.
    #[error("the record has {played} turns played of {turns}")]
    Played {
        /// The number of turns said to be played.
        played: usize,
        /// The number of directions.
        turns: usize,
    },
    /// A character is none of `U`, `R`, `D` and `L`.
    #[error("turn {turn} of the record is {letter:?}, which is none of U, R, D and L")]
    Letter {
        /// The number of the turn, from 1.
        turn: usize,
        /// The character in its place.
        letter: char,
    },
    /// A direction cannot be played where it stands.
    #[error("turn {turn} of the record, {direction}, cannot be played where it stands")]
    Turn {
        /// The number of the turn, from 1.
        turn: usize,
        /// Its direction.
        direction: Direction,
    },
    /// The directions lead to a board other than the one stored.
    #[error("the turns of the record do not lead to its board")]
    BoardDiffers,
    /// The directions lead to a score other than the one stored.
    #[error("the turns of the record lead to a score of {replayed}, not to its {stored}")]
    ScoreDiffers {
        /// The score after the turns.
        replayed: u64,
        /// The score in the record.
        stored: u64,
    },
}

impl Game {
    /// The game as plain data, which [`from_record`](Self::from_record) makes into the same game.
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

    /// The game of a record, which is played again from the oldest state to check each turn of it.
    ///
    /// # Errors
    ///
    /// The first [`RecordError`] met, if the record is no game in every part of it.
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
        let taken_back = turns
            .checked_sub(played)
            .ok_or(RecordError::Played { played, turns })?;
        let mut game = Self::from_snapshot(rules, seed, kept_going, oldest.try_into()?)?;
        for (turn, letter) in (1..).zip(directions.chars()) {
            let direction =
                Direction::from_letter(letter).ok_or(RecordError::Letter { turn, letter })?;
            game.turn(direction)
                .ok_or(RecordError::Turn { turn, direction })?;
        }
        for _ in 0..taken_back {
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

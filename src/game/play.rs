//! A game with its turns, score, outcome, undo and redo.

use thiserror::Error;

use super::history::{History, Snapshot};
use super::{Board, Dice, Direction, Rules, Slide, Spawn, Tile};

/// A game of 2048 under some [`Rules`].
///
/// The seed and the directions determine the whole game. Undo restores the dice along with the
/// board, so repeating a move after an undo spawns the same tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    rules: Rules,
    seed: u64,
    /// Kept outside the history, so that an undo does not ask the player again.
    kept_going: bool,
    /// Kept outside the history, so that an undo does not clear it.
    helped: bool,
    history: History,
}

/// Whether a game is in progress, won or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game has not been won, and a move is possible.
    Playing,
    /// A merge has made the winning tile, and the game waits for [`Game::keep_going`].
    ///
    /// This is the outcome even if that merge was the last possible move.
    Won,
    /// The game was won and continues.
    KeptPlaying,
    /// No move is possible.
    Over,
}

/// The effects of a turn, in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The direction of the move.
    pub direction: Direction,
    /// The effects of the move. Its board is the afterstate, before the spawn.
    pub slide: Slide,
    /// The tile that appeared after the move.
    pub spawn: Spawn,
    /// The outcome after the spawn.
    pub outcome: Outcome,
}

/// The size of a board does not match the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the board has {width} columns and {height} rows, but the rules require {rules_width} and {rules_height}"
)]
pub struct SizeMismatch {
    /// The number of columns of the board.
    pub width: u8,
    /// The number of rows of the board.
    pub height: u8,
    /// The number of columns that the rules require.
    pub rules_width: u8,
    /// The number of rows that the rules require.
    pub rules_height: u8,
}

impl Game {
    /// A new game with the first two spawns of the seed on the board.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        let mut board = rules.empty_board();
        let mut dice = Dice::new(seed);
        for _ in 0..2 {
            if let Some(spawn) = dice.spawn(&board, &rules) {
                board.set(spawn.cell, Some(spawn.tile));
            }
        }
        let start = Snapshot {
            board,
            score: 0,
            moves: 0,
            spawns: dice.drawn(),
            won: false,
        };
        Self {
            rules,
            seed,
            kept_going: false,
            helped: false,
            history: History::new(start),
        }
    }

    /// A game that starts from a custom board, with a score of 0 and no spawns drawn.
    ///
    /// Only a merge wins the game. A winning tile that is already on the board does not.
    ///
    /// # Errors
    ///
    /// [`SizeMismatch`] if the size of the board does not match the rules.
    pub fn from_board(rules: Rules, board: Board, seed: u64) -> Result<Self, SizeMismatch> {
        let start = Snapshot {
            board,
            score: 0,
            moves: 0,
            spawns: 0,
            won: false,
        };
        Self::from_snapshot(rules, seed, false, start)
    }

    /// A game that starts from a snapshot.
    pub(super) fn from_snapshot(
        rules: Rules,
        seed: u64,
        kept_going: bool,
        start: Snapshot,
    ) -> Result<Self, SizeMismatch> {
        let (width, height) = (start.board.width(), start.board.height());
        let (rules_width, rules_height) = (rules.width(), rules.height());
        if (width, height) == (rules_width, rules_height) {
            Ok(Self {
                rules,
                seed,
                kept_going,
                helped: false,
                history: History::new(start),
            })
        } else {
            Err(SizeMismatch {
                width,
                height,
                rules_width,
                rules_height,
            })
        }
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seed of the dice.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The present board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.history.present().board
    }

    /// The sum of the faces made by merges.
    ///
    /// It saturates at [`u64::MAX`], which needs a tile of about 2^58.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.history.present().score
    }

    /// The number of turns played, not counting undone ones.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.history.present().moves
    }

    /// The tile with the largest face on the board, or `None` if the board is empty.
    #[must_use]
    pub fn largest_tile(&self) -> Option<Tile> {
        self.board().largest_tile()
    }

    /// Whether the player continued after a win. The game then never stops for a win again.
    #[must_use]
    pub const fn kept_going(&self) -> bool {
        self.kept_going
    }

    /// Whether a computer player made a move or gave a hint in this game.
    #[must_use]
    pub const fn helped(&self) -> bool {
        self.helped
    }

    /// Permanently marks the game as helped by a computer player. Returns whether it was unmarked
    /// before.
    pub fn mark_helped(&mut self) -> bool {
        !std::mem::replace(&mut self.helped, true)
    }

    /// Whether the game is in progress, won or over.
    ///
    /// A win takes precedence: if the last possible move wins, the outcome is [`Outcome::Won`], and
    /// [`Outcome::Over`] only once the player continues.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let won = self.history.present().won;
        if won && !self.kept_going {
            Outcome::Won
        } else if !self.board().can_move() {
            Outcome::Over
        } else if won {
            Outcome::KeptPlaying
        } else {
            Outcome::Playing
        }
    }

    /// Plays a turn: a move followed by one spawn.
    ///
    /// Returns `None` and changes nothing if no tile can move in that direction, or while the game
    /// waits after a win. A turn played after an undo drops the undone turns.
    pub fn turn(&mut self, direction: Direction) -> Option<Turn> {
        let present = *self.history.present();
        if present.won && !self.kept_going {
            return None;
        }
        let slide = present.board.slide(direction);
        if !slide.changed() {
            return None;
        }
        let mut dice = Dice::new(self.seed).at(present.spawns);
        let spawn = dice.spawn(&slide.board, &self.rules)?;
        let next = Snapshot {
            board: slide.board.with(spawn.cell, spawn.tile),
            score: saturating_score(present.score, slide.gain),
            moves: present.moves.saturating_add(1),
            spawns: dice.drawn(),
            won: present.won
                || slide
                    .merges
                    .iter()
                    .any(|merge| merge.tile == self.rules.win_tile()),
        };
        self.history.push(direction, next);
        Some(Turn {
            direction,
            slide,
            spawn,
            outcome: self.outcome(),
        })
    }

    /// Continues after a win. Returns whether the game was waiting for this.
    pub fn keep_going(&mut self) -> bool {
        let waiting = self.outcome() == Outcome::Won;
        self.kept_going |= waiting;
        waiting
    }

    /// Undoes the latest turn, even after a win or the end of the game. Returns whether there was
    /// one.
    ///
    /// At most [`HISTORY_LIMIT`](super::HISTORY_LIMIT) turns can be undone.
    pub fn undo(&mut self) -> bool {
        self.history.undo()
    }

    /// Redoes the turn undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.history.redo()
    }

    /// Whether there is a turn to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.played() > 0
    }

    /// Whether there is a turn to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.undone() > 0
    }

    /// The history, for the record of the game.
    pub(super) const fn history(&self) -> &History {
        &self.history
    }
}

/// The score plus the gain of a move, saturating at [`u64::MAX`].
fn saturating_score(score: u64, gain: u128) -> u64 {
    score.saturating_add(u64::try_from(gain).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests;

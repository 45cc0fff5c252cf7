//! A game: turns, score, outcome, undo and redo.

use thiserror::Error;

use super::history::{History, Snapshot};
use super::{Board, Dice, Direction, Rules, Slide, Spawn, Tile};

/// A game of 2048 under some [`Rules`], from its first two tiles on.
///
/// The seed and the directions fix the whole game. Its undo takes back the dice with the board, so
/// the same move after an undo brings the same spawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    rules: Rules,
    seed: u64,
    /// Belongs to the game and not to a state of it, so that no undo brings the question back.
    kept_going: bool,
    /// Belongs to the game as well, so that no undo takes the help back.
    helped: bool,
    history: History,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next turn can be played.
    Playing,
    /// A merge has made the tile to win with, and the game waits for [`Game::keep_going`].
    ///
    /// This is also the outcome where that merge was the last possible move.
    Won,
    /// The game was won and goes on.
    KeptPlaying,
    /// No move is left.
    Over,
}

/// What a turn did, in the order in which it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The way the player moved.
    pub direction: Direction,
    /// What the move did; its board is the one before the spawn.
    pub slide: Slide,
    /// The tile that appeared after the move.
    pub spawn: Spawn,
    /// Where the game stands after the spawn.
    pub outcome: Outcome,
}

/// A board was given that has not the size of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the board has {width} columns and {height} rows where the rules ask for {rules_width} and {rules_height}"
)]
pub struct SizeMismatch {
    /// The number of columns of the board.
    pub width: u8,
    /// The number of rows of the board.
    pub height: u8,
    /// The number of columns that the rules ask for.
    pub rules_width: u8,
    /// The number of rows that the rules ask for.
    pub rules_height: u8,
}

impl Game {
    /// A new game, with the first two spawns of the seed on the board.
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

    /// A game that starts from a board of one's own, with a score of 0 and no spawn drawn.
    ///
    /// Tiles that lie on it already do not win the game, only a merge does.
    ///
    /// # Errors
    ///
    /// [`SizeMismatch`] if the board has not the size of the rules.
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

    /// A game that starts in a given state.
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

    /// The rules that the game is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seed of the dice.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The board as it lies now.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.history.present().board
    }

    /// The sum of the faces that merges have made.
    ///
    /// It stops at [`u64::MAX`], which takes a tile of about 2^58 to reach.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.history.present().score
    }

    /// The number of turns played, without those taken back.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.history.present().moves
    }

    /// The tile with the largest face on the board now, or `None` if the board is empty.
    #[must_use]
    pub fn largest_tile(&self) -> Option<Tile> {
        self.board().largest_tile()
    }

    /// Whether the game has been told to go on after a win; from then on it never stops for one.
    #[must_use]
    pub const fn kept_going(&self) -> bool {
        self.kept_going
    }

    /// Whether a computer player had a hand in the game, by a move or by a hint.
    #[must_use]
    pub const fn helped(&self) -> bool {
        self.helped
    }

    /// Takes note that a computer player had a hand in the game, for good; returns whether that is
    /// new.
    pub fn mark_helped(&mut self) -> bool {
        !std::mem::replace(&mut self.helped, true)
    }

    /// Where the game stands.
    ///
    /// A win counts before the end, so a win on the last possible move is a win first, and over
    /// only once the player goes on.
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

    /// Plays a turn: a move and then one spawn.
    ///
    /// Returns `None`, and changes nothing, if no tile can move that way, or while the game waits
    /// after a win. A turn played after an undo forgets what could be redone.
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

    /// Goes on after a win; returns whether the game was waiting for that.
    pub fn keep_going(&mut self) -> bool {
        let waiting = self.outcome() == Outcome::Won;
        self.kept_going |= waiting;
        waiting
    }

    /// Takes the latest turn back, also from a win or the end; returns whether there was one.
    ///
    /// It reaches [`HISTORY_LIMIT`](super::HISTORY_LIMIT) turns back.
    pub fn undo(&mut self) -> bool {
        self.history.undo()
    }

    /// Plays the turn last taken back again; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.history.redo()
    }

    /// Whether there is a turn to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.played() > 0
    }

    /// Whether there is a turn to play again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.taken_back() > 0
    }

    /// The states of the game, for its record.
    pub(super) const fn history(&self) -> &History {
        &self.history
    }
}

/// A score grown by the gain of a move, as far as 64 bits reach.
fn saturating_score(score: u64, gain: u128) -> u64 {
    score.saturating_add(u64::try_from(gain).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests;

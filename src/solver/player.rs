//! What every computer player is asked, and what it answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::game::{Board, Direction};

/// A computer player.
///
/// A player may keep memory from one board to the next, but for a fixed depth its answers do not
/// depend on it.
pub trait Player: Send {
    /// Thinks about the move on `board` within `budget`.
    ///
    /// It returns `None` if `stop` was set before there was any answer. Once `stop` is set, a search
    /// ends within a fraction of a millisecond, with the answer it has.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought>;
}

/// How long a player may think; what is not set does not bound it.
///
/// Where nothing is set, a player has a depth of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// The moves ahead that are searched, at least 1; 1 looks at the boards after each move.
    pub depth: Option<u8>,
    /// The time for one move. A search deepens until it runs out, and the first depth is always
    /// finished.
    pub time: Option<Duration>,
    /// The boards that are looked at for one move, as for the time.
    pub nodes: Option<u64>,
    /// How unlikely the ways are that expectimax follows, where no depth bounds it, as what is left
    /// of each at the board in the unit of [`ProbabilityCutoff`](crate::solver::search::ProbabilityCutoff). Others take no
    /// notice of it.
    pub reach: Option<u16>,
}

/// What a player thinks of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// The move it would make, or `None` if the board has none.
    pub best: Option<Direction>,
    /// How good each move seems, in the order of [`Direction::ALL`], in units of the player's own;
    /// `None` for a direction that does not move.
    pub values: [Option<f64>; 4],
    /// The depth that was searched in full.
    pub depth: u8,
    /// The number of boards looked at.
    pub nodes: u64,
}

impl Thought {
    /// The thought that these values come to, the first of the highest being the best.
    #[must_use]
    pub fn of_values(values: [Option<f64>; 4], depth: u8, nodes: u64) -> Self {
        let mut best: Option<(Direction, f64)> = None;
        for (direction, value) in Direction::ALL.into_iter().zip(values) {
            if let Some(value) = value
                && best.is_none_or(|(_, highest)| value > highest)
            {
                best = Some((direction, value));
            }
        }
        Self {
            best: best.map(|(direction, _)| direction),
            values,
            depth,
            nodes,
        }
    }

    /// The same thought, with values that tell how far they are above `level`.
    #[must_use]
    pub fn above(self, level: f64) -> Self {
        Self {
            values: self.values.map(|value| value.map(|value| value - level)),
            ..self
        }
    }
}

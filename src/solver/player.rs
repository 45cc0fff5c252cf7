//! The interface of computer players.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::game::{Board, Direction};

/// A computer player.
///
/// A player may keep state from one board to the next, but for a fixed depth its results do not
/// depend on that state.
pub trait Player: Send {
    /// Evaluates the moves on `board` within `budget`.
    ///
    /// Returns `None` if `stop` was set before there was a result, or if the player does not
    /// support boards of this size. Once `stop` is set, a search ends within a fraction of a
    /// millisecond and returns the best result so far.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought>;
}

/// The limits of a search for one move. A field that is `None` sets no limit.
///
/// If no field is set, the player uses its own default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// The search depth in moves, at least 1. A depth of 1 evaluates the afterstates of each move.
    pub depth: Option<u8>,
    /// The time for one move. The search deepens until it runs out. The first depth is always
    /// completed.
    pub time: Option<Duration>,
    /// The number of nodes for one move. The search deepens until they are used up. The first depth
    /// is always completed.
    pub nodes: Option<u64>,
    /// How improbable the paths are that expectimax still follows when `depth` is not set, in the
    /// units of [`ProbabilityCutoff`](crate::solver::search::ProbabilityCutoff). Other players
    /// ignore it.
    pub reach: Option<u16>,
}

/// The result of evaluating the moves on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// The best move, or `None` if no move is legal.
    pub best: Option<Direction>,
    /// The value of each move in the player's own unit, in the order of [`Direction::ALL`], or
    /// `None` for an illegal move.
    pub values: [Option<f64>; 4],
    /// The depth that was searched completely.
    pub depth: u8,
    /// The number of nodes searched.
    pub nodes: u64,
}

impl Thought {
    /// The result with these values. The best move is the first one with the highest value.
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

    /// The same result with values relative to `baseline`.
    #[must_use]
    pub fn relative_to(self, baseline: f64) -> Self {
        Self {
            values: self.values.map(|value| value.map(|value| value - baseline)),
            ..self
        }
    }
}

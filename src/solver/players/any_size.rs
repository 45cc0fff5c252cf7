//! Expectimax for boards of any size.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::{Board, Direction};
use crate::solver::heuristic::Heuristics;
use crate::solver::search::{Limits, Search, deepen_by_depth};
use crate::solver::{Budget, Player, Thought};

/// The search depth without a budget.
const DEFAULT_DEPTH: u8 = 2;

/// The largest number of entries in the transposition table, some tens of megabytes.
const MAX_TRANSPOSITIONS: usize = 1 << 18;

/// Expectimax with the evaluation of [`Heuristics`], on boards of 2 × 2 to 8 × 8 cells.
///
/// It searches with [`Board`], which is some hundred times slower than packed boards but works for
/// every size.
#[derive(Clone, Debug)]
pub struct AnySizePlayer {
    heuristics: Arc<Heuristics>,
    four_chance: f64,
}

impl AnySizePlayer {
    /// The player for games with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(four_chance: f64) -> Self {
        Self::with(Heuristics::shipped(), four_chance)
    }

    /// The player with other heuristics.
    #[must_use]
    pub const fn with(heuristics: Arc<Heuristics>, four_chance: f64) -> Self {
        Self {
            heuristics,
            four_chance,
        }
    }
}

impl Player for AnySizePlayer {
    /// Values have no unit. They are the expected evaluation at the end of the search minus the
    /// evaluation of the root board as lost.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let mut search = AnySizeSearch {
            board,
            heuristics: &self.heuristics,
            four_chance: self.four_chance,
            limits: Limits::start(budget, stop),
            transpositions: HashMap::new(),
            nodes: 0,
            ended: false,
        };
        let thought = deepen_by_depth(&mut search, budget, DEFAULT_DEPTH, stop)?;
        Some(thought.relative_to(self.heuristics.lost_value(board)))
    }
}

/// A search from one root board.
struct AnySizeSearch<'a> {
    board: &'a Board,
    heuristics: &'a Heuristics,
    four_chance: f64,
    limits: Limits<'a>,
    /// The values of afterstates, by board and depth.
    transpositions: HashMap<(Board, u8), f64>,
    nodes: u64,
    ended: bool,
}

impl<'a> Search<'a> for AnySizeSearch<'a> {
    fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]> {
        let values = Direction::ALL.map(|direction| {
            self.board
                .slid(direction)
                .map(|after| self.after(&after, depth - 1))
        });
        (!self.ended).then_some(values)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
    }
}

impl AnySizeSearch<'_> {
    /// The value of an afterstate.
    fn after(&mut self, after: &Board, depth: u8) -> f64 {
        self.nodes += 1;
        // A node takes microseconds, so checking the clock at each one is cheap.
        self.ended |= self.limits.reached_now(self.nodes);
        if self.ended {
            return 0.0;
        }
        if depth == 0 {
            return self.heuristics.board_value(after);
        }
        if let Some(&value) = self.transpositions.get(&(*after, depth)) {
            return value;
        }
        let (mut sum, mut chances) = (0.0, 0.0);
        for (spawn, board) in after.min_children() {
            let is_four = spawn.tile.rank() > 1;
            let chance = if is_four {
                self.four_chance
            } else {
                1.0 - self.four_chance
            };
            if chance > 0.0 {
                sum += chance * self.best(&board, depth);
                chances += chance;
            }
        }
        let value = sum / chances;
        if !self.ended && self.transpositions.len() < MAX_TRANSPOSITIONS {
            self.transpositions.insert((*after, depth), value);
        }
        value
    }

    /// The value of the best move, or of a lost board if no move is legal.
    fn best(&mut self, board: &Board, depth: u8) -> f64 {
        let mut best: Option<f64> = None;
        for (_, after) in board.max_children() {
            let value = self.after(&after, depth - 1);
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        best.unwrap_or_else(|| self.heuristics.lost_value(board))
    }
}

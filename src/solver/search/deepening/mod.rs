//! Iterative deepening within a budget.

mod by_depth;
mod by_probability;

use std::sync::atomic::AtomicBool;

use self::by_probability::deepen_by_probability;
use super::{
    DepthCutoff, DepthRemaining, Evaluate, Expectimax, Limits, Pruning, SpawnModel,
    TranspositionTable,
};
use crate::solver::bitboard::Grid;
use crate::solver::{Budget, Thought};

pub use self::by_depth::{Search, deepen_by_depth};
pub use self::by_probability::MAX_REACH;

/// The search of a player without a budget, and its pruning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchDefaults {
    /// The reach of the first search, which is always completed, at most `last`. See
    /// [`ProbabilityCutoff`](super::ProbabilityCutoff).
    pub first: u16,
    /// The reach of the last search, at most [`MAX_REACH`].
    pub last: u16,
    /// The largest number of nodes.
    pub nodes: u64,
    /// The pruning, or `None` for a full search. It also applies under a budget without a depth.
    pub pruning: Option<Pruning>,
}

/// Searches `board` within a budget.
///
/// If the budget has a depth, the search uses a [`DepthCutoff`]. Otherwise it uses a
/// [`ProbabilityCutoff`](super::ProbabilityCutoff) and deepens within the time, nodes and reach of
/// the budget, or within `defaults` if the budget is empty.
///
/// Returns `None` if `stop` was set before the first search was completed. A search that is limited
/// by time or nodes does not deepen if only one move is legal.
pub fn deepen<G: Grid + Default, E: Evaluate>(
    board: G,
    evaluate: &E,
    transpositions: &mut TranspositionTable<G>,
    spawn_model: SpawnModel,
    budget: &Budget,
    defaults: SearchDefaults,
    stop: &AtomicBool,
) -> Option<Thought> {
    if let Some(depth) = budget.depth {
        let limits = Limits::start(budget, stop);
        let mut search = DepthSearch {
            board,
            fours: spawn_model.max_fours(),
            search: Expectimax::new(
                evaluate,
                transpositions,
                spawn_model,
                DepthCutoff::new(spawn_model),
                limits,
            ),
        };
        return deepen_by_depth(&mut search, budget, depth, stop);
    }
    let bounded = budget.time.is_some() || budget.nodes.is_some();
    let (reaches, budget) = match budget.reach {
        None if !bounded => {
            let nodes = Some(defaults.nodes);
            (defaults.first..=defaults.last, Budget { nodes, ..*budget })
        }
        named => {
            let furthest = named.unwrap_or(MAX_REACH).min(MAX_REACH);
            let first = if bounded { 0 } else { furthest };
            (first..=furthest, *budget)
        }
    };
    let limits = Limits::start(&budget, stop);
    deepen_by_probability(
        board,
        evaluate,
        transpositions,
        spawn_model,
        limits,
        reaches,
        defaults.pruning,
    )
}

/// An expectimax search from one root board, by depth.
struct DepthSearch<'a, G: Grid, E> {
    board: G,
    fours: u8,
    search: Expectimax<'a, G, E, DepthCutoff>,
}

impl<'a, G: Grid + Default, E: Evaluate> Search<'a> for DepthSearch<'a, G, E> {
    fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]> {
        let remaining = DepthRemaining {
            depth: depth - 1,
            fours: self.fours,
        };
        self.search.values(self.board, remaining).map(to_doubles)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn set_limits(&mut self, limits: Limits<'a>) {
        self.search.set_limits(limits);
    }
}

/// The values as doubles.
fn to_doubles(values: [Option<f32>; 4]) -> [Option<f64>; 4] {
    values.map(|value| value.map(f64::from))
}

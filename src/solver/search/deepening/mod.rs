//! Search further and further, until the budget is spent.

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

/// How far a player looks where no budget bounds it, and how closely at each move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchDefaults {
    /// What is left of each way at the board in the first search, which is always finished, see
    /// [`ProbabilityCutoff`](super::ProbabilityCutoff); at most `last`.
    pub first: u16,
    /// The same of the last search, at most [`MAX_REACH`].
    pub last: u16,
    /// The boards that are looked at at most.
    pub nodes: u64,
    /// How moves are sifted, under any budget but a depth; `None` if all are searched alike.
    pub pruning: Option<Pruning>,
}

/// Searches `board` within a budget: as many moves as its depth says, or else as far by chance as
/// its time, nodes and reach allow, or where it says nothing to the player's own `reach`.
///
/// It returns `None` if `stop` was set before the first move was looked at. A board with a single
/// move is not searched further if time or nodes are what bounds the search.
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
        let mut search = Ahead {
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

/// An expectimax from one board, by moves.
struct Ahead<'a, G: Grid, E> {
    board: G,
    fours: u8,
    search: Expectimax<'a, G, E, DepthCutoff>,
}

impl<'a, G: Grid + Default, E: Evaluate> Search<'a> for Ahead<'a, G, E> {
    fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]> {
        let remaining = DepthRemaining {
            depth: depth - 1,
            fours: self.fours,
        };
        self.search.values(self.board, remaining).map(in_doubles)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn set_limits(&mut self, limits: Limits<'a>) {
        self.search.set_limits(limits);
    }
}

/// The same values with more digits.
fn in_doubles(values: [Option<f32>; 4]) -> [Option<f64>; 4] {
    values.map(|value| value.map(f64::from))
}

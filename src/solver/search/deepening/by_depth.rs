//! Iterative deepening by one move at a time.

use std::sync::atomic::AtomicBool;

use crate::solver::search::Limits;
use crate::solver::{Budget, Thought};

/// The largest depth, far beyond what a search of minutes can reach.
const MAX_DEPTH: u8 = 32;

/// The fraction of a budget after which no deeper search is started. Each depth takes several times
/// as long as the one before, so such a search would not be completed.
const LAST_START: f64 = 0.5;

/// A search from one root board to a given depth.
pub trait Search<'a> {
    /// The value of each move, in the order of [`Direction::ALL`](crate::game::Direction), with
    /// `None` for an illegal move.
    ///
    /// `depth` is the search depth in moves, at least 1. Returns `None` if the limits ended the
    /// search.
    fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]>;

    /// The number of nodes searched so far.
    fn nodes(&self) -> u64;

    /// Replaces the limits.
    fn set_limits(&mut self, limits: Limits<'a>);
}

/// Searches within a budget: to its depth, as deep as its time and nodes allow, or to
/// `default_depth` if it has none of these.
///
/// The first search is always completed. Its depth is 1 if the budget limits time or nodes. Returns
/// `None` if `stop` was set before that search was completed. A search does not deepen if only one
/// move is legal.
pub fn deepen_by_depth<'a>(
    search: &mut impl Search<'a>,
    budget: &Budget,
    default_depth: u8,
    stop: &'a AtomicBool,
) -> Option<Thought> {
    let limits = Limits::start(budget, stop);
    let bounded = budget.time.is_some() || budget.nodes.is_some();
    let unlimited = if bounded { MAX_DEPTH } else { default_depth };
    let deepest = budget.depth.unwrap_or(unlimited).clamp(1, MAX_DEPTH);
    let mut reached = if bounded { 1 } else { deepest };
    search.set_limits(limits.flag_only());
    let mut values = search.values(reached)?;
    search.set_limits(limits);
    while reached < deepest
        && has_choice(&values)
        && limits.used(search.nodes()) < LAST_START
        && !limits.reached_now(search.nodes())
        && let Some(deeper) = search.values(reached + 1)
    {
        values = deeper;
        reached += 1;
    }
    Some(Thought::of_values(values, reached, search.nodes()))
}

/// Whether more than one move is legal.
pub(super) fn has_choice<T>(values: &[Option<T>; 4]) -> bool {
    values.iter().flatten().count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search in which each depth takes ten times the nodes of the one before.
    struct Tenfold<'a> {
        legal: usize,
        nodes: u64,
        limits: Option<Limits<'a>>,
    }

    impl<'a> Search<'a> for Tenfold<'a> {
        fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]> {
            self.nodes += 10_u64.pow(u32::from(depth));
            let reached = self
                .limits
                .is_some_and(|limits| limits.reached_now(self.nodes));
            let value = |at| (at < self.legal).then_some(f64::from(depth));
            (!reached).then(|| std::array::from_fn(value))
        }

        fn nodes(&self) -> u64 {
            self.nodes
        }

        fn set_limits(&mut self, limits: Limits<'a>) {
            self.limits = Some(limits);
        }
    }

    fn think(legal: usize, budget: &Budget, stopped: bool) -> Option<(u8, u64)> {
        let mut search = Tenfold {
            legal,
            nodes: 0,
            limits: None,
        };
        let stop = AtomicBool::new(stopped);
        let thought = deepen_by_depth(&mut search, budget, 3, &stop)?;
        Some((thought.depth, thought.nodes))
    }

    #[test]
    fn without_a_budget_the_default_depth_is_searched() {
        assert_eq!(think(4, &Budget::default(), false), Some((3, 1000)));
    }

    #[test]
    fn a_given_depth_is_searched_directly() {
        let budget = Budget {
            depth: Some(5),
            ..Budget::default()
        };
        assert_eq!(think(4, &budget, false), Some((5, 100_000)));
    }

    #[test]
    fn the_search_deepens_until_half_of_the_nodes_are_used() {
        let nodes = |limit| Budget {
            nodes: Some(limit),
            ..Budget::default()
        };
        assert_eq!(think(4, &nodes(1), false), Some((1, 10)));
        assert_eq!(think(4, &nodes(150), false), Some((2, 110)));
        // The third search is started and not completed.
        assert_eq!(think(4, &nodes(300), false), Some((2, 1110)));
        assert_eq!(think(4, &nodes(2000), false), Some((3, 1110)));
        let bounded = Budget {
            depth: Some(2),
            ..nodes(1_000_000)
        };
        assert_eq!(think(4, &bounded, false), Some((2, 110)));
    }

    #[test]
    fn the_search_does_not_deepen_for_a_single_move() {
        let budget = Budget {
            nodes: Some(1_000_000),
            ..Budget::default()
        };
        assert_eq!(think(1, &budget, false), Some((1, 10)));
    }

    #[test]
    fn a_stopped_search_has_no_result() {
        assert_eq!(think(4, &Budget::default(), true), None);
    }
}

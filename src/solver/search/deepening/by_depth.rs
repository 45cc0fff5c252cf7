//! Search one move deeper, and again, until the budget is spent.

use std::sync::atomic::AtomicBool;

use crate::solver::search::Limits;
use crate::solver::{Budget, Thought};

/// The deepest search by moves, which no budget of minutes comes near.
const DEEPEST: u8 = 32;

/// The share of a budget after which a deeper search is not begun, as it would not come to an end:
/// each depth takes several times the one before.
const LAST_START: f64 = 0.5;

/// A search from one board, which can be made deeper and deeper.
pub trait Search<'a> {
    /// The value of each move, in the order of [`Direction::ALL`](crate::game::Direction), `None`
    /// for one that does not move, searched `depth` moves deep, which is at least 1; or `None` if
    /// the limits ended the search.
    fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]>;

    /// The number of boards looked at so far.
    fn nodes(&self) -> u64;

    /// Puts other limits in the place of those so far.
    fn set_limits(&mut self, limits: Limits<'a>);
}

/// Searches within a budget: up to its depth, or as deep as its time and nodes allow, or else to
/// `own_depth`.
///
/// The first depth is always finished; it is 1 if time or nodes bound the search. `None` is
/// returned if `stop` was set before. A board with a single move is not searched further.
pub fn deepen_by_depth<'a>(
    search: &mut impl Search<'a>,
    budget: &Budget,
    own_depth: u8,
    stop: &'a AtomicBool,
) -> Option<Thought> {
    let limits = Limits::start(budget, stop);
    let bounded = budget.time.is_some() || budget.nodes.is_some();
    let unnamed = if bounded { DEEPEST } else { own_depth };
    let deepest = budget.depth.unwrap_or(unnamed).clamp(1, DEEPEST);
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

/// Whether more than one move is open.
pub(super) fn has_choice<T>(values: &[Option<T>; 4]) -> bool {
    values.iter().flatten().count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search in which each depth takes ten times the boards of the one before.
    struct Tenfold<'a> {
        open: usize,
        nodes: u64,
        limits: Option<Limits<'a>>,
    }

    impl<'a> Search<'a> for Tenfold<'a> {
        fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]> {
            self.nodes += 10_u64.pow(u32::from(depth));
            let reached = self
                .limits
                .is_some_and(|limits| limits.reached_now(self.nodes));
            let value = |at| (at < self.open).then_some(f64::from(depth));
            (!reached).then(|| std::array::from_fn(value))
        }

        fn nodes(&self) -> u64 {
            self.nodes
        }

        fn set_limits(&mut self, limits: Limits<'a>) {
            self.limits = Some(limits);
        }
    }

    fn think(open: usize, budget: &Budget, stopped: bool) -> Option<(u8, u64)> {
        let mut search = Tenfold {
            open,
            nodes: 0,
            limits: None,
        };
        let stop = AtomicBool::new(stopped);
        let thought = deepen_by_depth(&mut search, budget, 3, &stop)?;
        Some((thought.depth, thought.nodes))
    }

    #[test]
    fn without_a_budget_only_the_own_depth_is_searched() {
        assert_eq!(think(4, &Budget::default(), false), Some((3, 1000)));
    }

    #[test]
    fn a_depth_is_searched_at_once() {
        let budget = Budget {
            depth: Some(5),
            ..Budget::default()
        };
        assert_eq!(think(4, &budget, false), Some((5, 100_000)));
    }

    #[test]
    fn nodes_are_spent_depth_by_depth_until_half_of_them_are_gone() {
        let nodes = |limit| Budget {
            nodes: Some(limit),
            ..Budget::default()
        };
        assert_eq!(think(4, &nodes(1), false), Some((1, 10)));
        assert_eq!(think(4, &nodes(150), false), Some((2, 110)));
        // The third depth is begun and does not come to an end.
        assert_eq!(think(4, &nodes(300), false), Some((2, 1110)));
        assert_eq!(think(4, &nodes(2000), false), Some((3, 1110)));
        let bounded = Budget {
            depth: Some(2),
            ..nodes(1_000_000)
        };
        assert_eq!(think(4, &bounded, false), Some((2, 110)));
    }

    #[test]
    fn a_single_move_is_not_searched_further() {
        let budget = Budget {
            nodes: Some(1_000_000),
            ..Budget::default()
        };
        assert_eq!(think(1, &budget, false), Some((1, 10)));
    }

    #[test]
    fn a_search_that_was_stopped_before_has_no_answer() {
        assert_eq!(think(4, &Budget::default(), true), None);
    }
}

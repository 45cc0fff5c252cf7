//! Iterative deepening by probability.

use std::ops::RangeInclusive;

use super::by_depth::has_choice;
use super::to_doubles;
use crate::solver::Thought;
use crate::solver::bitboard::Grid;
use crate::solver::search::{
    Evaluate, Expectimax, Limits, ProbabilityCutoff, Pruning, SpawnModel, TranspositionTable,
};

/// The largest reach, far beyond what a search of minutes can reach.
pub const MAX_REACH: u16 = 400;

/// The growth of a search per unit of reach, as measured with the network.
const GROWTH: f64 = 1.19;

/// The largest increase of the reach. An estimate of the cost of a larger one would be useless.
const MAX_STEP: f64 = 12.0;

/// The smallest increase of the reach that is worth a search.
const MIN_STEP: f64 = 2.0;

/// The fraction of the remaining budget that the next search may take by estimate. The rest allows
/// for an estimate that is too low.
const SHARE: f64 = 0.7;

/// Searches with increasing reach, from the first of `reaches` up to the last.
///
/// The cost of each search predicts how far the reach can increase within the remaining budget. The
/// first search is always completed.
pub(super) fn deepen_by_probability<G: Grid + Default, E: Evaluate>(
    board: G,
    evaluate: &E,
    transpositions: &mut TranspositionTable<G>,
    spawn_model: SpawnModel,
    limits: Limits,
    reaches: RangeInclusive<u16>,
    pruning: Option<Pruning>,
) -> Option<Thought> {
    let cutoff = ProbabilityCutoff::new(spawn_model).with_pruning(pruning);
    let mut search = Expectimax::new(
        evaluate,
        transpositions,
        spawn_model,
        cutoff,
        limits.flag_only(),
    );
    let (mut reach, furthest) = reaches.into_inner();
    let mut values = search.values(board, reach)?;
    search.set_limits(limits);
    let mut used_before = 0.0;
    while has_choice(&values) && reach < furthest && !limits.reached_now(search.nodes()) {
        let used = limits.used(search.nodes());
        let Some(step) = next_step(used - used_before, 1.0 - used) else {
            break;
        };
        let next = (reach + step).min(furthest);
        let Some(further) = search.values(board, next) else {
            break;
        };
        (values, reach, used_before) = (further, next, used);
    }
    // The afterstate of a merge has at least one more empty cell.
    let depth = cutoff.depth(reach, board.empty_count() + 1);
    Some(Thought::of_values(
        to_doubles(values),
        depth,
        search.nodes(),
    ))
}

/// The increase of the reach for the next search, or `None` if no further search is worthwhile.
///
/// `last` is the fraction of the budget that the previous search took, and `rest` the fraction that
/// remains.
fn next_step(last: f64, rest: f64) -> Option<u16> {
    let step = (SHARE * rest / last.max(f64::MIN_POSITIVE)).ln() / GROWTH.ln();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the step is from 2 to 12"
    )]
    (step >= MIN_STEP).then(|| step.min(MAX_STEP) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_shrink_as_the_budget_is_used_up() {
        assert_eq!(next_step(0.0, 1.0), Some(12));
        assert_eq!(next_step(1e-6, 1.0), Some(12));
        assert_eq!(next_step(0.3, 0.7), Some(2));
        assert_eq!(next_step(0.4, 0.6), None);
        assert_eq!(next_step(0.5, 0.0), None);
        assert_eq!(next_step(0.5, -0.1), None);
    }
}

//! Search further and further by chance, until the budget is spent.

use std::ops::RangeInclusive;

use super::by_depth::has_choice;
use super::in_doubles;
use crate::solver::Thought;
use crate::solver::bitboard::Grid;
use crate::solver::search::{
    Evaluate, Expectimax, Limits, ProbabilityCutoff, Pruning, SpawnModel, TranspositionTable,
};

/// The furthest search, as what is left of each way at the board: no budget of minutes comes near.
pub const MAX_REACH: u16 = 400;

/// By how much one more unit of [`ProbabilityCutoff`] lengthens a search, as measured with the network.
const GROWTH: f64 = 1.19;

/// The longest step to a further search by chance, beyond which a guess of its length is worthless.
const LONGEST_STEP: f64 = 12.0;

/// The shortest step that is worth a search.
const SHORTEST_STEP: f64 = 2.0;

/// The share of what is left of a budget that the next search may take by the guess, which leaves
/// room for a guess that is too low.
const SHARE: f64 = 0.7;

/// Searches by chance to the first of `reaches`, and then each time as much further as what is left
/// of the budget allows by the length of the search before, up to the last; the first search is
/// always finished.
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
    // A move leaves one more empty cell, or more.
    let depth = cutoff.depth(reach, board.empty_count() + 1);
    Some(Thought::of_values(
        in_doubles(values),
        depth,
        search.nodes(),
    ))
}

/// The units of the next step, after a search that took the share `last` of the budget, of which
/// `rest` is left; `None` if no search is worth its begin.
fn next_step(last: f64, rest: f64) -> Option<u16> {
    let step = (SHARE * rest / last.max(f64::MIN_POSITIVE)).ln() / GROWTH.ln();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the step is from 2 to 12"
    )]
    (step >= SHORTEST_STEP).then(|| step.min(LONGEST_STEP) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_long_while_little_is_used_and_end_before_the_budget_does() {
        assert_eq!(next_step(0.0, 1.0), Some(12));
        assert_eq!(next_step(1e-6, 1.0), Some(12));
        assert_eq!(next_step(0.3, 0.7), Some(2));
        assert_eq!(next_step(0.4, 0.6), None);
        assert_eq!(next_step(0.5, 0.0), None);
        assert_eq!(next_step(0.5, -0.1), None);
    }
}

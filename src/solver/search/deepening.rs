//! Search further and further, until the budget is spent.

use std::sync::atomic::AtomicBool;

use super::{Chance, Dice, Evaluate, Expectimax, Limits, Memory, Plies, PliesLeft};
use crate::solver::bitboard::Grid;
use crate::solver::{Budget, Thought};

/// The deepest search by moves, which no budget of minutes comes near.
const DEEPEST: u8 = 32;

/// The furthest search by chance, likewise.
const FURTHEST: u16 = 400;

/// The share of a budget after which a deeper search by moves is not begun, as it would not come to
/// an end: each depth takes several times the one before.
const LAST_START: f64 = 0.5;

/// By how much one more unit of [`Chance`] lengthens a search, as measured with the network.
const GROWTH: f64 = 1.19;

/// The longest step to a further search by chance, beyond which a guess of its length is worthless.
const LONGEST_STEP: f64 = 12.0;

/// The shortest step that is worth a search.
const SHORTEST_STEP: f64 = 2.0;

/// The share of what is left of a budget that the next search may take by the guess, which leaves
/// room for a guess that is too low.
const SHARE: f64 = 0.7;

/// Searches `board` within a budget: as many moves as its depth says, or else as far by chance as
/// its time and nodes reach, or else to `own_depth`.
///
/// It returns `None` if `stop` was set before the first move was looked at. A board with a single
/// move is not searched further if time or nodes are what bounds the search.
pub fn deepen<G: Grid + Default, E: Evaluate>(
    board: G,
    evaluate: &E,
    memory: &mut Memory<G>,
    dice: Dice,
    budget: &Budget,
    own_depth: impl FnOnce() -> u8,
    stop: &AtomicBool,
) -> Option<Thought> {
    let bounded = budget.time.is_some() || budget.nodes.is_some();
    let limits = Limits::start(budget, stop);
    match budget.depth {
        None if bounded => by_chance(board, evaluate, memory, dice, limits),
        depth => {
            let deepest = depth.unwrap_or_else(own_depth).clamp(1, DEEPEST);
            let first = if bounded { 1 } else { deepest };
            by_moves(board, evaluate, memory, dice, limits, first..=deepest)
        }
    }
}

/// Searches to each of these depths in turn; the first is always finished.
fn by_moves<G: Grid + Default, E: Evaluate>(
    board: G,
    evaluate: &E,
    memory: &mut Memory<G>,
    dice: Dice,
    limits: Limits,
    depths: std::ops::RangeInclusive<u8>,
) -> Option<Thought> {
    let horizon = Plies::new(dice);
    let mut search = Expectimax::new(evaluate, memory, dice, horizon, limits.flag_only());
    let left = |depth: u8| PliesLeft {
        depth: depth - 1,
        fours: dice.fours(),
    };
    let (mut reached, deepest) = depths.into_inner();
    let mut values = search.values(board, left(reached))?;
    search.set_limits(limits);
    while reached < deepest
        && has_choice(&values)
        && limits.used(search.nodes()) < LAST_START
        && !limits.reached_now(search.nodes())
        && let Some(deeper) = search.values(board, left(reached + 1))
    {
        values = deeper;
        reached += 1;
    }
    Some(thought(values, reached, search.nodes()))
}

/// Searches by chance, each time as much further as what is left of the budget allows by the
/// length of the search before.
fn by_chance<G: Grid + Default, E: Evaluate>(
    board: G,
    evaluate: &E,
    memory: &mut Memory<G>,
    dice: Dice,
    limits: Limits,
) -> Option<Thought> {
    let horizon = Chance::new(dice);
    let mut search = Expectimax::new(evaluate, memory, dice, horizon, limits.flag_only());
    let mut left = 0;
    let mut values = search.values(board, left)?;
    search.set_limits(limits);
    let mut used_before = 0.0;
    while has_choice(&values) && left < FURTHEST && !limits.reached_now(search.nodes()) {
        let used = limits.used(search.nodes());
        let Some(step) = next_step(used - used_before, 1.0 - used) else {
            break;
        };
        let Some(further) = search.values(board, left + step) else {
            break;
        };
        (values, left, used_before) = (further, left + step, used);
    }
    // A move leaves one more empty cell, or more.
    let depth = horizon.depth(left, board.empty_count() + 1);
    Some(thought(values, depth, search.nodes()))
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

fn has_choice(values: &[Option<f32>; 4]) -> bool {
    values.iter().flatten().count() > 1
}

fn thought(values: [Option<f32>; 4], depth: u8, nodes: u64) -> Thought {
    Thought::of_values(values.map(|value| value.map(f64::from)), depth, nodes)
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

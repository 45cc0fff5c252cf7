//! Search one move deeper at a time, until the budget is spent.

use std::sync::atomic::AtomicBool;

use super::{Dice, Evaluate, Expectimax, Limits, Memory};
use crate::solver::bitboard::Grid;
use crate::solver::{Budget, Thought};

/// The deepest search, which no budget of minutes comes near.
const DEEPEST: u8 = 32;

/// The share of the time after which a deeper search is not begun, as it would not come to an end:
/// each depth takes several times the one before.
const LAST_START: f64 = 0.5;

/// Searches `board` within a budget, to `own_depth` where the budget bounds nothing.
///
/// It returns `None` if `stop` was set before the first depth was done. A board with a single move
/// is not searched beyond the first depth if time is what bounds the search.
pub fn deepen<G: Grid + Default, E: Evaluate>(
    board: G,
    evaluate: &E,
    memory: &mut Memory<G>,
    dice: Dice,
    budget: &Budget,
    own_depth: impl FnOnce() -> u8,
    stop: &AtomicBool,
) -> Option<Thought> {
    let limits = Limits::start(budget, stop);
    let bounded = budget.time.is_some() || budget.nodes.is_some();
    let deepest = match budget.depth {
        Some(depth) => depth.clamp(1, DEEPEST),
        None if bounded => DEEPEST,
        None => own_depth().clamp(1, DEEPEST),
    };
    let mut search = Expectimax::new(evaluate, memory, dice, limits.flag_only());
    let first = if bounded { 1 } else { deepest };
    let mut values = search.values(board, first)?;
    let mut reached = first;
    search.set_limits(limits);
    let has_choice = values.iter().flatten().count() > 1;
    while has_choice
        && reached < deepest
        && limits.time_used() < LAST_START
        && !limits.reached_now(search.nodes())
        && let Some(deeper) = search.values(board, reached + 1)
    {
        values = deeper;
        reached += 1;
    }
    let values = values.map(|value| value.map(f64::from));
    Some(Thought::of_values(values, reached, search.nodes()))
}

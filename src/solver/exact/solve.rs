//! Enumerates all states forward and computes their values backward.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{State, StateSpace};

/// The result of solving a small board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The expected score of optimal play from a random start.
    pub expected_score: f64,
    /// The number of reachable states, with rotations and reflections counted once.
    pub states: u64,
    /// The highest rank in any reachable state.
    pub highest_rank: u8,
}

/// All states with the same sum of faces, and their values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// The sum of the faces.
    pub sum: u32,
    /// The canonical states in ascending order.
    pub states: Vec<State>,
    /// The expected future score of optimal play from each state, 0.0 if no move is legal.
    pub values: Vec<f64>,
}

impl Layer {
    /// The value of a canonical state, or `None` if it is not in this layer.
    #[must_use]
    pub fn value(&self, state: State) -> Option<f64> {
        self.states
            .binary_search(&state)
            .ok()
            .map(|place| self.values[place])
    }
}

/// Solves a board for a chance of a 4 from 0.0 to 1.0.
///
/// `finished` receives each layer once it is evaluated, highest sum first, and the fraction of all
/// states evaluated so far. Returns `None` if `stop` is set.
pub fn solve(
    space: &StateSpace,
    four_chance: f64,
    stop: &AtomicBool,
    mut finished: impl FnMut(&Layer, f64),
) -> Option<Solution> {
    let first = space.first_states(four_chance);
    let layers = find_states(space, first.iter().map(|&(state, _)| state), stop)?;
    let states: usize = layers.iter().map(|layer| layer.states.len()).sum();
    let all = layers.iter().flat_map(|layer| &layer.states);
    let highest_rank = all.map(|&state| highest_rank(state)).max().unwrap_or(0);
    let mut evaluated = 0;
    // The layers with the next higher sums, in ascending order.
    let mut following: VecDeque<Layer> = VecDeque::new();
    for mut layer in layers.into_iter().rev() {
        layer.values = Vec::with_capacity(layer.states.len());
        for &state in &layer.states {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            layer
                .values
                .push(best(space, state, four_chance, &following));
        }
        evaluated += layer.states.len();
        #[expect(clippy::cast_precision_loss, reason = "a fraction needs few digits")]
        finished(&layer, evaluated as f64 / states as f64);
        following.push_front(layer);
        following.truncate(3);
    }
    // The initial boards have the sums 4, 6 and 8, which are the last three layers evaluated.
    let value = |state| {
        let state = space.canonical(state);
        following
            .iter()
            .find_map(|layer| layer.value(state))
            .unwrap_or(0.0)
    };
    let expected_score = first
        .into_iter()
        .map(|(state, chance)| chance * value(state))
        .sum();
    Some(Solution {
        expected_score,
        states: states as u64,
        highest_rank,
    })
}

/// All reachable states in layers by sum, without values.
fn find_states(
    space: &StateSpace,
    first: impl Iterator<Item = State>,
    stop: &AtomicBool,
) -> Option<Vec<Layer>> {
    // The states found so far, by sum from 4. Layers not yet reached are unsorted.
    let mut found: Vec<Vec<State>> = Vec::new();
    let add = |found: &mut Vec<Vec<State>>, layer: usize, state| {
        if found.len() <= layer {
            found.resize_with(layer + 1, Vec::new);
        }
        found[layer].push(space.canonical(state));
    };
    for state in first {
        add(&mut found, (sum(state) as usize - 4) / 2, state);
    }
    let mut layer = 0;
    while layer < found.len() {
        let states = sorted_unique(&mut found[layer]);
        let mut afters: Vec<State> = Vec::new();
        for &state in &states {
            let moves = space.moves(state).into_iter().flatten();
            afters.extend(moves.map(|(after, _)| space.canonical(after)));
        }
        for after in sorted_unique(&mut afters) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            for [two, four] in space.spawns(after) {
                add(&mut found, layer + 1, two);
                add(&mut found, layer + 2, four);
            }
        }
        found[layer] = states;
        layer += 1;
    }
    let layers = (0..).zip(found).map(|(layer, states)| Layer {
        sum: 4 + 2 * layer,
        states,
        values: Vec::new(),
    });
    Some(layers.filter(|layer| !layer.states.is_empty()).collect())
}

/// Takes the states and returns them sorted and without duplicates.
fn sorted_unique(states: &mut Vec<State>) -> Vec<State> {
    let mut states = std::mem::take(states);
    states.sort_unstable();
    states.dedup();
    states.shrink_to_fit();
    states
}

/// The value of a state: the highest value of its moves.
fn best(space: &StateSpace, state: State, four_chance: f64, following: &VecDeque<Layer>) -> f64 {
    let moves = space.moves(state).into_iter().flatten();
    let values = moves.map(|(after, gain)| {
        let value = |state| {
            let (state, sum) = (space.canonical(state), sum(state));
            let layer = following.iter().find(|layer| layer.sum == sum);
            layer.and_then(|layer| layer.value(state)).unwrap_or(0.0)
        };
        f64::from(gain) + mean(space, after, four_chance, value)
    });
    values.fold(0.0, f64::max)
}

/// The mean value over the spawns on an afterstate.
pub(super) fn mean(
    space: &StateSpace,
    after: State,
    four_chance: f64,
    value: impl Fn(State) -> f64,
) -> f64 {
    let (mut mean, mut cells) = (0.0, 0.0);
    for [two, four] in space.spawns(after) {
        mean += (1.0 - four_chance) * value(two) + four_chance * value(four);
        cells += 1.0;
    }
    mean / cells
}

/// The sum of the faces.
pub(super) fn sum(state: State) -> u32 {
    (0..16)
        .map(|place| (1 << (state >> (4 * place) & 0xf)) & !1)
        .sum()
}

fn highest_rank(state: State) -> u8 {
    (0..16)
        .map(|place| (state >> (4 * place) & 0xf) as u8)
        .max()
        .unwrap_or(0)
}

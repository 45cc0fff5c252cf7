//! The weights while they learn, shared by all threads without locks.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::solver::bitboard::Packed;
use crate::solver::network::{Features, LOOK_UPS, Network, PATTERNS, WEIGHTS, features};
use crate::solver::search::Evaluate;

/// The weights of one pattern with what temporal coherence keeps of each.
struct PatternTable {
    weight: Box<[AtomicU32; WEIGHTS]>,
    coherence: Box<[[AtomicU32; 2]; WEIGHTS]>,
}

/// A network that learns: 256 MiB of weights, and 512 MiB of coherence beside them.
///
/// The value of a board after a move, before the spawn, is the sum of its [`LOOK_UPS`] weights, in
/// points of score still to come. Each weight has the sum of its errors and the sum of their
/// magnitudes, whose ratio is its own learning rate (D. Beal and M. Smith, "Temporal coherence and
/// prediction decay in TD learning", 1999; for 2048 W. Jaśkowski, 2017).
///
/// Threads read and write the numbers as relaxed atomics: an update may be lost to another in the
/// same moment, which learning bears, but a number is never torn.
pub struct Learner {
    tables: [PatternTable; PATTERNS],
}

/// How far and in what way weights move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningRate {
    /// The share of an error that is made up for at once, over all weights of a board.
    pub step: f32,
    /// Whether each weight scales the step by the coherence of its errors.
    pub coherence: bool,
}

impl Learner {
    /// A network that gives every board the same value, in points of score.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the number of look-ups is small"
    )]
    pub fn new(initial_value: f32) -> Self {
        let weight = (initial_value / LOOK_UPS as f32).to_bits();
        let tables = std::array::from_fn(|_| PatternTable {
            weight: boxed(|| AtomicU32::new(weight)),
            coherence: boxed(|| [AtomicU32::new(0), AtomicU32::new(0)]),
        });
        Self { tables }
    }

    /// A learner that knows what a network knows.
    ///
    /// A file of a network does not tell how sure its weights are. Those that are not 0 start as if
    /// they had seen errors of `experience` points of score that cancelled out, so that a few new
    /// errors do not overrule what was learned from many; the others learn as in a new network.
    #[must_use]
    pub fn from_network(network: &Network, experience: f32) -> Self {
        let learner = Self::new(0.0);
        for (table, weights) in learner.tables.iter().zip(network.tables()) {
            let places = table.weight.iter().zip(table.coherence.iter());
            for ((weight, [_, magnitudes]), &steps) in places.zip(weights.iter()) {
                if steps != 0 {
                    let points = f32::from(steps) * network.step();
                    weight.store(points.to_bits(), Ordering::Relaxed);
                    magnitudes.store(experience.to_bits(), Ordering::Relaxed);
                }
            }
        }
        learner
    }

    /// The sum of the weights in these places.
    #[inline]
    fn sum(&self, places: &Features) -> f32 {
        // A sum for each pattern keeps the additions from waiting for one another.
        let mut sums = [0.0; PATTERNS];
        for places in places {
            for ((sum, table), &place) in sums.iter_mut().zip(&self.tables).zip(places) {
                *sum += load(&table.weight[place as usize]);
            }
        }
        sums.into_iter().sum()
    }

    /// Moves the weights of a board after a move toward `target`, in points of score, and returns
    /// its value from then on, as far as no other thread changes it.
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the number of look-ups is small"
    )]
    pub fn learn(&self, after: Packed, target: f32, rate: LearningRate) -> f32 {
        let places = features(after);
        let mut value = self.sum(&places);
        let error = target - value;
        let share = rate.step * error / LOOK_UPS as f32;
        for places in &places {
            for (table, &place) in self.tables.iter().zip(places) {
                let coherence = &table.coherence[place as usize];
                let coherent = if rate.coherence {
                    note(coherence, error)
                } else {
                    1.0
                };
                add(&table.weight[place as usize], share * coherent);
                value += share * coherent;
            }
        }
        value
    }

    /// The weights of a pattern below [`PATTERNS`], in points of score.
    pub fn weights(&self, pattern: usize) -> impl Iterator<Item = f32> + '_ {
        self.tables[pattern].weight.iter().map(load)
    }

    /// The sums of the magnitudes of errors that each weight of a pattern has seen.
    pub fn experience(&self, pattern: usize) -> impl Iterator<Item = f32> + '_ {
        self.tables[pattern]
            .coherence
            .iter()
            .map(|[_, magnitudes]| load(magnitudes))
    }

    /// All numbers, for a checkpoint: of each pattern the weights and then the coherence.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &AtomicU32> {
        self.tables
            .iter()
            .flat_map(|table| table.weight.iter().chain(table.coherence.iter().flatten()))
    }
}

impl Evaluate for Learner {
    const GAINS_COUNT: bool = true;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        self.sum(&features(after))
    }
}

/// Notes an error of a weight, and returns the coherence of those before it, from 0.0 to 1.0.
#[inline]
fn note([errors, magnitudes]: &[AtomicU32; 2], error: f32) -> f32 {
    let (sum, magnitude) = (load(errors), load(magnitudes));
    add(errors, error);
    add(magnitudes, error.abs());
    if magnitude == 0.0 {
        1.0
    } else {
        sum.abs() / magnitude
    }
}

#[inline]
fn load(number: &AtomicU32) -> f32 {
    f32::from_bits(number.load(Ordering::Relaxed))
}

#[inline]
fn add(number: &AtomicU32, value: f32) {
    number.store((load(number) + value).to_bits(), Ordering::Relaxed);
}

/// A table of a pattern, made on the heap.
fn boxed<T>(entry: impl Fn() -> T) -> Box<[T; WEIGHTS]> {
    let table: Box<[T]> = (0..WEIGHTS).map(|_| entry()).collect();
    match table.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the table was made with this length"),
    }
}

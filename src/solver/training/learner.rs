//! The weights in training, shared by all threads without locks.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::solver::bitboard::Packed;
use crate::solver::network::{Features, LOOK_UPS, Network, PATTERNS, WEIGHTS, features};
use crate::solver::search::Evaluate;

/// The weights of one pattern, with the error sums of temporal coherence for each.
struct PatternTable {
    weight: Box<[AtomicU32; WEIGHTS]>,
    coherence: Box<[[AtomicU32; 2]; WEIGHTS]>,
}

/// A network in training: 256 MiB of weights and 512 MiB of error sums for temporal coherence.
///
/// The value of an afterstate is the sum of its [`LOOK_UPS`] weights, in points of future score.
/// Each weight has the sum of its errors and the sum of their magnitudes, whose ratio is its
/// individual learning rate (D. Beal and M. Smith, "Temporal coherence and prediction decay in TD
/// learning", 1999; for 2048 W. Jaśkowski, 2017).
///
/// Threads access the numbers as relaxed atomics. Concurrent updates of the same number may be
/// lost, which learning tolerates, but a number is never torn.
pub struct Learner {
    tables: [PatternTable; PATTERNS],
}

/// The learning rate of an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningRate {
    /// The step size: the fraction of an error that an update of all weights of a board corrects.
    pub step: f32,
    /// Whether the step size of each weight is scaled by the coherence of its errors.
    pub coherence: bool,
}

impl Learner {
    /// A network in which every board has the value `initial_value`, in points of score.
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

    /// A learner that starts from the weights of a network.
    ///
    /// A network does not contain error sums. Nonzero weights start as if they had seen errors of
    /// `experience` points of score in total that cancelled out, so that a few new errors do not
    /// overrule what was learned from many. The other weights learn as in a new network.
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

    /// The sum of the weights at these indices.
    #[inline]
    fn sum(&self, places: &Features) -> f32 {
        // Separate sums for each pattern shorten the dependency chain of the additions.
        let mut sums = [0.0; PATTERNS];
        for places in places {
            for ((sum, table), &place) in sums.iter_mut().zip(&self.tables).zip(places) {
                *sum += load(&table.weight[place as usize]);
            }
        }
        sums.into_iter().sum()
    }

    /// Updates the weights of an afterstate toward `target`, in points of score, and returns its
    /// new value.
    ///
    /// The returned value ignores concurrent updates by other threads.
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
                    record_error(coherence, error)
                } else {
                    1.0
                };
                add(&table.weight[place as usize], share * coherent);
                value += share * coherent;
            }
        }
        value
    }

    /// The weights of a pattern, in points of score. `pattern` must be below [`PATTERNS`].
    pub fn weights(&self, pattern: usize) -> impl Iterator<Item = f32> + '_ {
        self.tables[pattern].weight.iter().map(load)
    }

    /// The sum of the magnitudes of the errors of each weight of a pattern, in points of score.
    pub fn experience(&self, pattern: usize) -> impl Iterator<Item = f32> + '_ {
        self.tables[pattern]
            .coherence
            .iter()
            .map(|[_, magnitudes]| load(magnitudes))
    }

    /// All numbers, for a checkpoint: for each pattern the weights, then the pairs of error sums.
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

/// Records an error of a weight, and returns the coherence of the earlier errors, from 0.0 to 1.0.
#[inline]
fn record_error([errors, magnitudes]: &[AtomicU32; 2], error: f32) -> f32 {
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

/// A table for a pattern, allocated on the heap.
fn boxed<T>(entry: impl Fn() -> T) -> Box<[T; WEIGHTS]> {
    let table: Box<[T]> = (0..WEIGHTS).map(|_| entry()).collect();
    match table.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the table was created with this length"),
    }
}

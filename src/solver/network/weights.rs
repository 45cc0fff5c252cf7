//! A learned network, quantised for play.

use super::{Features, PATTERNS, WEIGHTS, features};
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// A learned n-tuple network: 128 MiB of 16-bit weights.
///
/// The value of an afterstate is the sum of its weights, in points of future score.
pub struct Network {
    tables: [Box<[i16; WEIGHTS]>; PATTERNS],
    /// The unit of the weights in points of score.
    step: f32,
}

impl Network {
    /// The network with these weights, each a multiple of `step` points of score.
    #[must_use]
    pub fn new(tables: [Box<[i16; WEIGHTS]>; PATTERNS], step: f32) -> Self {
        Self { tables, step }
    }

    /// The weights of each pattern, in units of [`step`](Self::step).
    #[must_use]
    pub const fn tables(&self) -> &[Box<[i16; WEIGHTS]>; PATTERNS] {
        &self.tables
    }

    /// The unit of the weights in points of score.
    #[must_use]
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// The sum of the weights at these indices, in units of `step`.
    #[inline]
    fn sum(&self, places: &Features) -> i32 {
        let mut sums = [0; PATTERNS];
        for places in places {
            for ((sum, table), &place) in sums.iter_mut().zip(&self.tables).zip(places) {
                *sum += i32::from(table[place as usize]);
            }
        }
        sums.into_iter().sum()
    }
}

impl Evaluate for Network {
    const GAINS_COUNT: bool = true;

    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        reason = "32 weights of 16 bits make 21 bits"
    )]
    fn value(&self, after: Packed) -> f32 {
        self.sum(&features(after)) as f32 * self.step
    }
}

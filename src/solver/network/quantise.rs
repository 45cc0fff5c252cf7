//! Quantises learned weights for shipping.

use super::{Network, PATTERNS, WEIGHTS};
use crate::solver::bitboard::Packed;
use crate::solver::training::Learner;

/// Rounds the weights of a learner to multiples of `step` points of score.
///
/// A weight becomes 0 if the magnitudes of its errors add up to less than `experience` points of
/// score, as too little is known about it. So does a weight for a rank above `highest`, which the
/// network will not see.
#[must_use]
pub fn quantise(learner: &Learner, step: f32, experience: f32, highest: u8) -> Network {
    let tables = std::array::from_fn::<_, PATTERNS, _>(|pattern| {
        let table: Box<[i16]> = learner
            .weights(pattern)
            .zip(learner.experience(pattern))
            .zip(0..)
            .map(|((weight, seen), place)| {
                if seen < experience || Packed::from_bits(place).has_above(highest) {
                    0
                } else {
                    round(weight / step)
                }
            })
            .collect();
        match <Box<[i16; WEIGHTS]>>::try_from(table) {
            Ok(table) => table,
            Err(_) => unreachable!("a pattern has `WEIGHTS` weights"),
        }
    });
    Network::new(tables, step)
}

/// The nearest integer, saturated to 16 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates on purpose"
)]
fn round(steps: f32) -> i16 {
    steps.round_ties_even() as i16
}

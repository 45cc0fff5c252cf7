//! From what has been learned to what is shipped.

use super::{Network, PATTERNS, WEIGHTS};
use crate::solver::bitboard::Packed;
use crate::solver::training::Learner;

/// Rounds the weights of a learner to steps of `step` points of score.
///
/// Weights whose errors add up in magnitude to less than `experience`, in points of score, are too
/// little known to be worth their room, and become 0; so do those of ranks above `highest`, which
/// the network is not shown any more.
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
            Err(_) => unreachable!("a pattern has this number of weights"),
        }
    });
    Network::new(tables, step)
}

/// The nearest whole number that 16 bits hold.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates, as is wanted"
)]
fn round(steps: f32) -> i16 {
    steps.round_ties_even() as i16
}

//! The random player.

use std::sync::atomic::AtomicBool;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Board, Direction};
use crate::solver::{Budget, Player, Thought};

/// Makes a random legal move, each with the same probability.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// The player whose choices are determined by `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl Player for RandomPlayer {
    /// Values are random numbers from 0.0 to 1.0 for each legal move. The budget is ignored.
    fn think(&mut self, board: &Board, _: &Budget, _: &AtomicBool) -> Option<Thought> {
        let values = Direction::ALL.map(|direction| {
            // The upper 53 bits give a uniform double from 0 to 1.
            #[expect(clippy::cast_precision_loss, reason = "a double holds 53 bits")]
            let value = (self.rng.next_u64() >> 11) as f64 * 2_f64.powi(-53);
            board.can_slide(direction).then_some(value)
        });
        Some(Thought::of_values(values, 1, 4))
    }
}

//! The player that moves at random.

use std::sync::atomic::AtomicBool;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Board, Direction};
use crate::solver::{Budget, Player, Thought};

/// Takes any move that is open, each with the same chance.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// The player whose choices come from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl Player for RandomPlayer {
    /// Values each open move with a number drawn from 0.0 to 1.0; budgets do not matter.
    fn think(&mut self, board: &Board, _: &Budget, _: &AtomicBool) -> Option<Thought> {
        let values = Direction::ALL.map(|direction| {
            // The upper 53 bits make a double between 0 and 1, each as likely as the other.
            #[expect(clippy::cast_precision_loss, reason = "53 bits fit a double")]
            let value = (self.rng.next_u64() >> 11) as f64 * 2_f64.powi(-53);
            board.can_slide(direction).then_some(value)
        });
        Some(Thought::of_values(values, 1, 4))
    }
}

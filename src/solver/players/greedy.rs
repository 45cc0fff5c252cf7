//! The player that takes what it can get.

use std::sync::atomic::AtomicBool;

use crate::game::{Board, Direction};
use crate::solver::{Budget, Player, Thought};

/// Takes the move that gains most at once, the first of equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyPlayer;

impl Player for GreedyPlayer {
    /// Values each open move with its gain in points; budgets do not matter.
    fn think(&mut self, board: &Board, _: &Budget, _: &AtomicBool) -> Option<Thought> {
        let values = Direction::ALL.map(|direction| {
            let slide = board.slide(direction);
            // Gains beyond 2^53 keep their order, which is all that is asked of them.
            #[expect(clippy::cast_precision_loss, reason = "only the order counts")]
            let gain = slide.gain as f64;
            slide.changed().then_some(gain)
        });
        Some(Thought::of_values(values, 1, 4))
    }
}

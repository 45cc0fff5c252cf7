//! The greedy player.

use std::sync::atomic::AtomicBool;

use crate::game::{Board, Direction};
use crate::solver::{Budget, Player, Thought};

/// Makes the move with the highest immediate gain, the first one among equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyPlayer;

impl Player for GreedyPlayer {
    /// Values are the gains of legal moves in points. The budget is ignored.
    fn think(&mut self, board: &Board, _: &Budget, _: &AtomicBool) -> Option<Thought> {
        let values = Direction::ALL.map(|direction| {
            let slide = board.slide(direction);
            // Rounding keeps the order of gains above 2^53.
            #[expect(clippy::cast_precision_loss, reason = "only the order matters")]
            let gain = slide.gain as f64;
            slide.changed().then_some(gain)
        });
        Some(Thought::of_values(values, 1, 4))
    }
}

//! Expectimax with rules of thumb: the player that needs no file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Packed, Wide};
use crate::solver::heuristic::Heuristics;
use crate::solver::players::GenericPlayer;
use crate::solver::search::{Dice, Memory, Reach, deepen};
use crate::solver::{Budget, Player, Thought};

/// The size of the memory of a search: 2^18 boards, or 4 MiB.
const MEMORY_BITS: u32 = 18;

/// The 4s on a way that are followed; three in a row have a chance of 1 in 1000.
const FOURS: u8 = 2;

/// How far the player looks of itself: a few milliseconds.
const REACH: Reach = Reach {
    left: 60,
    nodes: 400_000,
};

/// Expectimax over the rules of thumb of [`Heuristics`].
///
/// Boards other than 4 × 4 it leaves to the [`GenericPlayer`].
pub struct HeuristicPlayer {
    heuristics: Arc<Heuristics>,
    dice: Dice,
    memory: Memory<Packed>,
    /// For boards beyond the packed ones, made when first needed.
    wide: Option<Memory<Wide>>,
    other_sizes: GenericPlayer,
}

impl HeuristicPlayer {
    /// The player for dice with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(four_chance: f64) -> Self {
        Self::with(Heuristics::shipped(), four_chance)
    }

    /// The player that goes by other rules of thumb.
    #[must_use]
    pub fn with(heuristics: Arc<Heuristics>, four_chance: f64) -> Self {
        Self {
            other_sizes: GenericPlayer::with(Arc::clone(&heuristics), four_chance),
            heuristics,
            dice: Dice::new(four_chance, FOURS),
            memory: Memory::new(MEMORY_BITS),
            wide: None,
        }
    }
}

impl Player for HeuristicPlayer {
    /// Values are the mean of the evaluation at the end of the search, in no unit; a lost board is
    /// 0.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let (heuristics, dice) = (&self.heuristics, self.dice);
        if let Ok(packed) = Packed::try_from(board) {
            let memory = &mut self.memory;
            deepen(packed, heuristics, memory, dice, budget, REACH, stop)
        } else if let Ok(wide) = Wide::try_from(board) {
            let memory = self.wide.get_or_insert_with(|| Memory::new(MEMORY_BITS));
            deepen(wide, heuristics, memory, dice, budget, REACH, stop)
        } else {
            self.other_sizes.think(board, budget, stop)
        }
    }
}

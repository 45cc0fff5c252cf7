//! The learned network under expectimax: the strongest player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Packed, Wide};
use crate::solver::network::Staged;
use crate::solver::search::{Dice, FURTHEST, Memory, Reach, Remembered, deepen};
use crate::solver::{Budget, Player, Thought};

/// The size of the memory of a search: 2^18 boards, or 4 MiB.
const MEMORY_BITS: u32 = 18;

/// The size of the memory of values: 2^15 boards, or 512 KiB, which near memory holds.
const LEAF_BITS: u32 = 15;

/// The 4s on a way that are followed.
const FOURS: u8 = 2;

/// How far the player looks of itself: some milliseconds.
const REACH: Reach = Reach {
    left: FURTHEST,
    nodes: 20_000,
};

/// Expectimax over learned networks, see [`Staged`], for 4 × 4 boards; on others it returns no thought.
pub struct NetworkPlayer {
    network: Remembered<Arc<Staged>>,
    highest_rank: u8,
    dice: Dice,
    memory: Memory<Packed>,
    /// For boards beyond the packed ones, made when first needed.
    wide: Option<Memory<Wide>>,
}

impl NetworkPlayer {
    /// The player for dice with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(network: Arc<Staged>, four_chance: f64) -> Self {
        Self {
            highest_rank: network.highest_rank(),
            network: Remembered::new(network, LEAF_BITS),
            dice: Dice::new(four_chance, FOURS),
            memory: Memory::new(MEMORY_BITS),
            wide: None,
        }
    }
}

impl Player for NetworkPlayer {
    /// Values are points of score still to come.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let wide = Wide::try_from(board).ok()?;
        let (network, dice) = (&self.network, self.dice);
        let folded = wide.folded_to(self.highest_rank);
        if folded.has_room() {
            let memory = &mut self.memory;
            deepen(folded, network, memory, dice, budget, REACH, stop)
        } else {
            let memory = self.wide.get_or_insert_with(|| Memory::new(MEMORY_BITS));
            deepen(wide, network, memory, dice, budget, REACH, stop)
        }
    }
}

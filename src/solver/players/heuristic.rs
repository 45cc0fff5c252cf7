//! Expectimax with rules of thumb: the player that needs no file.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Packed, Wide};
use crate::solver::heuristic::line_value;
use crate::solver::players::GenericPlayer;
use crate::solver::search::{Dice, Evaluate, Memory, Reach, deepen};
use crate::solver::{Budget, Player, Thought};

/// The number of rows of four ranks, each from 0 to 15.
const ROWS: usize = 1 << 16;

/// The rules of thumb as a table of all rows: 256 KiB.
pub struct Heuristics {
    rows: Box<[f32]>,
}

impl Heuristics {
    /// The table, which the first call makes.
    #[must_use]
    pub fn get() -> &'static Self {
        static TABLE: LazyLock<Heuristics> = LazyLock::new(|| Heuristics {
            rows: (0..ROWS)
                .map(|row| line_value(&std::array::from_fn::<u8, 4, _>(|cell| rank(row, cell))))
                .collect(),
        });
        &TABLE
    }

    fn rows(&self, board: Packed) -> f32 {
        let bits = board.bits();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "each row is cut to 16 bits"
        )]
        let row = |at: u32| self.rows[usize::from((bits >> (16 * at)) as u16)];
        (row(0) + row(1)) + (row(2) + row(3))
    }
}

/// The rank in a cell of a row.
#[expect(clippy::cast_possible_truncation, reason = "four bits fit")]
const fn rank(row: usize, cell: usize) -> u8 {
    (row >> (4 * cell) & 0xf) as u8
}

impl Evaluate for &'static Heuristics {
    const GAINS_COUNT: bool = false;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        self.rows(after) + self.rows(after.transposed())
    }
}

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
        Self {
            dice: Dice::new(four_chance, FOURS),
            memory: Memory::new(MEMORY_BITS),
            wide: None,
            other_sizes: GenericPlayer::new(four_chance),
        }
    }
}

impl Player for HeuristicPlayer {
    /// Values are the mean of the evaluation at the end of the search, in no unit; a lost board is
    /// 0.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let (evaluate, dice) = (Heuristics::get(), self.dice);
        if let Ok(packed) = Packed::try_from(board) {
            let memory = &mut self.memory;
            deepen(packed, &evaluate, memory, dice, budget, REACH, stop)
        } else if let Ok(wide) = Wide::try_from(board) {
            let memory = self.wide.get_or_insert_with(|| Memory::new(MEMORY_BITS));
            deepen(wide, &evaluate, memory, dice, budget, REACH, stop)
        } else {
            self.other_sizes.think(board, budget, stop)
        }
    }
}

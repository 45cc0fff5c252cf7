//! Expectimax with rules of thumb: the player that needs no file.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Packed, Wide};
use crate::solver::heuristic::line_value;
use crate::solver::players::GenericPlayer;
use crate::solver::search::{Dice, Evaluate, Memory, deepen};
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

/// The least depth that the player chooses for itself.
const LEAST_DEPTH: u8 = 3;

/// Expectimax over the rules of thumb of [`Heuristics`].
///
/// Without a budget it looks further the more different tiles there are, since with them grows the
/// number of moves until two of the largest meet: two less than their number, and at least three,
/// as nneonneo/2048-ai does. Boards other than 4 × 4 it leaves to the [`GenericPlayer`].
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
        let own_depth = || own_depth(board);
        let (evaluate, dice) = (Heuristics::get(), self.dice);
        if let Ok(packed) = Packed::try_from(board) {
            deepen(
                packed,
                &evaluate,
                &mut self.memory,
                dice,
                budget,
                own_depth,
                stop,
            )
        } else if let Ok(wide) = Wide::try_from(board) {
            let memory = self.wide.get_or_insert_with(|| Memory::new(MEMORY_BITS));
            deepen(wide, &evaluate, memory, dice, budget, own_depth, stop)
        } else {
            self.other_sizes.think(board, budget, stop)
        }
    }
}

/// The depth that fits the number of different tiles.
fn own_depth(board: &Board) -> u8 {
    let ranks = board
        .tiles()
        .fold(0_u128, |ranks, (_, tile)| ranks | tile.face());
    let different = u8::try_from(ranks.count_ones()).unwrap_or(u8::MAX);
    different.saturating_sub(2).max(LEAST_DEPTH)
}

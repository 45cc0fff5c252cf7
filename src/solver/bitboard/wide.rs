//! A 4 × 4 board in 80 bits, five per cell, for sums of faces that [`Packed`] cannot hold.

use std::array;
use std::sync::LazyLock;

use super::{CELLS, Grid, Packed};

/// The number of bits per cell.
const CELL_BITS: u32 = 5;

/// The number of rows of four ranks, each from 0 to 31.
const ROWS: usize = 1 << 20;

/// The lowest of the five bits of each cell.
const LOWEST: u128 = {
    let mut mask = 0;
    let mut cell = 0;
    while cell < CELLS {
        mask |= 1 << (CELL_BITS * cell);
        cell += 1;
    }
    mask
};

/// The highest rank that [`Packed`] holds.
const HIGHEST_PACKED: u8 = 15;

/// A 4 × 4 board of ranks up to 31, five bits per cell, laid out like [`Packed`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide(u128);

/// The tables of moves to the left for all rows: 8 MiB, created on first use.
pub struct WideMoveTables {
    /// The bits to XOR into the row.
    change: Box<[u32; ROWS]>,
    /// The gain of the move.
    gain: Box<[u32; ROWS]>,
}

impl WideMoveTables {
    fn new() -> Self {
        let mut tables = Self {
            change: super::zeros(),
            gain: super::zeros(),
        };
        for row in 0..ROWS {
            (tables.change[row], tables.gain[row]) = slide_left(row);
        }
        tables
    }
}

impl Wide {
    /// The empty board.
    pub const EMPTY: Self = Self(0);

    /// The rank in `cell`, from 0 to 31. `cell` must be below 16.
    #[must_use]
    pub const fn rank(self, cell: u32) -> u8 {
        (self.0 >> (CELL_BITS * cell) & 0x1f) as u8
    }

    /// The board with a tile of `rank`, from 1 to 31, in `cell`, which must be empty and below 16.
    #[must_use]
    pub const fn with(self, cell: u32, rank: u8) -> Self {
        Self(self.0 | (rank as u128) << (CELL_BITS * cell))
    }

    /// The board mirrored along the main diagonal.
    #[must_use]
    pub const fn transposed(self) -> Self {
        const ODD_IN_EVEN: u128 = cells_mask([1, 3, 9, 11]);
        const TOP_RIGHT: u128 = cells_mask([2, 3, 6, 7]);
        let bits = self.0;
        let swap = (bits ^ (bits >> (3 * CELL_BITS))) & ODD_IN_EVEN;
        let bits = bits ^ swap ^ (swap << (3 * CELL_BITS));
        let swap = (bits ^ (bits >> (6 * CELL_BITS))) & TOP_RIGHT;
        Self(bits ^ swap ^ (swap << (6 * CELL_BITS)))
    }

    /// The four rows as table indices.
    fn rows(self) -> [usize; 4] {
        array::from_fn(|row| (self.0 >> (20 * row)) as usize & (ROWS - 1))
    }

    fn from_rows(rows: [usize; 4]) -> Self {
        Self(
            rows.into_iter()
                .rev()
                .fold(0, |bits, row| bits << 20 | row as u128),
        )
    }

    /// The board after a move to the left.
    fn left(self, tables: &WideMoveTables) -> Self {
        Self::from_rows(self.rows().map(|row| row ^ tables.change[row] as usize))
    }

    /// The board after a move to the right.
    fn right(self, tables: &WideMoveTables) -> Self {
        Self::from_rows(self.rows().map(|row| {
            let row = mirror(row);
            mirror(row ^ tables.change[row] as usize)
        }))
    }

    /// The gain of a horizontal move.
    fn gain(self, tables: &WideMoveTables) -> u32 {
        self.rows().into_iter().map(|row| tables.gain[row]).sum()
    }

    /// The board with its tiles downgraded to ranks up to `highest`, at most 15, where possible.
    ///
    /// This is the tile-downgrading of H. Guei, L.-P. Chen and I-C. Wu (2021). While a rank above
    /// `highest` remains, all tiles above the highest missing rank are halved. Equal tiles stay
    /// equal and different tiles stay different, so the same moves are legal. Consecutive ranks
    /// stay consecutive except at the missing rank.
    ///
    /// If no rank is missing, the tiles keep their ranks. Only if there is a rank above 15 are the
    /// two highest ranks made equal.
    #[must_use]
    pub fn downgraded_to(self, highest: u8) -> Packed {
        let ranks = array::from_fn(|cell| (self.0 >> (CELL_BITS as usize * cell) & 0x1f) as u8);
        Packed::from_ranks(downgrade(ranks, highest.min(HIGHEST_PACKED)))
    }
}

/// Downgrades ranks as [`Wide::downgraded_to`] describes. All results are at most 15.
pub(super) fn downgrade(mut ranks: [u8; CELLS as usize], highest: u8) -> [u8; CELLS as usize] {
    loop {
        let present = ranks
            .iter()
            .fold(0_u32, |present, rank| present | 1 << rank);
        let highest_here = u8::try_from(present.ilog2()).unwrap_or(u8::MAX);
        if highest_here <= highest {
            return ranks;
        }
        // The ranks below the highest that no tile has.
        let missing = !present & ((1 << highest_here) - 2);
        let above = if missing != 0 {
            missing.ilog2()
        } else if highest_here > HIGHEST_PACKED {
            u32::from(highest_here) - 1
        } else {
            return ranks;
        };
        for rank in &mut ranks {
            *rank -= u8::from(u32::from(*rank) > above);
        }
    }
}

impl Grid for Wide {
    type MoveTables = WideMoveTables;

    fn tables() -> &'static WideMoveTables {
        static TABLES: LazyLock<WideMoveTables> = LazyLock::new(WideMoveTables::new);
        &TABLES
    }

    fn moves(self, tables: &WideMoveTables) -> ([Self; 4], [u32; 2]) {
        let columns = self.transposed();
        let after = [
            columns.left(tables).transposed(),
            self.right(tables),
            columns.right(tables).transposed(),
            self.left(tables),
        ];
        (after, [columns.gain(tables), self.gain(tables)])
    }

    fn spawns(self) -> impl Iterator<Item = [Self; 2]> {
        (0..CELLS)
            .filter(move |&cell| self.rank(cell) == 0)
            .map(move |cell| [self.with(cell, 1), self.with(cell, 2)])
    }

    fn empty_count(self) -> u32 {
        let bits = self.0;
        let filled = (bits | bits >> 1 | bits >> 2 | bits >> 3 | bits >> 4) & LOWEST;
        CELLS - filled.count_ones()
    }

    fn downgraded(self) -> Packed {
        self.downgraded_to(HIGHEST_PACKED)
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are mixed")]
    fn mixed(self) -> u64 {
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        super::mix(low ^ high.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// A mask of all bits of four cells.
const fn cells_mask(cells: [u32; 4]) -> u128 {
    let mut mask = 0;
    let mut at = 0;
    while at < cells.len() {
        mask |= 0x1f << (CELL_BITS * cells[at]);
        at += 1;
    }
    mask
}

/// The reversed row.
const fn mirror(row: usize) -> usize {
    (row & 0x1f) << 15 | (row & 0x3e0) << 5 | (row >> 5 & 0x3e0) | row >> 15
}

/// The bits that a move to the left changes in a row, and the gain of the move.
///
/// Two tiles of rank 31 do not merge. No sum of faces below [`super::WIDE_SUM_LIMIT`] allows them.
#[expect(clippy::cast_possible_truncation, reason = "a row has 20 bits")]
fn slide_left(row: usize) -> (u32, u32) {
    let row = row as u32;
    let (mut after, mut gain) = (0_u32, 0_u32);
    let (mut free, mut bound) = (0, 0);
    let ranks = (0..4).map(|cell| row >> (CELL_BITS * cell) & 0x1f);
    for rank in ranks.filter(|&rank| rank != 0) {
        if rank == bound && rank < 31 {
            after += 1 << (CELL_BITS * (free - 1));
            gain = gain.saturating_add(2_u32.checked_shl(rank).unwrap_or(u32::MAX));
            bound = 0;
        } else {
            after |= rank << (CELL_BITS * free);
            free += 1;
            bound = rank;
        }
    }
    (row ^ after, gain)
}

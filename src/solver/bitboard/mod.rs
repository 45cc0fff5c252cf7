//! 4 × 4 boards packed into integers, with moves by table look-up.
//!
//! [`Packed`] uses 64 bits, four per cell, which hold the ranks 0 (empty) to 15 (32768). Making a
//! 65536 takes two 32768 tiles, so the packed board is exact while the faces on it add up to less
//! than [`SUM_LIMIT`]. Above that, [`Wide`] uses five bits per cell and larger tables. [`Grid`] is
//! the interface that search uses for both.

mod convert;
mod grid;
mod move_tables;
mod wide;

use rand::Rng;

pub use convert::{PackError, SPAWN_ROOM, WIDE_SUM_LIMIT};
pub use grid::Grid;
pub use move_tables::MoveTables;
pub use wide::{Wide, WideMoveTables};

use crate::game::Direction;

/// The sum of faces at which a 65536 becomes possible, which four bits cannot hold.
pub const SUM_LIMIT: u32 = 1 << 16;

/// The number of cells.
pub const CELLS: u32 = 16;

/// The lowest of the four bits of each cell.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// A 4 × 4 board of ranks, four bits per cell.
///
/// Cell `4 * row + column` is stored in the four bits from bit `4 * cell`. The top left cell is in
/// the lowest four bits, and each row is 16 contiguous bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed(u64);

impl Packed {
    /// The empty board.
    pub const EMPTY: Self = Self(0);

    /// The board with these bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The board with these ranks, each from 0 to 15, row by row from the top left.
    fn from_ranks(ranks: [u8; CELLS as usize]) -> Self {
        Self(
            ranks
                .iter()
                .rev()
                .fold(0, |bits, &rank| bits << 4 | u64::from(rank)),
        )
    }

    /// The board with its tiles downgraded to ranks up to `highest` where possible.
    ///
    /// See [`Wide::downgraded_to`].
    #[inline]
    #[must_use]
    pub fn downgraded_to(self, highest: u8) -> Self {
        if self.has_above(highest) {
            let ranks = std::array::from_fn(|cell| (self.0 >> (4 * cell) & 0xf) as u8);
            Self::from_ranks(wide::downgrade(ranks, highest))
        } else {
            self
        }
    }

    /// Whether any rank is above `highest`, which must be at most 15.
    #[inline]
    #[must_use]
    pub const fn has_above(self, highest: u8) -> bool {
        const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const ONES: u64 = 0x0101_0101_0101_0101;
        // The addition carries out of the four bits of every rank above `highest`.
        let carry = ONES * (15 - highest) as u64;
        let carried = ((self.0 & EVEN) + carry) | ((self.0 >> 4 & EVEN) + carry);
        carried & !EVEN != 0
    }

    /// The 64 bits, with cell 0 lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The rank in `cell`, from 0 to 15. `cell` must be below 16.
    #[must_use]
    pub const fn rank(self, cell: u32) -> u8 {
        (self.0 >> (4 * cell) & 0xf) as u8
    }

    /// The board with a tile of `rank`, from 1 to 15, in `cell`, which must be empty and below 16.
    #[must_use]
    pub const fn with(self, cell: u32, rank: u8) -> Self {
        Self(self.0 | (rank as u64) << (4 * cell))
    }

    /// The board after sliding all tiles toward an edge. It is unchanged if no tile can move.
    ///
    /// Two 32768 tiles do not merge: see [`SUM_LIMIT`].
    #[inline]
    #[must_use]
    pub fn slid(self, tables: &MoveTables, direction: Direction) -> Self {
        match direction {
            Direction::Left | Direction::Right => tables.slide_rows(self, direction),
            Direction::Up | Direction::Down => {
                tables.slide_columns(self, self.transposed(), direction)
            }
        }
    }

    /// The four afterstates, in the order of [`Direction::ALL`], and the gains of the moves.
    ///
    /// The first gain is that of both vertical moves, which are equal; the second is that of both
    /// horizontal moves.
    #[inline]
    #[must_use]
    pub fn moves(self, tables: &MoveTables) -> ([Self; 4], [u32; 2]) {
        let columns = self.transposed();
        let after = [
            tables.slide_columns(self, columns, Direction::Up),
            tables.slide_rows(self, Direction::Right),
            tables.slide_columns(self, columns, Direction::Down),
            tables.slide_rows(self, Direction::Left),
        ];
        (after, [tables.gain(columns), tables.gain(self)])
    }

    /// The board mirrored along the main diagonal.
    #[inline]
    #[must_use]
    pub const fn transposed(self) -> Self {
        // Swap single cells within blocks of 2 × 2, then the blocks.
        let bits = self.0;
        let swap = (bits ^ (bits >> 12)) & 0x0000_f0f0_0000_f0f0;
        let bits = bits ^ swap ^ (swap << 12);
        let swap = (bits ^ (bits >> 24)) & 0x0000_0000_ff00_ff00;
        Self(bits ^ swap ^ (swap << 24))
    }

    /// The board mirrored left to right.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.upside_down().turned_around().0)
    }

    /// The board mirrored top to bottom.
    #[inline]
    #[must_use]
    pub const fn upside_down(self) -> Self {
        let bits = self.0.rotate_left(32);
        Self((bits >> 16 & 0x0000_ffff_0000_ffff) | (bits & 0x0000_ffff_0000_ffff) << 16)
    }

    /// The board rotated by 180 degrees.
    #[inline]
    #[must_use]
    pub const fn turned_around(self) -> Self {
        let bits = self.0.swap_bytes();
        Self((bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4)
    }

    /// The eight rotations and reflections of the board.
    #[inline]
    #[must_use]
    pub const fn symmetric(self) -> [Self; 8] {
        let other = self.transposed();
        let [turned, other_turned] = [self.turned_around(), other.turned_around()];
        [
            self,
            turned,
            self.upside_down(),
            turned.upside_down(),
            other,
            other_turned,
            other.upside_down(),
            other_turned.upside_down(),
        ]
    }

    /// A mask of the lowest of the four bits of each empty cell.
    #[inline]
    #[must_use]
    pub const fn empty_mask(self) -> u64 {
        let bits = self.0 | self.0 >> 2;
        !(bits | bits >> 1) & LOWEST
    }

    /// The number of empty cells, from 0 to 16.
    #[inline]
    #[must_use]
    pub const fn empty_count(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// The highest rank on the board, 0 if it is empty.
    #[must_use]
    pub fn highest_rank(self) -> u8 {
        (0..CELLS).map(|cell| self.rank(cell)).max().unwrap_or(0)
    }

    /// The set of ranks on the board, with bit `rank` set for each. Bit 0 stands for an empty cell.
    #[must_use]
    pub fn ranks(self) -> u16 {
        (0..CELLS).fold(0, |ranks, cell| ranks | 1 << self.rank(cell))
    }

    /// The sum of all faces.
    #[must_use]
    pub fn sum(self) -> u32 {
        (0..CELLS).map(|cell| (1 << self.rank(cell)) & !1).sum()
    }

    /// Whether [`SPAWN_ROOM`] spawns of a 4 keep the sum of faces below [`SUM_LIMIT`].
    #[must_use]
    pub fn has_room(self) -> bool {
        self.sum() + 4 * SPAWN_ROOM < SUM_LIMIT
    }

    /// The board with one more random tile in an empty cell.
    ///
    /// `four` is the chance of a 4 times 2^32. One word is drawn from `rng`. A full board does not
    /// change.
    #[inline]
    #[must_use]
    pub fn with_random_tile(self, rng: &mut impl Rng, four: u32) -> Self {
        let word = rng.next_u64();
        let mut empty = self.empty_mask();
        let skipped = ((word >> 32) * u64::from(empty.count_ones())) >> 32;
        for _ in 0..skipped {
            empty &= empty - 1;
        }
        let lowest = empty & empty.wrapping_neg();
        let is_four = (word & u64::from(u32::MAX)) < u64::from(four);
        Self(self.0 | lowest << u32::from(is_four))
    }
}

/// A table of zeros, allocated on the heap.
#[expect(
    clippy::unnecessary_box_returns,
    reason = "the tables are too large for the stack"
)]
fn zeros<T: Copy + Default, const LENGTH: usize>() -> Box<[T; LENGTH]> {
    let table: Box<[T]> = vec![T::default(); LENGTH].into_boxed_slice();
    match table.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the table was created with this length"),
    }
}

/// A hash of 64 bits: the finaliser of `SplitMix64` (G. Steele, D. Lea and C. Flood, 2014).
const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

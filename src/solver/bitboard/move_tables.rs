//! Look-up tables for the moves of all 65,536 rows and columns.

use std::array;
use std::sync::LazyLock;

use super::{Packed, zeros};
use crate::game::Direction;

/// The number of rows of four ranks, each from 0 to 15.
const ROWS: usize = 1 << 16;

/// The tables of all moves: 1.25 MiB of slides and 256 KiB of gains.
///
/// An entry of a slide table holds the bits to XOR into a row or column, so a move takes four
/// look-ups and four XORs. The layout is that of `nneonneo/2048-ai`.
pub struct MoveTables {
    left: Box<[u16; ROWS]>,
    right: Box<[u16; ROWS]>,
    up: Box<[u64; ROWS]>,
    down: Box<[u64; ROWS]>,
    gain: Box<[u32; ROWS]>,
}

impl MoveTables {
    /// The tables. The first call creates them, which takes a few milliseconds.
    #[must_use]
    pub fn get() -> &'static Self {
        static TABLES: LazyLock<MoveTables> = LazyLock::new(MoveTables::new);
        &TABLES
    }

    fn new() -> Self {
        let mut tables = Self {
            left: zeros(),
            right: zeros(),
            up: zeros(),
            down: zeros(),
            gain: zeros(),
        };
        for row in 0..=u16::MAX {
            let at = usize::from(row);
            let (left, gain) = slide_left(row);
            let mirrored = usize::from(mirror(row));
            tables.left[at] = row ^ left;
            tables.right[mirrored] = mirror(row ^ left);
            tables.up[at] = to_column(row ^ left);
            tables.down[mirrored] = to_column(mirror(row ^ left));
            tables.gain[at] = gain;
        }
        tables
    }

    /// Makes a horizontal move.
    #[inline]
    pub(super) fn slide_rows(&self, board: Packed, direction: Direction) -> Packed {
        let table = if direction == Direction::Left {
            &self.left
        } else {
            &self.right
        };
        let [a, b, c, d] = rows(board);
        let change = u64::from(table[a])
            | u64::from(table[b]) << 16
            | u64::from(table[c]) << 32
            | u64::from(table[d]) << 48;
        Packed(board.0 ^ change)
    }

    /// Makes a vertical move. The columns are read as rows of the transposed board.
    #[inline]
    pub(super) fn slide_columns(
        &self,
        board: Packed,
        transposed: Packed,
        direction: Direction,
    ) -> Packed {
        let table = if direction == Direction::Up {
            &self.up
        } else {
            &self.down
        };
        let [a, b, c, d] = rows(transposed);
        Packed(board.0 ^ table[a] ^ table[b] << 4 ^ table[c] << 8 ^ table[d] << 12)
    }

    /// The gain of a horizontal move, which is the same in both directions.
    #[inline]
    pub(super) fn gain(&self, board: Packed) -> u32 {
        rows(board).into_iter().map(|row| self.gain[row]).sum()
    }
}

/// The four rows as table indices.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "each index is truncated to 16 bits on purpose"
)]
fn rows(board: Packed) -> [usize; 4] {
    array::from_fn(|row| usize::from((board.0 >> (16 * row)) as u16))
}

/// The reversed row.
const fn mirror(row: u16) -> u16 {
    row >> 12 | (row >> 4 & 0xf0) | (row << 4 & 0xf00) | row << 12
}

/// The row as the first column of a board.
fn to_column(row: u16) -> u64 {
    (0..4)
        .map(|cell| u64::from(row >> (4 * cell) & 0xf) << (16 * cell))
        .sum()
}

/// The row after a move to the left, and the gain of the move.
///
/// Tiles are processed from the left, and a tile made by a merge does not merge again. Two tiles of
/// rank 15 do not merge because rank 16 does not fit in four bits.
fn slide_left(row: u16) -> (u16, u32) {
    let (mut after, mut gain) = (0_u16, 0_u32);
    let (mut free, mut bound) = (0, 0_u16);
    for rank in (0..4)
        .map(|cell| row >> (4 * cell) & 0xf)
        .filter(|&rank| rank != 0)
    {
        if rank == bound && rank < 15 {
            after += 1 << (4 * (free - 1));
            gain += 2_u32 << rank;
            bound = 0;
        } else {
            after |= rank << (4 * free);
            free += 1;
            bound = rank;
        }
    }
    (after, gain)
}

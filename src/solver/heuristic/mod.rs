//! A hand-written evaluation of boards, without learning.

mod line_heuristic;
mod weights;

use std::sync::{Arc, LazyLock};

pub use line_heuristic::LineHeuristic;
pub use weights::{LineWeights, Weights};

use crate::game::{Board, Cell, SIDES, Tile};
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// The number of rows of four ranks, each from 0 to 15.
const ROWS: usize = 1 << 16;

/// The heuristic evaluation of boards.
///
/// For 4 × 4 boards the values of all rows are in a table of 256 KiB, or in two such tables if edge
/// and inner lines have different weights.
#[derive(Debug)]
pub struct Heuristics {
    edge: LineTable,
    inner: LineTable,
    /// The penalty for a lost board.
    lost: f32,
}

/// The heuristic for edge lines or inner lines, with the values of all rows of four cells.
#[derive(Clone, Debug)]
struct LineTable {
    line: LineHeuristic,
    rows: Arc<[f32]>,
}

impl LineTable {
    fn new(weights: LineWeights) -> Self {
        let line = LineHeuristic::new(weights);
        let rows = (0..ROWS)
            .map(|row| line.value(&std::array::from_fn::<u8, 4, _>(|cell| rank(row, cell))))
            .collect();
        Self { line, rows }
    }
}

impl Heuristics {
    /// The heuristic with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        let edge = LineTable::new(weights.edge);
        // A shared table takes less of the CPU cache.
        let inner = if weights.inner == weights.edge {
            edge.clone()
        } else {
            LineTable::new(weights.inner)
        };
        Self {
            edge,
            inner,
            lost: weights.lost,
        }
    }

    /// The heuristic with the weights of [`Weights::default`]. The first call creates its tables.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Heuristics>> =
            LazyLock::new(|| Arc::new(Heuristics::new(&Weights::default())));
        Arc::clone(&SHIPPED)
    }

    /// The value of a board of any size: the sum over all rows and columns.
    #[must_use]
    pub fn board_value(&self, board: &Board) -> f64 {
        let (width, height) = (board.width(), board.height());
        let rank = |row, column| board.get(Cell::new(row, column)).map_or(0, Tile::rank);
        let rows = self.lines_value(height, width, rank);
        rows + self.lines_value(width, height, |column, row| rank(row, column))
    }

    /// The value of a lost board of any size.
    #[must_use]
    pub fn lost_value(&self, board: &Board) -> f64 {
        self.board_value(board) - f64::from(self.lost)
    }

    /// The value of `lines` parallel lines of `length` cells, given the rank of each cell.
    fn lines_value(&self, lines: u8, length: u8, rank: impl Fn(u8, u8) -> u8) -> f64 {
        let value = |at: u8| {
            let mut ranks = [0; *SIDES.end() as usize];
            for (cell, place) in (0..length).zip(&mut ranks) {
                *place = rank(at, cell);
            }
            let is_edge = at == 0 || at + 1 == lines;
            let table = if is_edge { &self.edge } else { &self.inner };
            f64::from(table.line.value(&ranks[..usize::from(length)]))
        };
        (0..lines).map(value).sum()
    }

    /// The value of the four rows of a board.
    #[inline]
    fn rows(&self, board: Packed) -> f32 {
        let bits = board.bits();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "each row is truncated to 16 bits on purpose"
        )]
        let row = |table: &LineTable, at: u32| table.rows[usize::from((bits >> (16 * at)) as u16)];
        (row(&self.edge, 0) + row(&self.inner, 1)) + (row(&self.inner, 2) + row(&self.edge, 3))
    }
}

/// The rank in a cell of a row.
#[expect(clippy::cast_possible_truncation, reason = "the value has four bits")]
const fn rank(row: usize, cell: usize) -> u8 {
    (row >> (4 * cell) & 0xf) as u8
}

impl Evaluate for Heuristics {
    const GAINS_COUNT: bool = false;

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "searches took a tenth longer without it"
    )]
    fn value(&self, after: Packed) -> f32 {
        self.rows(after) + self.rows(after.transposed())
    }

    #[inline]
    fn lost(&self, board: Packed) -> f32 {
        self.value(board) - self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_lines_agree() {
        let shared = Weights::default();
        let mut separate = shared;
        separate.inner.tile *= 2.0;
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        for heuristics in [shared, separate].map(|weights| Heuristics::new(&weights)) {
            for _ in 0..1000 {
                bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
                let packed = Packed::from_bits(bits);
                let slow = heuristics.board_value(&packed.into());
                let fast = f64::from(heuristics.value(packed));
                // An f32 has about seven digits.
                let rounded = 1e-6 * slow.abs().max(1.0);
                assert!((slow - fast).abs() < rounded, "{packed:?}: {slow}, {fast}");
            }
        }
    }
}

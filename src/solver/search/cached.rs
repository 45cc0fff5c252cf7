//! Values of boards that were taken before, kept at hand.

use std::cell::Cell;

use super::Evaluate;
use crate::solver::bitboard::{Grid, Packed};

/// An evaluation that remembers what it said of the latest boards.
///
/// Different spawns often lead to the same board after a move, as when all tiles of a row are
/// swept together; to find a value again is several times as fast as to add up a network's weights.
/// The answers are those of the evaluation itself.
#[derive(Debug)]
pub struct Cached<E> {
    evaluate: E,
    /// Boards with their values; the empty board, which no move leaves, marks a free entry.
    entries: Vec<Cell<(Packed, f32)>>,
    shift: u32,
}

impl<E> Cached<E> {
    /// The evaluation with a memory of 2^`bits` boards, `bits` being from 1 to 30; each takes 16
    /// bytes.
    #[must_use]
    pub fn new(evaluate: E, bits: u32) -> Self {
        let bits = bits.clamp(1, 30);
        Self {
            evaluate,
            entries: vec![Cell::new((Packed::EMPTY, 0.0)); 1 << bits],
            shift: u64::BITS - bits,
        }
    }
}

impl<E: Evaluate> Evaluate for Cached<E> {
    const GAINS_COUNT: bool = E::GAINS_COUNT;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        if after == Packed::EMPTY {
            return self.evaluate.value(after);
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the shift leaves at most 30 bits"
        )]
        let place = (after.mixed() >> self.shift) as usize;
        let entry = &self.entries[place];
        let (board, value) = entry.get();
        if board == after {
            return value;
        }
        let value = self.evaluate.value(after);
        entry.set((after, value));
        value
    }

    #[inline]
    fn lost(&self, board: Packed) -> f32 {
        self.evaluate.lost(board)
    }
}

//! A cache of evaluations.

use std::cell::Cell;

use super::Evaluate;
use crate::solver::bitboard::{Grid, Packed};

/// An evaluation with a cache of recent values.
///
/// Different spawns often lead to the same afterstate, for example when a slide collects the tiles
/// of a row. Looking up a value is several times faster than adding up the weights of a network.
/// The values are those of the wrapped evaluation.
#[derive(Debug)]
pub struct Cached<E> {
    evaluate: E,
    /// Boards with their values. The empty board, which is never an afterstate, marks a free entry.
    entries: Vec<Cell<(Packed, f32)>>,
    shift: u32,
}

impl<E> Cached<E> {
    /// The evaluation with a cache of 2^`bits` entries of 16 bytes each, with `bits` from 1 to 30.
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

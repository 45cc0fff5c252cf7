//! The transposition table of a search.

use crate::solver::bitboard::Grid;

/// The values of afterstates, by board and by the [`Cutoff::key`](super::Cutoff::key) of the
/// remaining search effort.
///
/// A look-up succeeds only for the same board and the same key, so results do not depend on the
/// contents of the table. A new entry replaces an old one in the same place.
#[derive(Debug)]
pub struct TranspositionTable<G> {
    entries: Vec<Entry<G>>,
    shift: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<G> {
    board: G,
    value: f32,
    /// The key of the remaining effort, 0 in an empty entry. Leaves are not stored.
    key: u32,
}

impl<G: Grid + Default> TranspositionTable<G> {
    /// A table of 2^`bits` entries, with `bits` from 1 to 30.
    ///
    /// An entry for a [`Packed`](crate::solver::bitboard::Packed) board takes 16 bytes.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        let bits = bits.clamp(1, 30);
        let empty = Entry {
            board: G::default(),
            value: 0.0,
            key: 0,
        };
        Self {
            entries: vec![empty; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves at most 30 bits"
    )]
    fn place(&self, board: G, key: u32) -> usize {
        // Fibonacci hashing: the odd multiplier is about 2^64 divided by the golden ratio.
        let spread = u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (board.mixed().wrapping_add(spread) >> self.shift) as usize
    }

    /// The value of an afterstate, if it is in the table.
    #[inline]
    #[must_use]
    pub fn get(&self, board: G, key: u32) -> Option<f32> {
        let entry = &self.entries[self.place(board, key)];
        (entry.board == board && entry.key == key).then_some(entry.value)
    }

    /// Stores the value of an afterstate. `key` must not be 0.
    #[inline]
    pub fn put(&mut self, board: G, key: u32, value: f32) {
        let place = self.place(board, key);
        self.entries[place] = Entry { board, value, key };
    }
}

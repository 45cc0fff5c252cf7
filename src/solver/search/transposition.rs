//! What a search remembers of boards that it may meet again.

use crate::solver::bitboard::Grid;

/// The values of boards after a move, by board and by what was left to look ahead, as a
/// [`Cutoff`](super::Cutoff) numbers it.
///
/// A value is found only for exactly the same question, so that no answer depends on what the
/// memory happens to hold. A new entry takes the place of the old one.
#[derive(Debug)]
pub struct TranspositionTable<G> {
    entries: Vec<Entry<G>>,
    shift: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<G> {
    board: G,
    value: f32,
    /// What was left, 0 in an entry without a value: boards on the edge are not remembered here.
    key: u32,
}

impl<G: Grid + Default> TranspositionTable<G> {
    /// A memory of 2^`bits` entries, with `bits` from 1 to 30; an entry takes 16 bytes on a packed
    /// board.
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
        // An odd multiplier of about 2^64 divided by the golden ratio sends neighbours far apart.
        let spread = u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (board.mixed().wrapping_add(spread) >> self.shift) as usize
    }

    /// The value of a board after a move, if it is remembered.
    #[inline]
    #[must_use]
    pub fn get(&self, board: G, key: u32) -> Option<f32> {
        let entry = &self.entries[self.place(board, key)];
        (entry.board == board && entry.key == key).then_some(entry.value)
    }

    /// Remembers the value of a board after a move, `left` not being 0.
    #[inline]
    pub fn put(&mut self, board: G, key: u32, value: f32) {
        let place = self.place(board, key);
        self.entries[place] = Entry { board, value, key };
    }
}

//! What a search remembers of boards that it may meet again.

use crate::solver::bitboard::Grid;

/// The values of boards after a move, by board, depth and what is left of the chance cut-off.
///
/// A value is found only for exactly the same question, so that no answer depends on what the
/// memory happens to hold. A new entry takes the place of the old one.
#[derive(Debug)]
pub struct Memory<G> {
    entries: Vec<Entry<G>>,
    shift: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<G> {
    board: G,
    value: f32,
    /// The depth, 0 in an entry without a value: leaves are not remembered.
    depth: u8,
    fours: u8,
}

impl<G: Grid + Default> Memory<G> {
    /// A memory of 2^`bits` entries, with `bits` from 1 to 30; an entry takes 16 bytes on a packed
    /// board.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        let bits = bits.clamp(1, 30);
        let empty = Entry {
            board: G::default(),
            value: 0.0,
            depth: 0,
            fours: 0,
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
    fn place(&self, board: G, depth: u8) -> usize {
        (board.mixed().wrapping_add(u64::from(depth) << 58) >> self.shift) as usize
    }

    /// The value of a board after a move, if it is remembered.
    #[inline]
    #[must_use]
    pub fn get(&self, board: G, depth: u8, fours: u8) -> Option<f32> {
        let entry = &self.entries[self.place(board, depth)];
        (entry.board == board && entry.depth == depth && entry.fours == fours)
            .then_some(entry.value)
    }

    /// Remembers the value of a board after a move, `depth` being at least 1.
    #[inline]
    pub fn put(&mut self, board: G, depth: u8, fours: u8, value: f32) {
        let place = self.place(board, depth);
        self.entries[place] = Entry {
            board,
            value,
            depth,
            fours,
        };
    }
}

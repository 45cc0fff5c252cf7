//! The interface between search and packed boards.

use std::fmt::Debug;
use std::hash::Hash;

use super::Packed;

/// A packed 4 × 4 board that can be searched.
pub trait Grid: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The look-up tables of moves.
    type MoveTables: Sync + 'static;

    /// The look-up tables, created on first use.
    fn tables() -> &'static Self::MoveTables;

    /// The four afterstates, in the order of [`Direction::ALL`](crate::game::Direction), and the
    /// gains of the moves.
    ///
    /// An afterstate equals the board if the move is illegal. The first gain is that of both
    /// vertical moves, which are equal; the second is that of both horizontal moves.
    fn moves(self, tables: &Self::MoveTables) -> ([Self; 4], [u32; 2]);

    /// For each empty cell from the top left, the board with a 2 there and with a 4 there.
    fn spawns(self) -> impl Iterator<Item = [Self; 2]>;

    /// The number of empty cells, from 0 to 16.
    fn empty_count(self) -> u32;

    /// The board to evaluate: this one, or a downgraded one if it has too large tiles.
    fn downgraded(self) -> Packed;

    /// A hash of the board with all bits well mixed.
    fn mixed(self) -> u64;
}

impl Grid for Packed {
    type MoveTables = super::MoveTables;

    #[inline]
    fn tables() -> &'static Self::MoveTables {
        super::MoveTables::get()
    }

    #[inline]
    fn moves(self, tables: &Self::MoveTables) -> ([Self; 4], [u32; 2]) {
        Self::moves(self, tables)
    }

    #[inline]
    fn spawns(self) -> impl Iterator<Item = [Self; 2]> {
        let mut empty = self.empty_mask();
        std::iter::from_fn(move || {
            let lowest = empty & empty.wrapping_neg();
            empty ^= lowest;
            (lowest != 0).then_some([Self(self.0 | lowest), Self(self.0 | lowest << 1)])
        })
    }

    #[inline]
    fn empty_count(self) -> u32 {
        Self::empty_count(self)
    }

    #[inline]
    fn downgraded(self) -> Packed {
        self
    }

    #[inline]
    fn mixed(self) -> u64 {
        super::mix(self.0)
    }
}

//! What search needs of a board, whatever its width in bits.

use std::fmt::Debug;
use std::hash::Hash;

use super::Packed;

/// A 4 × 4 board that can be searched.
pub trait Grid: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The tables that moves are looked up in.
    type MoveTables: Sync + 'static;

    /// The tables, made when first asked for.
    fn tables() -> &'static Self::MoveTables;

    /// The four boards after a move, in the order of [`Direction::ALL`](crate::game::Direction),
    /// each equal to this one if no tile can move that way; and what the moves gain: first the
    /// vertical ones, which gain the same both ways, then the horizontal ones.
    fn moves(self, tables: &Self::MoveTables) -> ([Self; 4], [u32; 2]);

    /// For each empty cell from the top left, the board with a 2 and with a 4 there.
    fn spawns(self) -> impl Iterator<Item = [Self; 2]>;

    /// The number of empty cells, 0 to 16.
    fn empty_count(self) -> u32;

    /// The board as evaluation sees it: itself, or one like it with smaller tiles.
    fn downgraded(self) -> Packed;

    /// A number that differs for nearly all boards, in all its bits.
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

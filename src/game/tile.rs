//! Tiles and their face values.

use std::fmt;
use std::num::NonZeroU8;

/// The highest rank of a tile. The largest face is therefore 2^120.
///
/// The sum of 64 such tiles still fits in a [`u128`], so no sum over a board overflows. Play stays
/// far below it: the largest tile that can be reached on 8 × 8 cells is 2^65, 64 of those make
/// 2^71, and a turn adds at most 4.
pub const MAX_RANK: u8 = 120;

/// A numbered tile, stored as its rank, the exponent of its power of two.
///
/// An [`Option<Tile>`] takes one byte, with `None` for an empty cell. Tiles are ordered by face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The tile of rank 1, which most spawns are.
    pub const TWO: Self = Self(NonZeroU8::MIN);

    /// The tile of rank 2, the rarer spawn.
    pub const FOUR: Self = Self::TWO.doubled();

    /// The tile with the face 2^`rank`, or `None` if `rank` is outside 1..=[`MAX_RANK`].
    #[must_use]
    pub const fn from_rank(rank: u8) -> Option<Self> {
        match NonZeroU8::new(rank) {
            Some(rank) if rank.get() <= MAX_RANK => Some(Self(rank)),
            _ => None,
        }
    }

    /// The tile with this face, or `None` unless it is a power of two from 2 to 2^[`MAX_RANK`].
    #[must_use]
    pub fn from_face(face: u128) -> Option<Self> {
        if !face.is_power_of_two() {
            return None;
        }
        u8::try_from(face.trailing_zeros())
            .ok()
            .and_then(Self::from_rank)
    }

    /// The exponent of the face, from 1 to [`MAX_RANK`]. A 2048 has rank 11.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0.get()
    }

    /// The number on the tile, from 2 to 2^[`MAX_RANK`].
    #[must_use]
    pub const fn face(self) -> u128 {
        1 << self.rank()
    }

    /// The tile that two of these merge into.
    ///
    /// At [`MAX_RANK`], which play cannot reach, it is this tile itself.
    #[must_use]
    pub const fn doubled(self) -> Self {
        if self.rank() < MAX_RANK {
            Self(self.0.saturating_add(1))
        } else {
            self
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.face().fmt(f)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_takes_one_byte() {
        assert_eq!(size_of::<Option<Tile>>(), 1);
    }

    #[test]
    fn faces_and_ranks_agree() {
        assert_eq!(Tile::TWO.face(), 2);
        assert_eq!(Tile::FOUR.face(), 4);
        for rank in 1..=MAX_RANK {
            let tile = Tile::from_rank(rank).expect("the rank is in range");
            assert_eq!(tile.rank(), rank);
            assert_eq!(tile.face(), 2_u128.pow(rank.into()));
            assert_eq!(Tile::from_face(tile.face()), Some(tile));
            assert_eq!(tile.to_string(), tile.face().to_string());
        }
    }

    #[test]
    fn only_powers_of_two_above_one_are_faces() {
        for face in [0, 1, 3, 6, 2047, u128::MAX, 1 << 121, 1 << 127] {
            assert_eq!(Tile::from_face(face), None, "{face}");
        }
        assert_eq!(Tile::from_rank(0), None);
        assert_eq!(Tile::from_rank(MAX_RANK + 1), None);
        assert_eq!(Tile::from_rank(u8::MAX), None);
    }

    #[test]
    fn doubling_adds_one_rank_and_saturates() {
        assert_eq!(Tile::TWO.doubled(), Tile::FOUR);
        let large = Tile::from_face(131_072).expect("2^17 is a face");
        assert_eq!(large.doubled().face(), 262_144);
        let last = Tile::from_rank(MAX_RANK).expect("the last rank is a rank");
        assert_eq!(last.doubled(), last);
    }
}

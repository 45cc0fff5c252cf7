//! The network of the last stage before a 32768.

use super::Network;
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// The lowest rank that the stage needs, 2048, beside all between it and [`HIGHEST`].
const LOWEST: u8 = 11;

/// The highest rank of the stage, 16384. A board with a tile of each rank from [`LOWEST`] is one
/// more 2048 short of a 32768.
const HIGHEST: u8 = 14;

/// What the aim is worth, in points: about what a game gains from there.
const WORTH: f32 = 200_000.0;

/// A network that knows one thing: how likely a board comes to a tile.
///
/// Most games of strong play come to where 16384, 8192, 4096 and 2048 hold four cells for good and
/// the others are to bring about one more 2048, and most of those end there without this network.
/// What is good there differs from what is good before, and points of score say little about it, so
/// that stage has weights of its own (K.-H. Yeh et al., "Multistage temporal difference learning
/// for 2048-like games", 2016) and an aim of its own. Its boards are never shown to it folded.
///
/// A value is the chance of the aim times [`Aim::worth`].
pub struct Endgame(Network);

/// The stage that a network is for, and what it is to come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The lowest rank that a board of the stage holds a tile of, beside all up to `highest`.
    pub lowest: u8,
    /// The highest rank on a board of the stage; a tile of the rank above is the aim.
    pub highest: u8,
}

impl Aim {
    /// What it is worth to come there, in points.
    #[must_use]
    pub const fn worth(self) -> f32 {
        WORTH
    }

    /// Whether a board is of the stage: it holds all its ranks, or had them and is about to merge
    /// them one by one, which the sum of its faces tells.
    #[inline]
    #[must_use]
    pub fn holds(self, board: Packed) -> bool {
        let wanted = (2_u32 << self.highest) - (1 << self.lowest);
        board.has_above(self.highest - 1)
            && !board.has_above(self.highest)
            && (u32::from(board.ranks()) & wanted == wanted || board.sum() >= 2 << self.highest)
    }

    /// Whether a board has come there.
    #[inline]
    #[must_use]
    pub const fn reached(self, board: Packed) -> bool {
        board.has_above(self.highest)
    }
}

impl Endgame {
    /// The stage of the game that the network is for.
    pub const AIM: Aim = Aim {
        lowest: LOWEST,
        highest: HIGHEST,
    };

    /// The network with these weights.
    #[must_use]
    pub const fn new(network: Network) -> Self {
        Self(network)
    }
}

impl Evaluate for Endgame {
    const GAINS_COUNT: bool = false;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        if Self::AIM.reached(after) {
            Self::AIM.worth()
        } else {
            self.0.value(after)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(ranks: &[u8]) -> Packed {
        (0..)
            .zip(ranks)
            .fold(Packed::EMPTY, |board, (cell, &rank)| board.with(cell, rank))
    }

    #[test]
    fn the_stage_needs_all_its_ranks_and_none_above() {
        for (ranks, holds) in [
            (&[14, 13, 12, 11][..], true),
            (&[1, 11, 3, 13, 11, 14, 12, 10], true),
            (&[14, 13, 12, 10], false),
            (&[14, 13, 11, 11], false),
            (&[14, 13, 12, 12], true),
            (&[14, 13, 13], true),
            (&[13, 12, 11, 10], false),
            (&[15, 14, 13, 12, 11], false),
            (&[1, 2], false),
        ] {
            assert_eq!(Endgame::AIM.holds(board(ranks)), holds, "{ranks:?}");
        }
        assert!(Endgame::AIM.reached(board(&[15, 1])));
        assert!(!Endgame::AIM.reached(board(&[14, 13, 12, 11])));
    }
}

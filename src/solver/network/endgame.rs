//! The endgame network, for the last stage before a 32768.

use super::Network;
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// The lowest rank that boards of the stage must have, 2048. They have all ranks from it up to
/// [`HIGHEST`].
const LOWEST: u8 = 11;

/// The highest rank of the stage, 16384. A board with a tile of each rank from [`LOWEST`] needs one
/// more 2048 to make a 32768.
const HIGHEST: u8 = 14;

/// The value of reaching the aim in points, about the score that a game gains from there.
const WORTH: f32 = 200_000.0;

/// A network that estimates how likely a board is to reach a 32768.
///
/// Most games of strong play reach a point where 16384, 8192, 4096 and 2048 occupy four cells
/// permanently and one more 2048 must be made in the others. Without this network most of those
/// games end there. Good boards in this stage differ from good boards before it, and the score says
/// little about them. The stage therefore has its own weights (K.-H. Yeh et al., "Multistage
/// temporal difference learning for 2048-like games", 2016) and its own aim. Its boards are never
/// downgraded.
///
/// A value is the probability of reaching the aim times [`Aim::worth`].
pub struct Endgame(Network);

/// A stage of the game, defined by the ranks on its boards, and the tile to reach from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The lowest rank that boards of the stage must have. They have all ranks up to `highest`.
    pub lowest: u8,
    /// The highest rank on boards of the stage. The aim is a tile one rank above.
    pub highest: u8,
}

impl Aim {
    /// The value of reaching the aim, in points.
    #[must_use]
    pub const fn worth(self) -> f32 {
        WORTH
    }

    /// Whether a board belongs to the stage.
    ///
    /// It either has all ranks of the stage, or the sum of its faces shows that it had them and is
    /// merging them one by one.
    #[inline]
    #[must_use]
    pub fn holds(self, board: Packed) -> bool {
        let wanted = (2_u32 << self.highest) - (1 << self.lowest);
        board.has_above(self.highest - 1)
            && !board.has_above(self.highest)
            && (u32::from(board.ranks()) & wanted == wanted || board.sum() >= 2 << self.highest)
    }

    /// Whether a board has reached the aim.
    #[inline]
    #[must_use]
    pub const fn reached(self, board: Packed) -> bool {
        board.has_above(self.highest)
    }
}

impl Endgame {
    /// The stage and aim of the network.
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
    fn boards_of_the_stage_have_all_its_ranks_and_none_above() {
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

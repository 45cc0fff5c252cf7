//! The networks of the two stages of a game.

use super::{HIGHEST_RANK, LATE_RANK, Network};
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// A network for boards up to 8192, and one for those from 16384 on, if it is there.
///
/// What is good on a board changes once a 16384 holds a cell for good, so each stage learns with
/// weights of its own (K.-H. Yeh et al., "Multistage temporal difference learning for 2048-like
/// games", 2016).
pub struct Staged {
    early: Network,
    late: Option<Network>,
}

impl Staged {
    /// The networks of both stages; without the later one, the earlier one is shown the boards of
    /// both, folded.
    #[must_use]
    pub const fn new(early: Network, late: Option<Network>) -> Self {
        Self { early, late }
    }

    /// The network of the earlier stage.
    #[must_use]
    pub const fn early(&self) -> &Network {
        &self.early
    }

    /// The highest rank that a network is shown of a board that can be folded to it, see
    /// [`Packed::folded_to`].
    #[must_use]
    pub const fn highest_rank(&self) -> u8 {
        match self.late {
            Some(_) => LATE_RANK,
            None => HIGHEST_RANK,
        }
    }
}

impl Evaluate for Staged {
    const GAINS_COUNT: bool = Network::GAINS_COUNT;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        match &self.late {
            Some(late) if after.has_above(HIGHEST_RANK) => late.value(after.folded_to(LATE_RANK)),
            _ => self.early.value(after.folded_to(HIGHEST_RANK)),
        }
    }
}

//! The networks of the stages of a game.

use std::sync::Arc;

use super::{Endgame, HIGHEST_RANK, Network};
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// A network for the whole game, and one for the last stage before a 32768, if it is there.
///
/// A search takes the one or the other for all its boards, by the board that it starts from, as
/// the values of the two have little to do with each other.
pub struct MultistageNetwork {
    general: Network,
    endgame: Option<Arc<Endgame>>,
}

impl MultistageNetwork {
    /// The networks of all stages; without that of the endgame, the general one serves for it.
    #[must_use]
    pub fn new(general: Network, endgame: Option<Endgame>) -> Self {
        Self {
            general,
            endgame: endgame.map(Arc::new),
        }
    }

    /// The network for the whole game.
    #[must_use]
    pub const fn general(&self) -> &Network {
        &self.general
    }

    /// The network for the endgame.
    #[must_use]
    pub const fn endgame(&self) -> Option<&Arc<Endgame>> {
        self.endgame.as_ref()
    }
}

/// The values of the general network, which is shown boards with a tile above [`HIGHEST_RANK`] as
/// [`Packed::downgraded_to`] tells.
impl Evaluate for MultistageNetwork {
    const GAINS_COUNT: bool = Network::GAINS_COUNT;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        self.general.value(after.downgraded_to(HIGHEST_RANK))
    }
}

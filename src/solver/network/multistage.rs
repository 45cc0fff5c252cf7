//! The networks for the stages of a game.

use std::sync::Arc;

use super::{Endgame, HIGHEST_RANK, Network};
use crate::solver::bitboard::Packed;
use crate::solver::search::Evaluate;

/// A network for the whole game and an optional one for the last stage before a 32768.
///
/// A search uses one of them for all its boards, chosen by the root board, because their values are
/// not comparable.
pub struct MultistageNetwork {
    general: Network,
    endgame: Option<Arc<Endgame>>,
}

impl MultistageNetwork {
    /// The networks of both stages. Without an endgame network, the general one plays the endgame.
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

    /// The network for the endgame, if there is one.
    #[must_use]
    pub const fn endgame(&self) -> Option<&Arc<Endgame>> {
        self.endgame.as_ref()
    }
}

/// Evaluates boards with the general network, downgraded to [`HIGHEST_RANK`] by
/// [`Packed::downgraded_to`].
impl Evaluate for MultistageNetwork {
    const GAINS_COUNT: bool = Network::GAINS_COUNT;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        self.general.value(after.downgraded_to(HIGHEST_RANK))
    }
}

//! The best scores under the rules being played.

use bevy::prelude::*;

use crate::game::Game;

/// The highest scores ever reached under the rules being played, in points.
///
/// A game that a computer player helped with never raises the player's own.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestScore {
    /// Without help.
    pub own: u64,
    /// With help.
    pub helped: u64,
}

impl BestScore {
    /// The best score that a game's score is compared with.
    #[must_use]
    pub fn beside(self, game: &Game) -> u64 {
        if game.helped() { self.helped } else { self.own }
    }

    /// Rises to the score of a game, and returns whether it rose. It never
    /// falls, not even by undo.
    pub(super) fn rise_with(&mut self, game: &Game) -> bool {
        let best = if game.helped() {
            &mut self.helped
        } else {
            &mut self.own
        };
        let rises = game.score() > *best;
        *best = game.score().max(*best);
        rises
    }
}

//! The game being played: the only room that changes it.
//!
//! [`turn`] takes the requests in their order and asks the rules. What it
//! keeps is split by subject: the best scores, what lies over the board, how
//! the computer helps, and the games on other boards.

pub mod best;
pub mod dialog;
pub mod help;
pub mod saving;
pub mod shelf;
pub mod turn;

use std::sync::Arc;

use bevy::prelude::*;

use self::shelf::{GameSource, Start};

/// Sets up the game to begin with, and takes requests.
pub struct PlayPlugin {
    /// The game to begin with.
    pub start: Start,
    /// Where the games of other rules come from.
    pub source: GameSource,
    /// What the seeds of new games are drawn from.
    pub seed: u64,
}

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.start.best)
            .insert_resource(shelf::Shelf::new(Arc::clone(&self.source)))
            .add_plugins((dialog::plugin, help::plugin, saving::plugin));
        turn::set_up(app, &self.start, self.seed);
    }
}

//! The window: a Bevy app in which each feature is one plugin.
//!
//! A room imports only from the rooms below it. `ARCHITECTURE.md` lists what each
//! may import and follows a key press through them.

pub mod computer;
pub mod frame;
pub mod input;
pub mod launch;
pub mod menus;
pub mod messages;
pub mod play;
pub mod screen;
pub mod settings;
pub mod shell;
pub mod sound;
pub mod view;

mod failure;
mod wake;

use std::sync::Arc;

use bevy::prelude::*;

use self::play::{
    PlayPlugin,
    shelf::{GameSource, Start},
};

/// The game without a window system, a renderer or a sound card: everything
/// that tests run headless.
pub struct GamePlugin {
    /// The game to begin with.
    pub start: Start,
    /// Where the games of other rules come from.
    pub source: GameSource,
    /// What the seeds of new games are drawn from.
    pub seed: u64,
}

impl GamePlugin {
    /// Begins with a game, and makes new ones for other rules.
    #[must_use]
    pub fn new(start: Start, seed: u64) -> Self {
        let source: GameSource = Arc::new(move |rules| Start::new_game(rules, seed));
        Self {
            start,
            source,
            seed,
        }
    }
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            frame::FramePlugin,
            messages::plugin,
            screen::plugin,
            settings::plugin,
            PlayPlugin {
                start: self.start.clone(),
                source: Arc::clone(&self.source),
                seed: self.seed,
            },
            computer::plugin,
            view::plugin,
            input::plugin,
            menus::plugin,
        ));
    }
}

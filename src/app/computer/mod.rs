//! The computer player: its searches, and autoplay.

pub mod thinking;

mod autoplay;
mod mind;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((thinking::plugin, autoplay::plugin));
}

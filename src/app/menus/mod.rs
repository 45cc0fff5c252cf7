//! What lies over the board: the win, the end, the questions and the menu.
//!
//! Each is a [`card`] on a veil, which is spawned on entering its
//! [`Screen`](super::screen::Screen) and despawned on leaving it.

pub mod card;

mod computer;
mod confirm;
mod ends;
mod menu;
mod pages;
mod size;

use bevy::prelude::*;

/// What the player is told about help, before it starts and at the end of the
/// game.
const HELPED: &str = "A helped game cannot raise your own best score.";

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        card::plugin,
        ends::plugin,
        confirm::plugin,
        menu::plugin,
        computer::plugin,
        size::plugin,
        pages::plugin,
    ));
}

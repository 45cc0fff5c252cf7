//! What is seen: the picture and its pieces, which follow the facts of the game.

pub mod field;
pub mod hint;
pub mod layout;
pub mod motion;
pub mod notice;
pub mod panel;
pub mod stage;
pub mod surface;
pub mod theme;
pub mod tiles;
pub mod widgets;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        theme::plugin,
        layout::plugin,
        motion::plugin,
        surface::plugin,
        stage::plugin,
        field::plugin,
        tiles::plugin,
        panel::plugin,
        widgets::plugin,
        hint::plugin,
        notice::plugin,
    ));
}

//! The states of the app: what lies over the board, if anything.

use bevy::prelude::*;

/// What lies over the board. The turn system derives it from the game.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The board, with nothing over it.
    #[default]
    Playing,
    /// The win, with the choice to go on.
    Won,
    /// The end of the game.
    Over,
    /// Whether to throw a game away.
    ConfirmRestart,
    /// Whether the computer may help with a game.
    ConfirmHelp,
    /// The menu.
    Menu,
    /// The menu's page of the computer player.
    ComputerMenu,
    /// The menu's page of board sizes.
    SizeMenu,
}

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>();
}

//! What lies over the board: the menu and the questions that were opened, and
//! the win or the end that the game has come to.

use bevy::prelude::*;

use crate::app::messages::Help;
use crate::app::screen::Screen;
use crate::game::Outcome;

/// A card that the player opened over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// Asks whether to throw the game away.
    ConfirmRestart,
    /// Asks whether the computer may help with this game.
    ConfirmHelp(Help),
    Menu,
    ComputerMenu,
    SizeMenu,
}

/// What lies over the board.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Dialogs {
    /// The card that is open.
    pub(super) open: Option<Dialog>,
    /// The player has seen the end of the game and put its card aside, to look
    /// at the board.
    pub(super) end_dismissed: bool,
}

impl Dialogs {
    /// What the player sees of a game with this outcome.
    pub(super) fn screen(self, outcome: Outcome) -> Screen {
        match (self.open, outcome) {
            (Some(Dialog::ConfirmRestart), _) => Screen::ConfirmRestart,
            (Some(Dialog::ConfirmHelp(_)), _) => Screen::ConfirmHelp,
            (Some(Dialog::Menu), _) => Screen::Menu,
            (Some(Dialog::ComputerMenu), _) => Screen::ComputerMenu,
            (Some(Dialog::SizeMenu), _) => Screen::SizeMenu,
            (None, Outcome::Won) => Screen::Won,
            (None, Outcome::Over) if !self.end_dismissed => Screen::Over,
            (None, _) => Screen::Playing,
        }
    }
}

/// Whether the win or the end on show was reached by the turn just played.
///
/// Only then is there a last turn to leave in view before the card opens. A
/// card that returns after the menu was closed, or that belongs to a game
/// resumed at its end, opens at once.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreshOutcome(pub(super) bool);

impl FreshOutcome {
    /// Whether it was.
    #[must_use]
    pub fn is_fresh(self) -> bool {
        self.0
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dialogs>()
        .init_resource::<FreshOutcome>();
}

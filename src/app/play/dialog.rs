//! What lies over the board: the card that the player has opened, or else the
//! win or the end of the game.

use bevy::prelude::*;

use crate::app::messages::Help;
use crate::app::screen::Screen;
use crate::game::Outcome;

/// A card that the player opened over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// Asks whether to discard the game.
    ConfirmRestart,
    /// Asks whether the computer may help with this game.
    ConfirmHelp(Help),
    Menu,
    ComputerMenu,
    SizeMenu,
}

/// What lies over the board.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Dialogs {
    /// The card that is open.
    pub(super) open: Option<Dialog>,
    /// The player has closed the card of the end, to look at the board.
    pub(super) end_dismissed: bool,
}

impl Dialogs {
    /// The kind of help that [`Screen::ConfirmHelp`] asks about.
    #[must_use]
    pub fn help_in_question(self) -> Option<Help> {
        match self.open {
            Some(Dialog::ConfirmHelp(help)) => Some(help),
            _ => None,
        }
    }

    /// The screen of a game with this outcome.
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

/// Whether the last turn has just led to the win or the end on the screen.
///
/// Only then does the card wait while the last turn is shown. A card that comes
/// back after the menu was closed opens at once, and so does the card of a game
/// that is resumed at its end.
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

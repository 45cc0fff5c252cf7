//! How the computer helps with the game, and what that does to it.

use bevy::prelude::*;

use crate::app::messages::{Help, Request};

/// What the computer does for the player.
///
/// It is kept with the game since the order of requests counts: a move pressed
/// after autoplay was started ends it, even if both arrive between two frames.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActiveHelp {
    /// It shows its move on each board.
    pub hint: bool,
    /// It plays.
    pub autoplay: bool,
}

impl ActiveHelp {
    /// Whether this kind of help is on.
    #[must_use]
    pub fn is_on(self, help: Help) -> bool {
        match help {
            Help::Hint => self.hint,
            Help::Autoplay => self.autoplay,
        }
    }
}

/// Whether the player has agreed that the computer helps with this game.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HelpAgreed(pub(super) bool);

/// Whether the last move asked for took over from the computer. The key that
/// is held down for it then moves nothing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TookOver(pub(super) bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveHelp>()
        .init_resource::<HelpAgreed>()
        .init_resource::<TookOver>();
}

/// Whether a request takes the game out of the computer's hands. A hint does
/// not: it can be looked at meanwhile.
pub(super) fn ends_autoplay(request: Request) -> bool {
    !matches!(
        request,
        Request::Play(_) | Request::Help(Help::Hint) | Request::Hinted(_)
    )
}

//! How the computer helps with the game, and whether the player has agreed.

use bevy::prelude::*;

use crate::app::messages::{Help, Request};

/// What the computer does for the player.
///
/// It is kept with the game because the order of requests matters: a move that
/// follows the start of autoplay ends it, even if both arrive between two
/// frames.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActiveHelp {
    /// It shows which move it would make.
    pub hint: bool,
    /// It makes the moves.
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

/// Whether the player has agreed to help with this game, and is not asked again.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HelpAgreed(pub(super) bool);

/// Whether the last requested move took over from the computer. While its key
/// is held down, it moves nothing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TookOver(pub(super) bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveHelp>()
        .init_resource::<HelpAgreed>()
        .init_resource::<TookOver>();
}

/// Whether a request ends autoplay. A hint does not: the player can look at it
/// while the computer plays.
pub(super) fn ends_autoplay(request: Request) -> bool {
    !matches!(
        request,
        Request::Play(_) | Request::Help(Help::Hint) | Request::Hinted(_)
    )
}

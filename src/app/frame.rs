//! The order of a frame.
//!
//! Data flows one way through [`FrameSystems`]: input becomes requests, the
//! rules make facts of them, views show the facts, the tweens step, and what
//! is done is put away.

use bevy::prelude::*;
use bevy_tweening::AnimationSystem;

/// The steps of a frame in [`Update`], in their order. The tweens step between
/// `Show` and `Settle`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Devices become requests.
    Input,
    /// Choices become preferences, and are kept.
    Choose,
    /// Requests become turns, and turns become facts.
    Turn,
    /// Facts become nodes and tweens.
    Show,
    /// Finished animations are cleaned up, and colours are painted.
    Settle,
}

/// The steps within [`FrameSystems::Input`], in their order: the player's own
/// input comes before the computer's.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSystems {
    /// Keyboard, mouse, touch and gamepads are read.
    Devices,
    /// The result of the computer player's search is received.
    Receive,
    /// The result becomes a request: a move, or a hint to be shown.
    Advise,
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (
            (
                FrameSystems::Input,
                FrameSystems::Choose,
                FrameSystems::Turn,
                FrameSystems::Show,
                AnimationSystem::AnimationUpdate,
                FrameSystems::Settle,
            )
                .chain(),
            (
                InputSystems::Devices,
                InputSystems::Receive,
                // Autoplay and hint write requests that do not affect each
                // other.
                InputSystems::Advise.ambiguous_with(InputSystems::Advise),
            )
                .chain()
                .in_set(FrameSystems::Input),
        ),
    );
}

//! The order of a frame.
//!
//! Data flows one way through [`FrameSystems`]: input becomes requests, the
//! rules make facts of them, views show the facts, the tweens step, and what
//! is done is put away.

use bevy::{ecs::schedule::SingleThreadedExecutor, prelude::*, render::RenderApp};
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

/// Sets up the order of a frame.
pub(super) struct FramePlugin;

impl Plugin for FramePlugin {
    fn build(&self, app: &mut App) {
        order(app);
    }

    /// Lets the systems of each schedule run one after the other.
    ///
    /// Each of this game's systems takes microseconds or less. To hand them to
    /// other threads takes longer than to run them.
    fn finish(&self, app: &mut App) {
        run_on_one_thread(app.world_mut());
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            run_on_one_thread(render_app.world_mut());
        }
    }
}

fn run_on_one_thread(world: &mut World) {
    let mut schedules = world.resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

fn order(app: &mut App) {
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

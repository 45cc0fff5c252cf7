//! The engine: which of Bevy's plugins run, and the window they open.

use bevy::{
    app::PluginGroupBuilder,
    audio::AudioPlugin,
    input_focus::InputDispatchPlugin,
    log::LogPlugin,
    prelude::*,
    render::pipelined_rendering::PipelinedRenderingPlugin,
    window::{PresentMode, WindowResolution},
};

use crate::app::view::layout;

/// Bevy's plugins, less those that the game does without wherever it runs.
#[must_use]
pub fn common_plugins() -> PluginGroupBuilder {
    DefaultPlugins
        .build()
        // Keys reach buttons through the game's own queue, in their order.
        .disable::<InputDispatchPlugin>()
        // One frame less between a key and what it does.
        .disable::<PipelinedRenderingPlugin>()
}

/// The plugins for a window, without those for sound where there is none.
pub(super) fn plugins(sound: bool) -> PluginGroupBuilder {
    let plugins = common_plugins()
        .set(WindowPlugin {
            primary_window: Some(window()),
            ..default()
        })
        .set(LogPlugin {
            filter: log_filter(),
            ..default()
        });
    if sound {
        plugins
    } else {
        plugins.disable::<AudioPlugin>()
    }
}

/// The window as it first opens: it fits a small laptop's screen.
fn window() -> Window {
    Window {
        title: "2048".to_owned(),
        name: Some("bevy_2048".to_owned()),
        resolution: WindowResolution::new(560, 700),
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: layout::SMALLEST.x,
            min_height: layout::SMALLEST.y,
            ..default()
        },
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

/// Only what a player can act on; `RUST_LOG` shows more. That Vulkan has no
/// driver is said in a sentence of the game's own.
fn log_filter() -> String {
    "error,wgpu_hal::vulkan::instance=off".to_owned()
}

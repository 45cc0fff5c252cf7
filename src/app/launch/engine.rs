//! The engine: which of Bevy's plugins run, and the window they open.

use bevy::{
    app::PluginGroupBuilder,
    audio::AudioPlugin,
    log::LogPlugin,
    prelude::*,
    render::pipelined_rendering::PipelinedRenderingPlugin,
    window::{PresentMode, WindowResolution},
};

use crate::app::view::layout;

/// Bevy's plugins, without those for sound where there is none.
pub(super) fn plugins(sound: bool) -> PluginGroupBuilder {
    let plugins = DefaultPlugins
        .build()
        .set(WindowPlugin {
            primary_window: Some(window()),
            ..default()
        })
        .set(LogPlugin {
            filter: log_filter(),
            ..default()
        })
        // One frame less between a key and what it does.
        .disable::<PipelinedRenderingPlugin>();
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
/// driver, or that the renderer has failed, is said in a sentence of the
/// game's own.
fn log_filter() -> String {
    "error,wgpu_hal::vulkan::instance=off,bevy_render::error_handler=off".to_owned()
}

//! The engine: which of Bevy's plugins run, and the window they open.

use bevy::{
    app::PluginGroupBuilder,
    audio::AudioPlugin,
    log::LogPlugin,
    prelude::*,
    render::pipelined_rendering::PipelinedRenderingPlugin,
    window::{PresentMode, WindowResizeConstraints},
};

use crate::app::shell::geometry::Geometry;
use crate::app::view::layout;

/// Bevy's plugins, without those for sound where there is none, and a window
/// of this size and place.
pub(super) fn plugins(sound: bool, geometry: Geometry) -> PluginGroupBuilder {
    let plugins = DefaultPlugins
        .build()
        .set(WindowPlugin {
            primary_window: Some(window(geometry)),
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

fn window(geometry: Geometry) -> Window {
    let mut window = Window {
        title: "2048".to_owned(),
        name: Some("bevy_2048".to_owned()),
        resize_constraints: WindowResizeConstraints {
            min_width: layout::SMALLEST.x,
            min_height: layout::SMALLEST.y,
            ..default()
        },
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    geometry.apply(&mut window);
    window
}

/// Only what a player can act on; `RUST_LOG` shows more. That Vulkan has no
/// driver, or that the renderer has failed, is said in a sentence of the
/// game's own.
fn log_filter() -> String {
    "error,wgpu_hal::vulkan::instance=off,bevy_render::error_handler=off".to_owned()
}

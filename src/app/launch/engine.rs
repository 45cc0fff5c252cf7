//! The engine: Bevy's plugins and the window that they open.

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

/// Bevy's plugins, with a window of this size and place. Without `sound`, those
/// for sound are left out.
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
        // The effect of a key is seen a frame earlier.
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

/// Logs only what a player can act on; `RUST_LOG` shows more. The game has its
/// own sentences for a missing driver and for a failure of the renderer.
fn log_filter() -> String {
    "error,wgpu_hal::vulkan::instance=off,bevy_render::error_handler=off".to_owned()
}

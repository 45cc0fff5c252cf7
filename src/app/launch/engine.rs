//! The engine: which of Bevy's plugins run, and the window they open.
//!
//! Bevy's default plugins include much that this game never uses: sprites,
//! meshes, 3D, tone mapping. The list here leaves it out, which makes the
//! program smaller and each frame cheaper.

use bevy::{
    a11y::AccessibilityPlugin,
    app::{PluginGroupBuilder, TaskPoolPlugin},
    audio::AudioPlugin,
    camera::CameraPlugin,
    diagnostic::FrameCountPlugin,
    image::{ImagePlugin, TextureAtlasPlugin},
    input::InputPlugin,
    input_focus::InputFocusPlugin,
    log::LogPlugin,
    mesh::MeshPlugin,
    picking::DefaultPickingPlugins,
    prelude::*,
    render::{RenderPlugin, settings::RenderCreation},
    state::app::StatesPlugin,
    text::TextPlugin,
    time::TimePlugin,
    ui::UiPlugin,
    ui_render::UiRenderPlugin,
    ui_widgets::ButtonPlugin,
    window::{PresentMode, WindowResizeConstraints},
    winit::WinitPlugin,
};

use crate::app::shell::geometry::Geometry;
use crate::app::view::layout;

/// The engine without a window system, logs or sound, for tests and benchmarks.
#[must_use]
pub fn headless(window: Window, renderer: RenderCreation) -> PluginGroupBuilder {
    /// The name of the group, for messages about its plugins.
    struct Engine;
    impl PluginGroup for Engine {
        fn build(self) -> PluginGroupBuilder {
            PluginGroupBuilder::start::<Self>()
        }
    }
    Engine
        .build()
        .add(TaskPoolPlugin::default())
        .add(FrameCountPlugin)
        .add(TimePlugin)
        .add(InputPlugin)
        .add(InputFocusPlugin)
        .add(WindowPlugin {
            primary_window: Some(window),
            ..default()
        })
        .add(AccessibilityPlugin)
        .add(AssetPlugin::default())
        .add(RenderPlugin {
            render_creation: renderer,
            // A game at rest draws no frame in which a pipeline that was made
            // in the background could be used.
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .add(ImagePlugin::default())
        .add(MeshPlugin)
        .add(CameraPlugin)
        .add(TextureAtlasPlugin)
        .add(TextPlugin)
        .add(UiPlugin)
        .add(UiRenderPlugin)
        .add(StatesPlugin)
        .add(ButtonPlugin)
        .add_group(DefaultPickingPlugins)
}

/// The engine of the real window, with sound if there is a sound card.
pub(super) fn plugins(sound: bool, geometry: Geometry) -> PluginGroupBuilder {
    let plugins = headless(window(geometry), RenderCreation::default())
        .add_before::<TaskPoolPlugin>(LogPlugin {
            filter: log_filter(),
            ..default()
        })
        .add_after::<AssetPlugin>(WinitPlugin::default());
    if sound {
        plugins.add(AudioPlugin::default())
    } else {
        plugins
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
        // A frame of a hidden window would wait for the screen without end, and
        // a key with it. Frames are paced in `shell::power`.
        present_mode: PresentMode::Mailbox,
        ..default()
    };
    geometry.apply(&mut window);
    window
}

/// Only what a player can act on; `RUST_LOG` shows more. A missing Vulkan
/// driver is reported by a sentence of the game's own.
fn log_filter() -> String {
    "error,wgpu_hal::vulkan::instance=off,bevy_render::error_handler=off".to_owned()
}

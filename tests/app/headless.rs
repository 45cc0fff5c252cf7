//! The app without a window system, a renderer or a sound card, with hands to
//! play it and eyes to see what it shows.

mod eyes;
mod hands;

use std::time::Duration;

use bevy::{
    app::TerminalCtrlCHandlerPlugin,
    audio::AudioPlugin,
    log::LogPlugin,
    prelude::*,
    render::{RenderPlugin, settings::WgpuSettings},
    time::TimeUpdateStrategy,
    window::{
        PrimaryWindow, WindowEvent, WindowResized, WindowResolution, WindowScaleFactorChanged,
    },
    winit::WinitPlugin,
};
use bevy_2048::app::{
    GamePlugin,
    launch::engine::common_plugins,
    messages::Request,
    play::shelf::Start,
    settings::{AnimationSpeed, Preferences},
};
use bevy_2048::game::Direction;

/// A frame at 60 Hz.
pub const FRAME: Duration = Duration::from_micros(16_667);

/// The frames after which everything has come to rest, with a margin: the
/// longest animation is a veil of two seconds.
const REST: usize = 300;

/// The game, played and watched by a test.
pub struct Headless {
    /// The app, for what has no word of its own here.
    pub app: App,
    window: Entity,
}

impl Headless {
    /// Begins with a game, in a window of the usual size.
    pub fn new(start: Start) -> Self {
        Self::with(GamePlugin::new(start, 1), |_| {})
    }

    /// The same without animations.
    pub fn still(start: Start) -> Self {
        let mut game = Self::new(start);
        game.choose_motion(AnimationSpeed::Off);
        game
    }

    /// Begins as a plugin says, with more put into the app before it starts.
    pub fn with(plugin: GamePlugin, more: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins((
            common_plugins()
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>()
                .disable::<AudioPlugin>()
                .disable::<TerminalCtrlCHandlerPlugin>()
                .set(RenderPlugin {
                    render_creation: WgpuSettings {
                        backends: None,
                        ..default()
                    }
                    .into(),
                    ..default()
                })
                .set(WindowPlugin {
                    primary_window: Some(Window {
                        resolution: WindowResolution::new(600, 760).with_scale_factor_override(1.0),
                        ..default()
                    }),
                    ..default()
                }),
            plugin,
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        more(&mut app);
        app.finish();
        app.cleanup();
        let window = app
            .world_mut()
            .query_filtered::<Entity, With<PrimaryWindow>>()
            .single(app.world())
            .expect("the window plugin makes one primary window");
        let mut game = Self { app, window };
        game.frame();
        game
    }

    /// Draws a frame at the present frame rate.
    pub fn frame(&mut self) {
        self.app.update();
    }

    /// Draws a frame after so much time; it stays the time between frames.
    pub fn frame_after(&mut self, time: Duration) {
        self.app
            .insert_resource(TimeUpdateStrategy::ManualDuration(time));
        self.frame();
    }

    /// Draws frames until nothing moves any more.
    pub fn rest(&mut self) {
        for _ in 0..REST {
            // What a message of this frame starts is seen a frame later.
            self.frame();
            self.frame();
            if self.tweens() == 0 {
                return;
            }
        }
        panic!("{} tweens run on", self.tweens());
    }

    /// Asks for something and draws a frame.
    pub fn ask(&mut self, request: Request) {
        self.app.world_mut().write_message(request);
        self.frame();
    }

    /// Asks for a move and draws a frame.
    pub fn play(&mut self, direction: Direction) {
        self.ask(Request::Move(direction));
    }

    /// Gives the window another size, in logical pixels, and another scale.
    pub fn resize(&mut self, size: UVec2, scale: f32) {
        let window = self.window;
        let physical = (size.as_vec2() * scale).as_uvec2();
        let world = self.app.world_mut();
        world
            .get_mut::<Window>(window)
            .expect("the window is there as long as the app")
            .resolution =
            WindowResolution::new(physical.x, physical.y).with_scale_factor_override(scale);
        let scale = WindowScaleFactorChanged {
            window,
            scale_factor: scale.into(),
        };
        let size = size.as_vec2();
        let resized = WindowResized {
            window,
            width: size.x,
            height: size.y,
        };
        world.write_message(scale.clone());
        world.write_message(WindowEvent::WindowScaleFactorChanged(scale));
        world.write_message(resized.clone());
        world.write_message(WindowEvent::WindowResized(resized));
        // The first frame measures texts anew, the second lays them out.
        self.frame();
        self.frame();
    }

    /// Chooses how much moves, from the next frame on.
    pub fn choose_motion(&mut self, motion: AnimationSpeed) {
        self.app.world_mut().resource_mut::<Preferences>().motion = motion;
        self.rest();
    }
}

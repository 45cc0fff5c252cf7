//! The window: a Bevy app in which each feature is one plugin.
//!
//! A frame goes one way, through [`FrameSystems`]: input writes requests, the
//! turn system asks the rules and writes facts, views start their tweens,
//! the tweens step, and what is done is put away. `ARCHITECTURE.md` follows a
//! key press through it.

pub mod hint;
pub mod hud;
pub mod layout;
pub mod messages;
pub mod power;
pub mod saving;
pub mod screen;
pub mod settings;
pub mod stage;
pub mod theme;
pub mod thinking;
pub mod tiles;
pub mod turn;

mod audio;
mod autoplay;
mod failure;
mod frame_log;
mod icon;
mod input;
mod motion;
mod notice;
mod overlays;
mod turn_log;
mod widgets;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::{
    app::PluginGroupBuilder,
    audio::AudioPlugin,
    log::LogPlugin,
    prelude::*,
    render::pipelined_rendering::PipelinedRenderingPlugin,
    window::{PresentMode, WindowResolution},
};
use rand::{TryRng, rngs::SysRng};

use self::saving::{Saving, sentence_start};
use self::turn::{BestScore, GameSource, Start, TurnPlugin};
use crate::game::Rules;
use crate::save::{SaveError, SaveFolder, SaveWriter};

/// The steps of a frame in [`Update`], in their order. Between `Show` and
/// `Settle` the tweens step.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Devices become requests.
    Input,
    /// Requests become turns, and turns become facts.
    Turn,
    /// Facts become nodes and tweens.
    Show,
    /// What has come to its end is put away; colours, saves.
    Settle,
}

/// How to play in a window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The rules to play by.
    pub rules: Rules,
    /// Where games are saved; `None` for the platform's own place.
    pub data_dir: Option<PathBuf>,
    /// Whether to write a line on standard output for each turn.
    pub log_turns: bool,
    /// Whether to write one for what each frame took.
    pub log_frames: bool,
}

/// The game without a window system, a renderer or a sound card: everything
/// that tests run headless.
pub struct GamePlugin {
    /// The game to begin with.
    pub start: Start,
    /// Where the games of other rules come from.
    pub source: GameSource,
    /// What the seeds of new games are drawn from.
    pub seed: u64,
}

impl GamePlugin {
    /// Begins with a game, and makes new ones for other rules.
    #[must_use]
    pub fn new(start: Start, seed: u64) -> Self {
        let source: GameSource = Arc::new(move |rules| Start::new_game(rules, seed));
        Self {
            start,
            source,
            seed,
        }
    }
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.configure_sets(
            Update,
            (
                FrameSystems::Input,
                FrameSystems::Turn,
                FrameSystems::Show,
                FrameSystems::Settle,
            )
                .chain(),
        );
        app.add_plugins(TurnPlugin {
            start: self.start.clone(),
            source: Arc::clone(&self.source),
            seed: self.seed,
        });
        app.add_plugins((
            messages::plugin,
            screen::plugin,
            settings::plugin,
            theme::plugin,
            layout::plugin,
            motion::plugin,
            input::plugin,
            stage::plugin,
            tiles::plugin,
            hud::plugin,
            widgets::plugin,
            overlays::plugin,
            notice::plugin,
            saving::plugin,
            (thinking::plugin, hint::plugin, autoplay::plugin),
        ));
    }
}

/// Opens the window and plays until it is closed.
///
/// Returns the exit status: 0 after play, 69 where no window can be had, 70
/// after a fault of the program.
#[must_use]
pub fn run(options: WindowOptions) -> ExitCode {
    failure::guard(move || {
        let (folder, trouble) = open_folder(options.data_dir);
        let mut start = load(folder.as_ref(), options.rules);
        start.notices.extend(trouble);
        let (writer, source) = keep(folder, &mut start.notices);
        let sound = audio::is_available();
        if !sound {
            failure::say("No sound card was found; the game plays without sound.");
        }
        let mut app = App::new();
        app.add_plugins((
            settings::kept,
            engine(sound)
                .set(WindowPlugin { primary_window: Some(window()), ..default() })
                .set(LogPlugin { filter: log_filter(), ..default() })
                // One frame less between a key and what it does.
                .disable::<PipelinedRenderingPlugin>(),
            GamePlugin {
                start,
                source,
                seed: fresh_seed(),
            },
            power::plugin,
            icon::plugin,
        ))
        .insert_resource(Saving(writer));
        if sound {
            app.add_plugins(audio::plugin);
        }
        if options.log_turns {
            app.add_plugins(turn_log::plugin);
        }
        if options.log_frames {
            app.add_plugins(frame_log::plugin);
        }
        match app.run() {
            AppExit::Success => ExitCode::SUCCESS,
            AppExit::Error(code) => ExitCode::from(code.get()),
        }
    })
}

/// Bevy's plugins, without those for sound where there is none.
fn engine(sound: bool) -> PluginGroupBuilder {
    let plugins = DefaultPlugins.build();
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

/// A number nobody can foresee, from the system's generator.
fn fresh_seed() -> u64 {
    SysRng.try_next_u64().unwrap_or_else(|_| {
        // A system without randomness still has a clock.
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| {
                since.as_secs() ^ u64::from(since.subsec_nanos()).rotate_left(32)
            })
    })
}

/// The folder of saves, and a sentence if it cannot be written to.
fn open_folder(data_dir: Option<PathBuf>) -> (Option<SaveFolder>, Option<String>) {
    let path = match data_dir.map_or_else(SaveFolder::default_path, Ok) {
        Ok(path) => path,
        Err(error) => return (None, Some(unsaved(&error))),
    };
    match SaveFolder::open(&path) {
        Ok(folder) => (Some(folder), None),
        Err(error @ SaveError::Locked { .. }) => {
            (Some(SaveFolder::read_only(&path)), Some(unsaved(&error)))
        }
        Err(error) => (None, Some(unsaved(&error))),
    }
}

fn unsaved(error: &SaveError) -> String {
    format!(
        "{}; this game will not be saved.",
        sentence_start(&error.to_string())
    )
}

/// What was saved for some rules, or a new game.
fn load(folder: Option<&SaveFolder>, rules: Rules) -> Start {
    let mut start = Start::new_game(rules, fresh_seed());
    let loaded = folder.map(|folder| folder.load(&rules)).unwrap_or_default();
    if let Some(resumed) = loaded.resumed {
        start.game = *resumed.game;
        start.best = BestScore {
            own: resumed.best,
            helped: resumed.helped_best,
        };
    }
    start.notices.extend(loaded.damage);
    start
}

/// Starts the writer, and makes the source of games of other rules.
fn keep(folder: Option<SaveFolder>, notices: &mut Vec<String>) -> (Option<SaveWriter>, GameSource) {
    let Some(folder) = folder else {
        return (None, Arc::new(|rules| load(None, rules)));
    };
    let reader = folder.clone();
    let source: GameSource = Arc::new(move |rules| load(Some(&reader), rules));
    if !folder.is_writable() {
        return (None, source);
    }
    match SaveWriter::start(folder) {
        Ok(writer) => (Some(writer), source),
        Err(error) => {
            notices.push(format!(
                "The system gives no thread to save with ({error})."
            ));
            (None, source)
        }
    }
}

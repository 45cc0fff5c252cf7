//! The start of the program: loads what was saved, and opens the game in its
//! window.

pub mod engine;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;
use rand::{TryRng, rngs::SysRng};

use super::play::{
    best::BestScore,
    saving::{NotSaved, Saving, sentence_start},
    shelf::{GameSource, Start},
};
use super::settings::SettingsFile;
use super::shell::{
    frame_log,
    geometry::{self, Geometry},
    icon, interrupt, power, turn_log,
};
use super::{GamePlugin, failure, sound};
use crate::game::Rules;
use crate::options::PlayOptions;
use crate::save::{SaveError, SaveFolder, SaveWriter};

/// Opens the window and plays until it is closed.
///
/// Returns the exit status: 0 after play, 69 if there is no window or it can no
/// longer be drawn, 70 after a fault of the program.
#[must_use]
pub fn run(options: PlayOptions) -> ExitCode {
    failure::guard(move |progress| {
        let (folder, trouble) = open_folder(options.data_dir);
        let rules = options
            .rules
            .or_else(|| folder.as_ref().and_then(SaveFolder::last_played))
            .unwrap_or_default();
        let mut start = load(folder.as_ref(), rules);
        let mut not_saved = NotSaved::default();
        if let Some(error) = trouble {
            not_saved = NotSaved::because(&error);
            start.notices.push(unsaved(&error));
        }
        let (writer, source) = match start_writer(folder) {
            (Ok(writer), source) => (writer, source),
            (Err(error), source) => {
                not_saved = NotSaved(Some("the system is too busy"));
                start.notices.push(format!(
                    "The system cannot start the threads that save the game ({error}); this game \
                     will not be saved."
                ));
                (None, source)
            }
        };
        let has_sound = sound::is_available();
        if !has_sound {
            failure::say("No sound card was found; the game plays without sound.");
        }
        let (mut settings, trouble) = SettingsFile::open();
        start.notices.extend(trouble);
        let (geometry, trouble) = Geometry::read(&mut settings);
        start.notices.extend(trouble);
        let mut app = App::new();
        app.add_plugins(engine::plugins(has_sound, geometry))
            .insert_resource(settings)
            .insert_resource(Saving(writer))
            .insert_resource(not_saved)
            .insert_resource(geometry)
            .add_plugins((
                GamePlugin {
                    start,
                    source,
                    seed: fresh_seed(),
                },
                progress,
                power::plugin,
                geometry::plugin,
                interrupt::plugin,
                icon::plugin,
            ));
        if has_sound {
            app.add_plugins(sound::plugin);
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

/// An unpredictable number from the system's generator.
fn fresh_seed() -> u64 {
    SysRng.try_next_u64().unwrap_or_else(|_| {
        // A system without a random generator still has a clock.
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| {
                since.as_secs() ^ u64::from(since.subsec_nanos()).rotate_left(32)
            })
    })
}

/// Opens the folder of saves. Returns an error as well if it cannot be written
/// to.
fn open_folder(data_dir: Option<PathBuf>) -> (Option<SaveFolder>, Option<SaveError>) {
    let path = match data_dir.map_or_else(SaveFolder::default_path, Ok) {
        Ok(path) => path,
        Err(error) => return (None, Some(error)),
    };
    match SaveFolder::open(&path) {
        Ok(folder) => (Some(folder), None),
        Err(error @ SaveError::Locked { .. }) => (Some(SaveFolder::read_only(&path)), Some(error)),
        Err(error) => (None, Some(error)),
    }
}

fn unsaved(error: &SaveError) -> String {
    format!(
        "{}; this game will not be saved.",
        sentence_start(&error.to_string())
    )
}

/// The saved game of these rules, or a new one.
fn load(folder: Option<&SaveFolder>, rules: Rules) -> Start {
    let mut start = Start::new_game(rules, fresh_seed());
    let loaded = folder.map(|folder| folder.load(&rules)).unwrap_or_default();
    start.best = BestScore {
        own: loaded.best.own,
        helped: loaded.best.helped,
    };
    if let Some(resumed) = loaded.resumed {
        start.game = *resumed.game;
    }
    start.notices.extend(loaded.notice);
    start
}

/// Starts the writer, and makes the source of games with other rules. Without
/// a folder that can be written to, there is no writer.
fn start_writer(folder: Option<SaveFolder>) -> (io::Result<Option<SaveWriter>>, GameSource) {
    let reader = folder.clone();
    let source: GameSource = Arc::new(move |rules| load(reader.as_ref(), rules));
    let writer = folder
        .filter(SaveFolder::is_writable)
        .map(SaveWriter::start)
        .transpose();
    (writer, source)
}

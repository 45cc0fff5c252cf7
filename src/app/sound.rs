//! The sounds of turns: a tick for a slide, a pluck for a merge, and one each
//! for a win and the end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::{
    audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume},
    prelude::*,
};

use crate::app::frame::FrameSystems;
use crate::app::messages::TurnPlayed;
use crate::app::play::help::ActiveHelp;
use crate::app::settings::Preferences;
use crate::game::{Outcome, Tile};

/// How many sounds may play at once. One more ends the oldest.
const VOICES: usize = 6;

/// The least time between two sounds of autoplay, which would otherwise run
/// together.
const BREATH: Duration = Duration::from_millis(120);

/// The factor by which a merge plays faster for each rank: a semitone.
const SEMITONE: f32 = 1.059_463;

/// The rank whose merge plays at the speed of the recording.
const RECORDED_RANK: f32 = 6.0;

/// The rank from which merges do not get higher.
const HIGHEST_RANK: f32 = 17.0;

/// The embedded sounds.
#[derive(Resource)]
struct Sounds {
    slide: Handle<AudioSource>,
    merge: Handle<AudioSource>,
    won: Handle<AudioSource>,
    over: Handle<AudioSource>,
}

impl FromWorld for Sounds {
    fn from_world(world: &mut World) -> Self {
        let mut sources = world.resource_mut::<Assets<AudioSource>>();
        let mut add = |bytes: &[u8]| {
            sources.add(AudioSource {
                bytes: Arc::from(bytes),
            })
        };
        Self {
            slide: add(include_bytes!("../../assets/sounds/slide.ogg")),
            merge: add(include_bytes!("../../assets/sounds/merge.ogg")),
            won: add(include_bytes!("../../assets/sounds/win.ogg")),
            over: add(include_bytes!("../../assets/sounds/over.ogg")),
        }
    }
}

/// The sounds that play, oldest first. Without a sound card Bevy never ends a
/// sound, so it is done here.
#[derive(Resource, Default)]
struct Voices(Vec<Entity>);

impl Voices {
    fn play(
        &mut self,
        commands: &mut Commands,
        sound: &Handle<AudioSource>,
        volume: f32,
        speed: f32,
    ) {
        if self.0.len() >= VOICES {
            commands.entity(self.0.remove(0)).try_despawn();
        }
        let settings = PlaybackSettings::ONCE
            .with_volume(Volume::Linear(volume))
            .with_speed(speed);
        self.0
            .push(commands.spawn((AudioPlayer(sound.clone()), settings)).id());
    }
}

/// Whether there may be a device to play sounds on: a card, or a sound server of
/// this user or on another host.
///
/// It looks only on Linux, where the sound library prints a page of errors if
/// there is no device.
pub(super) fn is_available() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let cards = std::fs::read_to_string("/proc/asound/cards")
        .is_ok_and(|cards| !cards.contains("no soundcards"));
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let server = runtime.is_some_and(|folder| {
        ["pulse/native", "pipewire-0"]
            .iter()
            .any(|socket| folder.join(socket).exists())
    });
    cards || server || std::env::var_os("PULSE_SERVER").is_some()
}

/// Plays the sounds of turns. [`Assets`] of [`AudioSource`] must be there.
pub fn plugin(app: &mut App) {
    app.init_resource::<Sounds>()
        .init_resource::<Voices>()
        .add_systems(Update, play_turns.in_set(FrameSystems::Show));
}

/// Plays one sound for the turns of a frame, the highest merge or a slide, and
/// another one if the last of them won or ended the game. During autoplay some
/// sounds are left out.
///
/// Only turns are heard: a win that is still there after the menu was closed,
/// and the end of a game that was resumed, make no sound.
fn play_turns(
    mut turns: MessageReader<TurnPlayed>,
    preferences: Res<Preferences>,
    sounds: Res<Sounds>,
    help: Res<ActiveHelp>,
    mut last: Local<Option<Instant>>,
    mut voices: ResMut<Voices>,
    mut commands: Commands,
) {
    let Some((merge, outcome)) = turns
        .read()
        .map(|turn| (turn.largest_merge, turn.outcome))
        .reduce(|(merge, _), (next, outcome)| (merge.max(next), outcome))
    else {
        return;
    };
    let too_soon = last.is_some_and(|last| last.elapsed() < BREATH);
    if !preferences.sound {
        return;
    }
    if !(help.autoplay && too_soon) {
        *last = Some(Instant::now());
        match merge {
            Some(tile) => voices.play(&mut commands, &sounds.merge, 0.7, pitch(tile)),
            None => voices.play(&mut commands, &sounds.slide, 0.6, 1.0),
        }
    }
    // Autoplay does not stop at a win.
    match outcome {
        Outcome::Won if !help.autoplay => voices.play(&mut commands, &sounds.won, 0.8, 1.0),
        Outcome::Over => voices.play(&mut commands, &sounds.over, 0.8, 1.0),
        _ => {}
    }
}

/// The playback speed of the merge that makes this tile, 1 as recorded.
fn pitch(tile: Tile) -> f32 {
    SEMITONE.powf(f32::from(tile.rank()).min(HIGHEST_RANK) - RECORDED_RANK)
}

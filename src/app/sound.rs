//! Sounds: a tick for a slide, a pluck for a merge, and the ends of a game.

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

/// Sounds that may be heard at once; one more ends the oldest.
const VOICES: usize = 6;

/// The shortest time from one of autoplay's sounds to the next; more of them
/// would run into a roar.
const BREATH: Duration = Duration::from_millis(120);

/// How much higher a merge sounds for each rank, as a factor: a semitone.
const SEMITONE: f32 = 1.059_463;

/// The rank whose merge sounds as recorded.
const RECORDED_RANK: f32 = 6.0;

/// Ranks beyond which merges do not sound higher, lest it hurt.
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

/// The sounds being heard, oldest first. Where there is no sound card Bevy
/// never ends one, so it is done here.
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

/// Whether there may be something to play sounds on.
///
/// Asked only on Linux, where the sound library otherwise writes a page of
/// errors of its own: a card, or a sound server of this user or another host.
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sounds>()
        .init_resource::<Voices>()
        .add_systems(Update, play_turns.in_set(FrameSystems::Show));
}

/// One sound a frame, however many turns it had: the highest merge, or a slide;
/// fewer while the computer plays. A turn that wins or ends the game is heard
/// as such, too.
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
    // The computer does not stop for a win.
    match outcome {
        Outcome::Won if !help.autoplay => voices.play(&mut commands, &sounds.won, 0.8, 1.0),
        Outcome::Over => voices.play(&mut commands, &sounds.over, 0.8, 1.0),
        _ => {}
    }
}

/// The playback speed of a merge that makes this tile.
fn pitch(tile: Tile) -> f32 {
    SEMITONE.powf(f32::from(tile.rank()).min(HIGHEST_RANK) - RECORDED_RANK)
}

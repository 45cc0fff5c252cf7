//! What a player chooses once and finds again: theme, motion, sound.
//!
//! Kept by `bevy_settings` as TOML in the platform's folder for preferences.

use bevy::{
    prelude::*,
    settings::{ReflectSettingsGroup, SaveSettings, SettingsGroup, SettingsPlugin},
};

use super::FrameSystems;
use super::theme::{Theme, ThemeName};

/// The name of the preferences' folder.
const APP_NAME: &str = "bevy_2048";

/// How much the picture moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum Motion {
    /// As the original.
    #[default]
    Normal,
    /// Twice as fast.
    Fast,
    /// Not at all: each turn shows its result at once.
    Off,
}

/// The player's preferences.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Reflect, SettingsGroup)]
#[reflect(Resource, SettingsGroup, Default)]
pub struct Preferences {
    /// Which palette.
    pub theme: ThemeName,
    /// How much motion.
    pub motion: Motion,
    /// Whether there is sound.
    pub sound: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemeName::default(),
            motion: Motion::default(),
            sound: true,
        }
    }
}

/// A preference to step on to its next value.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The next palette.
    Theme,
    /// The next amount of motion.
    Motion,
    /// Sound on or off.
    Sound,
}

impl Preferences {
    /// Steps one preference on to its next value.
    pub fn step(&mut self, choice: Choice) {
        match choice {
            Choice::Theme => {
                self.theme = match self.theme {
                    ThemeName::Light => ThemeName::Dark,
                    ThemeName::Dark => ThemeName::Light,
                }
            }
            Choice::Motion => {
                self.motion = match self.motion {
                    Motion::Normal => Motion::Fast,
                    Motion::Fast => Motion::Off,
                    Motion::Off => Motion::Normal,
                }
            }
            Choice::Sound => self.sound = !self.sound,
        }
    }

    /// What a choice is and how it stands, in the menu's words.
    #[must_use]
    pub fn describe(&self, choice: Choice) -> &'static str {
        match choice {
            Choice::Theme => match self.theme {
                ThemeName::Light => "Theme: light",
                ThemeName::Dark => "Theme: dark",
            },
            Choice::Motion => match self.motion {
                Motion::Normal => "Motion: normal",
                Motion::Fast => "Motion: fast",
                Motion::Off => "Motion: off",
            },
            Choice::Sound if self.sound => "Sound: on",
            Choice::Sound => "Sound: off",
        }
    }
}

/// Preferences that live as long as the app; for tests, and the base of
/// [`kept`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Preferences>()
        .add_message::<Choice>()
        .add_systems(
            Update,
            (take_choices, follow_theme)
                .chain()
                .in_set(FrameSystems::Turn),
        );
}

/// Reads the preferences from the user's folder and keeps them there.
pub(super) fn kept(app: &mut App) {
    app.register_type::<Preferences>()
        .add_plugins(SettingsPlugin::new(APP_NAME))
        .add_systems(Update, keep.in_set(FrameSystems::Settle));
}

fn take_choices(mut choices: MessageReader<Choice>, mut preferences: ResMut<Preferences>) {
    for &choice in choices.read() {
        preferences.step(choice);
    }
}

fn follow_theme(preferences: Res<Preferences>, mut theme: ResMut<Theme>) {
    theme.set_if_neq(Theme(preferences.theme));
}

fn keep(mut choices: MessageReader<Choice>, mut commands: Commands) {
    if choices.read().count() > 0 {
        // At once: a game at rest draws no frames in which a delay could end.
        commands.queue(SaveSettings::IfChanged);
    }
}

//! What a player chooses once and finds again: theme, motion, sound, and how the
//! computer plays.
//!
//! Kept by `bevy_settings` as TOML in the platform's folder for preferences.

use std::time::Duration;

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

/// Who gives hints and plays by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum Computer {
    /// What there is for the board: the learned network under search
    /// on 4 × 4 cells, exact tables on small boards, expectimax on the others.
    #[default]
    Network,
    /// Search over rules of thumb.
    Expectimax,
    /// Search against the worst that the dice can do; on other boards than
    /// 4 × 4, expectimax.
    Minimax,
    /// Takes the most points at once.
    Greedy,
    /// Moves at random.
    Random,
}

impl Computer {
    /// What it is, in a sentence for the menu.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Network => "Learned by itself, and looks ahead. Small boards it knows by heart.",
            Self::Expectimax => "Looks ahead by rules of thumb, with all that the dice may bring.",
            Self::Minimax => "Looks ahead at the worst that the dice may bring.",
            Self::Greedy => "Takes what gives the most points at once.",
            Self::Random => "Moves at random.",
        }
    }
}

/// How fast autoplay goes, at most; a thought that takes longer is waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum Pace {
    /// One move a second.
    One,
    /// Two moves a second.
    Two,
    /// Five moves a second.
    #[default]
    Five,
    /// Ten moves a second.
    Ten,
    /// One move in each frame of the screen.
    Screen,
}

impl Pace {
    /// The least time from one move to the next.
    #[must_use]
    pub fn interval(self) -> Duration {
        Duration::from_millis(match self {
            Self::One => 1000,
            Self::Two => 500,
            Self::Five => 200,
            Self::Ten => 100,
            Self::Screen => 0,
        })
    }
}

/// The times to choose from for thinking about a move, in milliseconds.
const THINKING: [u16; 5] = [1, 5, 20, 100, 500];

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
    /// Who gives hints and plays by itself.
    pub computer: Computer,
    /// How long it may think about a move, in milliseconds.
    pub thinking: u16,
    /// How fast it plays.
    pub pace: Pace,
    /// Whether each of its turns is shown at once, without slides.
    pub skip_animations: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemeName::default(),
            motion: Motion::default(),
            sound: true,
            computer: Computer::default(),
            thinking: THINKING[2],
            pace: Pace::default(),
            skip_animations: false,
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
    /// The next computer player.
    Computer,
    /// The next longer time to think, or the shortest.
    Thinking,
    /// The next faster pace of autoplay, or the slowest.
    Pace,
    /// Animations of autoplay on or off.
    SkipAnimations,
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
            Choice::Computer => {
                self.computer = match self.computer {
                    Computer::Network => Computer::Expectimax,
                    Computer::Expectimax => Computer::Minimax,
                    Computer::Minimax => Computer::Greedy,
                    Computer::Greedy => Computer::Random,
                    Computer::Random => Computer::Network,
                }
            }
            Choice::Thinking => {
                let longer = THINKING.into_iter().find(|&time| time > self.thinking);
                self.thinking = longer.unwrap_or(THINKING[0]);
            }
            Choice::Pace => {
                self.pace = match self.pace {
                    Pace::One => Pace::Two,
                    Pace::Two => Pace::Five,
                    Pace::Five => Pace::Ten,
                    Pace::Ten => Pace::Screen,
                    Pace::Screen => Pace::One,
                }
            }
            Choice::SkipAnimations => self.skip_animations = !self.skip_animations,
        }
    }

    /// How long the computer may think about a move; a file can ask for no more
    /// than the menu.
    #[must_use]
    pub fn thinking_time(&self) -> Duration {
        let [shortest, .., longest] = THINKING;
        Duration::from_millis(self.thinking.clamp(shortest, longest).into())
    }

    /// What a choice is and how it stands, in the menu's words.
    #[must_use]
    pub fn describe(&self, choice: Choice) -> String {
        let words = match choice {
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
            Choice::Computer => match self.computer {
                Computer::Network => "Player: network",
                Computer::Expectimax => "Player: expectimax",
                Computer::Minimax => "Player: minimax",
                Computer::Greedy => "Player: greedy",
                Computer::Random => "Player: random",
            },
            Choice::Thinking => {
                return format!("Thinks: {} ms", self.thinking_time().as_millis());
            }
            Choice::Pace => match self.pace {
                Pace::One => "Pace: 1 move a second",
                Pace::Two => "Pace: 2 moves a second",
                Pace::Five => "Pace: 5 moves a second",
                Pace::Ten => "Pace: 10 moves a second",
                Pace::Screen => "Pace: 1 move a frame",
            },
            Choice::SkipAnimations if self.skip_animations => "Animations: skipped",
            Choice::SkipAnimations => "Animations: shown",
        };
        words.to_owned()
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

//! The player's preferences: theme, animations, sound, and how the computer
//! plays. They are kept in the settings file.

mod file;

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use self::file::SettingsFile;
use super::frame::FrameSystems;
use super::messages::Notice;

/// The name of the group in the settings file.
const GROUP: &str = "preferences";

/// The palettes on offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeName {
    /// Warm paper colours, as in the original, with readable numbers.
    #[default]
    Light,
    /// The same tiles on a dark page.
    Dark,
}

/// How fast tiles move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnimationSpeed {
    /// As fast as in the original.
    #[default]
    Normal,
    /// Twice as fast.
    Fast,
    /// They do not move: each turn shows its result at once.
    Off,
}

/// The computer player, which gives hints and plays by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Computer {
    /// The best one for the board: search with the learned network on 4 × 4
    /// cells, exact tables on small boards, expectimax on all others.
    #[default]
    Network,
    /// Expectimax search with a hand-made evaluation.
    Expectimax,
    /// Search against the worst new tiles; expectimax on boards other than
    /// 4 × 4.
    Minimax,
    /// Takes the move that scores the most at once.
    Greedy,
    /// Moves at random.
    Random,
}

impl Computer {
    /// A sentence about it, for the menu.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Network => "Searches with a learned network. Plays small boards perfectly.",
            Self::Expectimax => "Searches with a hand-made evaluation, averaging over new tiles.",
            Self::Minimax => "Searches for the best move against the worst new tiles.",
            Self::Greedy => "Takes the move that scores the most at once.",
            Self::Random => "Moves at random.",
        }
    }
}

/// The fastest that autoplay moves. A search that takes longer delays its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// One move a frame.
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

/// The search times on offer, in milliseconds a move.
const THINKING: [u16; 5] = [1, 5, 20, 100, 500];

/// The player's preferences.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The palette.
    pub theme: ThemeName,
    /// How fast tiles move.
    pub motion: AnimationSpeed,
    /// Whether there is sound.
    pub sound: bool,
    /// The computer player.
    pub computer: Computer,
    /// How long it may search for a move, in milliseconds.
    pub thinking: u16,
    /// How fast autoplay moves.
    pub pace: Pace,
    /// Whether autoplay shows the result of each turn at once.
    pub skip_animations: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemeName::default(),
            motion: AnimationSpeed::default(),
            sound: true,
            computer: Computer::default(),
            thinking: THINKING[2],
            pace: Pace::default(),
            skip_animations: false,
        }
    }
}

/// Steps a preference to its next value.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The next palette.
    Theme,
    /// The next speed of the tiles.
    Motion,
    /// Sound on or off.
    Sound,
    /// The next computer player.
    Computer,
    /// The next longer search time, or the shortest after the longest.
    Thinking,
    /// The next faster pace of autoplay, or the slowest after the fastest.
    Pace,
    /// Animations of autoplay on or off.
    SkipAnimations,
}

impl Preferences {
    /// Steps one preference to its next value.
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
                    AnimationSpeed::Normal => AnimationSpeed::Fast,
                    AnimationSpeed::Fast => AnimationSpeed::Off,
                    AnimationSpeed::Off => AnimationSpeed::Normal,
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

    /// How long the computer may search for a move. A settings file cannot ask
    /// for more than the menu offers.
    #[must_use]
    pub fn thinking_time(&self) -> Duration {
        let [shortest, .., longest] = THINKING;
        Duration::from_millis(self.thinking.clamp(shortest, longest).into())
    }

    /// The label of a choice in the menu, with its present value.
    #[must_use]
    pub fn describe(&self, choice: Choice) -> String {
        let words = match choice {
            Choice::Theme => match self.theme {
                ThemeName::Light => "Theme: light",
                ThemeName::Dark => "Theme: dark",
            },
            Choice::Motion => match self.motion {
                AnimationSpeed::Normal => "Motion: normal",
                AnimationSpeed::Fast => "Motion: fast",
                AnimationSpeed::Off => "Motion: off",
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
                return format!("Thinking time: {} ms", self.thinking_time().as_millis());
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

/// The systems that change the preferences, in [`FrameSystems::Choose`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SettingsSystems;

/// Keeps the preferences in the settings file. Unless [`SettingsFile`] was
/// inserted before, it exists only in memory.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>();
    let mut file = app.world_mut().resource_mut::<SettingsFile>();
    let (preferences, notice) = file.group::<Preferences>(GROUP);
    app.insert_resource(preferences)
        .add_message::<Choice>()
        .add_systems(
            Update,
            (take_choices, keep.run_if(resource_changed::<Preferences>))
                .chain()
                .in_set(SettingsSystems)
                .in_set(FrameSystems::Choose),
        );
    if let Some(notice) = notice {
        app.add_systems(Startup, move |mut notices: MessageWriter<Notice>| {
            notices.write(Notice(notice.clone()));
        });
    }
}

fn take_choices(mut choices: MessageReader<Choice>, mut preferences: ResMut<Preferences>) {
    for &choice in choices.read() {
        preferences.step(choice);
    }
}

/// Writes the file at once, since a game at rest draws no frames that could end
/// a delay.
fn keep(
    preferences: Res<Preferences>,
    mut file: ResMut<SettingsFile>,
    mut notices: MessageWriter<Notice>,
) {
    if preferences.is_added() {
        return;
    }
    if let Err(error) = file.set_group(GROUP, &*preferences) {
        notices.write(Notice(format!(
            "The settings cannot be saved ({error}); they apply until the game is closed."
        )));
    }
}

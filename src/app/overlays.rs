//! What lies over the board: the win, the end, the question and the menu.
//!
//! Each is one bundle, spawned on entering its [`Screen`] and gone on leaving
//! it. A veil over the whole window keeps the pointer off what is below.

use std::time::Duration;

use bevy::{
    input_focus::{AutoFocus, InputFocus, tab_navigation::TabGroup},
    prelude::*,
};

use super::FrameSystems;
use super::hud::grouped;
use super::messages::Request;
use super::motion;
use super::screen::Screen;
use super::settings::{Choice, Motion, Preferences};
use super::stage::Stage;
use super::theme::{Fill, Fonts, Swatch, Theme};
use super::turn::{BestScore, CurrentGame};
use super::widgets::{ButtonLabel, Does, button, paragraph, text};
use crate::game::Rules;

/// The node of an overlay that fills the window.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Overlay;

/// Board sizes that the menu steps through, columns by rows.
const SIZES: [(u8, u8); 8] = [
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 6),
    (8, 8),
    (3, 5),
    (5, 3),
    (4, 5),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Won), show_won)
        .add_systems(OnEnter(Screen::Over), show_over)
        .add_systems(OnEnter(Screen::Question), show_question)
        .add_systems(OnEnter(Screen::Menu), show_menu)
        .add_systems(OnEnter(Screen::Playing), clear_focus)
        .add_systems(Update, describe_choices.in_set(FrameSystems::Show));
}

/// What it takes to show an overlay.
#[derive(bevy::ecs::system::SystemParam)]
struct Canvas<'w, 's> {
    commands: Commands<'w, 's>,
    stage: Single<'w, 's, Entity, With<Stage>>,
    fonts: Res<'w, Fonts>,
    theme: Res<'w, Theme>,
    preferences: Res<'w, Preferences>,
}

impl Canvas<'_, '_> {
    /// A veil with a card that holds lines of text and a row of buttons.
    fn show(
        &mut self,
        screen: Screen,
        veil: Swatch,
        delay: Duration,
        duration: Duration,
        card: Card,
    ) {
        let color = self.theme.color(veil);
        let fonts = self.fonts.clone();
        let root = self
            .commands
            .spawn((
                Overlay,
                DespawnOnExit(screen),
                ChildOf(*self.stage),
                Node {
                    position_type: PositionType::Absolute,
                    width: percent(100),
                    height: percent(100),
                    align_items: AlignItems::Center,
                    justify_content: JustifyContent::Center,
                    ..default()
                },
                BackgroundColor(color),
                GlobalZIndex(10),
            ))
            .id();
        let face = self
            .commands
            .spawn((
                ChildOf(root),
                TabGroup::modal(),
                Node {
                    flex_direction: FlexDirection::Column,
                    align_items: AlignItems::Center,
                    row_gap: px(10),
                    padding: UiRect::axes(px(30), px(24)),
                    max_width: percent(94),
                    border_radius: BorderRadius::all(px(14)),
                    ..default()
                },
                BoxShadow::new(Color::BLACK.with_alpha(0.28), px(0), px(6), px(0), px(24)),
                Fill(Swatch::Card),
            ))
            .with_children(|face| {
                face.spawn(text(card.title, 40.0, &fonts.bold, Swatch::Heading));
                for line in card.lines {
                    face.spawn(paragraph(line, 18.0, &fonts.medium, Swatch::Text));
                }
                let mut row = face.spawn(Node {
                    flex_direction: card.direction,
                    column_gap: px(12),
                    row_gap: px(10),
                    margin: UiRect::top(px(8)),
                    ..default()
                });
                row.with_children(|row| {
                    for (index, (label, does)) in card.buttons.into_iter().enumerate() {
                        let mut button = row.spawn(button(label, does, &fonts));
                        if index == 0 {
                            button.insert(AutoFocus);
                        }
                    }
                });
            })
            .id();
        if self.preferences.motion != Motion::Off {
            self.commands
                .entity(root)
                .insert(motion::veil(color, delay, duration));
            self.commands
                .entity(face)
                .insert(motion::open(delay, duration.min(motion::APPEAR)));
        }
    }
}

/// What stands on an overlay's card.
struct Card {
    title: String,
    lines: Vec<String>,
    direction: FlexDirection,
    /// The first one has the focus.
    buttons: Vec<(String, Does)>,
}

fn ask(label: &str, request: Request) -> (String, Does) {
    (label.to_owned(), Does::Ask(request))
}

fn show_won(mut canvas: Canvas, current: Res<CurrentGame>) {
    let card = Card {
        title: "You win!".to_owned(),
        lines: vec![format!(
            "{} in {} moves, {} points",
            current.rules().win_tile(),
            grouped(current.moves()),
            grouped(current.score())
        )],
        direction: FlexDirection::Row,
        buttons: vec![
            ask("Keep going", Request::KeepGoing),
            ask("New game", Request::Restart),
        ],
    };
    canvas.show(
        Screen::Won,
        Swatch::VeilWon,
        motion::VEIL_DELAY,
        motion::VEIL,
        card,
    );
}

fn show_over(mut canvas: Canvas, current: Res<CurrentGame>, best: Res<BestScore>) {
    let score = format!(
        "{} points in {} moves",
        grouped(current.score()),
        grouped(current.moves())
    );
    let record = current.score() > 0 && current.score() == best.points();
    let card = Card {
        title: "Game over!".to_owned(),
        lines: if record {
            vec![score, "Your best so far".to_owned()]
        } else {
            vec![score]
        },
        direction: FlexDirection::Row,
        buttons: vec![
            ask("Try again", Request::Restart),
            ask("Undo", Request::Undo),
        ],
    };
    canvas.show(
        Screen::Over,
        Swatch::Veil,
        motion::VEIL_DELAY,
        motion::VEIL,
        card,
    );
}

fn show_question(mut canvas: Canvas, current: Res<CurrentGame>) {
    let card = Card {
        title: "Start again?".to_owned(),
        lines: vec![format!(
            "This game, with {} points, will be gone.",
            grouped(current.score())
        )],
        direction: FlexDirection::Row,
        buttons: vec![
            ask("Keep playing", Request::Close),
            ask("New game", Request::RestartConfirmed),
        ],
    };
    canvas.show(
        Screen::Question,
        Swatch::Veil,
        Duration::ZERO,
        motion::QUESTION,
        card,
    );
}

fn show_menu(mut canvas: Canvas, current: Res<CurrentGame>) {
    let preferences = *canvas.preferences;
    let choice = |choice| {
        (
            preferences.describe(choice).to_owned(),
            Does::Choose(choice),
        )
    };
    let mut buttons = vec![ask("Back to the game", Request::Close)];
    buttons.extend([Choice::Theme, Choice::Motion, Choice::Sound].map(choice));
    buttons.extend(next_size(&current).map(|rules| {
        let label = format!("Board: play {} × {}", rules.width(), rules.height());
        (label, Does::Ask(Request::Play(rules)))
    }));
    let card = Card {
        title: "Menu".to_owned(),
        lines: Vec::new(),
        direction: FlexDirection::Column,
        buttons,
    };
    canvas.show(
        Screen::Menu,
        Swatch::Veil,
        Duration::ZERO,
        motion::QUESTION,
        card,
    );
}

/// The rules of the next size in the menu's list, with this game's dice.
fn next_size(current: &CurrentGame) -> Option<Rules> {
    let now = (current.rules().width(), current.rules().height());
    let index = SIZES
        .iter()
        .position(|&size| size == now)
        .map_or(1, |index| index + 1);
    let (width, height) = SIZES[index % SIZES.len()];
    Rules::new(width, height).ok()
}

/// Keeps the labels of the menu's choices true.
fn describe_choices(
    preferences: Res<Preferences>,
    buttons: Query<(&Does, &Children)>,
    mut labels: Query<&mut Text, With<ButtonLabel>>,
) {
    if !preferences.is_changed() {
        return;
    }
    for (does, children) in &buttons {
        let Does::Choose(choice) = does else { continue };
        for &child in children {
            if let Ok(mut text) = labels.get_mut(child) {
                text.set_if_neq(Text::new(preferences.describe(*choice)));
            }
        }
    }
}

/// Nothing of a closed overlay keeps the keyboard.
fn clear_focus(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

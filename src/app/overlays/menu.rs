//! The menu: preferences, and the size of the board; and its page of the
//! computer player.

use std::time::Duration;

use bevy::{input_focus::AutoFocus, prelude::*};

use super::Canvas;
use crate::app::FrameSystems;
use crate::app::layout::LayoutUpdate;
use crate::app::messages::Request;
use crate::app::motion;
use crate::app::screen::Screen;
use crate::app::settings::{Choice, Preferences};
use crate::app::theme::Swatch;
use crate::app::turn::CurrentGame;
use crate::app::widgets::{ButtonLabel, Does, Selected, button, paragraph, text};
use crate::game::SIDES;

/// The width of the menu's buttons, in units.
const WIDTH: f32 = 300.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Menu), show)
        .add_systems(OnEnter(Screen::ComputerMenu), show_computer)
        .add_systems(
            Update,
            (
                (describe_choices, describe_player).after(LayoutUpdate),
                mark_sides,
            )
                .in_set(FrameSystems::Show),
        );
}

fn show(mut canvas: Canvas) {
    let (delay, duration) = (Duration::ZERO, motion::QUESTION);
    let card = canvas.card(Screen::Menu, Swatch::Veil, delay, duration, "Menu");
    let back = wide_button(
        &mut canvas,
        card,
        "Back to the game",
        Does::Ask(Request::Close),
    );
    canvas.commands.entity(back).insert(AutoFocus);
    choices(
        &mut canvas,
        card,
        &[Choice::Theme, Choice::Motion, Choice::Sound],
    );
    let on = Does::Ask(Request::ComputerMenu);
    wide_button(&mut canvas, card, "Computer player", on);
    side_row(&mut canvas, card, "Columns", Request::Columns);
    side_row(&mut canvas, card, "Rows", Request::Rows);
}

/// The sentence about the player that is chosen.
#[derive(Component, Clone, Copy, Debug, Default)]
struct AboutPlayer;

fn show_computer(mut canvas: Canvas) {
    let (delay, duration) = (Duration::ZERO, motion::QUESTION);
    let (screen, title) = (Screen::ComputerMenu, "Computer");
    let card = canvas.card(screen, Swatch::Veil, delay, duration, title);
    let close = Does::Ask(Request::Close);
    let back = wide_button(&mut canvas, card, "Back to the menu", close);
    canvas.commands.entity(back).insert(AutoFocus);
    choices(&mut canvas, card, &[Choice::Computer]);
    let words = canvas.preferences.computer.about();
    let sentence = paragraph(words, 15.0, &canvas.fonts.medium, Swatch::Text);
    let frame = Node {
        width: px(WIDTH),
        height: px(40),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    canvas
        .commands
        .spawn((ChildOf(card), frame, children![(AboutPlayer, sentence)]));
    choices(
        &mut canvas,
        card,
        &[Choice::Thinking, Choice::Pace, Choice::SkipAnimations],
    );
}

/// A button for each of some choices.
fn choices(canvas: &mut Canvas, card: Entity, choices: &[Choice]) {
    for &choice in choices {
        let label = canvas.preferences.describe(choice);
        wide_button(canvas, card, &label, Does::Choose(choice));
    }
}

/// Keeps the sentence about the player true.
fn describe_player(
    preferences: Res<Preferences>,
    mut sentences: Query<&mut Text, (With<AboutPlayer>, Without<ButtonLabel>)>,
) {
    if preferences.is_changed() {
        for mut sentence in &mut sentences {
            sentence.set_if_neq(Text::new(preferences.computer.about()));
        }
    }
}

fn wide_button(canvas: &mut Canvas, card: Entity, label: &str, does: Does) -> Entity {
    let frame = Node {
        width: px(WIDTH),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let frame = canvas.commands.spawn((ChildOf(card), frame)).id();
    let button = button(label, does, &canvas.fonts);
    canvas.commands.spawn((ChildOf(frame), button)).id()
}

/// A row of numbers to choose a side of the board from.
fn side_row(canvas: &mut Canvas, card: Entity, name: &str, request: fn(u8) -> Request) {
    let row = Node {
        width: px(WIDTH),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    };
    let row = canvas.commands.spawn((ChildOf(card), row)).id();
    let name = text(name, 16.0, &canvas.fonts.medium, Swatch::Text);
    let place = Node {
        width: px(72),
        ..default()
    };
    canvas
        .commands
        .spawn((ChildOf(row), place, children![name]));
    for side in SIDES {
        let number = button(side.to_string(), Does::Ask(request(side)), &canvas.fonts);
        let mut number = canvas.commands.spawn((ChildOf(row), number));
        number.entry::<Node>().and_modify(|mut node| {
            node.width = px(29);
            node.height = px(36);
            node.padding = UiRect::ZERO;
        });
    }
}

/// Keeps the labels of the choices true.
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

/// Marks the numbers that are the sides of the board.
fn mark_sides(
    current: Res<CurrentGame>,
    buttons: Query<(Entity, &Does, Has<Selected>)>,
    mut commands: Commands,
) {
    let (width, height) = (current.rules().width(), current.rules().height());
    for (entity, does, marked) in &buttons {
        let Does::Ask(Request::Columns(side) | Request::Rows(side)) = *does else {
            continue;
        };
        let is_columns = matches!(does, Does::Ask(Request::Columns(_)));
        let wanted = side == if is_columns { width } else { height };
        if wanted && !marked {
            commands.entity(entity).insert(Selected);
        } else if marked && !wanted {
            commands.entity(entity).remove::<Selected>();
        }
    }
}

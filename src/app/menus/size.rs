//! The menu's page of board sizes. Columns and rows are picked together, then
//! applied by one button, so that no game is made on the way.

use bevy::{prelude::*, ui::InteractionDisabled, ui_widgets::Activate};

use super::card::Cards;
use super::pages::{WIDTH, describe_choices, open, wide_button};
use crate::app::frame::FrameSystems;
use crate::app::messages::Request;
use crate::app::play::turn::CurrentGame;
use crate::app::screen::Screen;
use crate::app::view::layout::LayoutUpdate;
use crate::app::view::theme::Swatch;
use crate::app::view::widgets::{
    ButtonLabel, Does, Selected, mark, number_button, paragraph, text,
};
use crate::game::SIDES;

/// The size that is picked on the page.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PickedSize {
    columns: u8,
    rows: u8,
}

/// A number on the page, and the side of the board that it stands for.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum SideButton {
    Columns(u8),
    Rows(u8),
}

/// The button that applies the picked size.
#[derive(Component, Clone, Copy, Debug, Default)]
struct ApplyButton;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PickedSize>()
        .add_systems(OnEnter(Screen::SizeMenu), show)
        .add_systems(
            Update,
            (mark_sides, offer_size)
                .chain()
                .run_if(in_state(Screen::SizeMenu).and_then(resource_changed::<PickedSize>))
                .after(LayoutUpdate)
                .after(describe_choices)
                .in_set(FrameSystems::Show),
        );
}

fn show(mut cards: Cards, current: Res<CurrentGame>, mut picked: ResMut<PickedSize>) {
    *picked = PickedSize {
        columns: current.rules().width(),
        rows: current.rules().height(),
    };
    let screen = Screen::SizeMenu;
    let card = open(&mut cards, screen, "Board size", "Back to the menu");
    side_row(&mut cards, card, "Columns", SideButton::Columns);
    side_row(&mut cards, card, "Rows", SideButton::Rows);
    let words = "Each size has its own game and best score.";
    let sentence = paragraph(words, 15.0, &cards.fonts.medium, Swatch::Text);
    cards.commands.spawn((ChildOf(card), sentence));
    let apply = Does::Ask(request(*picked));
    let apply = wide_button(&mut cards, card, &label(*picked), apply);
    cards.commands.entity(apply).insert(ApplyButton);
}

fn request(picked: PickedSize) -> Request {
    Request::Resize {
        columns: picked.columns,
        rows: picked.rows,
    }
}

fn label(picked: PickedSize) -> String {
    format!("Switch to {} × {}", picked.columns, picked.rows)
}

/// A row of numbers to pick the length of a side from.
fn side_row(cards: &mut Cards, card: Entity, name: &str, side_button: fn(u8) -> SideButton) {
    let row = Node {
        width: px(WIDTH),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    };
    let row = cards.commands.spawn((ChildOf(card), row)).id();
    let name = text(name, 16.0, &cards.fonts.medium, Swatch::Text);
    let place = Node {
        width: px(72),
        ..default()
    };
    cards.commands.spawn((ChildOf(row), place, children![name]));
    for side in SIDES {
        let number = number_button(side, &cards.fonts);
        cards
            .commands
            .spawn((ChildOf(row), number, side_button(side)))
            .observe(pick);
    }
}

fn pick(activate: On<Activate>, buttons: Query<&SideButton>, mut picked: ResMut<PickedSize>) {
    match buttons.get(activate.entity) {
        Ok(SideButton::Columns(columns)) => picked.columns = *columns,
        Ok(SideButton::Rows(rows)) => picked.rows = *rows,
        Err(_) => {}
    }
}

/// Marks the numbers that are picked.
fn mark_sides(
    picked: Res<PickedSize>,
    buttons: Query<(Entity, &SideButton, Has<Selected>)>,
    mut commands: Commands,
) {
    for (entity, button, marked) in &buttons {
        let wanted = match *button {
            SideButton::Columns(columns) => columns == picked.columns,
            SideButton::Rows(rows) => rows == picked.rows,
        };
        mark::<Selected>(&mut commands, entity, marked, wanted);
    }
}

/// Lets the button apply the picked size, unless the game already has it.
fn offer_size(
    picked: Res<PickedSize>,
    current: Res<CurrentGame>,
    apply: Single<(Entity, &mut Does, &Children, Has<InteractionDisabled>), With<ApplyButton>>,
    mut labels: Query<&mut Text, With<ButtonLabel>>,
    mut commands: Commands,
) {
    let (entity, mut does, children, disabled) = apply.into_inner();
    *does = Does::Ask(request(*picked));
    for &child in children {
        if let Ok(mut text) = labels.get_mut(child) {
            text.set_if_neq(Text::new(label(*picked)));
        }
    }
    let size = (current.rules().width(), current.rules().height());
    let is_played = (picked.columns, picked.rows) == size;
    mark::<InteractionDisabled>(&mut commands, entity, disabled, is_played);
}

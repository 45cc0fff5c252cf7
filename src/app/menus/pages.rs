//! What the pages of the menu are made of: wide buttons, among them those that
//! show a preference and step it to its next value.

use bevy::{input_focus::AutoFocus, prelude::*};

use super::card::{Cards, Opening};
use crate::app::frame::FrameSystems;
use crate::app::messages::Request;
use crate::app::screen::Screen;
use crate::app::settings::{Choice, Preferences};
use crate::app::view::layout::LayoutUpdate;
use crate::app::view::theme::Swatch;
use crate::app::view::widgets::{ButtonLabel, Does, button};

/// The width of the menu's buttons, in units.
pub(super) const WIDTH: f32 = 300.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        describe_choices
            .run_if(resource_changed::<Preferences>)
            .after(LayoutUpdate)
            .in_set(FrameSystems::Show),
    );
}

/// Opens a page. Its first button goes back, and has the focus.
pub(super) fn open(cards: &mut Cards, screen: Screen, title: &str, back: &str) -> Entity {
    let card = cards.open(screen, Swatch::Veil, Opening::AtOnce, title);
    let back = wide_button(cards, card, back, Does::Ask(Request::Close));
    cards.commands.entity(back).insert(AutoFocus);
    card
}

/// Adds a button for each choice.
pub(super) fn choices(cards: &mut Cards, card: Entity, choices: &[Choice]) {
    for &choice in choices {
        let label = cards.preferences.describe(choice);
        wide_button(cards, card, &label, Does::Choose(choice));
    }
}

/// Adds a button that is as wide as the page, and returns it.
pub(super) fn wide_button(cards: &mut Cards, card: Entity, label: &str, does: Does) -> Entity {
    let frame = Node {
        width: px(WIDTH),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let frame = cards.commands.spawn((ChildOf(card), frame)).id();
    let button = button(label, does, &cards.fonts);
    cards.commands.spawn((ChildOf(frame), button)).id()
}

/// Keeps the labels of the choices up to date.
pub(super) fn describe_choices(
    preferences: Res<Preferences>,
    buttons: Query<(&Does, &Children)>,
    mut labels: Query<&mut Text, With<ButtonLabel>>,
) {
    for (does, children) in &buttons {
        let Does::Choose(choice) = does else { continue };
        for &child in children {
            if let Ok(mut text) = labels.get_mut(child) {
                text.set_if_neq(Text::new(preferences.describe(*choice)));
            }
        }
    }
}

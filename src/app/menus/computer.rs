//! The menu's page of the computer player.

use bevy::prelude::*;

use super::card::Cards;
use super::pages::{WIDTH, choices, open};
use crate::app::frame::FrameSystems;
use crate::app::screen::Screen;
use crate::app::settings::{Choice, Preferences};
use crate::app::view::layout::LayoutUpdate;
use crate::app::view::theme::Swatch;
use crate::app::view::widgets::{ButtonLabel, paragraph};

/// The sentence about the chosen player.
#[derive(Component, Clone, Copy, Debug, Default)]
struct AboutPlayer;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::ComputerMenu), show)
        .add_systems(
            Update,
            describe_player
                .run_if(resource_changed::<Preferences>)
                .after(LayoutUpdate)
                .in_set(FrameSystems::Show),
        );
}

fn show(mut cards: Cards) {
    let screen = Screen::ComputerMenu;
    let card = open(&mut cards, screen, "Computer", "Back to the menu");
    choices(&mut cards, card, &[Choice::Computer]);
    let words = cards.preferences.computer.about();
    let sentence = paragraph(words, 15.0, &cards.fonts.medium, Swatch::Text);
    let frame = Node {
        width: px(WIDTH),
        height: px(40),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    cards
        .commands
        .spawn((ChildOf(card), frame, children![(AboutPlayer, sentence)]));
    choices(
        &mut cards,
        card,
        &[Choice::Thinking, Choice::Pace, Choice::SkipAnimations],
    );
}

/// Keeps the sentence about the player up to date.
fn describe_player(
    preferences: Res<Preferences>,
    mut sentences: Query<&mut Text, (With<AboutPlayer>, Without<ButtonLabel>)>,
) {
    for mut sentence in &mut sentences {
        sentence.set_if_neq(Text::new(preferences.computer.about()));
    }
}

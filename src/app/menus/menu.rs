//! The first page of the menu: preferences, and the buttons of the other pages.

use bevy::prelude::*;

use super::card::Cards;
use super::pages::{choices, open, wide_button};
use crate::app::messages::Request;
use crate::app::screen::Screen;
use crate::app::settings::Choice;
use crate::app::view::widgets::Does;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Menu), show);
}

fn show(mut cards: Cards) {
    let card = open(&mut cards, Screen::Menu, "Menu", "Back to the game");
    choices(
        &mut cards,
        card,
        &[Choice::Theme, Choice::Motion, Choice::Sound],
    );
    for (label, request) in [
        ("Computer player", Request::ComputerMenu),
        ("Board size", Request::SizeMenu),
    ] {
        wide_button(&mut cards, card, label, Does::Ask(request));
    }
}

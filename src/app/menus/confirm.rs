//! The questions before a game worth keeping is discarded, and before it
//! becomes a helped one.

use bevy::prelude::*;

use super::HELPED;
use super::card::{Cards, Opening};
use crate::app::messages::{Help, Request};
use crate::app::play::{dialog::Dialogs, turn::CurrentGame};
use crate::app::screen::Screen;
use crate::app::view::panel::counted;
use crate::app::view::theme::Swatch;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::ConfirmRestart), confirm_restart)
        .add_systems(OnEnter(Screen::ConfirmHelp), confirm_help);
}

fn confirm_restart(mut cards: Cards, current: Res<CurrentGame>) {
    let screen = Screen::ConfirmRestart;
    let card = cards.open(screen, Swatch::Veil, Opening::AtOnce, "New game?");
    let points = counted(current.score(), "point");
    cards.line(card, format!("This game and its {points} will be lost."));
    let buttons = [
        ("Keep playing", Request::Close),
        ("New game", Request::RestartConfirmed),
    ];
    cards.buttons(card, buttons);
}

fn confirm_help(mut cards: Cards, dialogs: Res<Dialogs>) {
    let (title, agree) = match dialogs.help_in_question() {
        Some(Help::Hint) => ("Show hints?", "Show hints"),
        Some(Help::Autoplay) => ("Start autoplay?", "Start autoplay"),
        None => return,
    };
    let screen = Screen::ConfirmHelp;
    let card = cards.open(screen, Swatch::Veil, Opening::AtOnce, title);
    cards.line(card, HELPED.to_owned());
    let buttons = [
        ("Keep playing", Request::Close),
        (agree, Request::HelpConfirmed),
    ];
    cards.buttons(card, buttons);
}

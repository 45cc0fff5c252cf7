//! The questions: before a game is thrown away, and before the computer helps
//! with one worth keeping.

use bevy::prelude::*;

use super::card::{Cards, Opening};
use crate::app::messages::Request;
use crate::app::play::turn::CurrentGame;
use crate::app::screen::Screen;
use crate::app::view::panel::grouped;
use crate::app::view::theme::Swatch;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::ConfirmRestart), confirm_restart)
        .add_systems(OnEnter(Screen::ConfirmHelp), confirm_help);
}

fn confirm_restart(mut cards: Cards, current: Res<CurrentGame>) {
    let screen = Screen::ConfirmRestart;
    let card = cards.open(screen, Swatch::Veil, Opening::AtOnce, "Start again?");
    let points = grouped(current.score());
    cards.line(
        card,
        format!("This game, with {points} points, will be lost."),
    );
    let buttons = [
        ("Keep playing", Request::Close),
        ("New game", Request::RestartConfirmed),
    ];
    cards.buttons(card, buttons);
}

fn confirm_help(mut cards: Cards) {
    let screen = Screen::ConfirmHelp;
    let card = cards.open(screen, Swatch::Veil, Opening::AtOnce, "Get help?");
    cards.line(
        card,
        "With the computer's help, this game cannot become your own best.".to_owned(),
    );
    let buttons = [
        ("Play on alone", Request::Close),
        ("Get help", Request::HelpConfirmed),
    ];
    cards.buttons(card, buttons);
}

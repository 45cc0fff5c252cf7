//! The win, and the end of the game.

use bevy::prelude::*;

use super::HELPED;
use super::card::{Cards, Opening};
use crate::app::messages::Request;
use crate::app::play::{best::BestScore, dialog::FreshOutcome, turn::CurrentGame};
use crate::app::screen::Screen;
use crate::app::view::panel::counted;
use crate::app::view::theme::Swatch;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Won), show_won)
        .add_systems(OnEnter(Screen::Over), show_over);
}

fn show_won(mut cards: Cards, current: Res<CurrentGame>, fresh: Res<FreshOutcome>) {
    let card = cards.open(Screen::Won, Swatch::VeilWon, opening(*fresh), "You win!");
    cards.line(card, tally(&current));
    if current.helped() {
        cards.line(card, HELPED.to_owned());
    }
    let buttons = [
        ("Keep going", Request::KeepGoing),
        ("New game", Request::RestartConfirmed),
    ];
    cards.buttons(card, buttons);
}

fn show_over(
    mut cards: Cards,
    current: Res<CurrentGame>,
    best: Res<BestScore>,
    fresh: Res<FreshOutcome>,
) {
    let card = cards.open(Screen::Over, Swatch::Veil, opening(*fresh), "Game over!");
    cards.line(card, tally(&current));
    if current.helped() {
        cards.line(card, HELPED.to_owned());
    } else if current.score() > 0 && current.score() == best.own {
        cards.line(card, "This is your best score.".to_owned());
    }
    let buttons = [("Try again", Request::Restart), ("Undo", Request::Undo)];
    cards.buttons(card, buttons);
}

fn opening(fresh: FreshOutcome) -> Opening {
    if fresh.is_fresh() {
        Opening::AfterTheTurn
    } else {
        Opening::AtOnce
    }
}

/// The score and the length of a game, as a sentence.
fn tally(current: &CurrentGame) -> String {
    let points = counted(current.score(), "point");
    let moves = counted(current.moves(), "move");
    format!("You scored {points} in {moves}.")
}

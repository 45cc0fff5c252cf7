//! The win, the end of the game, and the question before one is thrown away.

use std::time::Duration;

use bevy::prelude::*;

use super::Canvas;
use crate::app::hud::grouped;
use crate::app::messages::Request;
use crate::app::motion;
use crate::app::screen::Screen;
use crate::app::theme::Swatch;
use crate::app::turn::{BestScore, CurrentGame};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Won), show_won)
        .add_systems(OnEnter(Screen::Over), show_over)
        .add_systems(OnEnter(Screen::Question), show_question);
}

fn show_won(mut canvas: Canvas, current: Res<CurrentGame>) {
    let (delay, duration) = (motion::VEIL_DELAY, motion::VEIL);
    let card = canvas.card(Screen::Won, Swatch::VeilWon, delay, duration, "You win!");
    let goal = current.rules().win_tile();
    canvas.line(card, format!("You made the {goal}. {}", tally(&current)));
    if current.helped() {
        canvas.line(card, HELPED.to_owned());
    }
    let buttons = [
        ("Keep going", Request::KeepGoing),
        ("New game", Request::RestartConfirmed),
    ];
    canvas.buttons(card, buttons);
}

fn show_over(mut canvas: Canvas, current: Res<CurrentGame>, best: Res<BestScore>) {
    let (delay, duration) = (motion::VEIL_DELAY, motion::VEIL);
    let card = canvas.card(Screen::Over, Swatch::Veil, delay, duration, "Game over!");
    canvas.line(card, tally(&current));
    if current.helped() {
        canvas.line(card, HELPED.to_owned());
    } else if current.score() > 0 && current.score() == best.own {
        canvas.line(card, "It is your best score.".to_owned());
    }
    let buttons = [("Try again", Request::Restart), ("Undo", Request::Undo)];
    canvas.buttons(card, buttons);
}

fn show_question(mut canvas: Canvas, current: Res<CurrentGame>) {
    let (delay, duration) = (Duration::ZERO, motion::QUESTION);
    let card = canvas.card(
        Screen::Question,
        Swatch::Veil,
        delay,
        duration,
        "Start again?",
    );
    let points = grouped(current.score());
    canvas.line(
        card,
        format!("This game, with {points} points, will be gone."),
    );
    let buttons = [
        ("Keep playing", Request::Close),
        ("New game", Request::RestartConfirmed),
    ];
    canvas.buttons(card, buttons);
}

/// What is said of a game that a computer player had a hand in.
const HELPED: &str = "The computer helped; your own best stays.";

/// What a game has come to.
fn tally(current: &CurrentGame) -> String {
    format!(
        "{} points in {} moves.",
        grouped(current.score()),
        grouped(current.moves())
    )
}

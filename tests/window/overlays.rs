//! The win, the end, the question and the menu: seen at two sizes of the
//! window, and worked by keyboard alone.

use bevy_2048::app::view::theme::Swatch;
use bevy_2048::game::{Direction, Game, Outcome};

use crate::desktop::Desktop;
use crate::picture::{Picture, buttons, card, focused, shows_board, shows_overlay};
use crate::playing::Playing;
use crate::scenes::{Saves, before_the_end, before_the_win, midgame};

/// Waits for an overlay in windows of two shapes.
fn see_at_both_sizes(playing: &Playing, veil: Swatch) {
    for (width, height) in [(600, 760), (1280, 720)] {
        playing.resize(width, height);
        playing.wait_to_see("the overlay", |picture| shows_overlay(picture, veil));
    }
}

fn focus_is_on(number: usize) -> impl Fn(&Picture) -> Result<(), String> {
    move |picture| match focused(picture)? {
        found if found == number => Ok(()),
        other => Err(format!("button {other} has the focus")),
    }
}

fn see_no_overlay(playing: &Playing, game: &Game) {
    playing.wait_to_see("the board alone", |picture| {
        shows_board(picture, game.board(), 1.0)
    });
}

#[test]
fn a_win_is_seen_and_enter_goes_on() {
    let mut game = before_the_win();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    game.turn(Direction::Left).expect("two tiles merge");
    assert_eq!(game.outcome(), Outcome::Won);
    playing.press("Left");
    playing.wait_until_logged(&game);
    see_at_both_sizes(&playing, Swatch::VeilWon);

    playing.press("Return");
    see_no_overlay(&playing, &game);
    assert!(game.keep_going());
    playing.press("Down");
    game.turn(Direction::Down).expect("there is room below");
    playing.wait_until_logged(&game);
    see_no_overlay(&playing, &game);
}

#[test]
fn the_end_is_seen_and_the_keyboard_takes_it_back() {
    let mut game = before_the_end();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    game.turn(Direction::Right).expect("a row can move");
    assert_eq!(game.outcome(), Outcome::Over);
    playing.press("Right");
    playing.wait_until_logged(&game);
    see_at_both_sizes(&playing, Swatch::Veil);

    // "Undo" is the second button.
    playing.press("Tab");
    playing.wait_to_see("the focus on the second button", focus_is_on(1));
    playing.press("space");
    assert!(game.undo());
    playing.wait_until_logged(&game);
    see_no_overlay(&playing, &game);
}

#[test]
fn the_question_can_be_declined_and_answered_by_keyboard_and_by_mouse() {
    let game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    playing.press("r");
    see_at_both_sizes(&playing, Swatch::Veil);
    playing.press("Escape");
    see_no_overlay(&playing, &game);

    // "Keep playing" is the first button.
    playing.press("r");
    let picture = playing.wait_to_see("the question", |picture| {
        shows_overlay(picture, Swatch::Veil)
    });
    let asked = buttons(&picture, card(&picture).expect("it has just been seen"));
    playing.click(asked[0]);
    see_no_overlay(&playing, &game);
    desktop.park();
    assert_eq!(playing.log().len(), 1, "nothing has changed so far");

    // "New game" is the second one, and arrows walk as well.
    playing.press("r");
    playing.wait_to_see("the question", |picture| {
        shows_overlay(picture, Swatch::Veil)
    });
    playing.press("Right");
    playing.wait_to_see("the focus on the second button", focus_is_on(1));
    playing.press("Return");
    let new = playing.wait_for("a new game", |playing| {
        let latest = playing.latest();
        (latest.moves == 0 && latest.score == 0)
            .then_some(latest)
            .ok_or_else(|| "the old one is still there".to_owned())
    });
    assert_eq!(
        new.board.iter().flatten().filter(|&&face| face > 0).count(),
        2
    );
    let fresh = playing.wait_for("its save", |_| {
        let saved = saves.game(game.rules())?;
        (saved.moves() == 0)
            .then_some(saved)
            .ok_or_else(String::new)
    });
    see_no_overlay(&playing, &fresh);
}

#[test]
fn the_menu_opens_and_closes_by_keyboard() {
    let game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    for (width, height) in [(600, 760), (1280, 720)] {
        playing.resize(width, height);
        playing.press("m");
        playing.wait_to_see("the menu", focused_in_a_column);
        // "Back to the game" has the focus.
        playing.press("Return");
        see_no_overlay(&playing, &game);
    }
}

/// Whether a card is open with the focus on its first button.
fn focused_in_a_column(picture: &Picture) -> Result<(), String> {
    let veiled = crate::picture::blended(Swatch::Veil, Swatch::Page);
    if !crate::picture::alike(picture.at(2, 2), veiled) {
        return Err("there is no veil".to_owned());
    }
    let card = card(picture)?;
    let ring = picture
        .bounds(card, crate::picture::pixel(Swatch::Focus))
        .ok_or("nothing has the focus")?;
    let first = picture
        .bounds(card, crate::picture::pixel(Swatch::Button))
        .ok_or("there is no button")?;
    (ring.top < first.top && ring.top + ring.height < first.top + first.height)
        .then_some(())
        .ok_or_else(|| format!("the ring is at {ring:?}"))
}

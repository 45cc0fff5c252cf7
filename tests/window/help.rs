//! Hints and autoplay in the window: the keys, the picture, the log and the save.

use bevy_2048::app::view::theme::Swatch;
use bevy_2048::game::{Game, Rules};

use crate::desktop::Desktop;
use crate::picture::{Picture, pixel, shows_overlay};
use crate::playing::{Line, Playing};
use crate::scenes::{Saves, midgame};

/// Whether the bar of the best move is seen, which no tile and no button has
/// the colour of.
fn shows_hint(picture: &Picture) -> Result<(), String> {
    let seen = picture.count(picture.area(), pixel(Swatch::HintBest));
    (seen > 200)
        .then_some(())
        .ok_or_else(|| format!("{seen} pixels of the bar are seen"))
}

#[test]
fn a_hint_comes_by_itself_and_marks_the_game() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    assert!(!playing.latest().helped);
    playing.press("t");
    playing.wait_to_see("the question", |picture| {
        shows_overlay(picture, Swatch::Veil)
    });
    playing.press("Tab Return");
    playing.wait_to_see("the hint", shows_hint);
    playing.wait_for("the mark in the save", |_| {
        let saved = saves.game(game.rules())?;
        saved.helped().then_some(()).ok_or_else(String::new)
    });
    // The next board has one as well, and the log tells of the mark.
    let way = bevy_2048::game::Direction::ALL
        .into_iter()
        .find(|&way| game.board().can_slide(way))
        .expect("the game goes on");
    game.mark_helped();
    game.turn(way).expect("it can move");
    playing.press(crate::playing::arrow(way));
    playing.wait_until_logged(&game);
    playing.wait_to_see("the next hint", shows_hint);
    playing.press("t");
    playing.wait_to_see("the board alone", |picture| {
        shows_hint(picture).map_or(Ok(()), |()| Err("the hint is still there".to_owned()))
    });
}

#[test]
fn autoplay_wakes_the_sleeping_window_for_each_move_until_an_arrow_key() {
    let game = Game::new(Rules::default(), 2048);
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    playing.press("p");
    playing.wait_for("ten moves", |playing| {
        let moves = playing.latest().moves;
        (moves >= 10)
            .then_some(())
            .ok_or_else(|| format!("{moves} moves are played"))
    });
    playing.press("Left");
    // An undo shows that the arrow key has been read, and moved nothing.
    let before = playing.wait_for("the end of autoplay", |playing| {
        let before = playing.latest();
        std::thread::sleep(std::time::Duration::from_secs(1));
        (playing.latest() == before)
            .then_some(before)
            .ok_or_else(|| "it plays on".to_owned())
    });
    let mut saved = saves.game(game.rules()).expect("each turn is saved");
    assert_eq!(Line::of(&saved), before);
    assert!(saved.helped() && saved.undo());
    playing.press("u");
    playing.wait_until_logged(&saved);
    // Each move was told of once, and came one after the other.
    let log = playing.log();
    for (number, line) in (0..=before.moves).zip(&log) {
        assert_eq!(line.moves, number);
    }
}

//! Playing: keys move the board, and the picture follows board and window.

use bevy_2048::app::view::theme::Swatch;
use bevy_2048::game::Direction;

use crate::agreement::{agrees, play_each, travel};
use crate::desktop::Desktop;
use crate::picture::{pixel, shows_board, shows_overlay};
use crate::playing::{Playing, arrow};
use crate::scenes::{Saves, midgame};

/// Plays a turn with each of these keys. The log, the save and the picture must
/// agree with a copy of the game.
fn play_with(keys: &[(&str, Direction)]) {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    agrees(&playing, &saves, &game);

    play_each(&playing, &mut game, keys);
    agrees(&playing, &saves, &game);
}

#[test]
fn letters_move_and_log_save_and_picture_agree() {
    use Direction::{Down, Left, Right, Up};
    play_with(&[
        ("w", Up),
        ("d", Right),
        ("s", Down),
        ("a", Left),
        ("k", Up),
        ("l", Right),
        ("j", Down),
        ("h", Left),
    ]);
}

#[test]
fn arrows_move_and_log_save_and_picture_agree() {
    play_with(&Direction::ALL.map(|way| (arrow(way), way)));
}

#[test]
fn arrows_at_once_move_in_their_order() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    let ways = Direction::ALL.into_iter().cycle().take(40);
    let keys: Vec<_> = ways
        .map(|way| {
            game.turn(way);
            arrow(way)
        })
        .collect();
    playing.press(&keys.join(" "));
    agrees(&playing, &saves, &game);
}

#[test]
fn chords_undo_and_redo() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    travel(&playing, &mut game);
    agrees(&playing, &saves, &game);
}

#[test]
fn a_question_is_put_away_by_escape_and_answered_by_return() {
    let game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    let ask = || {
        playing.press("r");
        playing.wait_to_see("the question", |picture| {
            shows_overlay(picture, Swatch::Veil)
        });
    };
    ask();
    playing.press("Escape");
    agrees(&playing, &saves, &game);

    ask();
    playing.press("Right Return");
    playing.wait_for("the new game", |playing| {
        let moves = playing.latest().moves;
        (moves == 0)
            .then_some(())
            .ok_or_else(|| format!("there are {moves} moves"))
    });
}

#[test]
fn the_picture_follows_the_window() {
    let game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    for (width, height) in [(320, 420), (600, 760), (1280, 720), (560, 700)] {
        playing.resize(width, height);
        let picture = playing.wait_to_see("the board", |picture| {
            shows_board(picture, game.board(), 1.0)
        });
        for (x, y) in [
            (1, 1),
            (width - 2, 1),
            (1, height - 2),
            (width - 2, height - 2),
        ] {
            assert_eq!(picture.at(x, y), pixel(Swatch::Page), "{width} × {height}");
        }
    }
}

#[test]
fn f11_fills_the_screen_and_gives_it_back() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    for (is_full, size) in [(true, (1600, 1440)), (false, (560, 700))] {
        playing.press("F11");
        playing.wait_for("the other size", |playing| {
            let full = desktop.is_full_screen(playing.window);
            (full == is_full)
                .then_some(())
                .ok_or_else(|| format!("full screen is {full}"))
        });
        playing.wait_to_see("the board", |picture| {
            let found = (picture.width(), picture.height());
            if found != size {
                return Err(format!("the window has {found:?} pixels, and not {size:?}"));
            }
            shows_board(picture, game.board(), 1.0)
        });
        game.turn(Direction::Left);
        game.turn(Direction::Down);
        playing.press("a s");
        agrees(&playing, &saves, &game);
    }
}

#[test]
fn a_screen_with_twice_the_pixels_shows_everything_twice_as_large() {
    let game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    desktop.set_scale(2);
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    for scale in [2, 1, 2] {
        desktop.set_scale(scale);
        let pixels = scale as usize;
        let picture = playing.wait_to_see("the board", |picture| {
            shows_board(picture, game.board(), if scale == 2 { 2.0 } else { 1.0 })
        });
        assert_eq!(
            (picture.width(), picture.height()),
            (560 * pixels, 700 * pixels)
        );
    }
}

//! Playing: keys, drags and clicks move the board, the picture and the save.

use std::process::Command;

use bevy_2048::app::view::theme::Swatch;
use bevy_2048::game::{Direction, Game, Outcome, Rules};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::agreement::{agrees, play_each, travel};
use crate::desktop::Desktop;
use crate::picture::{buttons, shows_board};
use crate::playing::{Line, Playing, arrow};
use crate::scenes::{Saves, midgame};
use crate::wait::run;

#[test]
fn the_window_has_the_icon() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    let mut xprop = Command::new("xprop");
    desktop.dress(&mut xprop);
    xprop.args(["-id", &playing.window.to_string(), "_NET_WM_ICON"]);
    let output = run(&mut xprop);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("64 x 64"), "{said}");
}

#[test]
fn every_key_moves_and_log_save_and_picture_agree() {
    use Direction::{Down, Left, Right, Up};
    let mut game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    agrees(&playing, &saves, &game);

    let keys = [
        ("Up", Up),
        ("Right", Right),
        ("Down", Down),
        ("Left", Left),
        ("w", Up),
        ("d", Right),
        ("s", Down),
        ("a", Left),
        ("k", Up),
        ("l", Right),
        ("j", Down),
        ("h", Left),
    ];
    play_each(&playing, &mut game, &keys);
    agrees(&playing, &saves, &game);

    travel(&playing, &mut game);
    agrees(&playing, &saves, &game);
}

#[test]
fn a_drag_moves_but_not_from_a_button_which_a_click_presses() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    let picture = playing.wait_to_see("the board", |picture| {
        shows_board(picture, game.board(), 1.0)
    });
    let mut told = playing.log().len();

    let drag = |(x, y): (usize, usize), (dx, dy): (isize, isize)| {
        let (to_x, to_y) = (x.saturating_add_signed(dx), y.saturating_add_signed(dy));
        desktop.xdotool(&format!(
            "mousemove {x} {y} mousedown 1 mousemove {to_x} {to_y} mouseup 1 mousemove 1 1"
        ));
    };
    // Mostly, and not only, in one direction.
    for (direction, way) in [
        (Direction::Up, (20, -90)),
        (Direction::Right, (90, 30)),
        (Direction::Down, (-30, 90)),
        (Direction::Left, (-90, -20)),
    ] {
        let moves = game.turn(direction).is_some();
        drag((280, 420), way);
        if moves {
            told += 1;
            playing.wait_until_logged(&game);
        }
    }
    assert!(told >= 3, "the scene has a move for most of the drags");

    // From "Undo" into the board, and less far than a swipe: neither moves.
    let panel = buttons(&picture, picture.area());
    // "Redo" after it is disabled, and has another colour.
    let [_, _, undo, _, _] = panel[..] else {
        panic!("the panel has these buttons: {panel:?}")
    };
    drag(undo.middle(), (0, 300));
    drag(undo.middle(), (-200, 10));
    drag((280, 420), (6, 0));
    // A click presses it, and is the next thing the log tells of.
    assert!(game.undo());
    playing.click(undo);
    playing.wait_until_logged(&game);
    desktop.park();
    assert_eq!(playing.log().len(), told + 1, "{:#?}", playing.log());
    agrees(&playing, &saves, &game);
}

#[test]
fn ten_thousand_keys_as_fast_as_they_come_are_ten_thousand_moves() {
    // The goal is out of reach, so that no win asks for an answer.
    let rules = Rules::new(8, 8)
        .and_then(|rules| rules.with_win_tile(1 << 40))
        .expect("such rules are on offer");
    let mut game = Game::new(rules, 42);
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let mut command = desktop.game(saves.path());
    command.args(["--size", "8x8", "--win", &(1_u64 << 40).to_string()]);
    let playing = Playing::start(&desktop, command);

    // Any key, a few of which move nothing on the board as it lies then.
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    while game.moves() < 10_000 {
        let mut keys = Vec::new();
        for _ in 0..500 {
            let direction = Direction::ALL[dice.random_range(0..4)];
            game.turn(direction);
            keys.push(arrow(direction));
        }
        assert_eq!(
            game.outcome(),
            Outcome::Playing,
            "the board is large enough"
        );
        playing.press(&keys.join(" "));
    }
    agrees(&playing, &saves, &game);

    // What was shown on the way was true as well, and went only forward.
    let log = playing.log();
    assert!(log.is_sorted_by_key(|line| line.moves));
    let mut past = saves.game(&rules).expect("it has just been read");
    let mut lines = log.iter().rev().peekable();
    while let Some(line) = lines.next_if(|line| line.moves > game.moves() - 5000) {
        while past.moves() > line.moves {
            assert!(past.undo());
        }
        assert_eq!(*line, Line::of(&past));
    }
}

#[test]
fn the_picture_follows_the_window_and_the_board() {
    let rules = Rules::new(5, 3).expect("such a board is on offer");
    let mut wide = Game::new(rules, 5);
    for turn in 0..24 {
        wide.turn(Direction::ALL[turn % 4]);
    }
    for (game, size) in [(midgame(), "4x4"), (wide, "5x3")] {
        let saves = Saves::with(&game);
        let desktop = Desktop::open();
        let mut command = desktop.game(saves.path());
        command.args(["--size", size]);
        let playing = Playing::start(&desktop, command);
        for (width, height) in [(320, 420), (600, 760), (1280, 720), (560, 700)] {
            playing.resize(width, height);
            let picture = playing.wait_to_see("the board", |picture| {
                shows_board(picture, game.board(), 1.0)
            });
            let corner = picture.at(1, height - 2);
            assert_eq!(
                corner,
                crate::picture::pixel(Swatch::Page),
                "{width} × {height}"
            );
        }
    }
}

#[test]
fn a_screen_with_twice_the_pixels_shows_everything_twice_as_large() {
    let game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let mut command = desktop.game(saves.path());
    command.env("WINIT_X11_SCALE_FACTOR", "2");
    let playing = Playing::start(&desktop, command);
    let picture = playing.wait_to_see("the board", |picture| {
        shows_board(picture, game.board(), 2.0)
    });
    assert_eq!((picture.width(), picture.height()), (1120, 1400));
}

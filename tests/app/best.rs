//! The best score.

use bevy::prelude::*;
use bevy_2048::app::{messages::Request, screen::Screen};
use bevy_2048::game::Direction;

use crate::games::{classic, start};
use crate::headless::Headless;
use crate::menu::resize;

#[test]
fn the_best_score_rises_with_the_score_and_no_undo_lowers_it() {
    let mut game = Headless::still(start(&[[8, 8, 4, 4], [0; 4]], 2048));
    assert_eq!(game.best(), 0);
    game.play(Direction::Left);
    assert_eq!((game.game().score(), game.best()), (24, 24));
    assert_eq!(panel(&mut game, "24"), 2, "in both boxes of the panel");
    game.tap(KeyCode::KeyU);
    assert_eq!((game.game().score(), game.best()), (0, 24));
    assert_eq!(panel(&mut game, "24"), 1);
    game.ask(Request::Restart);
    assert_eq!((game.game().score(), game.best()), (0, 24));
}

#[test]
fn a_score_below_the_best_one_changes_nothing() {
    let mut begin = start(&[[8, 8, 4, 4], [0; 4]], 2048);
    begin.best.own = 1000;
    let mut game = Headless::still(begin);
    game.play(Direction::Left);
    assert_eq!((game.game().score(), game.best()), (24, 1000));
    assert_eq!(panel(&mut game, "1,000"), 1);
}

#[test]
fn a_best_score_made_by_the_winning_move_counts() {
    let mut game = Headless::still(start(&[[32, 32, 0, 0], [0; 4]], 64));
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.screen(), Screen::Won);
    assert_eq!(game.best(), 64);
    game.tap(KeyCode::ArrowRight);
    game.tap(KeyCode::Enter);
    assert_eq!((game.game().score(), game.best()), (0, 64));
}

#[test]
fn each_size_has_its_own_best_score() {
    let mut begin = classic();
    begin.best.own = 5000;
    let mut game = Headless::still(begin);
    resize(&mut game, 2, 4);
    assert_eq!(game.best(), 0);
    for direction in Direction::ALL.into_iter().cycle() {
        if game.game().score() > 0 {
            break;
        }
        game.play(direction);
    }
    let small = game.best();
    assert_eq!(small, game.game().score());
    resize(&mut game, 4, 4);
    assert_eq!(game.best(), 5000);
    resize(&mut game, 2, 4);
    assert_eq!(game.best(), small);
}

/// The number of texts with these words.
fn panel(game: &mut Headless, words: &str) -> usize {
    let texts = game.texts();
    texts.iter().filter(|text| *text == words).count()
}

//! The win and the end of a game, played by keyboard alone.

use bevy::prelude::*;
use bevy_2048::app::{
    messages::Request,
    play::{best::BestScore, shelf::Start},
    screen::Screen,
    view::motion,
};
use bevy_2048::game::{Direction, Game, Outcome};

use crate::games::start;
use crate::headless::{FRAME, Headless};

/// A move to the left wins, with room to go on.
fn before_a_win() -> Headless {
    Headless::new(start(&[[4, 4, 0, 0], [16, 0, 0, 0], [0; 4], [0; 4]], 8))
}

/// A move to the left wins and fills the board for good.
fn before_a_win_on_the_last_move() -> Headless {
    Headless::new(start(&[[4, 4], [2, 4]], 8))
}

/// A move to the left ends the game.
fn before_the_end() -> Headless {
    Headless::new(start(&[[0, 4], [8, 16]], 2048))
}

/// Moves to the left, and waits until what follows is there.
fn move_left(mut game: Headless) -> Headless {
    game.tap(KeyCode::ArrowLeft);
    game.rest();
    game
}

#[test]
fn a_card_that_is_not_open_yet_takes_no_key() {
    for (game, outcome) in [
        (before_a_win(), Outcome::Won),
        (before_the_end(), Outcome::Over),
    ] {
        let mut game = game;
        game.tap(KeyCode::ArrowLeft);
        let board = *game.game().board();
        let focus = game.focused();
        for key in [KeyCode::Enter, KeyCode::Space, KeyCode::ArrowRight] {
            game.tap(key);
        }
        game.pad(gilrs::Button::South);
        assert_eq!(game.game().outcome(), outcome);
        assert_eq!(*game.game().board(), board);
        assert_eq!(game.focused(), focus);
        assert!(focus.is_some());
        game.rest();
        game.tap(KeyCode::Enter);
        assert_eq!(game.screen(), Screen::Playing);
    }
}

#[test]
fn a_win_waits_for_an_answer() {
    let mut game = move_left(before_a_win());
    assert_eq!(game.screen(), Screen::Won);
    assert_eq!(game.overlays(), 1);
    assert!(game.texts().contains(&"You win!".to_owned()));
    let board = *game.game().board();
    for key in [KeyCode::ArrowDown, KeyCode::KeyS, KeyCode::ArrowRight] {
        game.tap(key);
        assert_eq!(*game.game().board(), board);
    }
    for direction in Direction::ALL {
        game.ask(Request::Move(direction));
        assert_eq!(*game.game().board(), board);
    }
    assert_eq!(game.screen(), Screen::Won);
}

#[test]
fn enter_keeps_going_after_a_win() {
    for key in [KeyCode::Enter, KeyCode::Space] {
        let mut game = move_left(before_a_win());
        assert_eq!(game.focused().as_deref(), Some("Keep going"));
        game.tap(key);
        assert_eq!(game.screen(), Screen::Playing);
        assert_eq!(game.game().outcome(), Outcome::KeptPlaying);
        assert_eq!((game.overlays(), game.focused()), (0, None));
        game.tap(KeyCode::ArrowDown);
        assert_eq!(game.game().moves(), 2);
    }
}

#[test]
fn a_new_game_can_be_had_after_a_win() {
    let mut game = move_left(before_a_win());
    game.tap(KeyCode::ArrowRight);
    assert_eq!(game.focused().as_deref(), Some("New game"));
    game.tap(KeyCode::Enter);
    assert_eq!(game.screen(), Screen::Playing);
    assert_eq!((game.game().moves(), game.game().score()), (0, 0));
    assert_eq!(game.tiles().len(), 2);
}

#[test]
fn a_game_that_was_kept_going_never_asks_again() {
    let board = [[4, 4, 0, 4], [0; 4], [0; 4], [4, 0, 0, 0]];
    let mut game = move_left(Headless::new(start(&board, 8)));
    assert_eq!(game.screen(), Screen::Won);
    game.tap(KeyCode::Escape);
    assert_eq!(game.screen(), Screen::Playing, "Escape keeps going as well");
    // The two other fours merge as well, ...
    for key in [KeyCode::ArrowDown, KeyCode::ArrowLeft] {
        game.tap(key);
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    }
    let eights = |game: &Headless| {
        let tiles = game.tiles().into_iter();
        tiles.filter(|(_, tile)| tile.face() == 8).count()
    };
    assert_eq!(eights(&game), 2);
    // ... and both wins are taken back and made again.
    for _ in 0..3 {
        game.tap(KeyCode::KeyU);
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    }
    assert_eq!((game.game().moves(), eights(&game)), (0, 0));
    game.tap(KeyCode::ArrowLeft);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    game.tap(KeyCode::KeyU);
    for _ in 0..3 {
        game.ask(Request::Redo);
        game.frame();
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    }
    assert_eq!(game.game().outcome(), Outcome::KeptPlaying);
}

#[test]
fn undo_takes_a_win_back_and_redo_wins_again() {
    let mut game = move_left(before_a_win());
    game.tap(KeyCode::KeyU);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert_eq!(game.game().moves(), 0);
    game.ask(Request::Redo);
    game.frame();
    assert_eq!((game.screen(), game.overlays()), (Screen::Won, 1));
    game.rest();
    game.tap(KeyCode::Enter);
    assert_eq!(game.game().outcome(), Outcome::KeptPlaying);
    for _ in 0..2 {
        game.tap(KeyCode::KeyU);
        game.ask(Request::Redo);
        game.frame();
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    }
}

#[test]
fn a_win_on_the_last_move_is_a_win_first_and_the_end_then() {
    let mut game = move_left(before_a_win_on_the_last_move());
    assert!(!game.game().board().can_move());
    assert_eq!((game.screen(), game.overlays()), (Screen::Won, 1));
    game.tap(KeyCode::Enter);
    assert_eq!((game.screen(), game.overlays()), (Screen::Over, 1));
    assert!(game.texts().contains(&"Game over!".to_owned()));
}

#[test]
fn the_end_offers_a_new_try() {
    let mut game = move_left(before_the_end());
    assert_eq!((game.screen(), game.overlays()), (Screen::Over, 1));
    assert_eq!(game.focused().as_deref(), Some("Try again"));
    game.tap(KeyCode::Enter);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert_eq!((game.game().moves(), game.tiles().len()), (0, 2));
}

#[test]
fn arrows_and_tab_walk_to_undo_at_the_end() {
    for key in [
        KeyCode::ArrowRight,
        KeyCode::ArrowDown,
        KeyCode::ArrowLeft,
        KeyCode::ArrowUp,
        KeyCode::Tab,
        KeyCode::KeyL,
    ] {
        let mut game = move_left(before_the_end());
        for focus in ["Undo", "Try again", "Undo"] {
            game.tap(key);
            assert_eq!(game.focused().as_deref(), Some(focus), "{key:?}");
        }
        game.tap(KeyCode::Enter);
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
        assert_eq!(game.game().moves(), 0);
        game.tap(KeyCode::ArrowLeft);
        assert_eq!(game.screen(), Screen::Over, "the same move, the same end");
    }
}

#[test]
fn escape_shows_the_board_of_a_game_that_is_over() {
    let mut game = move_left(before_the_end());
    game.tap(KeyCode::Escape);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert_eq!(game.game().outcome(), Outcome::Over);
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.screen(), Screen::Playing);
    game.tap(KeyCode::KeyU);
    assert_eq!(game.game().moves(), 0);
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.screen(), Screen::Over, "a new end is shown again");
}

#[test]
fn a_game_saved_at_its_end_begins_with_it() {
    for (before, screen) in [
        (before_the_end as fn() -> Headless, Screen::Over),
        (before_a_win, Screen::Won),
    ] {
        let saved = Game::clone(move_left(before()).game());
        let mut resumed = Headless::new(Start {
            game: saved,
            best: BestScore::default(),
            notices: Vec::new(),
        });
        resumed.frame();
        assert_eq!((resumed.screen(), resumed.overlays()), (screen, 1));
    }
}

/// Draws frames for as long as a card takes to open that does not wait for the
/// last turn, and a little longer.
fn watch_a_card_open(game: &mut Headless) {
    let opening = motion::QUESTION + 4 * FRAME;
    for _ in 0..opening.as_micros() / FRAME.as_micros() {
        game.frame();
    }
}

#[test]
fn the_card_of_a_fresh_win_or_end_waits_for_the_last_turn() {
    for before in [before_a_win, before_the_end] {
        let mut game = before();
        game.tap(KeyCode::ArrowLeft);
        watch_a_card_open(&mut game);
        assert!(game.tweens() > 0, "the turn is left in view");
    }
}

#[test]
fn a_win_or_an_end_comes_back_at_once_when_the_menu_is_closed() {
    for before in [before_a_win, before_the_end] {
        let mut game = move_left(before());
        let screen = game.screen();
        for close in [KeyCode::KeyM, KeyCode::Escape, KeyCode::Enter] {
            game.tap(KeyCode::KeyM);
            game.rest();
            assert_eq!(game.screen(), Screen::Menu);
            game.tap(close);
            watch_a_card_open(&mut game);
            assert_eq!((game.screen(), game.overlays()), (screen, 1));
            assert_eq!(game.tweens(), 0, "the card is open");
        }
        game.tap(KeyCode::Enter);
        assert_eq!(game.screen(), Screen::Playing, "it takes keys again");
    }
}

#[test]
fn a_finished_game_begins_with_its_card_at_once() {
    for before in [before_a_win, before_the_end] {
        let saved = Game::clone(move_left(before()).game());
        let mut resumed = Headless::new(Start {
            game: saved,
            best: BestScore::default(),
            notices: Vec::new(),
        });
        resumed.frame();
        watch_a_card_open(&mut resumed);
        assert_eq!((resumed.overlays(), resumed.tweens()), (1, 0));
    }
}

#[test]
fn an_end_that_was_put_aside_stays_so_when_the_menu_is_closed() {
    let mut game = move_left(before_the_end());
    game.tap(KeyCode::Escape);
    for close in [KeyCode::KeyM, KeyCode::Escape, KeyCode::Enter] {
        game.tap(KeyCode::KeyM);
        game.rest();
        assert_eq!(game.screen(), Screen::Menu);
        game.tap(close);
        game.rest();
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    }
}

#[test]
fn the_end_after_a_win_on_the_last_move_opens_at_once() {
    let mut game = move_left(before_a_win_on_the_last_move());
    game.tap(KeyCode::Enter);
    watch_a_card_open(&mut game);
    assert_eq!((game.screen(), game.overlays()), (Screen::Over, 1));
    assert_eq!(game.tweens(), 0, "the last turn was seen before the win");
}

#[test]
fn overlays_leave_nothing_behind() {
    for before in [before_a_win, before_a_win_on_the_last_move, before_the_end] {
        let mut game = before();
        game.rest();
        let entities = game.entities();
        for _ in 0..3 {
            game.tap(KeyCode::ArrowLeft);
            assert_ne!(game.screen(), Screen::Playing);
            game.rest();
            assert!(game.entities() > entities);
            game.tap(KeyCode::KeyU);
            assert_eq!(game.screen(), Screen::Playing);
            game.rest();
            assert_eq!(game.entities(), entities);
        }
    }
}

#[test]
fn undo_at_the_very_start_does_nothing() {
    let mut game = before_a_win();
    game.rest();
    let (board, entities) = (*game.game().board(), game.entities());
    for key in [KeyCode::KeyU, KeyCode::KeyU] {
        game.tap(key);
        assert_eq!(*game.game().board(), board);
        assert_eq!(
            (game.screen(), game.entities()),
            (Screen::Playing, entities)
        );
        assert_eq!(game.tweens(), 0, "the view starts no new appearance");
    }
    game.ask(Request::Redo);
    assert_eq!(*game.game().board(), board);
}

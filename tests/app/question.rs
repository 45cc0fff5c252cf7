//! The question before a game is thrown away.

use bevy::prelude::*;
use bevy_2048::app::screen::Screen;
use bevy_2048::game::Direction;

use crate::games::classic;
use crate::headless::Headless;

/// A game after so many moves.
fn after(moves: u64) -> Headless {
    let mut game = Headless::still(classic());
    for direction in Direction::ALL.into_iter().cycle() {
        if game.game().moves() == moves {
            break;
        }
        game.play(direction);
    }
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    game
}

#[test]
fn a_game_of_a_few_moves_is_thrown_away_without_a_question() {
    for moves in [0, 1, 9] {
        let mut game = after(moves);
        let before = *game.game().board();
        game.tap(KeyCode::KeyR);
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
        assert_eq!((game.game().moves(), game.tiles().len()), (0, 2));
        assert_ne!(*game.game().board(), before, "the dice are new");
    }
}

#[test]
fn a_game_worth_keeping_is_thrown_away_only_after_a_question() {
    let mut game = after(10);
    game.tap(KeyCode::KeyR);
    assert_eq!(
        (game.screen(), game.overlays()),
        (Screen::ConfirmRestart, 1)
    );
    assert_eq!(game.game().moves(), 10);
    assert_eq!(game.focused().as_deref(), Some("Keep playing"));
    game.tap(KeyCode::Tab);
    assert_eq!(game.focused().as_deref(), Some("New game"));
    game.tap(KeyCode::Enter);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert_eq!((game.game().moves(), game.tiles().len()), (0, 2));
}

#[test]
fn escape_and_keep_playing_keep_the_game() {
    for key in [KeyCode::Escape, KeyCode::Enter] {
        let mut game = after(10);
        let (board, entities) = (*game.game().board(), game.entities());
        for _ in 0..2 {
            game.tap(KeyCode::KeyR);
            assert_eq!(game.screen(), Screen::ConfirmRestart);
            game.tap(key);
            assert_eq!(game.screen(), Screen::Playing);
            assert_eq!(*game.game().board(), board);
            assert_eq!(game.entities(), entities);
            assert_eq!(game.focused(), None);
        }
    }
}

#[test]
fn r_does_not_answer_its_own_question() {
    let mut game = after(10);
    for _ in 0..3 {
        game.tap(KeyCode::KeyR);
        assert_eq!(game.game().moves(), 10);
    }
    assert_eq!(
        (game.screen(), game.overlays()),
        (Screen::ConfirmRestart, 1)
    );
}

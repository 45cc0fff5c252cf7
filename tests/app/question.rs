//! The questions before a game is discarded, and before it becomes a helped one.

use bevy::prelude::*;
use bevy_2048::app::{
    messages::{Help, Request},
    play::help::ActiveHelp,
    screen::Screen,
};
use bevy_2048::game::{Direction, Outcome};

use crate::games::{classic, late};
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

/// A kind of help, and what stands on its question.
struct Offer {
    help: Help,
    key: KeyCode,
    button: &'static str,
    title: &'static str,
    agree: &'static str,
}

const OFFERS: [Offer; 2] = [
    Offer {
        help: Help::Hint,
        key: KeyCode::KeyT,
        button: "Hint",
        title: "Show hints?",
        agree: "Show hints",
    },
    Offer {
        help: Help::Autoplay,
        key: KeyCode::KeyP,
        button: "Auto",
        title: "Start autoplay?",
        agree: "Start autoplay",
    },
];

fn help(game: &Headless) -> ActiveHelp {
    *game.app.world().resource::<ActiveHelp>()
}

/// Checks that a question is open, and that nobody has helped.
#[track_caller]
fn assert_asked(game: &mut Headless, offer: &Offer) {
    assert_eq!((game.screen(), game.overlays()), (Screen::ConfirmHelp, 1));
    assert!(game.texts().contains(&offer.title.to_owned()));
    assert_eq!(game.focused().as_deref(), Some("Keep playing"));
    assert_eq!(help(game), ActiveHelp::default());
    assert!(!game.game().helped());
}

/// Checks that the help is on, and no question.
#[track_caller]
fn assert_on(game: &mut Headless, offer: &Offer) {
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert!(help(game).is_on(offer.help));
}

#[test]
fn help_in_a_game_of_a_few_moves_comes_without_a_question() {
    for offer in OFFERS {
        let mut game = after(9);
        game.tap(offer.key);
        assert_on(&mut game, &offer);
    }
}

#[test]
fn help_in_a_game_worth_keeping_comes_after_a_question() {
    for offer in OFFERS {
        let mut game = after(10);
        game.tap(offer.key);
        assert_asked(&mut game, &offer);
        game.tap(KeyCode::Tab);
        assert_eq!(game.focused().as_deref(), Some(offer.agree));
        game.tap(KeyCode::Enter);
        assert_on(&mut game, &offer);

        let mut game = after(10);
        game.click(offer.button);
        assert_asked(&mut game, &offer);
        game.click(offer.agree);
        assert_on(&mut game, &offer);
    }
}

#[test]
fn declined_help_leaves_the_game_as_it_was_and_is_asked_for_again() {
    let answers: [fn(&mut Headless); 3] = [
        |game| game.tap(KeyCode::Escape),
        |game| game.tap(KeyCode::Enter),
        |game| game.click("Keep playing"),
    ];
    for offer in OFFERS {
        let mut game = after(10);
        let (board, entities) = (*game.game().board(), game.entities());
        for decline in answers {
            game.tap(offer.key);
            assert_asked(&mut game, &offer);
            decline(&mut game);
            assert_eq!((game.screen(), game.focused()), (Screen::Playing, None));
            assert_eq!(help(&game), ActiveHelp::default());
            assert!(!game.game().helped());
            assert_eq!(*game.game().board(), board);
            assert_eq!(game.entities(), entities);
        }
    }
}

#[test]
fn keys_for_help_do_not_answer_its_question() {
    for offer in OFFERS {
        let mut game = after(10);
        for key in [offer.key, KeyCode::KeyT, KeyCode::KeyP, KeyCode::KeyM] {
            game.tap(key);
            assert_asked(&mut game, &offer);
        }
    }
}

#[test]
fn the_question_about_help_comes_once_a_game() {
    let mut game = after(10);
    game.tap(KeyCode::KeyT);
    game.click("Show hints");
    assert_on(&mut game, &OFFERS[0]);
    // Off and on again, and the other kind of help as well.
    game.tap(KeyCode::KeyT);
    assert_eq!(help(&game), ActiveHelp::default());
    for offer in OFFERS {
        game.tap(offer.key);
        assert_on(&mut game, &offer);
    }
    game.ask(Request::Undo);
    game.tap(KeyCode::KeyP);
    assert_on(&mut game, &OFFERS[1]);

    // The next game has a question of its own.
    game.ask(Request::Restart);
    game.ask(Request::RestartConfirmed);
    assert_eq!(
        (game.game().moves(), help(&game)),
        (0, ActiveHelp::default())
    );
    for direction in Direction::ALL.into_iter().cycle() {
        if game.game().moves() == 10 {
            break;
        }
        game.play(direction);
    }
    game.tap(KeyCode::KeyP);
    assert_asked(&mut game, &OFFERS[1]);
}

#[test]
fn undo_makes_a_game_one_of_a_few_moves_again() {
    let mut game = after(10);
    game.tap(KeyCode::KeyU);
    game.tap(KeyCode::KeyT);
    assert_on(&mut game, &OFFERS[0]);
}

#[test]
fn autoplay_at_a_win_asks_as_well_and_a_hint_cannot_be_had_there() {
    let mut game = Headless::still(late(4, 4, &[8], true));
    assert_eq!(game.screen(), Screen::Won);
    game.tap(KeyCode::KeyT);
    assert_eq!(game.screen(), Screen::Won);
    game.tap(KeyCode::KeyP);
    assert_asked(&mut game, &OFFERS[1]);
    game.tap(KeyCode::Escape);
    assert_eq!((game.screen(), game.overlays()), (Screen::Won, 1));
    game.tap(KeyCode::KeyP);
    game.click("Start autoplay");
    assert_on(&mut game, &OFFERS[1]);
    assert_eq!(game.game().outcome(), Outcome::KeptPlaying);
}

#[test]
fn help_that_no_move_is_left_for_asks_nothing() {
    let faces = [2, 4, 8, 16, 32];
    let mut game = Headless::still(late(4, 4, &faces, true));
    game.tap(KeyCode::KeyP);
    assert_eq!((game.screen(), game.overlays()), (Screen::Over, 1));
    game.tap(KeyCode::Escape);
    for offer in OFFERS {
        game.tap(offer.key);
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
        assert_eq!(help(&game), ActiveHelp::default());
    }
    assert!(!game.game().helped());
}

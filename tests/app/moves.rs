//! Fast and long play: the view follows the board, and nothing is left over.

use bevy::prelude::*;
use bevy_2048::app::{
    GamePlugin,
    messages::Request,
    play::saving::Saving,
    play::{best::BestScore, shelf::Start},
    screen::Screen,
    view::tiles::{Leaving, TileView},
};
use bevy_2048::game::{Direction, Game, Rules};
use bevy_2048::save::{SaveFolder, SaveWriter};
use bevy_tweening::TweenAnim;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::headless::Headless;

/// Moves to play in each test.
const MOVES: usize = 10_000;

/// A game that is soon won, so that wins are among what happens.
fn rules() -> Rules {
    Rules::default()
        .with_win_tile(64)
        .expect("64 is a goal on offer")
}

/// A new game whose turns are saved to a folder.
fn saved_game() -> (Headless, TempDir) {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let writer = SaveWriter::start(folder).expect("a thread can be had");
    let start = Start::new_game(rules(), 7);
    let game = Headless::with(GamePlugin::new(start, 7), |app| {
        app.insert_resource(Saving(Some(writer)));
    });
    (game, dir)
}

/// What a player asks for when the game waits for an answer.
fn answer(screen: Screen) -> Option<Request> {
    match screen {
        Screen::Won => Some(Request::KeepGoing),
        Screen::Over => Some(Request::Restart),
        _ => None,
    }
}

fn direction(dice: &mut ChaCha8Rng) -> Direction {
    Direction::ALL[dice.next_u32() as usize % Direction::ALL.len()]
}

#[track_caller]
fn assert_view_is_board(game: &mut Headless) {
    let (shown, tiles) = (game.shown(), game.tiles());
    assert_eq!(shown, tiles);
}

/// Checks that all came to rest, and that the disk has the game.
#[track_caller]
fn assert_all_is_well(mut game: Headless, dir: &TempDir) {
    for answers in 0.. {
        let Some(request) = answer(game.screen()) else {
            break;
        };
        assert!(answers < 10, "the overlay {:?} stays", game.screen());
        game.ask(request);
        game.frame();
    }
    game.rest();
    assert_view_is_board(&mut game);
    assert_eq!(game.count::<With<TweenAnim>>(), 0);
    assert_eq!(game.count::<With<Leaving>>(), 0);
    assert_eq!(game.count::<With<TileView>>(), game.tiles().len());

    let board = *game.game().board();
    let fresh = Game::from_board(rules(), board, 1).expect("the sizes agree");
    let mut fresh = Headless::new(Start {
        game: fresh,
        best: BestScore::default(),
        notices: Vec::new(),
    });
    fresh.rest();
    assert_eq!(game.entities(), fresh.entities(), "something leaks");

    let (played, best) = (Game::clone(game.game()), game.best());
    assert!(best >= played.score() && best > 0);
    // The writer is dropped with the app, and waits for the disk.
    drop(game);
    let folder = SaveFolder::open(dir.path()).expect("the writer gave the lock back");
    let loaded = folder.load(&rules());
    assert_eq!(loaded.notice, None);
    let resumed = loaded.resumed.expect("the game was saved");
    assert_eq!(*resumed.game, played);
    assert_eq!(loaded.best.own, best);
}

#[test]
fn ten_thousand_moves_one_a_frame_leave_the_view_as_the_board() {
    let (mut game, dir) = saved_game();
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let (mut wins, mut ends) = (0, 0);
    for _ in 0..MOVES {
        game.play(direction(&mut dice));
        assert_view_is_board(&mut game);
        if let Some(request) = answer(game.screen()) {
            wins += usize::from(request == Request::KeepGoing);
            ends += usize::from(request == Request::Restart);
            game.ask(request);
            game.frame();
            assert_eq!(game.screen(), Screen::Playing);
        }
    }
    assert!(wins > 10 && ends > 10, "{wins} wins, {ends} ends");
    assert_all_is_well(game, &dir);
}

#[test]
fn ten_thousand_moves_in_batches_of_fifty_leave_the_view_as_the_board() {
    let (mut game, dir) = saved_game();
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let mut answers = 0;
    for _ in 0..MOVES / 50 {
        for _ in 0..50 {
            let request = Request::Move(direction(&mut dice));
            game.app.world_mut().write_message(request);
        }
        game.frame();
        assert_view_is_board(&mut game);
        if let Some(request) = answer(game.screen()) {
            answers += 1;
            game.ask(request);
            assert_view_is_board(&mut game);
        }
    }
    assert!(answers > 10, "{answers} wins and ends");
    assert_all_is_well(game, &dir);
}

#[test]
fn batches_of_all_that_can_be_asked_leave_the_view_as_the_board() {
    let (mut game, dir) = saved_game();
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..2000 {
        for _ in 0..dice.next_u32() % 8 {
            let request = match dice.next_u32() % 32 {
                0..=20 => Request::Move(direction(&mut dice)),
                21..=25 => Request::Undo,
                26..=28 => Request::Redo,
                29 => Request::KeepGoing,
                30 => Request::Restart,
                _ => Request::RestartConfirmed,
            };
            game.app.world_mut().write_message(request);
        }
        game.frame();
        assert_view_is_board(&mut game);
    }
    game.ask(Request::RestartConfirmed);
    game.frame();
    assert_all_is_well(game, &dir);
}

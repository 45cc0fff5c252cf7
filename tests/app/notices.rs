//! What the player is told in a strip.

use std::fs;

use bevy::prelude::*;
use bevy_2048::app::{GamePlugin, messages::Request, play::saving::Saving, play::shelf::Start};
use bevy_2048::game::Direction;
use bevy_2048::save::{SaveFolder, SaveWriter};

use crate::games::classic;
use crate::headless::Headless;

const SENTENCE: &str = "Something went wrong.";

fn told() -> Headless {
    let mut game = Headless::still(Start {
        notices: vec![SENTENCE.to_owned()],
        ..classic()
    });
    assert_eq!(strips(&mut game, SENTENCE), 1);
    game.rest();
    game
}

/// Plays until so many turns are counted.
fn play_until(game: &mut Headless, moves: u64) {
    for direction in Direction::ALL.into_iter().cycle().take(100) {
        if game.game().moves() == moves {
            return;
        }
        game.play(direction);
    }
    panic!("the game ends after {} moves", game.game().moves());
}

/// The number of strips that begin with these words.
fn strips(game: &mut Headless, words: &str) -> usize {
    let texts = game.texts();
    texts.iter().filter(|text| text.starts_with(words)).count()
}

#[test]
fn a_notice_goes_away_with_escape() {
    let mut game = told();
    let mut untold = Headless::still(classic());
    assert!(game.entities() > untold.entities());
    game.tap(KeyCode::Escape);
    assert_eq!(strips(&mut game, SENTENCE), 0);
    assert_eq!(game.entities(), untold.entities());
}

#[test]
fn a_notice_goes_away_after_a_few_turns() {
    let mut game = told();
    play_until(&mut game, 5);
    assert_eq!(strips(&mut game, SENTENCE), 1);
    play_until(&mut game, 6);
    assert_eq!(strips(&mut game, SENTENCE), 0);
}

#[test]
fn a_save_that_fails_is_told_and_play_goes_on() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let path = dir.path().join("saves");
    let folder = SaveFolder::open(&path).expect("nobody else uses it");
    fs::remove_dir_all(&path).expect("the folder is ours");
    let writer = SaveWriter::start(folder).expect("a thread can be had");
    let mut game = Headless::with(GamePlugin::new(classic(), 1), |app| {
        app.insert_resource(Saving(Some(writer)));
    });
    // The writer's thread answers when it comes to it.
    for _ in 0..10_000 {
        if strips(&mut game, "The game could not be saved") > 0 {
            break;
        }
        std::thread::yield_now();
        game.frame();
    }
    assert_eq!(strips(&mut game, "The game could not be saved"), 1);
    game.ask(Request::Close);
    assert_eq!(strips(&mut game, "The game could not be saved"), 0);
    let before = game.tiles();
    for direction in Direction::ALL {
        game.play(direction);
    }
    assert_ne!(game.tiles(), before);
    assert_eq!(strips(&mut game, "The game could not be saved"), 0, "once");
}

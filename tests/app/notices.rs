//! What the player is told: the strip and the standing line.

use std::fs;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_2048::app::{
    GamePlugin,
    messages::{Help, Request},
    play::{
        saving::{NotSaved, Saving},
        shelf::Start,
    },
    settings::{Computer, Pace, Preferences},
    view::{notice::StandingLine, panel::ScoreBox, stage::Field},
};
use bevy_2048::game::Direction;
use bevy_2048::save::{SaveFolder, SaveWriter};

use crate::games::{classic, late};
use crate::headless::Headless;
use crate::view::View;

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
fn turns_of_the_computer_leave_a_notice_to_be_read() {
    let mut game = told();
    let mut preferences = game.app.world_mut().resource_mut::<Preferences>();
    (preferences.computer, preferences.pace) = (Computer::Greedy, Pace::Screen);
    game.ask(Request::Help(Help::Autoplay));
    let start = Instant::now();
    while game.game().moves() < 20 {
        assert!(start.elapsed() < Duration::from_mins(1), "nobody plays");
        game.frame();
    }
    assert_eq!(strips(&mut game, SENTENCE), 1);
    // This key only ends autoplay.
    game.play(Direction::Up);
    let moves = game.game().moves();
    play_until(&mut game, moves + 5);
    assert_eq!(strips(&mut game, SENTENCE), 1);
    play_until(&mut game, moves + 6);
    assert_eq!(strips(&mut game, SENTENCE), 0);
}

/// Draws frames until a strip with these words is there.
fn wait_for_strip(game: &mut Headless, words: &str) {
    let start = Instant::now();
    while strips(game, words) == 0 {
        assert!(start.elapsed() < Duration::from_mins(1), "{words}");
        // The writer's thread answers when it comes to it.
        std::thread::yield_now();
        game.frame();
    }
    assert_eq!(strips(game, words), 1);
}

#[test]
fn a_save_that_fails_is_told_once_and_a_line_stays_until_saving_works() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let path = dir.path().join("saves");
    let folder = SaveFolder::open(&path).expect("nobody else uses it");
    fs::remove_dir_all(&path).expect("the folder is ours");
    let writer = SaveWriter::start(folder).expect("a thread can be had");
    let mut game = Headless::with(GamePlugin::new(classic(), 1), |app| {
        app.insert_resource(Saving(Some(writer)));
    });
    wait_for_strip(&mut game, "The game could not be saved");
    assert_eq!(strips(&mut game, "Not saving"), 0, "the strip says it");
    game.ask(Request::Close);
    assert_eq!(strips(&mut game, "The game could not be saved"), 0);
    assert_eq!(strips(&mut game, "Not saving: the last save failed"), 1);
    let before = game.tiles();
    for direction in Direction::ALL.into_iter().cycle().take(40) {
        game.play(direction);
    }
    assert_ne!(game.tiles(), before);
    assert_eq!(strips(&mut game, "The game could not be saved"), 0, "once");
    assert_eq!(strips(&mut game, "Not saving: the last save failed"), 1);

    fs::create_dir(&path).expect("the folder is ours");
    game.ask(Request::Undo);
    wait_for_strip(&mut game, "The game is being saved again.");
    game.ask(Request::Close);
    assert_eq!(strips(&mut game, "The game is being saved again."), 0);
    assert_eq!(strips(&mut game, "Not saving"), 0);
}

#[test]
fn the_line_covers_nothing_in_windows_of_many_shapes() {
    let mut faults = Vec::new();
    for (columns, rows) in [(4, 4), (3, 3), (8, 8), (5, 3), (8, 2), (2, 8)] {
        let mut view = View::new(Headless::still(late(columns, rows, &[1 << 17], false)));
        // The longest reason there is.
        let reason = NotSaved(Some("the folder is read-only"));
        view.game.app.insert_resource(reason);
        for (width, height) in [
            (320, 420),
            (420, 320),
            (560, 700),
            (600, 760),
            (600, 320),
            (1280, 720),
            (1920, 1080),
        ] {
            for scale in [1.0, 1.5, 2.0] {
                view.resize(UVec2::new(width, height), scale);
                view.check_all();
                let line = view.the::<StandingLine>("the line");
                view.check_within(&line, "the window", view.window);
                let field = view.the::<Field>("the field");
                let boxes = view.game.each::<Entity, With<ScoreBox>, _>(|node| node);
                assert_eq!(boxes.len(), 2);
                let mut things = view.buttons();
                things.extend(boxes.into_iter().map(|node| view.thing(node, "a score")));
                things.push(field);
                for thing in things {
                    view.check_apart(&[line.clone(), thing]);
                }
                let window = format!("{columns} × {rows} in {width} × {height} at {scale}");
                let told = view.faults.drain(..);
                faults.extend(told.map(|fault| format!("{window}: {fault}")));
            }
        }
    }
    let count = faults.len();
    assert!(faults.is_empty(), "{count} faults\n{}", faults.join("\n"));
}

//! Tests of training runs. Most take at least 0.8 GB of memory and are ignored by default.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_2048::solver::bitboard::{MoveTables, Packed};
use bevy_2048::solver::network::{Aim, LOOK_UPS, Network, WEIGHTS, encode, quantise};
use bevy_2048::solver::search::Evaluate;
use bevy_2048::solver::training::{
    Checkpoint, Config, Episode, EpisodeSettings, Learner, LearningRate, Stage, StageError,
    TrainError, train,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Settings of a short run.
fn short(games: u64) -> Config {
    Config {
        games,
        initial_value: 0.0,
        window: 50,
        restart_from: 100,
        ..Config::default()
    }
}

fn run(config: &Config, folder: &Path) -> Checkpoint {
    train(config, folder, &AtomicBool::new(false), |_| {}).expect("the folder can be written")
}

#[test]
#[ignore = "takes 3 GB of memory and of disk, and ten seconds in a release build"]
fn an_interrupted_run_learns_the_same_as_an_uninterrupted_one() {
    let [whole, parts] =
        [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder can be created"));
    let at_once = run(&short(300), whole.path());
    run(&short(120), parts.path());
    let resumed = run(&short(300), parts.path());
    let scores = |run: &Checkpoint| -> Vec<f64> {
        run.curve
            .samples
            .iter()
            .map(|sample| sample.mean_score)
            .collect()
    };
    assert_eq!(scores(&at_once), scores(&resumed));
    assert_eq!(at_once.curve.moves, resumed.curve.moves);
    let bytes = [&whole, &parts].map(|folder| {
        std::fs::read(folder.path().join("learner.bin")).expect("the network was written")
    });
    assert!(bytes[0] == bytes[1], "the networks differ");
    let scores = scores(&at_once);
    assert!(scores[5] > 2.0 * scores[0], "{scores:?}");

    // Inconsistent or incomplete files are rejected.
    let network = parts.path().join("learner.bin");
    let mut damaged = bytes[1].clone();
    damaged[0] ^= 1;
    std::fs::write(&network, &damaged).expect("a file can be written");
    assert!(resumed.read_learner(parts.path()).is_err());
    std::fs::write(&network, &damaged[..1000]).expect("a file can be written");
    assert!(resumed.read_learner(parts.path()).is_err());
}

#[test]
#[ignore = "takes 0.9 GB of memory"]
fn an_update_moves_the_value_of_all_symmetric_boards_to_the_target() {
    let learner = Learner::new(3200.0);
    let board = (0..16).fold(Packed::EMPTY, |board, cell| {
        board.with(cell, u8::try_from(cell % 12).expect("below 12"))
    });
    assert!((learner.value(board) - 3200.0).abs() < 0.1);
    let rate = LearningRate {
        step: 1.0,
        coherence: true,
    };
    let value = learner.learn(board, 5000.0, rate);
    assert!((value - 5000.0).abs() < 1.0, "{value}");
    for symmetric in board.symmetric() {
        assert!((learner.value(symmetric) - 5000.0).abs() < 1.0);
    }
    let network = quantise(&learner, 1.0, 0.0, 15);
    // Each weight is rounded to an integer.
    let rounded = f32::from(u8::try_from(LOOK_UPS).expect("few look-ups")) / 2.0;
    assert!((network.value(board) - 5000.0).abs() <= rounded);
    let pruned = quantise(&learner, 1.0, 1e6, 15);
    assert!(pruned.value(board).abs() < f32::EPSILON);
    drop((learner, pruned));

    // An imported network keeps its value, and a single error does not overrule it.
    let imported = Learner::from_network(&network, 20_000.0);
    assert!((imported.value(board) - network.value(board)).abs() < 0.1);
    let value = imported.learn(board, 9000.0, rate);
    assert!((value - network.value(board)).abs() < 0.1, "{value}");
    let value = imported.learn(board, 9000.0, rate);
    assert!(value > network.value(board) && value < 7000.0, "{value}");
}

#[test]
#[ignore = "takes 0.9 GB of memory"]
fn a_game_with_an_aim_ends_there_and_learns_its_value() {
    let learner = Learner::new(320.0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let aim = Aim {
        lowest: 4,
        highest: 5,
    };
    let settings = EpisodeSettings {
        four: u32::MAX / 10,
        highest_rank: 15,
        aim: Some(aim),
    };
    let rate = LearningRate {
        step: 1.0,
        coherence: false,
    };
    let start = Packed::EMPTY.with(0, 5).with(1, 4);
    let mut episode = Episode::default();
    let won = (0..20).any(|_| {
        episode.play(&learner, MoveTables::get(), start, &mut rng, settings);
        episode.won
    });
    assert!(won, "a 64 is easily made");
    assert_eq!(episode.end.highest_rank(), 6);
    assert!(episode.score > 0, "the score is counted");
    assert!(episode.steps.iter().all(|step| step.gain == 0.0));
    assert_eq!(episode.learned().len(), episode.steps.len() - 1);
    let last = episode.learned().last().expect("it takes some moves").seen;
    assert!(!aim.reached(last));

    episode.steps.drain(..episode.steps.len() - 2);
    episode.teach(&learner, settings, 0.5, rate);
    // Sparse boards look up the same weight several times, so an update overshoots.
    assert!(learner.value(last) > 0.9 * aim.worth());
    episode.won = false;
    let after = episode.steps[1].seen;
    let before = learner.value(after);
    episode.teach(&learner, settings, 0.5, rate);
    let lost = learner.value(after);
    assert!(lost < 0.1 * before, "{before}, and {lost} once lost");
}

#[test]
#[ignore = "takes 0.9 GB of memory and of disk"]
fn the_games_of_a_stage_start_where_the_guide_reached_it() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let guide = folder.path().join("guide.net");
    std::fs::write(&guide, untrained()).expect("a file can be written");
    let config = Config {
        stage: Some(Stage {
            lowest_rank: 5,
            highest_rank: 6,
            guide,
            reach: 0,
            boards: 20,
        }),
        restart_from: 0,
        initial_value: 200_000.0,
        ..short(400)
    };
    let whole = run(&short(50), tempfile::tempdir().expect("a folder").path());
    let stage = run(&config, folder.path());
    let mean = |run: &Checkpoint| run.curve.moves / run.curve.games;
    // The sum must grow by less than 32, so most of the moves to a 64 are saved.
    assert!(2 * mean(&stage) < mean(&whole), "{} moves", mean(&stage));
}

/// The file of an untrained network.
fn untrained() -> Vec<u8> {
    let weights = || vec![0; WEIGHTS].into_boxed_slice().try_into();
    let tables = std::array::from_fn(|_| weights().expect("the length fits"));
    encode(&Network::new(tables, 1.0), 1).expect("memory is enough")
}

#[test]
fn a_stage_needs_a_guide_that_reaches_it() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let guide = folder.path().join("guide.net");
    let config = Config {
        stage: Some(Stage {
            guide: guide.clone(),
            reach: 0,
            ..Stage::default()
        }),
        ..short(10)
    };
    let error = |config: &Config| {
        let end = train(config, folder.path(), &AtomicBool::new(false), |_| {});
        end.expect_err("the stage cannot begin")
    };
    let is = |error, what: fn(StageError) -> bool| match error {
        TrainError::Stage(error) => what(error),
        TrainError::Checkpoint(_) => false,
    };
    assert!(is(error(&config), |e| matches!(e, StageError::Read { .. })));
    std::fs::write(&guide, "no network").expect("a file can be written");
    assert!(is(error(&config), |e| matches!(
        e,
        StageError::Network { .. }
    )));
    std::fs::write(&guide, untrained()).expect("a file can be written");
    assert!(is(error(&config), |e| matches!(
        e,
        StageError::Unreached { .. }
    )));
}

#[test]
#[ignore = "takes 0.8 GB of memory and of disk"]
fn the_stop_flag_ends_a_run_with_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let stop = AtomicBool::new(true);
    let config = short(1_000_000);
    let end = train(&config, folder.path(), &stop, |_| {
        stop.store(true, Ordering::Relaxed);
    });
    assert!(end.is_ok_and(|end| end.curve.games < 1_000_000));
    let found = Checkpoint::read(folder.path()).expect("the checkpoint is whole");
    assert!(found.is_some());
}

//! Training runs, which take 0.8 GB of memory each, and so are not part of the usual tests.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_2048::solver::bitboard::{Packed, Tables};
use bevy_2048::solver::network::{LOOK_UPS, Network, WEIGHTS, encode, quantise};
use bevy_2048::solver::search::Evaluate;
use bevy_2048::solver::training::{
    Checkpoint, Config, Episode, Learner, Rate, Stage, StageError, Step, Terms, TrainError, train,
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
fn an_interrupted_run_learns_what_an_uninterrupted_one_does_and_gets_better() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().expect("a folder can be made"));
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

    // What does not belong together is told apart.
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
fn a_lesson_moves_the_value_to_its_target_and_all_symmetric_boards_with_it() {
    let learner = Learner::new(3200.0);
    let board = (0..16).fold(Packed::EMPTY, |board, cell| {
        board.with(cell, u8::try_from(cell % 12).expect("below 12"))
    });
    assert!((learner.value(board) - 3200.0).abs() < 0.1);
    let rate = Rate {
        step: 1.0,
        coherence: true,
    };
    let told = learner.learn(board, 5000.0, rate);
    assert!((told - 5000.0).abs() < 1.0, "{told}");
    for symmetric in board.symmetric() {
        assert!((learner.value(symmetric) - 5000.0).abs() < 1.0);
    }
    let network = quantise(&learner, 1.0, 0.0, 15);
    // Each of the weights is rounded to a whole point.
    let rounded = f32::from(u8::try_from(LOOK_UPS).expect("few look-ups")) / 2.0;
    assert!((network.value(board) - 5000.0).abs() <= rounded);
    let pruned = quantise(&learner, 1.0, 1e6, 15);
    assert!(pruned.value(board).abs() < f32::EPSILON);
    drop((learner, pruned));

    // What was learned before goes on from where it was, and is not overruled by a single error.
    let taught = Learner::from_network(&network, 20_000.0, None);
    assert!((taught.value(board) - network.value(board)).abs() < 0.1);
    let told = taught.learn(board, 9000.0, rate);
    assert!((told - network.value(board)).abs() < 0.1, "{told}");
    let told = taught.learn(board, 9000.0, rate);
    assert!(told > network.value(board) && told < 7000.0, "{told}");
}

#[test]
#[ignore = "takes 1.6 GB of memory"]
fn learning_ends_with_the_first_tile_of_a_rank_and_starts_from_what_it_is_worth() {
    let learner = Learner::new(320.0);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut terms = Terms {
        four: u32::MAX / 10,
        highest_rank: 15,
        until_rank: 5,
        to_the_end: true,
    };
    let rate = Rate {
        step: 1.0,
        coherence: false,
    };
    let start = Packed::EMPTY.with(0, 1).with(1, 1);
    let mut whole = Episode::default();
    whole.play(&learner, Tables::get(), start, &mut dice, &terms);
    let last = whole.last.expect("a 32 is easily made");
    assert_eq!(whole.steps[last].after.highest_rank(), 5);
    assert!(
        whole.steps[..last]
            .iter()
            .all(|step| step.after.highest_rank() < 5)
    );
    assert!(last + 1 < whole.steps.len(), "the game goes on");
    assert_eq!(whole.learned().len(), last);

    let untaught = whole.steps[last].seen;
    let worth = learner.value(untaught);
    let mut one_step = whole.clone();
    one_step.steps.drain(..last - 1);
    one_step.last = Some(1);
    one_step.teach(&learner, 0.0, rate);
    let Step { seen, .. } = one_step.steps[0];
    let target = one_step.steps[1].gain + worth;
    let other = Learner::new(320.0);
    let _ = other.learn(seen, target, rate);
    assert!((learner.value(seen) - other.value(seen)).abs() < 0.1);
    assert!(
        (other.value(seen) - 320.0).abs() > 0.1,
        "there was something to learn"
    );

    terms.to_the_end = false;
    let mut part = Episode::default();
    part.play(&learner, Tables::get(), start, &mut dice, &terms);
    assert_eq!(part.last.map(|last| last + 1), Some(part.steps.len()));
}

#[test]
#[ignore = "takes 0.9 GB of memory"]
fn a_later_stage_begins_with_what_is_known_of_folded_boards() {
    let known = Learner::new(0.0);
    let rows = |high| [high, 12, 3, 0, 1, 5, 0, 2, 0, 0, 4, 0, 0, 0, 1, 0];
    let board = |ranks: [u8; 16]| {
        (0_u32..)
            .zip(ranks)
            .fold(Packed::EMPTY, |board, (cell, rank)| {
                if rank == 0 {
                    board
                } else {
                    board.with(cell, rank)
                }
            })
    };
    let (low, high) = (board(rows(13)), board(rows(14)));
    let rate = Rate {
        step: 1.0,
        coherence: false,
    };
    let _ = known.learn(low, 3200.0, rate);
    let network = quantise(&known, 0.5, 0.0, 13);
    let same = Learner::from_network(&network, 20_000.0, None);
    let later = Learner::from_network(&network, 20_000.0, Some(14));
    assert!((same.value(low) - network.value(low)).abs() < 0.1);
    assert!((later.value(low) - network.value(low)).abs() < 0.1);
    assert!((later.value(high) - network.value(low)).abs() < 0.1);
    assert!(same.value(high) < 0.9 * later.value(high));
}

#[test]
fn a_stage_needs_a_guide_that_comes_there() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let guide = folder.path().join("guide.net");
    let stage = |from_rank| Config {
        stage: Some(Stage {
            from_rank,
            guide: guide.clone(),
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
    assert!(is(error(&stage(5)), |e| matches!(
        e,
        StageError::Read { .. }
    )));
    std::fs::write(&guide, "no network").expect("a file can be written");
    assert!(is(error(&stage(5)), |e| matches!(
        e,
        StageError::Network { .. }
    )));
    let weights = || vec![0; WEIGHTS].into_boxed_slice().try_into();
    let tables = std::array::from_fn(|_| weights().expect("the length fits"));
    let file = encode(&Network::new(tables, 1.0), 1).expect("memory is enough");
    std::fs::write(&guide, file).expect("a file can be written");
    assert!(is(error(&stage(15)), |e| matches!(
        e,
        StageError::Unreached { .. }
    )));
}

#[test]
#[ignore = "takes 0.8 GB of memory and of disk"]
fn a_set_flag_ends_a_run_with_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let stop = AtomicBool::new(true);
    let config = short(1_000_000);
    let end = train(&config, folder.path(), &stop, |_| {
        stop.store(true, Ordering::Relaxed);
    });
    assert!(end.is_ok_and(|end| end.curve.games < 1_000_000));
    let found = Checkpoint::read(folder.path()).expect("the checkpoint is whole");
    assert!(found.is_some());
}

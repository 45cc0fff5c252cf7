//! A training run.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use super::episode::EpisodeSettings;
use super::learner::LearningRate;
use super::starts::{Stage, Starts};
use super::{Checkpoint, CheckpointError, Config, Curve, Episode, Learner, StageError};
use crate::solver::bitboard::{MoveTables, Packed};

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The number of games so far, not counting restarted ones.
    pub games: u64,
    /// The number of moves so far.
    pub moves: u64,
    /// The seconds spent so far, including those before the run was resumed.
    pub seconds: f64,
    /// The moves per second since the last report.
    pub moves_per_second: f64,
    /// The mean score of the latest complete window, if there is one.
    pub mean_score: Option<f64>,
}

/// The time between reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// Why a run failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The starting boards of the stage cannot be made.
    #[error(transparent)]
    Stage(#[from] StageError),
}

/// The state that all threads of a run share.
struct Shared<'a> {
    config: &'a Config,
    /// The boards that games start from, or `None` for an empty board.
    starts: Option<Starts>,
    learner: &'a Learner,
    /// The number of the next game.
    next: AtomicU64,
    curve: Mutex<Curve>,
    start: Instant,
    seconds_before: f64,
}

impl Shared<'_> {
    fn seconds(&self) -> f64 {
        self.seconds_before + self.start.elapsed().as_secs_f64()
    }

    fn with_curve<T>(&self, use_it: impl FnOnce(&mut Curve) -> T) -> T {
        use_it(&mut self.curve.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Trains in a folder until all games of the settings are played or `stop` is set.
///
/// It resumes from the checkpoint in the folder if there is one, and writes a checkpoint at the
/// end. `watch` receives a report about once a second. With one thread the weights depend only on
/// the settings, not on when the run was interrupted.
///
/// # Errors
///
/// [`TrainError`] if a checkpoint cannot be read or written, or if the starting boards of the stage
/// cannot be made.
pub fn train(
    config: &Config,
    folder: &Path,
    stop: &AtomicBool,
    mut watch: impl FnMut(&Report),
) -> Result<Checkpoint, TrainError> {
    let four = chance_in_32_bits(config.four_chance);
    let stage = config.stage.as_ref();
    let starts = stage
        .map(|stage| Starts::new(stage, config.seed, config.four_chance, four))
        .transpose()?;
    let found = Checkpoint::read(folder)?;
    let learner = match &found {
        Some(checkpoint) => checkpoint.read_learner(folder)?,
        None => Learner::new(config.initial_value),
    };
    let (curve, seconds_before) = found.map_or_else(Default::default, |checkpoint| {
        (checkpoint.curve, checkpoint.seconds)
    });
    let shared = Shared {
        config,
        starts,
        learner: &learner,
        next: AtomicU64::new(curve.games),
        curve: Mutex::new(curve),
        start: Instant::now(),
        seconds_before,
    };
    let checkpoint_every = Duration::from_secs(config.checkpoint_seconds);
    loop {
        let pause = AtomicBool::new(false);
        let due = Instant::now() + checkpoint_every;
        thread::scope(|scope| {
            let threads: Vec<_> = (0..config.threads)
                .map(|_| scope.spawn(|| work(&shared, &pause, stop)))
                .collect();
            let mut last = (Instant::now(), shared.with_curve(|curve| curve.moves));
            while !threads.iter().all(thread::ScopedJoinHandle::is_finished) {
                thread::sleep(Duration::from_millis(50));
                if Instant::now() >= due {
                    pause.store(true, Ordering::Relaxed);
                }
                if last.0.elapsed() >= REPORT_EVERY {
                    let report = report(&shared, last);
                    last = (Instant::now(), report.moves);
                    watch(&report);
                }
            }
        });
        // All threads have stopped, so the learner and the number of games are consistent.
        let checkpoint = Checkpoint {
            config: config.clone(),
            curve: shared.with_curve(|curve| curve.clone()),
            seconds: shared.seconds(),
        };
        checkpoint.write(&learner, folder)?;
        if stop.load(Ordering::Relaxed) || checkpoint.curve.games >= config.games {
            return Ok(checkpoint);
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a double is precise enough for a rate"
)]
fn report(shared: &Shared, (since, moves_then): (Instant, u64)) -> Report {
    shared.with_curve(|curve| Report {
        games: curve.games,
        moves: curve.moves,
        seconds: shared.seconds(),
        moves_per_second: (curve.moves - moves_then) as f64 / since.elapsed().as_secs_f64(),
        mean_score: curve.samples.last().map(|sample| sample.mean_score),
    })
}

/// The work of each thread: plays games, learns from them and counts them.
fn work(shared: &Shared, pause: &AtomicBool, stop: &AtomicBool) {
    let Config {
        seed,
        games,
        four_chance,
        step,
        lambda,
        coherence,
        restart_from,
        highest_rank,
        window,
        ..
    } = *shared.config;
    let tables = MoveTables::get();
    let rate = LearningRate { step, coherence };
    let four = chance_in_32_bits(four_chance);
    let settings = EpisodeSettings {
        four,
        highest_rank,
        aim: shared.config.stage.as_ref().map(Stage::aim),
    };
    let mut episode = Episode::default();
    while !pause.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        let game = shared.next.fetch_add(1, Ordering::Relaxed);
        if game >= games {
            shared.next.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ game.rotate_left(32));
        let mut start = match &shared.starts {
            Some(starts) => starts.board(game),
            None => Packed::EMPTY
                .with_random_tile(&mut rng, four)
                .with_random_tile(&mut rng, four),
        };
        let mut whole = true;
        loop {
            episode.play(shared.learner, tables, start, &mut rng, settings);
            episode.teach(shared.learner, settings, lambda, rate);
            let moves = episode.steps.len();
            shared.with_curve(|curve| {
                curve.count_moves(moves);
                if whole {
                    let rank = episode.end.highest_rank();
                    curve.count_game(episode.score, rank, window, shared.seconds());
                }
            });
            let learned = episode.learned();
            if restart_from == 0 || learned.len() < restart_from {
                break;
            }
            start = learned[learned.len() / 2]
                .after
                .with_random_tile(&mut rng, four);
            // The learning curve counts only whole games.
            whole = false;
        }
    }
}

/// A probability times 2^32, saturating for 1.0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a probability times 2^32 is a number from 0 to 2^32, and the cast saturates"
)]
fn chance_in_32_bits(chance: f64) -> u32 {
    (chance * 2_f64.powi(32)) as u32
}

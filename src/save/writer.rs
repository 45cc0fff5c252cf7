//! A thread that writes saves, so that no frame waits for the disk.

use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};

use super::folder::{SaveError, SaveFolder};
use super::format::Saved;
use crate::game::Rules;

/// One thing to write.
type Job = (Rules, Saved);

/// Hands games to a thread that stores them.
///
/// The newest game of each set of rules wins: what was handed over while the
/// disk was busy and is already outdated is never written. Dropping the writer
/// waits until the last game handed over is on the disk.
#[derive(Debug)]
pub struct SaveWriter {
    jobs: Option<Sender<Job>>,
    /// In a mutex only to be shared between threads; it is never contended.
    results: Mutex<Receiver<Result<(), SaveError>>>,
    thread: Option<JoinHandle<()>>,
}

impl SaveWriter {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// What the system says if it gives no thread.
    pub fn start(folder: SaveFolder) -> std::io::Result<Self> {
        let (jobs, inbox) = mpsc::channel();
        let (outbox, results) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("save writer".to_owned())
            .spawn(move || write_all(&folder, &inbox, &outbox))?;
        Ok(Self {
            jobs: Some(jobs),
            results: Mutex::new(results),
            thread: Some(thread),
        })
    }

    /// Hands a game over; returns at once.
    pub fn submit(&self, rules: Rules, saved: Saved) {
        if let Some(jobs) = &self.jobs {
            // The thread ends only when the sender is dropped, so this arrives.
            let _ = jobs.send((rules, saved));
        }
    }

    /// What became of the writes since the last call, oldest first.
    #[must_use]
    pub fn results(&self) -> Vec<Result<(), SaveError>> {
        self.results
            .lock()
            .map(|results| results.try_iter().collect())
            .unwrap_or_default()
    }
}

impl Drop for SaveWriter {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has nothing left to wait for.
            let _ = thread.join();
        }
    }
}

/// Writes what comes in until the other side hangs up.
fn write_all(folder: &SaveFolder, inbox: &Receiver<Job>, outbox: &Sender<Result<(), SaveError>>) {
    while let Ok(job) = inbox.recv() {
        for (rules, saved) in newest(job, inbox) {
            // Nobody reads the results of the last writes when the game closes.
            let _ = outbox.send(folder.store(&rules, &saved));
        }
    }
}

/// This job and all that wait behind it, only the newest of each rules.
fn newest(first: Job, inbox: &Receiver<Job>) -> Vec<Job> {
    let mut jobs = vec![first];
    loop {
        match inbox.try_recv() {
            Ok((rules, saved)) => match jobs.iter_mut().find(|job| job.0 == rules) {
                Some(job) => job.1 = saved,
                None => jobs.push((rules, saved)),
            },
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return jobs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Direction, Game};
    use crate::save::Loaded;

    #[test]
    fn the_newest_state_wins_and_dropping_waits_for_it() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        let writer = SaveWriter::start(folder).expect("a thread can be had");
        let mut game = Game::new(Rules::default(), 1);
        for turn in 0..200 {
            game.turn(Direction::ALL[turn % 4]);
            writer.submit(
                *game.rules(),
                Saved {
                    best: 0,
                    game: game.record(),
                },
            );
        }
        drop(writer);
        let folder = SaveFolder::open(dir.path()).expect("the writer gave the lock back");
        let Loaded::Game { game: resumed, .. } = folder.load(game.rules()) else {
            panic!("the game was handed over");
        };
        assert_eq!(resumed.record(), game.record());
    }

    #[test]
    fn a_failed_write_is_reported() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let path = dir.path().join("saves");
        let folder = SaveFolder::open(&path).expect("nobody else uses it");
        std::fs::remove_dir_all(&path).expect("the folder is ours");
        let writer = SaveWriter::start(folder).expect("a thread can be had");
        let game = Game::new(Rules::default(), 1);
        writer.submit(
            *game.rules(),
            Saved {
                best: 0,
                game: game.record(),
            },
        );
        let result = loop {
            if let Some(result) = writer.results().pop() {
                break result;
            }
            thread::yield_now();
        };
        assert!(matches!(result, Err(SaveError::Write { .. })));
    }
}

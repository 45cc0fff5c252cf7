//! Writes saves on threads of its own, so that no frame waits for the disk.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::folder::{SaveError, SaveFolder};
use super::format::Saved;
use crate::game::Rules;

/// A game to write, with its rules.
type Job = (Rules, Saved);

/// Whether a game was synced to the disk.
type WriteResult = Result<(), SaveError>;

/// Passes games to two threads, which save them.
///
/// The first thread notes each game: it writes the game to the quick file, which
/// does not wait for the disk but survives the end of the program. The second
/// thread syncs the newest game of each set of rules to the disk, and skips those
/// that became outdated while it waited. Dropping the writer waits until the
/// last game is synced.
#[derive(Debug)]
pub struct SaveWriter {
    jobs: Option<Sender<Job>>,
    /// The number of games passed to [`submit`](Self::submit).
    submitted: AtomicU64,
    noted: Arc<Noted>,
    /// The mutex only makes the writer `Sync`; it is never contended.
    results: Mutex<Receiver<WriteResult>>,
    threads: Vec<JoinHandle<()>>,
}

/// The number of games that were noted, or skipped in favour of a newer one.
#[derive(Debug, Default)]
struct Noted {
    count: Mutex<u64>,
    raised: Condvar,
}

impl Noted {
    fn add(&self, games: u64) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += games;
        self.raised.notify_all();
    }

    fn wait_for(&self, games: u64, limit: Duration) -> bool {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .raised
            .wait_timeout_while(count, limit, |count| *count < games);
        let (count, _) = waited.unwrap_or_else(PoisonError::into_inner);
        *count >= games
    }
}

impl SaveWriter {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// The error of the system if it cannot start a thread.
    pub fn start(folder: SaveFolder) -> std::io::Result<Self> {
        let (jobs, inbox) = mpsc::channel();
        let (onward, to_sync) = mpsc::channel();
        let (outbox, results) = mpsc::channel();
        let quick = folder.clone();
        let noted = Arc::new(Noted::default());
        let noting = Arc::clone(&noted);
        let threads = vec![
            thread::Builder::new()
                .name("save noter".to_owned())
                .spawn(move || note_all(&quick, &inbox, &onward, &noting))?,
            thread::Builder::new()
                .name("save syncer".to_owned())
                .spawn(move || sync_all(&folder, &to_sync, &outbox))?,
        ];
        Ok(Self {
            jobs: Some(jobs),
            submitted: AtomicU64::new(0),
            noted,
            results: Mutex::new(results),
            threads,
        })
    }

    /// Saves a game, without waiting for it. The threads set the serial number.
    pub fn submit(&self, rules: Rules, saved: Saved) {
        if let Some(jobs) = &self.jobs {
            self.submitted.fetch_add(1, Ordering::Relaxed);
            // The receiver exists as long as this sender.
            let _ = jobs.send((rules, saved));
        }
    }

    /// Waits until all submitted games are noted, or noting them has failed.
    ///
    /// This takes a fraction of a millisecond. If the system is busy, it waits
    /// for `limit` at most, and returns `false` if that was not enough.
    pub fn wait_until_noted(&self, limit: Duration) -> bool {
        self.noted
            .wait_for(self.submitted.load(Ordering::Relaxed), limit)
    }

    /// The results of the syncs since the last call, oldest first.
    #[must_use]
    pub fn results(&self) -> Vec<WriteResult> {
        self.results
            .lock()
            .map(|results| results.try_iter().collect())
            .unwrap_or_default()
    }
}

impl Drop for SaveWriter {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // There is nothing to wait for if a thread panicked.
            let _ = thread.join();
        }
    }
}

/// Sets the serial number of each game, notes it, and passes it on to be synced.
fn note_all(folder: &SaveFolder, inbox: &Receiver<Job>, onward: &Sender<Job>, noted: &Noted) {
    let mut serials: HashMap<String, u64> = HashMap::new();
    while let Ok(job) = inbox.recv() {
        let (jobs, games) = newest(job, inbox);
        for (rules, mut saved) in jobs {
            // Failures are not reported here: either the sync fails as well and
            // reports it, or the game is safe in the synced file.
            if let Ok(serial) = next_serial(folder, &rules, &mut serials) {
                saved.serial = *serial;
                if folder.store_quickly(&rules, &saved).is_err() {
                    // The failed write may have damaged its half of the quick
                    // file. Skipping a number sends the next write to the same
                    // half, so the other half keeps the last good state.
                    *serial += 1;
                }
            }
            // The syncing thread ends only after this one.
            let _ = onward.send((rules, saved));
        }
        noted.add(games);
    }
}

/// Raises the serial number of these rules for the next save.
fn next_serial<'a>(
    folder: &SaveFolder,
    rules: &Rules,
    serials: &'a mut HashMap<String, u64>,
) -> Result<&'a mut u64, SaveError> {
    let serial = match serials.entry(rules.slot_name()) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => entry.insert(folder.last_serial(rules)?),
    };
    *serial += 1;
    Ok(serial)
}

/// Syncs games until the sender is dropped, and records the rules played last.
fn sync_all(folder: &SaveFolder, inbox: &Receiver<Job>, outbox: &Sender<WriteResult>) {
    let mut recorded = folder.last_played().unwrap_or_default();
    while let Ok(job) = inbox.recv() {
        for (rules, saved) in newest(job, inbox).0 {
            // Nobody receives the last results when the program ends.
            let _ = outbox.send(folder.store(&rules, &saved));
            // A failure is not worth a report; the next save tries again.
            if rules != recorded && folder.store_last_played(&rules).is_ok() {
                recorded = rules;
            }
        }
    }
}

/// Takes this job and all that wait behind it. Returns the newest job of each set
/// of rules, in the order of submission, and the number of jobs taken.
fn newest(first: Job, inbox: &Receiver<Job>) -> (Vec<Job>, u64) {
    let mut jobs = vec![first];
    let mut count = 1;
    for job in inbox.try_iter() {
        count += 1;
        jobs.retain(|(rules, _)| *rules != job.0);
        jobs.push(job);
    }
    (jobs, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Direction, Game};

    /// The job of saving a game.
    fn job_of(game: &Game) -> Job {
        let saved = Saved {
            serial: 0,
            best: 0,
            helped_best: 0,
            game: game.record(),
        };
        (*game.rules(), saved)
    }

    /// The job of saving a new game.
    fn job(rules: Rules) -> Job {
        job_of(&Game::new(rules, 1))
    }

    #[test]
    fn dropping_the_writer_waits_for_the_newest_state() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        let writer = SaveWriter::start(folder).expect("a thread can be had");
        let mut game = Game::new(Rules::default(), 1);
        for turn in 0..200 {
            game.turn(Direction::ALL[turn % 4]);
            let (rules, saved) = job_of(&game);
            writer.submit(rules, saved);
        }
        drop(writer);
        let folder = SaveFolder::open(dir.path()).expect("the writer gave the lock back");
        let resumed = folder.load(game.rules()).resumed;
        let resumed = resumed.expect("the game was submitted").game;
        assert_eq!(resumed.record(), game.record());
    }

    #[test]
    fn a_noted_game_can_be_read_while_the_writer_runs() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        let reader = SaveFolder::read_only(dir.path());
        let writer = SaveWriter::start(folder).expect("a thread can be had");
        let mut game = Game::new(Rules::default(), 1);
        for turn in 0..50 {
            game.turn(Direction::ALL[turn % 4]);
            let (rules, saved) = job_of(&game);
            writer.submit(rules, saved);
            assert!(writer.wait_until_noted(Duration::from_mins(1)));
            let resumed = reader.load(game.rules()).resumed;
            assert_eq!(resumed.map(|resumed| *resumed.game).as_ref(), Some(&game));
        }
    }

    #[test]
    fn the_rules_of_the_last_game_are_recorded() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        let [classic, small] = [4, 3].map(|side| Rules::new(side, side).expect("it is a side"));
        let play = |games: &[Rules]| {
            let writer = SaveWriter::start(folder.clone()).expect("a thread can be had");
            for &rules in games {
                let (rules, saved) = job(rules);
                writer.submit(rules, saved);
            }
            drop(writer);
            folder.last_played()
        };
        assert_eq!(play(&[classic]), None, "the default needs no record");
        assert_eq!(play(&[classic, small]), Some(small));
        assert_eq!(play(&[]), Some(small));
        assert_eq!(play(&[small, classic, small, classic]), Some(classic));
    }

    #[test]
    fn waiting_jobs_keep_the_order_of_the_newest() {
        let [classic, small] = [4, 3].map(|side| Rules::new(side, side).expect("it is a side"));
        let (sender, inbox) = mpsc::channel();
        for rules in [small, classic] {
            sender.send(job(rules)).expect("the inbox is there");
        }
        let (jobs, count) = newest(job(classic), &inbox);
        assert_eq!((jobs, count), (vec![job(small), job(classic)], 3));
    }

    #[test]
    fn after_a_failed_quick_write_the_same_half_is_written_again() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        let writer = SaveWriter::start(folder.clone()).expect("a thread can be had");
        let submit = || {
            let (rules, saved) = job(Rules::default());
            writer.submit(rules, saved);
            assert!(writer.wait_until_noted(Duration::from_mins(1)));
            let serial = folder.last_serial(&rules);
            serial.expect("no newer version has been here")
        };
        assert_eq!(submit(), 1);
        let recent = dir.path().join("4x4.recent");
        std::fs::remove_file(&recent).expect("it was written");
        std::fs::create_dir(&recent).expect("the folder is writable");
        submit();
        std::fs::remove_dir(&recent).expect("the folder is writable");
        assert_eq!(submit(), 4, "2 failed, and 3 belongs to the other half");
        assert_eq!(submit(), 5);
    }

    #[test]
    fn a_failed_write_is_reported() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let path = dir.path().join("saves");
        let folder = SaveFolder::open(&path).expect("nobody else uses it");
        std::fs::remove_dir_all(&path).expect("the folder is ours");
        let writer = SaveWriter::start(folder).expect("a thread can be had");
        let (rules, saved) = job(Rules::default());
        writer.submit(rules, saved);
        let result = loop {
            if let Some(result) = writer.results().pop() {
                break result;
            }
            thread::yield_now();
        };
        assert!(matches!(result, Err(SaveError::Write { .. })));
    }
}

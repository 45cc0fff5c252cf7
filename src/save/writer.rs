//! Threads that write saves, so that no frame waits for the disk.

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

/// One thing to write.
type Job = (Rules, Saved);

/// Whether a game was synced to the disk.
type WriteResult = Result<(), SaveError>;

/// Hands games to two threads that store them.
///
/// The first writes each game without waiting for the disk, so that even a
/// program killed between two turns has lost nothing; the second syncs the
/// newest game of each set of rules, and what was outdated before the disk was
/// ready is left out. Dropping the writer waits until the last game handed
/// over is on the disk.
#[derive(Debug)]
pub struct SaveWriter {
    jobs: Option<Sender<Job>>,
    /// Games handed over.
    submitted: AtomicU64,
    noted: Arc<Noted>,
    /// In a mutex only to be shared between threads; it is never contended.
    results: Mutex<Receiver<WriteResult>>,
    threads: Vec<JoinHandle<()>>,
}

/// How many of the games handed over are written, or outdated by one that is.
#[derive(Debug, Default)]
struct Noted {
    count: Mutex<u64>,
    risen: Condvar,
}

impl Noted {
    fn add(&self, games: u64) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += games;
        self.risen.notify_all();
    }

    fn wait_for(&self, games: u64, limit: Duration) -> bool {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .risen
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
    /// What the system says if it gives no thread.
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

    /// Hands a game over; returns at once. The serial number is set on the way.
    pub fn submit(&self, rules: Rules, saved: Saved) {
        if let Some(jobs) = &self.jobs {
            self.submitted.fetch_add(1, Ordering::Relaxed);
            // The thread ends only when the sender is dropped, so this arrives.
            let _ = jobs.send((rules, saved));
        }
    }

    /// Waits until each game handed over has been written quickly, or has
    /// failed to be: from then on the end of the program cannot lose it.
    ///
    /// This takes a fraction of a millisecond. If the system is busy, it waits
    /// for `limit` at most, and returns `false` if that was not enough.
    pub fn wait_until_noted(&self, limit: Duration) -> bool {
        self.noted
            .wait_for(self.submitted.load(Ordering::Relaxed), limit)
    }

    /// What became of the writes since the last call, oldest first.
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
            // A thread that panicked has nothing left to wait for.
            let _ = thread.join();
        }
    }
}

/// Numbers each game, writes it quickly, and hands it on to be synced.
fn note_all(folder: &SaveFolder, inbox: &Receiver<Job>, onward: &Sender<Job>, noted: &Noted) {
    let mut serials: HashMap<String, u64> = HashMap::new();
    while let Ok(job) = inbox.recv() {
        let (jobs, games) = newest(job, inbox);
        for (rules, mut saved) in jobs {
            // A failure here is not reported: what fails the quick write fails
            // the synced one as well, or else the game is safe there.
            if let Ok(serial) = next_serial(folder, &rules, &mut serials) {
                saved.serial = *serial;
                if folder.store_quickly(&rules, &saved).is_err() {
                    // The serial number selects the half of the quick file. The
                    // failed write may have torn its half, so the next write
                    // goes there too, and the other half keeps the last state.
                    *serial += 1;
                }
            }
            // The other thread ends only after this one.
            let _ = onward.send((rules, saved));
        }
        noted.add(games);
    }
}

/// Raises the serial number of these rules to that of the next save.
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

/// Syncs what comes in until the other side hangs up, and records the rules
/// played last.
fn sync_all(folder: &SaveFolder, inbox: &Receiver<Job>, outbox: &Sender<WriteResult>) {
    let mut recorded = folder.last_played().unwrap_or_default();
    while let Ok(job) = inbox.recv() {
        for (rules, saved) in newest(job, inbox).0 {
            // Nobody reads the results of the last writes when the game closes.
            let _ = outbox.send(folder.store(&rules, &saved));
            // The record is a convenience: its failure is not reported, and
            // the next save tries again.
            if rules != recorded && folder.store_last_played(&rules).is_ok() {
                recorded = rules;
            }
        }
    }
}

/// This job and all that wait behind it, only the newest of each rules, in the
/// order in which they came; and how many there were.
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

    /// A game as it is handed over.
    fn job_of(game: &Game) -> Job {
        let saved = Saved {
            serial: 0,
            best: 0,
            helped_best: 0,
            game: game.record(),
        };
        (*game.rules(), saved)
    }

    /// A new game as it is handed over.
    fn job(rules: Rules) -> Job {
        job_of(&Game::new(rules, 1))
    }

    #[test]
    fn the_newest_state_wins_and_dropping_waits_for_it() {
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
        let resumed = resumed.expect("the game was handed over").game;
        assert_eq!(resumed.record(), game.record());
    }

    #[test]
    fn what_is_noted_can_be_read_while_the_writer_lives() {
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
        assert_eq!(play(&[classic]), None, "nothing else was played");
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

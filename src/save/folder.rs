//! The data folder: its lock, its files, and what becomes of a damaged one.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use atomic_write_file::AtomicWriteFile;
use etcetera::{AppStrategy, AppStrategyArgs, app_strategy::choose_native_strategy};
use thiserror::Error;

use super::format::{self, FormatError, Saved};
use super::{recent, slot};
use crate::game::{Game, RecordError, Rules};

/// The file whose lock says that a running game owns the folder.
const LOCK_FILE: &str = "lock";

/// What can go wrong with the data folder, each put as one sentence.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The platform names no folder for a user's data.
    #[error("no folder for saved games is known for this user; name one with --data-dir")]
    NoFolder,
    /// The folder can be neither used nor made.
    #[error("the folder for saved games, {}, cannot be used ({source})", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another running copy owns the folder.
    #[error("another running copy of the game is saving to {}", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("the game could not be saved to {} ({source})", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A game cannot be put into the format.
    #[error("the game could not be saved ({0})")]
    Encode(#[from] FormatError),
}

/// Why a file that is there does not give a game.
#[derive(Debug, Error)]
enum DamageError {
    #[error("it could not be opened ({0})")]
    Read(#[from] io::Error),
    #[error("{0}")]
    Format(#[from] FormatError),
    #[error("{0}")]
    Record(#[from] RecordError),
    #[error("it holds a game of {0}")]
    OtherRules(String),
}

/// What was found for some rules.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The game to go on with, if one was saved.
    pub resumed: Option<Resumed>,
    /// One sentence for the player if a file could not be read: what happened
    /// and where the file is.
    pub damage: Option<String>,
}

/// A saved game as it stood, its history and dice included.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub game: Box<Game>,
    /// The best score under its rules without help, at least that of this game if it had none.
    pub best: u64,
    /// The best score with help, at least that of this game if it had some.
    pub helped_best: u64,
    /// The serial number of the save.
    pub serial: u64,
}

/// A folder of saved games, two files for each set of rules: one that is
/// synced to the disk, and a quicker one that may be some turns ahead of it.
///
/// Clones share the folder's lock, which is held until the last one is gone.
#[derive(Clone, Debug)]
pub struct SaveFolder {
    path: PathBuf,
    /// `None` means look, do not write.
    lock: Option<Arc<File>>,
}

impl SaveFolder {
    /// The platform's folder for this game's data:
    /// `$XDG_DATA_HOME/bevy_2048` or `~/.local/share/bevy_2048` on Linux,
    /// `~/Library/Application Support/` on macOS, `%APPDATA%` on Windows.
    ///
    /// # Errors
    ///
    /// [`SaveError::NoFolder`] if the user has no home folder.
    pub fn default_path() -> Result<PathBuf, SaveError> {
        let strategy = choose_native_strategy(AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: env!("CARGO_PKG_NAME").to_owned(),
        })
        .map_err(|_| SaveError::NoFolder)?;
        Ok(strategy.data_dir())
    }

    /// Makes the folder if it is missing and takes its lock.
    ///
    /// # Errors
    ///
    /// [`SaveError::Folder`] if it can be neither made nor written to, and
    /// [`SaveError::Locked`] if another running copy has the lock: then
    /// [`read_only`](Self::read_only) still gives what was saved.
    pub fn open(path: &Path) -> Result<Self, SaveError> {
        let failed = |source| SaveError::Folder {
            path: path.to_owned(),
            source,
        };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join(LOCK_FILE))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(SaveError::Locked {
                    path: path.to_owned(),
                });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let folder = Self {
            path: path.to_owned(),
            lock: Some(Arc::new(lock)),
        };
        folder.sweep();
        Ok(folder)
    }

    /// The folder without its lock: saved games can be read, none is written.
    #[must_use]
    pub fn read_only(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            lock: None,
        }
    }

    /// The synced file of the game of these rules.
    #[must_use]
    pub fn file(&self, rules: &Rules) -> PathBuf {
        self.path
            .join(rules.slot_name())
            .with_added_extension(slot::SYNCED)
    }

    /// The quick file of the game of these rules.
    fn recent(&self, rules: &Rules) -> PathBuf {
        self.path
            .join(rules.slot_name())
            .with_added_extension(slot::RECENT)
    }

    /// Reads the game saved last for these rules.
    ///
    /// A file that does not give a game is renamed, so that it is neither lost
    /// nor in the way, and the sentence says where it went.
    #[must_use]
    pub fn load(&self, rules: &Rules) -> Loaded {
        let file = self.file(rules);
        let recent = self.recent_game(rules);
        match read(&file, rules) {
            Ok(saved) => Loaded {
                resumed: [saved, recent]
                    .into_iter()
                    .flatten()
                    .max_by_key(|found| found.serial),
                damage: None,
            },
            Err(damage) => {
                let kept = self.keep_aside(&file).map_or_else(
                    || format!("it was left at {}", file.display()),
                    |kept| format!("it is kept as {}", kept.display()),
                );
                Loaded {
                    resumed: recent,
                    damage: Some(format!("The saved game cannot be read: {damage}; {kept}.")),
                }
            }
        }
    }

    /// Writes a game, all of it or nothing: to a temporary file that is synced
    /// to the disk and then renamed.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] with what the system said, for example that the
    /// disk is full; the file that was there before is then still there.
    pub fn store(&self, rules: &Rules, saved: &Saved) -> Result<(), SaveError> {
        let path = self.file(rules);
        let bytes = format::encode(saved)?;
        write_synced(&path, &bytes).map_err(|source| SaveError::Write { path, source })
    }

    /// Writes a game without waiting for the disk: as soon as this returns, no
    /// end of this program can lose it; the end of the system can.
    ///
    /// # Errors
    ///
    /// As [`store`](Self::store).
    pub fn store_quickly(&self, rules: &Rules, saved: &Saved) -> Result<(), SaveError> {
        let path = self.recent(rules);
        let bytes = format::encode(saved)?;
        recent::write(&path, saved.serial, &bytes)
            .map_err(|source| SaveError::Write { path, source })
    }

    /// The newest game of the quick file. One that is torn went down with the
    /// system; the synced file is there for that.
    fn recent_game(&self, rules: &Rules) -> Option<Resumed> {
        recent::read(&self.recent(rules))
            .into_iter()
            .filter_map(|saved| resume(saved, rules).ok())
            .max_by_key(|found| found.serial)
    }

    /// The highest serial number of what is saved for these rules, 0 for nothing.
    pub(super) fn last_serial(&self, rules: &Rules) -> u64 {
        let synced = read(&self.file(rules), rules).ok().flatten();
        [synced, self.recent_game(rules)]
            .into_iter()
            .flatten()
            .map(|found| found.serial)
            .max()
            .unwrap_or(0)
    }

    /// Whether this handle may write.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.lock.is_some()
    }

    /// Gives a damaged file another name that is still free.
    fn keep_aside(&self, file: &Path) -> Option<PathBuf> {
        self.lock.as_ref()?;
        let name = file.file_name()?.to_str()?;
        let free = (1..1000)
            .map(|number| self.path.join(format!("{name}.damaged-{number}")))
            .find(|candidate| !candidate.exists())?;
        fs::rename(file, &free).ok()?;
        Some(free)
    }

    /// Removes the temporary files that a killed copy left behind, and nothing else. The lock is
    /// held, so that no running copy can be writing one of them.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return;
        };
        for entry in entries.flatten() {
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && entry.file_name().to_str().is_some_and(slot::is_temporary) {
                // A leftover that stays is harmless and is tried again next time.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// The game in a file, or `None` where there is no file.
fn read(file: &Path, rules: &Rules) -> Result<Option<Resumed>, DamageError> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    resume(format::decode(&bytes)?, rules).map(Some)
}

/// The game of a save, if it is one of these rules.
fn resume(saved: Saved, rules: &Rules) -> Result<Resumed, DamageError> {
    let game = Box::new(Game::from_record(saved.game)?);
    if game.rules() != rules {
        return Err(DamageError::OtherRules(game.rules().to_string()));
    }
    let (own, helped) = if game.helped() {
        (0, game.score())
    } else {
        (game.score(), 0)
    };
    Ok(Resumed {
        best: saved.best.max(own),
        helped_best: saved.helped_best.max(helped),
        serial: saved.serial,
        game,
    })
}

/// Replaces a file's contents and waits until the disk has them.
fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(path)?;
    file.write_all(bytes)?;
    file.commit()
}

#[cfg(test)]
mod tests;

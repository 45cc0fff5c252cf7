//! The data folder: its lock, the files in it, and what happens to unreadable files.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::{AppStrategy, AppStrategyArgs, app_strategy::choose_native_strategy};
use thiserror::Error;

use super::format::{self, BestScores, FormatError, Saved};
use super::slot::Slot;
use super::{files, last, names, recent};
use crate::game::{Game, Rules};

/// The file that the running program keeps locked.
const LOCK_FILE: &str = "lock";

/// Why the data folder cannot be used. Each error is displayed as one sentence.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The platform has no data folder for this user.
    #[error("no folder for saved games is known for this user; name one with --data-dir")]
    NoFolder,
    /// The folder cannot be used or created.
    #[error("the folder for saved games, {}, cannot be used ({source})", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another copy of the program has locked the folder.
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
        /// The error of the system.
        source: io::Error,
    },
    /// A newer version of the program wrote a file of these rules. Nothing is saved for them.
    #[error(
        "a newer version of the game wrote {} (save format {version}, while this version reads up \
         to {}): update the game to continue, because nothing is saved over this file",
        path.display(),
        format::VERSION
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
    /// A game cannot be encoded.
    #[error("the game could not be saved ({0})")]
    Encode(#[from] FormatError),
}

/// What is saved for one set of rules.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The saved game, or `None` if a new game should start.
    pub resumed: Option<Resumed>,
    /// The best scores, including that of the saved game. They may be known even if `resumed` is
    /// `None`, because a newer version of the program wrote the save.
    pub best: BestScores,
    /// What the player should know about files that were not read, in whole sentences.
    pub notice: Option<String>,
}

/// A game as it was saved, with its history and dice.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub game: Box<Game>,
    /// The serial number of the save, which is higher for newer saves.
    pub serial: u64,
}

/// A folder of saved games, with two files for each set of rules: one that is
/// synced to the disk, and a quick one that may be some turns newer.
///
/// Clones share the folder's lock, which is released when the last one is
/// dropped.
#[derive(Clone, Debug)]
pub struct SaveFolder {
    path: PathBuf,
    /// `None` if the folder is only read.
    lock: Option<Arc<File>>,
}

impl SaveFolder {
    /// The data folder that the platform has for this program:
    /// `$XDG_DATA_HOME/bevy_2048` or `~/.local/share/bevy_2048` on Linux,
    /// `~/Library/Application Support/bevy_2048` on macOS,
    /// `%APPDATA%\bevy_2048\data` on Windows.
    ///
    /// # Errors
    ///
    /// [`SaveError::NoFolder`] if the user has no home folder.
    pub fn default_path() -> Result<PathBuf, SaveError> {
        let strategy = choose_native_strategy(program()).map_err(|_| SaveError::NoFolder)?;
        Ok(strategy.data_dir())
    }

    /// Creates the folder if it is missing, and locks it.
    ///
    /// # Errors
    ///
    /// [`SaveError::Folder`] if the folder cannot be created or written to, and
    /// [`SaveError::Locked`] if another copy of the program has locked it. Use
    /// [`read_only`](Self::read_only) then.
    pub fn open(path: &Path) -> Result<Self, SaveError> {
        let failed = |source| SaveError::Folder {
            path: path.to_owned(),
            source,
        };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = path.join(LOCK_FILE);
        files::check_regular(&lock).map_err(|source| SaveError::Folder {
            path: lock.clone(),
            source,
        })?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(lock)
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

    /// The folder without its lock, to read saved games but not to write any.
    #[must_use]
    pub fn read_only(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            lock: None,
        }
    }

    /// The synced file of these rules.
    #[must_use]
    pub fn file(&self, rules: &Rules) -> PathBuf {
        self.path
            .join(rules.slot_name())
            .with_added_extension(names::SYNCED)
    }

    /// The quick file of these rules.
    fn recent(&self, rules: &Rules) -> PathBuf {
        self.path
            .join(rules.slot_name())
            .with_added_extension(names::RECENT)
    }

    /// Reads the game saved last for these rules.
    ///
    /// An unreadable file is renamed, so that it is not overwritten, and the notice tells its new
    /// name. A file of a newer version stays as it is. Then there is no game to resume, nothing is
    /// saved for these rules, and the notice says so.
    #[must_use]
    pub fn load(&self, rules: &Rules) -> Loaded {
        let slot = self.slot(rules);
        let best = slot.best;
        if let Err(error) = slot.check_not_newer() {
            return Loaded {
                resumed: None,
                best,
                notice: Some(format!("{}.", sentence_start(&error.to_string()))),
            };
        }
        let resumed = slot.games.into_iter().max_by_key(|found| found.serial);
        let subject = match resumed {
            Some(_) => "One of the two files of the saved game",
            None => "The saved game",
        };
        let notices: Vec<_> = slot
            .unreadable
            .iter()
            .map(|(file, reason)| {
                let kept = self.keep_aside(file).map_or_else(
                    || format!("it was left at {}", file.display()),
                    |kept| format!("it is kept as {}", kept.display()),
                );
                format!("{subject} cannot be read: {reason}; {kept}.")
            })
            .collect();
        Loaded {
            resumed,
            best,
            notice: (!notices.is_empty()).then(|| notices.join(" ")),
        }
    }

    /// Writes a game to the synced file, and waits until the disk has it.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] if the file cannot be written, for example because
    /// the disk is full, and [`SaveError::Newer`]. The old file is then intact.
    pub fn store(&self, rules: &Rules, saved: &Saved) -> Result<(), SaveError> {
        self.check_versions(rules)?;
        let path = self.file(rules);
        let bytes = format::encode(saved)?;
        files::replace(&path, &bytes).map_err(|source| SaveError::Write { path, source })
    }

    /// Writes a game to the quick file, without waiting for the disk. It then
    /// survives the end of this program, but not a crash of the system.
    ///
    /// The caller must have called [`last_serial`](Self::last_serial), which
    /// checks that no newer version wrote the files.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] if the file cannot be written.
    pub(super) fn store_quickly(&self, rules: &Rules, saved: &Saved) -> Result<(), SaveError> {
        let path = self.recent(rules);
        let bytes = format::encode(saved)?;
        recent::write(&path, saved.serial, &bytes)
            .map_err(|source| SaveError::Write { path, source })
    }

    /// The highest serial number of the saves of these rules, or 0 if there are none.
    ///
    /// # Errors
    ///
    /// [`SaveError::Newer`] if a newer version wrote one of the files.
    pub(super) fn last_serial(&self, rules: &Rules) -> Result<u64, SaveError> {
        let slot = self.slot(rules);
        slot.check_not_newer()?;
        let serials = slot.games.iter().map(|found| found.serial);
        Ok(serials.max().unwrap_or(0))
    }

    /// Reads both files of these rules.
    fn slot(&self, rules: &Rules) -> Slot {
        Slot::read(rules, &self.file(rules), &self.recent(rules))
    }

    /// Checks that neither file of these rules is of a newer version, and that
    /// the synced file is a regular file or missing. In contrast to
    /// [`slot`](Self::slot), this does not replay the games.
    fn check_versions(&self, rules: &Rules) -> Result<(), SaveError> {
        let path = self.file(rules);
        let synced = match files::read(&path) {
            Ok(bytes) => bytes.unwrap_or_default(),
            Err(source) => return Err(SaveError::Write { path, source }),
        };
        if let Some(version) = format::newer_version(&synced) {
            return Err(SaveError::Newer { path, version });
        }
        let path = self.recent(rules);
        let recent = files::read(&path).ok().flatten().unwrap_or_default();
        let version = recent::halves(&recent).find_map(format::newer_version);
        version.map_or(Ok(()), |version| Err(SaveError::Newer { path, version }))
    }

    /// The rules played last, or `None` if nothing was played yet or the record
    /// of it cannot be read.
    #[must_use]
    pub fn last_played(&self) -> Option<Rules> {
        let bytes = files::read(&self.path.join(last::FILE)).ok().flatten()?;
        last::decode(&bytes)
    }

    /// Records the rules played last.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] if the file cannot be written, or if there is a
    /// file of this name that this program did not write.
    pub(super) fn store_last_played(&self, rules: &Rules) -> Result<(), SaveError> {
        let path = self.path.join(last::FILE);
        let bytes = last::encode(rules).map_err(FormatError::Body)?;
        files::read(&path)
            .and_then(|old| match old {
                Some(old) if !last::is_ours(&old) => Err(io::ErrorKind::AlreadyExists.into()),
                _ => files::replace(&path, &bytes),
            })
            .map_err(|source| SaveError::Write { path, source })
    }

    /// Whether games can be written, because this handle has the lock.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.lock.is_some()
    }

    /// Renames an unreadable file to a name that is not in use, and returns it.
    fn keep_aside(&self, file: &Path) -> Option<PathBuf> {
        self.lock.as_ref()?;
        let name = file.file_name()?.to_str()?;
        let free = (1..u32::MAX)
            .map(|number| self.path.join(format!("{name}.damaged-{number}")))
            .find(|candidate| fs::symlink_metadata(candidate).is_err())?;
        fs::rename(file, &free).ok()?;
        Some(free)
    }

    /// Removes the temporary files that a killed program left behind. No running program can be
    /// writing to them, because the folder is locked.
    fn sweep(&self) {
        files::remove_files(&self.path, names::is_temporary);
    }
}

/// The names of this program, from which the name of the data folder is made.
fn program() -> AppStrategyArgs {
    AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: env!("CARGO_PKG_NAME").to_owned(),
    }
}

/// The text with its first letter in upper case.
fn sentence_start(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

#[cfg(test)]
mod tests;

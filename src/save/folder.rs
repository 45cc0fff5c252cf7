//! The data folder: its lock, its files, and what becomes of a damaged one.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::{AppStrategy, AppStrategyArgs, app_strategy::choose_native_strategy};
use thiserror::Error;

use super::format::{self, BestScores, FormatError, NewerSave, Saved};
use super::{files, last, recent, slot};
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
    /// A newer version of the program wrote a file of these rules, which stays as it is.
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
    /// A game cannot be put into the format.
    #[error("the game could not be saved ({0})")]
    Encode(#[from] FormatError),
}

/// Why a file gives no game.
#[derive(Debug, Error)]
enum ReadError {
    #[error("{0}")]
    Open(#[from] io::Error),
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
    /// The best scores under these rules; they are known even where a newer version of the program
    /// wrote the game, and count the game that is resumed.
    pub best: BestScores,
    /// What the player should know about files that were not read: what happened and where they
    /// are, in whole sentences.
    pub notice: Option<String>,
}

/// A saved game as it stood, with its history and dice.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub game: Box<Game>,
    /// The serial number of the save.
    pub serial: u64,
}

/// What the two files of some rules hold.
#[derive(Default)]
struct Slot {
    games: Vec<Resumed>,
    best: BestScores,
    /// The file of a newer version, and its version.
    newer: Option<(PathBuf, u32)>,
    /// The files that hold nothing that any version could read.
    unreadable: Vec<(PathBuf, ReadError)>,
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
    /// `~/Library/Application Support/bevy_2048` on macOS,
    /// `%APPDATA%\bevy_2048\data` on Windows.
    ///
    /// # Errors
    ///
    /// [`SaveError::NoFolder`] if the user has no home folder.
    pub fn default_path() -> Result<PathBuf, SaveError> {
        let strategy = choose_native_strategy(app()).map_err(|_| SaveError::NoFolder)?;
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
    /// A file that cannot be read is renamed, so that it is neither lost nor in the way, and the
    /// notice says what it is called now. A file of a newer version stays where it is: then there
    /// is no game to resume, nothing is saved for these rules, and the notice says so.
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

    /// Writes a game, all of it or nothing: to a temporary file that is synced
    /// to the disk and then renamed.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] with what the system said, for example that the
    /// disk is full, and [`SaveError::Newer`]; the file that was there before
    /// is then still there.
    pub fn store(&self, rules: &Rules, saved: &Saved) -> Result<(), SaveError> {
        self.check_versions(rules)?;
        let path = self.file(rules);
        let bytes = format::encode(saved)?;
        files::replace(&path, &bytes).map_err(|source| SaveError::Write { path, source })
    }

    /// Writes a game without waiting for the disk: as soon as this returns, no
    /// end of this program can lose it; the end of the system can.
    ///
    /// The caller has asked [`last_serial`](Self::last_serial), which tells of
    /// a newer version's files.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] with what the system said.
    pub(super) fn store_quickly(&self, rules: &Rules, saved: &Saved) -> Result<(), SaveError> {
        let path = self.recent(rules);
        let bytes = format::encode(saved)?;
        recent::write(&path, saved.serial, &bytes)
            .map_err(|source| SaveError::Write { path, source })
    }

    /// The highest serial number of what is saved for these rules, 0 for nothing.
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
        let mut slot = Slot::default();
        let (synced, recent) = (self.file(rules), self.recent(rules));
        let read = files::read(&synced).map_err(ReadError::from);
        let added = read.and_then(|bytes| match bytes {
            Some(bytes) => slot.add(format::decode(&bytes), rules, &synced),
            None => Ok(()),
        });
        if let Err(error) = added {
            slot.unreadable.push((synced, error));
        }
        match files::read(&recent) {
            Ok(bytes) => {
                for half in recent::halves(&bytes.unwrap_or_default()) {
                    // A half that is torn went down with the system; the synced file is for that.
                    let _ = slot.add(format::decode_front(half), rules, &recent);
                }
            }
            Err(error) => slot.unreadable.push((recent, error.into())),
        }
        slot
    }

    /// Checks that neither file of these rules is of a newer version, and that
    /// the synced one is a regular file or missing.
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

    /// The rules played last, or `None` if that is not known: nothing was
    /// played yet, or the record of it is damaged.
    #[must_use]
    pub fn last_played(&self) -> Option<Rules> {
        let bytes = files::read(&self.path.join(last::FILE)).ok().flatten()?;
        last::decode(&bytes)
    }

    /// Records the rules played last.
    ///
    /// # Errors
    ///
    /// [`SaveError::Write`] with what the system said, and if there is a file
    /// of the same name that this game did not write.
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

    /// Whether this handle may write.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.lock.is_some()
    }

    /// Gives an unreadable file another name that is still free.
    fn keep_aside(&self, file: &Path) -> Option<PathBuf> {
        self.lock.as_ref()?;
        let name = file.file_name()?.to_str()?;
        let free = (1..u32::MAX)
            .map(|number| self.path.join(format!("{name}.damaged-{number}")))
            .find(|candidate| fs::symlink_metadata(candidate).is_err())?;
        fs::rename(file, &free).ok()?;
        Some(free)
    }

    /// Removes the temporary files that a killed copy left behind, and nothing else. The lock is
    /// held, so that no running copy can be writing one of them.
    fn sweep(&self) {
        files::remove_files(&self.path, slot::is_temporary);
    }
}

impl Slot {
    /// Adds what was decoded from a file.
    fn add(
        &mut self,
        decoded: Result<Saved, FormatError>,
        rules: &Rules,
        path: &Path,
    ) -> Result<(), ReadError> {
        let saved = match decoded {
            Ok(saved) => saved,
            Err(FormatError::Newer(NewerSave { version, best })) => {
                self.best = self.best.max(best);
                self.newer = Some((path.to_owned(), version));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let game = Box::new(Game::from_record(saved.game)?);
        if game.rules() != rules {
            return Err(ReadError::OtherRules(game.rules().to_string()));
        }
        let of_game = if game.helped() {
            BestScores {
                own: 0,
                helped: game.score(),
            }
        } else {
            BestScores {
                own: game.score(),
                helped: 0,
            }
        };
        let of_file = BestScores {
            own: saved.best,
            helped: saved.helped_best,
        };
        self.best = self.best.max(of_file).max(of_game);
        self.games.push(Resumed {
            game,
            serial: saved.serial,
        });
        Ok(())
    }

    /// An error if one of the files is of a newer version.
    fn check_not_newer(&self) -> Result<(), SaveError> {
        self.newer.as_ref().map_or(Ok(()), |(path, version)| {
            Err(SaveError::Newer {
                path: path.clone(),
                version: *version,
            })
        })
    }
}

/// What the platform's data folder is named after.
fn app() -> AppStrategyArgs {
    AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: env!("CARGO_PKG_NAME").to_owned(),
    }
}

/// The same words with a capital letter at the front.
fn sentence_start(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

#[cfg(test)]
mod tests;

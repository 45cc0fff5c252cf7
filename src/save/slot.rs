//! The contents of a slot: what the two files of one set of rules hold.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::folder::{Resumed, SaveError};
use super::format::{self, BestScores, FormatError, NewerSave, Saved};
use super::{files, recent};
use crate::game::{Game, RecordError, Rules};

/// What the two files of one set of rules hold.
#[derive(Default)]
pub(super) struct Slot {
    /// The games in both files.
    pub games: Vec<Resumed>,
    /// The highest of the best scores in both files.
    pub best: BestScores,
    /// The files that no version of the program could read.
    pub unreadable: Vec<(PathBuf, ReadError)>,
    /// The file that a newer version wrote, and the version of its format.
    newer: Option<(PathBuf, u32)>,
}

/// Why a file cannot be read.
#[derive(Debug, Error)]
pub(super) enum ReadError {
    #[error("{0}")]
    Open(#[from] io::Error),
    #[error("{0}")]
    Format(#[from] FormatError),
    #[error("{0}")]
    Record(#[from] RecordError),
    #[error("it holds a game of {0}")]
    OtherRules(String),
}

impl Slot {
    /// Reads the two files of these rules.
    pub fn read(rules: &Rules, synced: &Path, recent: &Path) -> Self {
        let mut slot = Self::default();
        let bytes = files::read(synced).map_err(ReadError::from);
        let added = bytes.and_then(|bytes| match bytes {
            Some(bytes) => slot.add(format::decode(&bytes), rules, synced),
            None => Ok(()),
        });
        if let Err(error) = added {
            slot.unreadable.push((synced.to_owned(), error));
        }
        match files::read(recent) {
            Ok(bytes) => {
                for half in recent::halves(&bytes.unwrap_or_default()) {
                    // A crash of the system leaves a damaged half; the synced file covers for it.
                    let _ = slot.add(format::decode_front(half), rules, recent);
                }
            }
            Err(error) => slot.unreadable.push((recent.to_owned(), error.into())),
        }
        slot
    }

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
        let mut best = BestScores {
            own: saved.best,
            helped: saved.helped_best,
        };
        let of_its_kind = if game.helped() {
            &mut best.helped
        } else {
            &mut best.own
        };
        *of_its_kind = game.score().max(*of_its_kind);
        self.best = self.best.max(best);
        self.games.push(Resumed {
            game,
            serial: saved.serial,
        });
        Ok(())
    }

    /// Checks that neither file is of a newer version.
    ///
    /// # Errors
    ///
    /// [`SaveError::Newer`] with the file that is.
    pub fn check_not_newer(&self) -> Result<(), SaveError> {
        self.newer.as_ref().map_or(Ok(()), |(path, version)| {
            Err(SaveError::Newer {
                path: path.clone(),
                version: *version,
            })
        })
    }
}

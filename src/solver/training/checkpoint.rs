//! Checkpoints: the state of a training run in a folder, from which it can be resumed.
//!
//! - `learner.bin` holds the number of games in its first eight bytes and then the numbers of the
//!   learner as little-endian 32-bit floats: for each pattern the weights, then the pairs of
//!   coherence sums.
//! - `run.json` holds the settings, the learning curve and the seconds so far.
//! - `curve.csv` holds the learning curve for people and plots.
//!
//! If a write is interrupted between the two files, their numbers of games differ.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use atomic_write_file::AtomicWriteFile;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Config, Curve, Learner};

/// The state of a run, except for its learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The settings of the run.
    pub config: Config,
    /// The learning curve, with the number of games and moves.
    pub curve: Curve,
    /// The seconds spent so far.
    pub seconds: f64,
}

/// Why a checkpoint cannot be written or read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// A file cannot be read or written.
    #[error("the checkpoint {path} cannot be read or written: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The state of the run is not valid JSON.
    #[error("the checkpoint {path} is damaged: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// The two files belong to different checkpoints.
    #[error("{path} was written after game {network}, but the run after game {run}")]
    Differ {
        /// The file of the learner.
        path: PathBuf,
        /// The number of games in the file of the learner.
        network: u64,
        /// The number of games in the run.
        run: u64,
    },
}

impl Checkpoint {
    /// Writes the run and its learner into a folder, each file atomically.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Io`] if a file cannot be written.
    pub fn write(&self, learner: &Learner, folder: &Path) -> Result<(), CheckpointError> {
        let games = self.curve.games;
        write_file(&folder.join("learner.bin"), |out| {
            out.write_all(&games.to_le_bytes())?;
            for number in learner.numbers() {
                out.write_all(&number.load(Ordering::Relaxed).to_le_bytes())?;
            }
            Ok(())
        })?;
        write_file(&folder.join("curve.csv"), |out| self.curve.write_csv(out))?;
        write_file(&folder.join("run.json"), |out| {
            serde_json::to_writer_pretty(&mut *out, self).map_err(io::Error::from)
        })
    }

    /// Reads the run in a folder, or returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if there is a run that cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Self>, CheckpointError> {
        let path = folder.join("run.json");
        match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|source| CheckpointError::Parse { path, source }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(CheckpointError::Io { path, source }),
        }
    }

    /// Reads the learner of this run from its folder.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if it cannot be read or belongs to another checkpoint.
    pub fn read_learner(&self, folder: &Path) -> Result<Learner, CheckpointError> {
        let path = folder.join("learner.bin");
        let read = |path: &Path| -> io::Result<(u64, Learner)> {
            let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
            let mut games = [0; 8];
            file.read_exact(&mut games)?;
            let learner = Learner::new(0.0);
            let mut number = [0; 4];
            for place in learner.numbers() {
                file.read_exact(&mut number)?;
                place.store(u32::from_le_bytes(number), Ordering::Relaxed);
            }
            Ok((u64::from_le_bytes(games), learner))
        };
        let (network, learner) = read(&path).map_err(|source| CheckpointError::Io {
            path: path.clone(),
            source,
        })?;
        let run = self.curve.games;
        if network == run {
            Ok(learner)
        } else {
            Err(CheckpointError::Differ { path, network, run })
        }
    }
}

/// Writes a file atomically, through a temporary file that is renamed.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut AtomicWriteFile>) -> io::Result<()>,
) -> Result<(), CheckpointError> {
    let attempt = || -> io::Result<()> {
        let mut file = AtomicWriteFile::open(path)?;
        let mut out = BufWriter::with_capacity(1 << 20, &mut file);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.commit()
    };
    attempt().map_err(|source| CheckpointError::Io {
        path: path.to_owned(),
        source,
    })
}

//! The state of a training run in a folder, from which it can go on.
//!
//! `learner.bin` holds the numbers of the network as little-endian 32-bit floats, of each pattern
//! the weights and then the pairs of coherence; `run.json` holds the settings, the learning curve
//! and the seconds so far; `curve.csv` is the curve for people and plots. `learner.bin` names the
//! number of games in its first eight bytes, so that a folder caught between the two renames is
//! told apart.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use atomic_write_file::AtomicWriteFile;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Config, Curve, Learner};

/// What a run has done so far, beside the numbers of its network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The settings of the run.
    pub config: Config,
    /// Its learning curve, with the count of games and moves.
    pub curve: Curve,
    /// The seconds spent so far.
    pub seconds: f64,
}

/// Why a checkpoint cannot be written or read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file system refuses.
    #[error("the checkpoint {path} cannot be used: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The description of the run cannot be understood.
    #[error("the checkpoint {path} is damaged: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// The two files are of different moments.
    #[error("{path} is of game {network} and its run of game {run}")]
    Differ {
        /// The file of the network.
        path: PathBuf,
        /// The games that the network has learned from.
        network: u64,
        /// The games that the run has counted.
        run: u64,
    },
}

impl Checkpoint {
    /// Writes the run and its network into a folder, each file whole or not at all.
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

    /// Reads the run of a folder, or `None` if the folder holds none.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if there is one that cannot be read.
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

    /// Reads the network of this run from its folder.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if it cannot be read or belongs to another moment of the run.
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

/// Writes a file beside its place and then moves it there.
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

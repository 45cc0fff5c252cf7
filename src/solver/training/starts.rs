//! The boards that the games of a later stage start on.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{fs, io};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Episode, Terms};
use crate::solver::bitboard::{Packed, Tables};
use crate::solver::network::{HIGHEST_RANK, Network, NetworkError, decode};

/// A later stage of the game, which a network of its own learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The rank with whose first tile the stage begins, from 3 to 15.
    pub from_rank: u8,
    /// The file of a network that plays up to there.
    pub guide: PathBuf,
}

/// Why a stage cannot be begun.
#[derive(Debug, Error)]
pub enum StageError {
    /// The guide's file cannot be read.
    #[error("the guide {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The guide's file is no network.
    #[error("the guide {path}: {source}")]
    Network {
        /// The file.
        path: PathBuf,
        /// Why.
        source: NetworkError,
    },
    /// The guide does not come to where the stage begins.
    #[error("the guide {path} did not come to a tile of rank {rank} in {ATTEMPTS} games")]
    Unreached {
        /// The file.
        path: PathBuf,
        /// The rank.
        rank: u8,
    },
}

/// The games that the guide may lose before it is given up.
const ATTEMPTS: u32 = 1000;

/// The number of different boards, each of which takes the guide some 20,000 moves.
const BOARDS: u64 = 20_000;

/// Boards as a guide's play leaves them with the first tile of a rank, each made when first needed.
///
/// The guide plays by the value of the next board alone. Which board is which depends on the seed
/// alone.
pub(super) struct Starts {
    guide: Network,
    terms: Terms,
    seed: u64,
    boards: Box<[OnceLock<Packed>]>,
}

impl Starts {
    /// The boards of a stage, with `four` for the chance of a 4 times 2^32.
    ///
    /// # Errors
    ///
    /// [`StageError`] if there is no guide or it does not come so far.
    pub fn new(stage: &Stage, seed: u64, four: u32) -> Result<Self, StageError> {
        let path = &stage.guide;
        let file = fs::read(path).map_err(|source| StageError::Read {
            path: path.clone(),
            source,
        })?;
        let guide = decode(&file).map_err(|source| StageError::Network {
            path: path.clone(),
            source,
        })?;
        let starts = Self {
            guide,
            terms: Terms {
                four,
                highest_rank: HIGHEST_RANK,
                until_rank: stage.from_rank,
                to_the_end: false,
            },
            seed,
            boards: (0..BOARDS).map(|_| OnceLock::new()).collect(),
        };
        let mut dice = starts.dice(0);
        if (0..ATTEMPTS).any(|_| starts.attempt(&mut dice).is_some()) {
            Ok(starts)
        } else {
            Err(StageError::Unreached {
                path: path.clone(),
                rank: stage.from_rank,
            })
        }
    }

    /// The board that a game of this number starts on.
    pub fn board(&self, game: u64) -> Packed {
        let number = game % BOARDS;
        let place = &self.boards[number as usize];
        *place.get_or_init(|| {
            let mut dice = self.dice(number);
            loop {
                // A guide that came there once comes there again.
                if let Some(board) = self.attempt(&mut dice) {
                    return board;
                }
            }
        })
    }

    fn dice(&self, number: u64) -> Xoshiro256PlusPlus {
        // One more, and turned further, so that no board has the dice of a game that starts on it.
        Xoshiro256PlusPlus::seed_from_u64(self.seed ^ (number + 1).rotate_left(48))
    }

    /// Lets the guide play a game, up to the tile.
    fn attempt(&self, dice: &mut Xoshiro256PlusPlus) -> Option<Packed> {
        let four = self.terms.four;
        let start = Packed::EMPTY
            .with_random_tile(dice, four)
            .with_random_tile(dice, four);
        let mut episode = Episode::default();
        episode.play(&self.guide, Tables::get(), start, dice, &self.terms);
        episode.last.map(|_| episode.end)
    }
}

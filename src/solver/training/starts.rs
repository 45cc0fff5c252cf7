//! The boards that the games of a stage start on.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::{fs, io};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::solver::Budget;
use crate::solver::bitboard::{MoveTables, Packed};
use crate::solver::network::{Aim, Endgame, HIGHEST_RANK, MultistageNetwork, NetworkError, decode};
use crate::solver::search::{Cached, SearchDefaults, SpawnModel, TranspositionTable, deepen};

/// A stage of the game, which a network of its own learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stage {
    /// The lowest rank that a board of the stage holds a tile of, from 1.
    pub lowest_rank: u8,
    /// The highest rank, at most 14; a tile of the rank above is what the stage is to come to.
    pub highest_rank: u8,
    /// The file of a network that plays up to the stage; the shipped general one by default, seen
    /// from the root of the repository.
    pub guide: PathBuf,
    /// How far the guide looks ahead, see [`Budget::reach`].
    pub reach: u16,
    /// The number of different boards that games start on, at least 1.
    pub boards: u64,
}

impl Default for Stage {
    fn default() -> Self {
        let Aim { lowest, highest } = Endgame::AIM;
        Self {
            lowest_rank: lowest,
            highest_rank: highest,
            guide: PathBuf::from("assets/network/4x6.net"),
            reach: 12,
            boards: 2000,
        }
    }
}

impl Stage {
    /// Its boards and what they are to come to.
    #[must_use]
    pub const fn aim(&self) -> Aim {
        Aim {
            lowest: self.lowest_rank,
            highest: self.highest_rank,
        }
    }
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
    #[error("the guide {path} did not come to a board of the stage in {ATTEMPTS} games")]
    Unreached {
        /// The file.
        path: PathBuf,
    },
}

/// The games that the guide may lose before it is given up.
const ATTEMPTS: u32 = 200;

/// The games after which one more board is made, which takes as long as many games.
const GAMES_PER_BOARD: u64 = 64;

/// The size of the guide's memories: 2^14 boards.
const TRANSPOSITION_BITS: u32 = 14;

/// The first boards of a stage as a guide's play leaves them, each made when first needed.
///
/// Which board is which depends on the seed alone.
pub(super) struct Starts {
    guide: Arc<MultistageNetwork>,
    aim: Aim,
    reach: u16,
    spawn_model: SpawnModel,
    four: u32,
    seed: u64,
    boards: Box<[OnceLock<Packed>]>,
}

impl Starts {
    /// The boards of a stage, with `four` for the chance of a 4 times 2^32.
    ///
    /// # Errors
    ///
    /// [`StageError`] if there is no guide or it does not come so far.
    pub fn new(stage: &Stage, seed: u64, four_chance: f64, four: u32) -> Result<Self, StageError> {
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
            guide: Arc::new(MultistageNetwork::new(guide, None)),
            aim: stage.aim(),
            reach: stage.reach,
            spawn_model: SpawnModel::new(four_chance, u8::MAX),
            four,
            seed,
            boards: (0..stage.boards).map(|_| OnceLock::new()).collect(),
        };
        let mut rng = starts.rng(0);
        if (0..ATTEMPTS).any(|_| starts.attempt(&mut rng).is_some()) {
            Ok(starts)
        } else {
            Err(StageError::Unreached { path: path.clone() })
        }
    }

    /// The board that a game of this number starts on: one of the first few for the first games,
    /// so that learning need not wait for all of them.
    pub fn board(&self, game: u64) -> Packed {
        let made = (game / GAMES_PER_BOARD + 1).min(self.boards.len() as u64);
        let number = game % made;
        #[expect(clippy::cast_possible_truncation, reason = "it is below the length")]
        let place = &self.boards[number as usize];
        *place.get_or_init(|| {
            let mut rng = self.rng(number);
            loop {
                // A guide that came there once comes there again.
                if let Some(board) = self.attempt(&mut rng) {
                    return board;
                }
            }
        })
    }

    fn rng(&self, number: u64) -> Xoshiro256PlusPlus {
        // One more, and turned further, so that no board has the dice of a game that starts on it.
        Xoshiro256PlusPlus::seed_from_u64(self.seed ^ (number + 1).rotate_left(48))
    }

    /// Lets the guide play a game, up to the stage.
    fn attempt(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Packed> {
        let evaluate = Cached::new(Arc::clone(&self.guide), TRANSPOSITION_BITS);
        let mut transpositions = TranspositionTable::new(TRANSPOSITION_BITS);
        let budget = Budget::default();
        let defaults = SearchDefaults {
            first: self.reach,
            last: self.reach,
            nodes: u64::MAX,
            pruning: None,
        };
        let stop = AtomicBool::new(false);
        let mut board = Packed::EMPTY
            .with_random_tile(rng, self.four)
            .with_random_tile(rng, self.four);
        while !self.aim.holds(board) {
            if self.aim.reached(board) {
                return None;
            }
            let seen = board.downgraded_to(HIGHEST_RANK);
            let thought = deepen(
                seen,
                &evaluate,
                &mut transpositions,
                self.spawn_model,
                &budget,
                defaults,
                &stop,
            )?;
            board = board
                .slid(MoveTables::get(), thought.best?)
                .with_random_tile(rng, self.four);
        }
        Some(board)
    }
}

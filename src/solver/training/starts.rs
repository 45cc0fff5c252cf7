//! The starting boards for training a stage of the game.

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

/// The settings for training the network of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stage {
    /// The lowest rank that boards of the stage must have, at least 1. They have all ranks up to
    /// `highest_rank`.
    pub lowest_rank: u8,
    /// The highest rank on boards of the stage, at most 14. The aim is a tile one rank above.
    pub highest_rank: u8,
    /// The file of the guide, a network that plays up to the stage. The default is the shipped
    /// general network, relative to the root of the repository.
    pub guide: PathBuf,
    /// The reach of the guide's search. See [`Budget::reach`].
    pub reach: u16,
    /// The number of different starting boards, at least 1.
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
    /// The aim of the stage, which also defines its boards.
    #[must_use]
    pub const fn aim(&self) -> Aim {
        Aim {
            lowest: self.lowest_rank,
            highest: self.highest_rank,
        }
    }
}

/// Why the starting boards of a stage cannot be made.
#[derive(Debug, Error)]
pub enum StageError {
    /// The file of the guide cannot be read.
    #[error("the guide {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file of the guide is not a valid network.
    #[error("the guide {path} cannot be used: {source}")]
    Network {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: NetworkError,
    },
    /// The guide does not reach the stage.
    #[error("the guide {path} did not reach a board of the stage in {ATTEMPTS} games")]
    Unreached {
        /// The file.
        path: PathBuf,
    },
}

/// The number of games in which the guide must reach the stage once.
const ATTEMPTS: u32 = 200;

/// The number of games after which another starting board is made. Making one takes as long as many
/// games.
const GAMES_PER_BOARD: u64 = 64;

/// The size of the guide's transposition table and evaluation cache: 2^14 entries each.
const TRANSPOSITION_BITS: u32 = 14;

/// The starting boards of a stage, where the play of a guide first reaches it.
///
/// Each board is made on first use. The boards depend only on the settings and the seed.
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
    /// The starting boards of a stage. `four` is the chance of a 4 times 2^32.
    ///
    /// # Errors
    ///
    /// [`StageError`] if the guide cannot be read or does not reach the stage.
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

    /// The starting board of the game with this number.
    ///
    /// The first games use only the first few boards, so that learning starts before all of them
    /// are made.
    pub fn board(&self, game: u64) -> Packed {
        let made = (game / GAMES_PER_BOARD + 1).min(self.boards.len() as u64);
        let number = game % made;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the number is below the length"
        )]
        let place = &self.boards[number as usize];
        *place.get_or_init(|| {
            let mut rng = self.rng(number);
            loop {
                // A guide that reached the stage once reaches it again.
                if let Some(board) = self.attempt(&mut rng) {
                    return board;
                }
            }
        })
    }

    fn rng(&self, number: u64) -> Xoshiro256PlusPlus {
        // Adding 1 and rotating further than for games keeps the random stream of a board apart
        // from those of the games that start from it.
        Xoshiro256PlusPlus::seed_from_u64(self.seed ^ (number + 1).rotate_left(48))
    }

    /// Plays a game with the guide. Returns the first board of the stage, or `None` if the game
    /// ends before it.
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

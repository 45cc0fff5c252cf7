//! Expectimax on packed boards: the player takes the highest value, the dice the mean.

mod cached;
mod deepening;
mod expectimax;
mod horizon;
mod limits;
mod sieve;
mod transposition;

pub use cached::Cached;
pub use deepening::{FURTHEST, Reach, Search, by_moves, deepen};
pub use expectimax::{Evaluate, Expectimax, SpawnModel};
pub use horizon::{Chance, Horizon, Plies, PliesLeft};
pub use limits::Limits;
pub use sieve::{Sieve, Sift};
pub use transposition::TranspositionTable;

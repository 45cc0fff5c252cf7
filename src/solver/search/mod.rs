//! Expectimax on packed boards: the player takes the highest value, the dice the mean.

mod deepening;
mod expectimax;
mod horizon;
mod limits;
mod memory;
mod remembered;
mod sieve;

pub use deepening::{FURTHEST, Reach, Search, by_moves, deepen};
pub use expectimax::{Evaluate, Expectimax, SpawnModel};
pub use horizon::{Chance, Horizon, Plies, PliesLeft};
pub use limits::Limits;
pub use memory::Memory;
pub use remembered::Remembered;
pub use sieve::{Sieve, Sift};

//! Expectimax on packed boards: the player takes the highest value, the dice the mean.

mod cached;
mod cutoff;
mod deepening;
mod expectimax;
mod limits;
mod sieve;
mod transposition;

pub use cached::Cached;
pub use cutoff::{Cutoff, DepthCutoff, DepthRemaining, ProbabilityCutoff};
pub use deepening::{MAX_REACH, Reach, Search, deepen, deepen_by_depth};
pub use expectimax::{Evaluate, Expectimax, SpawnModel};
pub use limits::Limits;
pub use sieve::{Sieve, Sift};
pub use transposition::TranspositionTable;

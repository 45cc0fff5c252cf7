//! Expectimax search on packed boards.
//!
//! A max node takes the highest value of its moves, and a chance node the mean over its spawns.

mod cached;
mod cutoff;
mod deepening;
mod expectimax;
mod limits;
mod pruning;
mod transposition;

pub use cached::Cached;
pub use cutoff::{Cutoff, DepthCutoff, DepthRemaining, ProbabilityCutoff};
pub use deepening::{MAX_REACH, Search, SearchDefaults, deepen, deepen_by_depth};
pub use expectimax::{Evaluate, Expectimax, SpawnModel};
pub use limits::Limits;
pub use pruning::{Pruning, Reduction};
pub use transposition::TranspositionTable;

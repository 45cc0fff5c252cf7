//! Expectimax on packed boards: the player takes the highest value, the dice the mean.

mod deepening;
mod expectimax;
mod limits;
mod memory;

pub use deepening::deepen;
pub use expectimax::{Dice, Evaluate, Expectimax};
pub use limits::Limits;
pub use memory::Memory;

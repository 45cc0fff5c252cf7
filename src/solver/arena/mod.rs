//! Many games by one player, and what they come to.

mod games;
mod summary;
mod times;

pub use games::{Arena, GameResult, play_game};
pub use summary::{Interval, Summary};
pub use times::Times;

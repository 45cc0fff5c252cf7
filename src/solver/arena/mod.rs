//! Plays many games with one player and summarises the results.

mod games;
mod summary;
mod times;

pub use games::{Arena, GameResult, play_game};
pub use summary::{Interval, Summary};
pub use times::Times;

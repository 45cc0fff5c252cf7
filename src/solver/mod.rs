//! Computer players of 2048, from a random one to a learned network under search.
//!
//! Everything here works without a window; it builds on [`game`](crate::game) alone.

pub mod arena;
pub mod bitboard;
pub mod exact;
pub mod heuristic;
pub mod network;
mod player;
pub mod players;
pub mod plot;
pub mod search;
pub mod training;

pub use player::{Budget, Player, Thought};

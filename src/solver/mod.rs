//! Computer players for 2048, from a random player to expectimax over learned networks.
//!
//! This module works without a window and depends only on [`game`](crate::game).

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

//! The n-tuple network: which weights a board adds up, and how they are kept.

mod endgame;
mod file;
mod geometry;
mod multistage;
mod quantise;
pub mod shipped;
mod weights;

pub use endgame::{Aim, Endgame};
pub use file::{MAGIC, NetworkError, decode, encode};
pub use geometry::{Features, HIGHEST_RANK, LOOK_UPS, PATTERNS, WEIGHTS, features};
pub use multistage::MultistageNetwork;
pub use quantise::quantise;
pub use weights::Network;

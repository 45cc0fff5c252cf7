//! N-tuple networks: their patterns, weights and files.

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

//! The n-tuple network: which weights a board adds up, and how they are kept.

mod file;
mod geometry;
mod quantise;
pub mod shipped;
mod staged;
mod weights;

pub use file::{MAGIC, NetworkError, decode, encode};
pub use geometry::{Features, HIGHEST_RANK, LATE_RANK, LOOK_UPS, PATTERNS, WEIGHTS, features};
pub use quantise::quantise;
pub use staged::Staged;
pub use weights::Network;

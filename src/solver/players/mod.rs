//! The computer players.

mod any_size;
mod exact;
mod greedy;
mod heuristic;
mod kind;
mod minimax;
mod network;
mod random;

pub use any_size::AnySizePlayer;
pub use exact::ExactPlayer;
pub use greedy::GreedyPlayer;
pub use heuristic::HeuristicPlayer;
pub use kind::{PlayerKind, Stock, UnknownPlayer};
pub use minimax::MinimaxPlayer;
pub use network::NetworkPlayer;
pub use random::RandomPlayer;

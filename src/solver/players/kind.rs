//! The kinds of players, by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::{
    ExactPlayer, GreedyPlayer, HeuristicPlayer, MinimaxPlayer, NetworkPlayer, RandomPlayer,
};
use crate::solver::Player;
use crate::solver::exact::Table;
use crate::solver::heuristic::Heuristics;
use crate::solver::network::MultistageNetwork;

/// A kind of computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// [`RandomPlayer`].
    Random,
    /// [`GreedyPlayer`].
    Greedy,
    /// [`MinimaxPlayer`].
    Minimax,
    /// [`HeuristicPlayer`].
    Expectimax,
    /// [`NetworkPlayer`].
    Network,
    /// [`ExactPlayer`].
    Exact,
}

/// The data that some players need.
#[derive(Clone, Default)]
pub struct Stock {
    /// The heuristics for [`PlayerKind::Expectimax`], or `None` for the shipped ones.
    pub heuristics: Option<Arc<Heuristics>>,
    /// The networks for [`PlayerKind::Network`].
    pub network: Option<Arc<MultistageNetwork>>,
    /// The solved board for [`PlayerKind::Exact`].
    pub table: Option<Arc<Table>>,
}

/// An unknown player name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no player is called {0:?}: choose random, greedy, minimax, expectimax, network or exact")]
pub struct UnknownPlayer(String);

impl PlayerKind {
    /// All kinds, from the weakest to the strongest on 4 × 4 boards, and then
    /// [`Exact`](Self::Exact).
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Greedy,
        Self::Minimax,
        Self::Expectimax,
        Self::Network,
        Self::Exact,
    ];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Minimax => "minimax",
            Self::Expectimax => "expectimax",
            Self::Network => "network",
            Self::Exact => "exact",
        }
    }

    /// Creates a player of this kind for games with this chance of a 4, from 0.0 to 1.0.
    ///
    /// If `stock` lacks the data that the player needs, it is an [`Expectimax`](Self::Expectimax)
    /// player instead. Only [`Random`](Self::Random) uses `seed`.
    #[must_use]
    pub fn player(self, four_chance: f64, seed: u64, stock: &Stock) -> Box<dyn Player> {
        match (self, &stock.network, &stock.table) {
            (Self::Random, ..) => Box::new(RandomPlayer::new(seed)),
            (Self::Greedy, ..) => Box::new(GreedyPlayer),
            (Self::Minimax, ..) => Box::new(MinimaxPlayer::new(four_chance)),
            (Self::Network, Some(network), _) => {
                Box::new(NetworkPlayer::new(Arc::clone(network), four_chance))
            }
            (Self::Exact, _, Some(table)) => Box::new(ExactPlayer::new(Arc::clone(table))),
            (Self::Expectimax | Self::Network | Self::Exact, ..) => {
                let heuristics = stock.heuristics.clone();
                let heuristics = heuristics.unwrap_or_else(Heuristics::shipped);
                Box::new(HeuristicPlayer::with(heuristics, four_chance))
            }
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownPlayer(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_names_parse() {
        for kind in PlayerKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!("Network".parse::<PlayerKind>().is_err());
        assert!("".parse::<PlayerKind>().is_err());
    }
}

//! The computer player and its budget: the arguments that `arena` and `hint` share.

use std::fmt::Display;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::values::{read_milliseconds, read_probability};
use crate::solver::exact::Table;
use crate::solver::heuristic::Heuristics;
use crate::solver::network::{Endgame, MultistageNetwork, Network, decode, shipped};
use crate::solver::players::{PlayerKind, Stock};
use crate::solver::{Budget, Player};

/// The computer player, its budget, and the files that it needs.
#[derive(clap::Args)]
pub(super) struct ThinkingArguments {
    /// The computer player: random, greedy, minimax, expectimax, network or exact
    #[arg(long, value_name = "PLAYER", default_value_t = PlayerKind::Network)]
    pub player: PlayerKind,

    /// The search depth in moves; 1 evaluates the boards after each move
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=32))]
    pub depth: Option<u8>,

    /// The time limit for a move in milliseconds; the search deepens until it runs out
    #[arg(long, value_name = "MS", value_parser = read_milliseconds)]
    pub time: Option<Duration>,

    /// The number of boards to evaluate for a move; the search deepens until they are used up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// How improbable the sequences of spawns are that expectimax and network still follow if no
    /// depth is given, such as 60: each halving of the probability takes 4 of it, and each move 5
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(..=400))]
    pub reach: Option<u16>,

    /// The probability that a new tile is a 4 instead of a 2, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = read_probability)]
    pub four: f64,

    /// A network file for the player network, instead of the built-in networks
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,

    /// A second network file, for the last stage before a 32768
    #[arg(long, value_name = "FILE", requires = "network")]
    pub endgame: Option<PathBuf>,

    /// A JSON file of heuristic weights for the player expectimax
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// A table of a solved board for the player exact, as solve --table writes it
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

impl ThinkingArguments {
    /// The budget of one move.
    pub const fn budget(&self) -> Budget {
        Budget {
            depth: self.depth,
            time: self.time,
            nodes: self.nodes,
            reach: self.reach,
        }
    }

    /// Loads what the player needs, and returns a function that makes such players.
    ///
    /// An error is one sentence.
    pub fn make_player(
        &self,
        seed: u64,
    ) -> Result<impl Fn() -> Box<dyn Player> + Sync + use<>, String> {
        let (kind, four) = (self.player, self.four);
        let network = match kind {
            PlayerKind::Network => Some(self.load_network()?),
            _ => None,
        };
        let table = match kind {
            PlayerKind::Exact => Some(self.load_table()?),
            _ => None,
        };
        let heuristics = self.load_heuristics()?;
        let stock = Stock {
            heuristics,
            network,
            table,
        };
        Ok(move || kind.player(four, seed, &stock))
    }

    fn load_network(&self) -> Result<Arc<MultistageNetwork>, String> {
        let Some(general) = &self.network else {
            return shipped::wait().map_err(|error| error.to_string());
        };
        let general = read_network(general)?;
        let endgame = self.endgame.as_deref().map(read_network).transpose()?;
        Ok(Arc::new(MultistageNetwork::new(
            general,
            endgame.map(Endgame::new),
        )))
    }

    fn load_heuristics(&self) -> Result<Option<Arc<Heuristics>>, String> {
        let Some(path) = &self.weights else {
            return Ok(None);
        };
        let fail = |error: &dyn Display| format!("the weights {}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| fail(&error))?;
        let weights = serde_json::from_str(&text).map_err(|error| fail(&error))?;
        Ok(Some(Arc::new(Heuristics::new(&weights))))
    }

    fn load_table(&self) -> Result<Arc<Table>, String> {
        let path = self.table.as_ref().ok_or(
            "the player exact needs a table of a solved board: write one with solve --table FILE, \
             then add --table FILE",
        )?;
        let fail = |error: &dyn Display| format!("the table {}: {error}", path.display());
        let file = File::open(path).map_err(|error| fail(&error))?;
        let table = Table::read(file).map_err(|error| fail(&error))?;
        Ok(Arc::new(table))
    }
}

/// Reads a network; an error is one sentence.
pub(super) fn read_network(path: &Path) -> Result<Network, String> {
    let fail = |error: &dyn Display| format!("the network {}: {error}", path.display());
    let file = fs::read(path).map_err(|error| fail(&error))?;
    decode(&file).map_err(|error| fail(&error))
}

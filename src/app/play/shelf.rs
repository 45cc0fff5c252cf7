//! The games on other boards, and where games come from.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use super::best::BestScore;
use crate::game::{Game, Rules};

/// A game to begin with, and what is known of its rules.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game, new or resumed.
    pub game: Game,
    /// The best scores under its rules.
    pub best: BestScore,
    /// What the player ought to be told, one sentence each.
    pub notices: Vec<String>,
}

impl Start {
    /// A game that nobody has played yet.
    #[must_use]
    pub fn new_game(rules: Rules, seed: u64) -> Self {
        Self {
            game: Game::new(rules, seed),
            best: BestScore::default(),
            notices: Vec::new(),
        }
    }
}

/// Where the games of other rules come from.
pub type GameSource = Arc<dyn Fn(Rules) -> Start + Send + Sync>;

/// The games that are not being played: those left since the program started,
/// and behind them the source, which reads what was saved earlier.
#[derive(Resource)]
pub(super) struct Shelf {
    left: HashMap<String, (Game, BestScore)>,
    source: GameSource,
}

impl Shelf {
    pub(super) fn new(source: GameSource) -> Self {
        Self {
            left: HashMap::new(),
            source,
        }
    }

    /// Puts a game on the shelf.
    pub(super) fn put(&mut self, game: Game, best: BestScore) {
        self.left.insert(game.rules().slot_name(), (game, best));
    }

    /// Takes the game of some rules: the one left earlier, or else the one
    /// saved, or else a new one.
    pub(super) fn take(&mut self, rules: Rules) -> Start {
        match self.left.remove(&rules.slot_name()) {
            Some((game, best)) => Start {
                game,
                best,
                notices: Vec::new(),
            },
            None => (self.source)(rules),
        }
    }
}

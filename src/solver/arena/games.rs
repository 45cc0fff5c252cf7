//! Playing the games, by the rules of the game itself.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Times;
use crate::game::{Game, Outcome, Rules, Tile};
use crate::solver::{Budget, Player};

/// How one game went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The seed of the game's dice.
    pub seed: u64,
    /// The score.
    pub score: u64,
    /// The moves played.
    pub moves: u64,
    /// The face of the largest tile.
    pub largest: u128,
    /// How long the player thought.
    pub times: Times,
}

/// Plays a game to its end, past any win; `None` if `stop` was set before the end, or if the player
/// has no thought of boards of this size.
pub fn play_game(
    player: &mut dyn Player,
    rules: Rules,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
) -> Option<GameResult> {
    let mut game = Game::new(rules, seed);
    let mut times = Times::default();
    loop {
        if game.outcome() == Outcome::Won {
            game.keep_going();
        }
        if game.outcome() == Outcome::Over {
            let largest = game.largest_tile().map_or(0, Tile::face);
            let (score, moves) = (game.score(), game.moves());
            return Some(GameResult {
                seed,
                score,
                moves,
                largest,
                times,
            });
        }
        let start = Instant::now();
        let thought = player.think(game.board(), budget, stop)?;
        times.count(start.elapsed());
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        game.turn(thought.best?)?;
    }
}

/// Some games to be played.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The rules of all games.
    pub rules: Rules,
    /// How long the player may think about a move.
    pub budget: Budget,
    /// The seed of the first game; each next one has the next number.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The number of threads, at least 1, each with a player of its own.
    pub threads: usize,
}

impl Arena {
    /// Plays all games but those whose seeds are `done`, and tells `finished` of each, in the order
    /// in which they end.
    ///
    /// `player` makes the player of a thread. Games that `stop` interrupts are not told of.
    pub fn play(
        &self,
        done: &BTreeSet<u64>,
        player: impl Fn() -> Box<dyn Player> + Sync,
        finished: impl FnMut(GameResult) + Send,
        stop: &AtomicBool,
    ) {
        let seeds = (0..self.games).map(|game| self.seed.wrapping_add(game));
        let seeds = Mutex::new(seeds.filter(|seed| !done.contains(seed)));
        let finished = Mutex::new(finished);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut player = player();
                    let next = || seeds.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(seed) = next() {
                        let result = play_game(&mut *player, self.rules, seed, &self.budget, stop);
                        let Some(result) = result else { return };
                        finished.lock().unwrap_or_else(PoisonError::into_inner)(result);
                    }
                });
            }
        });
    }
}

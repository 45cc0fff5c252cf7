//! Plays complete games.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Times;
use crate::game::{Game, Outcome, Rules, Tile};
use crate::solver::{Budget, Player};

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The seed of the game's dice.
    pub seed: u64,
    /// The final score.
    pub score: u64,
    /// The number of moves played.
    pub moves: u64,
    /// The face of the largest tile.
    pub largest: u128,
    /// The time that the player took per move.
    pub times: Times,
}

/// Plays a game until no move is left, continuing after a win.
///
/// Returns `None` if `stop` is set before the end, or if the player does not support boards of this
/// size.
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

/// The settings of a series of games.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The rules of all games.
    pub rules: Rules,
    /// The budget of the player for one move.
    pub budget: Budget,
    /// The seed of the first game. Later games use consecutive seeds.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The number of threads, at least 1. Each thread has its own player.
    pub threads: usize,
}

impl Arena {
    /// Plays all games whose seeds are not in `done`, and calls `finished` with each result in the
    /// order in which the games end.
    ///
    /// `player` creates the player of a thread. Games interrupted by `stop` are not reported.
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

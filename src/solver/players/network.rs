//! Expectimax with learned networks, the strongest player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Packed, Wide};
use crate::solver::network::{Endgame, HIGHEST_RANK, MultistageNetwork};
use crate::solver::search::{
    Cached, Evaluate, MAX_REACH, SearchDefaults, SpawnModel, TranspositionTable, deepen,
};
use crate::solver::{Budget, Player, Thought};

/// The size of the transposition table: 2^18 entries, or 4 MiB.
const TRANSPOSITION_BITS: u32 = 18;

/// The size of the evaluation cache: 2^15 entries, or 512 KiB, which fits in the CPU cache.
const CACHE_BITS: u32 = 15;

/// The largest number of 4s on a path.
const MAX_FOURS: u8 = 2;

/// The search without a budget, which takes some milliseconds.
const DEFAULTS: SearchDefaults = SearchDefaults {
    first: 0,
    last: MAX_REACH,
    nodes: 20_000,
    pruning: None,
};

/// Expectimax with the evaluation of a [`MultistageNetwork`].
///
/// Only 4 × 4 boards are supported; for others it returns `None`.
pub struct NetworkPlayer {
    general: Searcher<Arc<MultistageNetwork>>,
    /// For boards of the endgame, created on first use.
    endgame: Option<Searcher<Arc<Endgame>>>,
    network: Arc<MultistageNetwork>,
    spawn_model: SpawnModel,
    /// For boards that do not fit in [`Packed`], created on first use.
    wide: Option<TranspositionTable<Wide>>,
}

/// An evaluation with its cache and its transposition table.
struct Searcher<E> {
    evaluate: Cached<E>,
    transpositions: TranspositionTable<Packed>,
}

impl<E: Evaluate> Searcher<E> {
    fn new(evaluate: E) -> Self {
        Self {
            evaluate: Cached::new(evaluate, CACHE_BITS),
            transpositions: TranspositionTable::new(TRANSPOSITION_BITS),
        }
    }

    fn think(
        &mut self,
        board: Packed,
        spawn_model: SpawnModel,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Option<Thought> {
        let (evaluate, transpositions) = (&self.evaluate, &mut self.transpositions);
        deepen(
            board,
            evaluate,
            transpositions,
            spawn_model,
            budget,
            DEFAULTS,
            stop,
        )
    }
}

impl NetworkPlayer {
    /// The player for games with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(network: Arc<MultistageNetwork>, four_chance: f64) -> Self {
        Self {
            general: Searcher::new(Arc::clone(&network)),
            endgame: None,
            network,
            spawn_model: SpawnModel::new(four_chance, MAX_FOURS),
            wide: None,
        }
    }
}

impl Player for NetworkPlayer {
    /// Values are points of future score. In the endgame they are probabilities of a 32768, scaled
    /// to points.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let wide = Wide::try_from(board).ok()?;
        let spawn_model = self.spawn_model;
        if let Ok(packed) = Packed::try_from(board)
            && Endgame::AIM.holds(packed)
            && let Some(endgame) = self.network.endgame()
        {
            let searcher = self
                .endgame
                .get_or_insert_with(|| Searcher::new(Arc::clone(endgame)));
            return searcher.think(packed, spawn_model, budget, stop);
        }
        let downgraded = wide.downgraded_to(HIGHEST_RANK);
        if downgraded.has_room() {
            self.general.think(downgraded, spawn_model, budget, stop)
        } else {
            let network = &self.general.evaluate;
            let transpositions = self
                .wide
                .get_or_insert_with(|| TranspositionTable::new(TRANSPOSITION_BITS));
            deepen(
                wide,
                network,
                transpositions,
                spawn_model,
                budget,
                DEFAULTS,
                stop,
            )
        }
    }
}

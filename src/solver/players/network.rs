//! The learned networks under expectimax: the strongest player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Packed, Wide};
use crate::solver::network::{Endgame, HIGHEST_RANK, MultistageNetwork};
use crate::solver::search::{
    Cached, Evaluate, MAX_REACH, SearchDefaults, SpawnModel, TranspositionTable, deepen,
};
use crate::solver::{Budget, Player, Thought};

/// The size of the memory of a search: 2^18 boards, or 4 MiB.
const TRANSPOSITION_BITS: u32 = 18;

/// The size of the memory of values: 2^15 boards, or 512 KiB, which near memory holds.
const CACHE_BITS: u32 = 15;

/// The 4s on a way that are followed.
const FOURS: u8 = 2;

/// How far the player looks of itself: some milliseconds.
const DEFAULTS: SearchDefaults = SearchDefaults {
    first: 0,
    last: MAX_REACH,
    nodes: 20_000,
    pruning: None,
};

/// Expectimax over learned networks, see [`MultistageNetwork`], for 4 × 4 boards; on others it returns no thought.
pub struct NetworkPlayer {
    general: Searcher<Arc<MultistageNetwork>>,
    /// For boards of the endgame, made when first needed.
    endgame: Option<Searcher<Arc<Endgame>>>,
    network: Arc<MultistageNetwork>,
    spawn_model: SpawnModel,
    /// For boards beyond the packed ones, made when first needed.
    wide: Option<TranspositionTable<Wide>>,
}

/// A way to value boards, with what is remembered of boards so valued.
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
    /// The player for dice with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(network: Arc<MultistageNetwork>, four_chance: f64) -> Self {
        Self {
            general: Searcher::new(Arc::clone(&network)),
            endgame: None,
            network,
            spawn_model: SpawnModel::new(four_chance, FOURS),
            wide: None,
        }
    }
}

impl Player for NetworkPlayer {
    /// Values are points of score still to come, or in the endgame chances of a 32768 in points.
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

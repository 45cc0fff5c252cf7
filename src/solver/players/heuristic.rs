//! Expectimax with a heuristic evaluation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Grid, Packed, Wide};
use crate::solver::heuristic::Heuristics;
use crate::solver::players::AnySizePlayer;
use crate::solver::search::{
    Evaluate, Pruning, SearchDefaults, SpawnModel, TranspositionTable, deepen,
};
use crate::solver::{Budget, Player, Thought};

/// The size of the transposition table: 2^16 entries, or 1 MiB, which fits in the CPU cache.
const TRANSPOSITION_BITS: u32 = 16;

/// The largest number of 4s on a path. Three in a row have a chance of 1 in 1000.
const MAX_FOURS: u8 = 2;

/// The reach on an empty board.
const BASE_REACH: u16 = 38;

/// The additional reach for each distinct tile.
const REACH_PER_TILE: u16 = 4;

/// How much less the reach of the first search is than that of the last, which takes about twenty
/// times as long.
const HEADROOM: u16 = 24;

/// The largest number of nodes, which take about fifteen milliseconds.
const MAX_NODES: u64 = 1_300_000;

/// The pruning of the player.
///
/// It was measured on 1,000 boards of play to a 16384, as the loss of value per move against an
/// unpruned search with a reach of 82. A pruned search with a reach of 76 lost 106 (± 27, one
/// standard error) units of the evaluation in 3.4 ms. An unpruned search with a reach of 70 lost
/// 137 (± 28) in 7.0 ms. These searches had a penalty for a lost board of 300,000 and a margin of
/// 400,000. As there, the margin here is larger than the penalty for a lost board: a move that
/// looks that bad puts a large tile out of place.
const PRUNING: Pruning = Pruning {
    from: 24,
    reduce_by: 8,
    margin: 1_200_000.0,
};

/// The search without a budget.
///
/// The reach grows with the number of distinct tiles: they must form a longer chain, and a single
/// mistake is more likely to end the game.
fn own_defaults(board: &Board) -> SearchDefaults {
    let ranks = board
        .tiles()
        .fold(0_u128, |ranks, (_, tile)| ranks | 1 << tile.rank());
    // A board has at most 64 cells.
    let distinct = u16::try_from(ranks.count_ones()).unwrap_or(0);
    let last = BASE_REACH + REACH_PER_TILE * distinct;
    SearchDefaults {
        first: last - HEADROOM,
        last,
        nodes: MAX_NODES,
        pruning: Some(PRUNING),
    }
}

/// Expectimax with the evaluation of [`Heuristics`].
///
/// For boards other than 4 × 4 it uses the [`AnySizePlayer`].
pub struct HeuristicPlayer {
    heuristics: Arc<Heuristics>,
    spawn_model: SpawnModel,
    transpositions: TranspositionTable<Packed>,
    /// For boards that do not fit in [`Packed`], created on first use.
    wide: Option<TranspositionTable<Wide>>,
    other_sizes: AnySizePlayer,
}

impl HeuristicPlayer {
    /// The player for games with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(four_chance: f64) -> Self {
        Self::with(Heuristics::shipped(), four_chance)
    }

    /// The player with other heuristics.
    #[must_use]
    pub fn with(heuristics: Arc<Heuristics>, four_chance: f64) -> Self {
        Self {
            other_sizes: AnySizePlayer::with(Arc::clone(&heuristics), four_chance),
            heuristics,
            spawn_model: SpawnModel::new(four_chance, MAX_FOURS),
            transpositions: TranspositionTable::new(TRANSPOSITION_BITS),
            wide: None,
        }
    }
}

impl Player for HeuristicPlayer {
    /// Values have no unit. They are the expected evaluation at the end of the search minus the
    /// evaluation of the root board as lost.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let (heuristics, spawn_model) = (&self.heuristics, self.spawn_model);
        let defaults = own_defaults(board);
        let (thought, seen) = if let Ok(packed) = Packed::try_from(board) {
            let transpositions = &mut self.transpositions;
            let thought = deepen(
                packed,
                heuristics,
                transpositions,
                spawn_model,
                budget,
                defaults,
                stop,
            )?;
            (thought, packed)
        } else if let Ok(wide) = Wide::try_from(board) {
            let transpositions = self
                .wide
                .get_or_insert_with(|| TranspositionTable::new(TRANSPOSITION_BITS));
            let thought = deepen(
                wide,
                heuristics,
                transpositions,
                spawn_model,
                budget,
                defaults,
                stop,
            )?;
            (thought, wide.downgraded())
        } else {
            return self.other_sizes.think(board, budget, stop);
        };
        Some(thought.relative_to(heuristics.lost(seen).into()))
    }
}

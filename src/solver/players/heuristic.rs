//! Expectimax with rules of thumb: the player that needs no file.

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

/// The size of the memory of a search: 2^16 boards, or 1 MiB, which near memory holds.
const TRANSPOSITION_BITS: u32 = 16;

/// The 4s on a way that are followed; three in a row have a chance of 1 in 1000.
const FOURS: u8 = 2;

/// What a search would reach on a board without any tile.
const LEAST_REACH: u16 = 38;

/// What each different tile adds to that.
const REACH_PER_TILE: u16 = 4;

/// What the first search reaches less than the last one that the player hopes for, which takes
/// some twenty times as long.
const HEADROOM: u16 = 24;

/// The boards that are looked at at most, some fifteen milliseconds.
const MOST_NODES: u64 = 1_300_000;

/// How the player sifts moves.
///
/// On 1,000 boards of play to a 16384, against a search of all moves with a reach of 82, a reach of
/// 76 so sifted lost 106 (± 27, one standard error) of the evaluation's unit a move in 3.4 ms, and
/// one of 70 with all moves 137 (± 28) in 7.0 ms. That was with weights against a lost board of
/// 300,000 and a fall of 400,000; here too it is more than a lost board: what looks that bad has a
/// large tile out of its place.
const PRUNING: Pruning = Pruning {
    from: 24,
    reduce_by: 8,
    margin: 1_200_000.0,
};

/// How far the player looks of itself: the more different tiles there are, the longer is the chain
/// that they have to be put in, and the sooner does one mistake end the game.
fn own_defaults(board: &Board) -> SearchDefaults {
    let ranks = board
        .tiles()
        .fold(0_u128, |ranks, (_, tile)| ranks | 1 << tile.rank());
    // A board has 64 cells at most.
    let different = u16::try_from(ranks.count_ones()).unwrap_or(0);
    let last = LEAST_REACH + REACH_PER_TILE * different;
    SearchDefaults {
        first: last - HEADROOM,
        last,
        nodes: MOST_NODES,
        pruning: Some(PRUNING),
    }
}

/// Expectimax over the rules of thumb of [`Heuristics`].
///
/// Boards other than 4 × 4 it leaves to the [`AnySizePlayer`].
pub struct HeuristicPlayer {
    heuristics: Arc<Heuristics>,
    spawn_model: SpawnModel,
    transpositions: TranspositionTable<Packed>,
    /// For boards beyond the packed ones, made when first needed.
    wide: Option<TranspositionTable<Wide>>,
    other_sizes: AnySizePlayer,
}

impl HeuristicPlayer {
    /// The player for dice with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub fn new(four_chance: f64) -> Self {
        Self::with(Heuristics::shipped(), four_chance)
    }

    /// The player that goes by other rules of thumb.
    #[must_use]
    pub fn with(heuristics: Arc<Heuristics>, four_chance: f64) -> Self {
        Self {
            other_sizes: AnySizePlayer::with(Arc::clone(&heuristics), four_chance),
            heuristics,
            spawn_model: SpawnModel::new(four_chance, FOURS),
            transpositions: TranspositionTable::new(TRANSPOSITION_BITS),
            wide: None,
        }
    }
}

impl Player for HeuristicPlayer {
    /// Values are in no unit: how much better the evaluation is at the end of the search, in the
    /// mean, than if the board were lost as it is.
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
        Some(thought.above(heuristics.lost(seen).into()))
    }
}

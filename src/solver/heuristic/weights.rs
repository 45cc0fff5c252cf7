//! The weights of the heuristic.

use serde::{Deserialize, Serialize};

/// The weights of the terms for a line, in an arbitrary unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineWeights {
    /// The bonus for an empty cell.
    pub empty: f32,
    /// The bonus for a tile that can merge.
    pub merge: f32,
    /// The penalty for a line that both rises and falls, by the powers of its ranks.
    pub uneven: f32,
    /// The exponent of the ranks in the `uneven` term.
    pub uneven_power: f32,
    /// The penalty for a tile, by the power of its rank.
    pub tile: f32,
    /// The exponent of the rank in the `tile` term.
    pub tile_power: f32,
}

/// The weights for a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The weights for the rows and columns at an edge of the board.
    pub edge: LineWeights,
    /// The weights for all other rows and columns.
    pub inner: LineWeights,
    /// The penalty for a board without a legal move.
    pub lost: f32,
}

impl Default for Weights {
    /// The weights of the shipped player.
    ///
    /// They are those of nneonneo/2048-ai, the same for all lines. There a lost board is worth 0,
    /// some 1,000,000 less than a board with the chain before a 16384. Here a lost board is worth
    /// that much less than the same board with a legal move.
    ///
    /// These weights suit deep searches. Weights that `script/tune-heuristic` found with a reach of
    /// 28, separate for edge and inner lines, scored half as many points again in games with a
    /// reach of 36. In games with the player's own reach they made a 16384 in 80 % of 100 games,
    /// and the weights here in 89 %.
    fn default() -> Self {
        let line = LineWeights {
            empty: 270.0,
            merge: 700.0,
            uneven: 47.0,
            uneven_power: 4.0,
            tile: 11.0,
            tile_power: 3.5,
        };
        Self {
            edge: line,
            inner: line,
            lost: 1_000_000.0,
        }
    }
}

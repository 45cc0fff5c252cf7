//! How much each rule of thumb counts.

use serde::{Deserialize, Serialize};

/// How much each rule of thumb counts in a line, in a unit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineWeights {
    /// For an empty cell.
    pub empty: f32,
    /// For a tile that can merge.
    pub merge: f32,
    /// Against a line that both rises and falls, by the powers of its ranks.
    pub uneven: f32,
    /// The power of a rank that `uneven` weighs.
    pub uneven_power: f32,
    /// Against each tile, by the power of its rank.
    pub tile: f32,
    /// The power of a rank that `tile` weighs.
    pub tile_power: f32,
}

/// The weights of all lines of a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// For the rows and columns at an edge of the board.
    pub edge: LineWeights,
    /// For the others.
    pub inner: LineWeights,
    /// Against a board without a move.
    pub lost: f32,
}

impl Default for Weights {
    /// The weights of the player that is shipped.
    ///
    /// The rules weigh what they do in nneonneo/2048-ai, alike in all lines. There a lost board is
    /// worth 0, some 1,000,000 less than a board with the chain before a 16384; here every lost
    /// board is worth so much less than the same board alive.
    ///
    /// They are for a search that looks far. Weights that `script/tune-heuristic` had found with a
    /// reach of 28, apart for edges and inner lines, came to half as many points again in games with
    /// a reach of 36, but in games of the player's own reach they came to a 16384 in 80 % of 100
    /// games, and these in 89 %.
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

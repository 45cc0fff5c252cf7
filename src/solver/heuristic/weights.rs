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
    /// They come from those of nneonneo/2048-ai, which are alike for all lines, by the covariance
    /// matrix adaptation evolution strategy over the mean score of games, as `script/tune-heuristic`
    /// has it: 22 rounds of 14 proposals, each of 150 games with a reach of 28, the middles of the
    /// last ten rounds averaged. At a reach of 36 they took the mean score of 100 games from 98,728
    /// (95 %: 90,223 to 107,233) to that of 150 games, 153,545 (141,441 to 165,650). Two more rules,
    /// for neighbours that follow each other and against tiles between larger ones, made no
    /// difference that 150 games could show.
    ///
    /// A lost board was worth a fixed sum in those rounds, which a chain of large tiles falls below,
    /// so that no game came past 365,292 points; `lost` was chosen afterwards. Seven more rounds, all
    /// weights included and from boards with an 8192, of 120 games each, found nothing better.
    fn default() -> Self {
        Self {
            edge: LineWeights {
                empty: 270.0,
                merge: 376.0,
                uneven: 30.3,
                uneven_power: 3.77,
                tile: 11.2,
                tile_power: 3.93,
            },
            inner: LineWeights {
                empty: 272.0,
                merge: 790.0,
                uneven: 41.7,
                uneven_power: 3.54,
                tile: 14.3,
                tile_power: 3.5,
            },
            lost: 300_000.0,
        }
    }
}

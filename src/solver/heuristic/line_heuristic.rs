//! The heuristic value of a row or column.

use super::LineWeights;
use crate::game::MAX_RANK;

/// One more than the highest rank.
const RANKS: usize = MAX_RANK as usize + 1;

/// The heuristic for a line, with precomputed powers.
///
/// Its terms are those of nneonneo/2048-ai: empty cells, possible merges, monotonicity, and a
/// penalty for each tile, by which two equal tiles cost more than the one that they merge into.
#[derive(Clone, Debug)]
pub struct LineHeuristic {
    weights: LineWeights,
    /// The power of each rank that the monotonicity term compares.
    heights: [f32; RANKS],
    /// The penalty for a tile of each rank.
    tiles: [f32; RANKS],
}

impl LineHeuristic {
    /// The heuristic with these weights.
    #[must_use]
    pub fn new(weights: LineWeights) -> Self {
        let powers = |power| std::array::from_fn(|rank| count(rank).powf(power));
        Self {
            weights,
            heights: powers(weights.uneven_power),
            tiles: powers(weights.tile_power).map(|power| weights.tile * power),
        }
    }

    /// The value of a row or column of any length.
    ///
    /// Ranks are at most [`MAX_RANK`], with 0 for an empty cell.
    #[must_use]
    pub fn value(&self, ranks: &[u8]) -> f32 {
        let height = |rank: u8| self.heights[usize::from(rank)];
        let tiles: f32 = ranks
            .iter()
            .map(|&rank| self.tiles[usize::from(rank)])
            .sum();
        let (mut rising, mut falling) = (0.0, 0.0);
        for pair in ranks.windows(2) {
            let climb = height(pair[1]) - height(pair[0]);
            rising += climb.max(0.0);
            falling += (-climb).max(0.0);
        }
        #[expect(clippy::naive_bytecount, reason = "a line has at most eight cells")]
        let empty = ranks.iter().filter(|&&rank| rank == 0).count();
        let weights = &self.weights;
        weights.empty * count(empty) + weights.merge * count(merging(ranks))
            - weights.uneven * f32::min(rising, falling)
            - tiles
    }
}

/// The number of tiles in runs of two or more equal tiles, ignoring empty cells between them.
fn merging(ranks: &[u8]) -> usize {
    let (mut merging, mut run, mut last) = (0, 0, 0);
    for &rank in ranks.iter().filter(|&&rank| rank != 0) {
        run = if rank == last { run + 1 } else { 1 };
        last = rank;
        merging += match run {
            1 => 0,
            2 => 2,
            _ => 1,
        };
    }
    merging
}

/// A small count as a float.
#[expect(clippy::cast_precision_loss, reason = "the count is at most 120")]
const fn count(of: usize) -> f32 {
    of as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: LineWeights = LineWeights {
        empty: 0.0,
        merge: 0.0,
        uneven: 0.0,
        uneven_power: 1.0,
        tile: 0.0,
        tile_power: 2.0,
    };

    fn value(weights: LineWeights, ranks: &[u8]) -> f32 {
        LineHeuristic::new(weights).value(ranks)
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "small integers are exact")]
    fn each_term_counts_what_it_says() {
        let lines: [&[u8]; 6] = [
            &[0, 0, 0, 0],
            &[3, 0, 3, 3],
            &[5, 4, 3, 1],
            &[5, 1, 3, 0],
            &[2, 2, 3, 3, 3],
            &[1, 2],
        ];
        let one = |change: fn(&mut LineWeights)| {
            let mut weights = NONE;
            change(&mut weights);
            lines.map(|line| value(weights, line))
        };
        assert_eq!(one(|w| w.empty = 1.0), [4.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!(one(|w| w.merge = 1.0), [0.0, 3.0, 0.0, 0.0, 5.0, 0.0]);
        assert_eq!(one(|w| w.uneven = 1.0), [0.0, -3.0, 0.0, -2.0, 0.0, 0.0]);
        assert_eq!(
            one(|w| w.tile = 1.0),
            [0.0, -27.0, -51.0, -35.0, -35.0, -5.0]
        );
    }
}

//! The value of a row by rules of thumb.
//!
//! The features and their weights are those of nneonneo/2048-ai, found there by the covariance
//! matrix adaptation evolution strategy: empty cells, pairs that can merge, rows that rise or fall
//! evenly, and few large tiles apart.

/// What a row is worth before anything is taken off, so that a board of play that can move is worth
/// more than 0, which is what a lost one is worth.
const ALIVE: f32 = 200_000.0;
/// What an empty cell is worth.
const EMPTY: f32 = 270.0;
/// What a tile that can merge is worth.
const MERGE: f32 = 700.0;
/// What is taken off for ranks that rise and fall, by the powers of the ranks.
const UNEVEN: f32 = 47.0;
/// The power of a rank in what [`UNEVEN`] weighs.
const UNEVEN_POWER: i32 = 4;
/// What is taken off for each tile, by the power of its rank.
const TILE: f32 = 11.0;
/// The power of a rank in what [`TILE`] weighs.
const TILE_POWER: f32 = 3.5;

/// The value of a row or column of ranks, 0 being an empty cell, of any length.
#[must_use]
pub fn line_value(ranks: &[u8]) -> f32 {
    // A row has eight cells at most, for which no library counts faster.
    #[expect(clippy::naive_bytecount, reason = "a handful of bytes")]
    let empty = count(ranks.iter().filter(|&&rank| rank == 0).count());
    let tiles: f32 = ranks
        .iter()
        .map(|&rank| f32::from(rank).powf(TILE_POWER))
        .sum();
    let (mut rising, mut falling) = (0.0, 0.0);
    for pair in ranks.windows(2) {
        let [first, second] = [pair[0], pair[1]].map(|rank| f32::from(rank).powi(UNEVEN_POWER));
        rising += (second - first).max(0.0);
        falling += (first - second).max(0.0);
    }
    ALIVE + EMPTY * empty + MERGE * count(merging(ranks))
        - UNEVEN * f32::min(rising, falling)
        - TILE * tiles
}

/// The number of tiles in runs of two or more equal ones, empty cells between them not counted.
fn merging(ranks: &[u8]) -> usize {
    let tiles: Vec<_> = ranks.iter().filter(|&&rank| rank != 0).collect();
    tiles
        .chunk_by(|a, b| a == b)
        .map(<[_]>::len)
        .filter(|&length| length > 1)
        .sum()
}

/// A small count as a float.
#[expect(clippy::cast_precision_loss, reason = "a row has at most eight cells")]
const fn count(cells: usize) -> f32 {
    cells as f32
}

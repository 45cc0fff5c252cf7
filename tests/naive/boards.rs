//! A generator of random boards.

use proptest::collection::vec;
use proptest::prelude::*;

use super::Rows;

/// Generates boards from 2 × 2 to 8 × 8 cells, sparse to full, with one to all of the reachable
/// faces.
pub fn boards() -> impl Strategy<Value = Rows> {
    (2..=8_usize, 2..=8_usize).prop_flat_map(|(width, height)| {
        let reachable = width * height + 1;
        // Half of the boards have so few faces that most neighbours are equal.
        let faces = prop_oneof![1..=3_usize, 1..=reachable];
        let tiles_in_256 = prop_oneof![0..=255_u8, Just(255_u8)];
        let cells = vec((any::<u8>(), any::<u8>()), width * height);
        (faces, tiles_in_256, cells).prop_map(move |(faces, tiles_in_256, cells)| {
            let face = |&(lot, kind): &(u8, u8)| {
                if lot <= tiles_in_256 {
                    2 << (usize::from(kind) % faces)
                } else {
                    0
                }
            };
            cells
                .chunks(width)
                .map(|row| row.iter().map(face).collect())
                .collect()
        })
    })
}

//! The patterns of the network and the indices of their weights.
//!
//! The four patterns of six cells are `012345 456789 012456 45689a`, with cells numbered row by row
//! in hexadecimal, from K.-H. Yeh et al., "Multistage temporal difference learning for 2048-like
//! games" (2016). Each pattern is looked up in all eight symmetries of the board.

use crate::solver::bitboard::Packed;

/// The number of patterns, each with its own table of weights.
pub const PATTERNS: usize = 4;

/// The number of weights per pattern: 16 ranks in each of 6 cells.
pub const WEIGHTS: usize = 1 << 24;

/// The number of weights that make up the value of a board: each pattern in eight symmetries.
pub const LOOK_UPS: usize = 8 * PATTERNS;

/// The rank that boards are downgraded to for the general network, 8192.
///
/// See [`Packed::downgraded_to`].
pub const HIGHEST_RANK: u8 = 13;

/// The first six cells of a board.
const SIX: u64 = 0xff_ffff;

/// The indices of the weights of a board, each below [`WEIGHTS`], by symmetry and pattern.
pub type Features = [[u32; PATTERNS]; 8];

/// The indices of the weights of a board.
#[inline]
#[must_use]
pub fn features(board: Packed) -> Features {
    board.symmetric().map(|board| {
        let bits = board.bits();
        [line(bits), line(bits >> 16), block(bits), block(bits >> 16)]
    })
}

/// The first row and the first two cells of the second.
#[inline]
const fn line(bits: u64) -> u32 {
    (bits & SIX) as u32
}

/// The first three cells of the first two rows.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the value has 24 bits")]
const fn block(bits: u64) -> u32 {
    ((bits & 0xfff) | (bits >> 4 & 0xff_f000)) as u32
}

//! The patterns of the network and the places of their weights.
//!
//! The four patterns of six cells are `012345 456789 012456 45689a`, cells counted row by row in
//! hexadecimal, from K.-H. Yeh et al., "Multistage temporal difference learning for 2048-like
//! games" (2016). Each is sampled in all eight symmetries of the board.

use crate::solver::bitboard::Packed;

/// The number of patterns, each with a table of weights of its own.
pub const PATTERNS: usize = 4;

/// The number of weights in the table of a pattern: 16 ranks in each of 6 cells.
pub const WEIGHTS: usize = 1 << 24;

/// The number of weights that the value of a board adds up: each pattern in eight symmetries.
pub const LOOK_UPS: usize = 8 * PATTERNS;

/// The highest rank that the general network is shown where a board can be folded to it, 8192: see
/// [`Packed::downgraded_to`].
pub const HIGHEST_RANK: u8 = 13;

/// The first six cells of a board.
const SIX: u64 = 0xff_ffff;

/// The places of all weights of a board, below [`WEIGHTS`], by symmetry and pattern.
pub type Features = [[u32; PATTERNS]; 8];

/// The places of all weights of a board.
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
#[expect(clippy::cast_possible_truncation, reason = "24 bits fit")]
const fn block(bits: u64) -> u32 {
    ((bits & 0xfff) | (bits >> 4 & 0xff_f000)) as u32
}

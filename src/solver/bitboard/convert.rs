//! Conversions between [`Board`] and the packed boards.

use thiserror::Error;

use super::{CELLS, Packed, SUM_LIMIT, Wide};
use crate::game::{Board, Cell, Tile};

/// The number of 4s that can spawn on a newly packed board before its sum limit is reached.
///
/// A search from such a board stays exact for that many moves.
pub const SPAWN_ROOM: u32 = 64;

/// The sum of faces at which five bits per cell may no longer suffice.
pub const WIDE_SUM_LIMIT: u32 = 1 << 30;

/// Why a board cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// The board is not 4 × 4.
    #[error("the board has {width} columns and {height} rows, but it must have 4 and 4")]
    Size {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
    },
    /// The sum of the faces is too large.
    #[error("the tiles add up to more than a packed board can hold")]
    Sum,
}

impl TryFrom<&Board> for Packed {
    type Error = PackError;

    /// Packs a board on which [`SPAWN_ROOM`] more spawns keep the sum below [`SUM_LIMIT`].
    fn try_from(board: &Board) -> Result<Self, PackError> {
        check(board, SUM_LIMIT)?;
        Ok(ranks(board).fold(Self::EMPTY, |packed, (cell, rank)| packed.with(cell, rank)))
    }
}

impl TryFrom<&Board> for Wide {
    type Error = PackError;

    /// Packs a board on which [`SPAWN_ROOM`] more spawns keep the sum below [`WIDE_SUM_LIMIT`].
    fn try_from(board: &Board) -> Result<Self, PackError> {
        check(board, WIDE_SUM_LIMIT)?;
        Ok(ranks(board).fold(Self::EMPTY, |packed, (cell, rank)| packed.with(cell, rank)))
    }
}

impl From<Packed> for Board {
    fn from(packed: Packed) -> Self {
        unpack(|cell| packed.rank(cell))
    }
}

impl From<Wide> for Board {
    fn from(packed: Wide) -> Self {
        unpack(|cell| packed.rank(cell))
    }
}

fn check(board: &Board, limit: u32) -> Result<(), PackError> {
    let (width, height) = (board.width(), board.height());
    if (width, height) != (4, 4) {
        return Err(PackError::Size { width, height });
    }
    // The sum of 16 faces of at most 2^120 cannot overflow.
    let sum: u128 = board.tiles().map(|(_, tile)| tile.face()).sum();
    if sum + u128::from(4 * SPAWN_ROOM) < u128::from(limit) {
        Ok(())
    } else {
        Err(PackError::Sum)
    }
}

/// The index and rank of each tile.
fn ranks(board: &Board) -> impl Iterator<Item = (u32, u8)> + '_ {
    board
        .tiles()
        .map(|(cell, tile)| (u32::from(4 * cell.row + cell.column), tile.rank()))
}

fn unpack(rank: impl Fn(u32) -> u8) -> Board {
    let Ok(mut board) = Board::empty(4, 4) else {
        unreachable!("4 × 4 is a valid size")
    };
    for (index, cell) in (0..CELLS).zip(0..16_u8) {
        board.set(Cell::new(cell / 4, cell % 4), Tile::from_rank(rank(index)));
    }
    board
}

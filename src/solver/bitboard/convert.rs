//! From the board of the rules to the packed ones, and back.

use thiserror::Error;

use super::{CELLS, Packed, SUM_LIMIT, Wide};
use crate::game::{Board, Cell, Tile};

/// The spawns of 4 that a packed board leaves room for within its limit, so that a search from it
/// stays exact for as many moves.
pub const SPAWN_ROOM: u32 = 64;

/// The sum of faces from which on five bits a cell might not do.
pub const WIDE_SUM_LIMIT: u32 = 1 << 30;

/// Why a board cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// It is not 4 × 4.
    #[error("the board has {width} columns and {height} rows where 4 and 4 are needed")]
    Size {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
    },
    /// Its faces add up to too much.
    #[error("the tiles add up to more than this board can hold")]
    Sum,
}

impl TryFrom<&Board> for Packed {
    type Error = PackError;

    /// Packs a board whose faces leave room for [`SPAWN_ROOM`] spawns below [`SUM_LIMIT`].
    fn try_from(board: &Board) -> Result<Self, PackError> {
        check(board, SUM_LIMIT)?;
        Ok(ranks(board).fold(Self::EMPTY, |packed, (cell, rank)| packed.with(cell, rank)))
    }
}

impl TryFrom<&Board> for Wide {
    type Error = PackError;

    /// Packs a board whose faces leave room for [`SPAWN_ROOM`] spawns below [`WIDE_SUM_LIMIT`].
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
    // The sum of 16 faces of at most 2^120 fits.
    let sum: u128 = board.tiles().map(|(_, tile)| tile.face()).sum();
    if sum + u128::from(4 * SPAWN_ROOM) < u128::from(limit) {
        Ok(())
    } else {
        Err(PackError::Sum)
    }
}

/// The cells with a tile, and its rank.
fn ranks(board: &Board) -> impl Iterator<Item = (u32, u8)> + '_ {
    board
        .tiles()
        .map(|(cell, tile)| (u32::from(4 * cell.row + cell.column), tile.rank()))
}

fn unpack(rank: impl Fn(u32) -> u8) -> Board {
    let Ok(mut board) = Board::empty(4, 4) else {
        unreachable!("4 × 4 is a size")
    };
    for (index, cell) in (0..CELLS).zip(0..16_u8) {
        board.set(Cell::new(cell / 4, cell % 4), Tile::from_rank(rank(index)));
    }
    board
}

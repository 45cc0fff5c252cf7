//! The rows and columns that tiles slide along.

use super::{Board, Cell, Direction};

/// A row or column that tiles slide along.
#[derive(Clone, Copy)]
pub(super) struct Line {
    direction: Direction,
    /// The row of a horizontal line, the column of a vertical one.
    across: u8,
    /// The number of cells.
    pub length: u8,
}

impl Line {
    /// All lines of a board along a direction, from the top or the left.
    pub fn all(board: &Board, direction: Direction) -> impl Iterator<Item = Self> + use<> {
        let (count, length) = match direction {
            Direction::Up | Direction::Down => (board.width(), board.height()),
            Direction::Left | Direction::Right => (board.height(), board.width()),
        };
        (0..count).map(move |across| Self {
            direction,
            across,
            length,
        })
    }

    /// The cell `depth` steps away from the edge that tiles move toward.
    pub const fn cell(self, depth: u8) -> Cell {
        let Self {
            direction,
            across,
            length,
        } = self;
        match direction {
            Direction::Up => Cell::new(depth, across),
            Direction::Down => Cell::new(length - 1 - depth, across),
            Direction::Left => Cell::new(across, depth),
            Direction::Right => Cell::new(across, length - 1 - depth),
        }
    }
}

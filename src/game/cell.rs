//! The coordinates of a cell.

use std::fmt;

/// The coordinates of a cell on the board. The top left cell is row 0, column 0.
///
/// Cells are ordered row by row, then by column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, 0 at the top.
    pub row: u8,
    /// The column, 0 at the left.
    pub column: u8,
}

impl Cell {
    /// The cell at `row` and `column`, both counted from 0.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    /// Writes the row and column counted from 1, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "row {}, column {}",
            u16::from(self.row) + 1,
            u16::from(self.column) + 1
        )
    }
}

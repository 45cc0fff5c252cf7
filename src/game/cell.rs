//! A place on the board.

use std::fmt;

/// A place on the board, counted from the top left corner, which is row 0, column 0.
///
/// Cells are ordered row by row, as one reads.
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
    /// Counts from 1, as people do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "row {}, column {}",
            u16::from(self.row) + 1,
            u16::from(self.column) + 1
        )
    }
}

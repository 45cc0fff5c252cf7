//! The grid of cells and the tiles on it.

use std::fmt;
use std::ops::RangeInclusive;

use super::{BoardError, Cell, Tile};

/// The valid lengths of a side of the board, in cells.
pub const SIDES: RangeInclusive<u8> = 2..=8;

/// The number of cells per row in memory, whatever the width of the board.
const STRIDE: usize = *SIDES.end() as usize;

/// A board of 2 × 2 to 8 × 8 cells, each empty or holding a tile.
///
/// Two boards are equal if they have the same size and the same tiles in the same cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
    /// Row by row, [`STRIDE`] cells per row. Cells off the board stay empty.
    cells: [Option<Tile>; STRIDE * STRIDE],
}

impl Board {
    /// An empty board of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// [`BoardError::Size`] if a side is outside [`SIDES`].
    pub fn empty(width: u8, height: u8) -> Result<Self, BoardError> {
        if SIDES.contains(&width) && SIDES.contains(&height) {
            Ok(Self::of_checked_size(width, height))
        } else {
            Err(BoardError::Size {
                width: width.into(),
                height: height.into(),
            })
        }
    }

    /// An empty board of a size that the caller knows to be within [`SIDES`].
    pub(super) const fn of_checked_size(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            cells: [None; STRIDE * STRIDE],
        }
    }

    /// An empty board of the same size.
    #[must_use]
    pub fn cleared(&self) -> Self {
        Self::of_checked_size(self.width, self.height)
    }

    /// The number of columns, within [`SIDES`].
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows, within [`SIDES`].
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Whether `cell` is on this board.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.row < self.height && cell.column < self.width
    }

    /// All cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| Cell { row, column }))
    }

    /// The tile in `cell`, or `None` if the cell is empty or off the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Tile> {
        if self.contains(cell) {
            self.cells[index(cell)]
        } else {
            None
        }
    }

    /// Replaces the contents of `cell` with `tile`, or empties it if `tile` is `None`.
    ///
    /// Returns whether the cell is on the board. If it is not, the board does not change.
    pub fn set(&mut self, cell: Cell, tile: Option<Tile>) -> bool {
        let on_board = self.contains(cell);
        if on_board {
            self.cells[index(cell)] = tile;
        }
        on_board
    }

    /// A copy of the board with the contents of `cell` replaced by `tile`.
    ///
    /// If the cell is off the board, the copy is identical.
    #[must_use]
    pub fn with(&self, cell: Cell, tile: Tile) -> Self {
        let mut board = *self;
        board.set(cell, Some(tile));
        board
    }

    /// All tiles and their cells, row by row from the top left.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        self.cells()
            .filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// All empty cells, row by row from the top left.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.get(cell).is_none())
    }

    /// The tile with the largest face, or `None` on an empty board.
    #[must_use]
    pub fn largest_tile(&self) -> Option<Tile> {
        self.cells.iter().copied().max().flatten()
    }
}

/// The index of a cell in memory, the same for boards of any size.
fn index(cell: Cell) -> usize {
    usize::from(cell.row) * STRIDE + usize::from(cell.column)
}

impl fmt::Display for Board {
    /// Writes one line per row, with right-aligned faces and dots for empty cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.largest_tile().map_or(1, |tile| tile.to_string().len());
        for cell in self.cells() {
            match (cell.row, cell.column) {
                (0, 0) => {}
                (_, 0) => writeln!(f)?,
                _ => write!(f, " ")?,
            }
            let face = self
                .get(cell)
                .map_or_else(|| ".".to_owned(), |tile| tile.to_string());
            write!(f, "{face:>digits$}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}x{})\n{self}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_must_be_from_two_to_eight() {
        for width in 0..=u8::MAX {
            for height in [0, 1, 2, 8, 9, u8::MAX] {
                let fits = (2..=8).contains(&width) && (2..=8).contains(&height);
                assert_eq!(
                    Board::empty(width, height).is_ok(),
                    fits,
                    "{width}x{height}"
                );
            }
        }
    }

    #[test]
    fn width_counts_columns_and_height_counts_rows() {
        let board = Board::empty(2, 3).expect("2 × 3 is a valid size");
        let cells: Vec<_> = board.cells().map(|cell| (cell.row, cell.column)).collect();
        assert_eq!(cells, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    }

    #[test]
    fn cells_off_the_board_are_empty_and_stay_so() {
        let mut board = Board::empty(4, 2).expect("4 × 2 is a valid size");
        let before = board;
        for cell in [
            Cell::new(2, 0),
            Cell::new(0, 4),
            Cell::new(u8::MAX, u8::MAX),
        ] {
            assert!(!board.set(cell, Some(Tile::TWO)));
            assert_eq!(board.get(cell), None);
        }
        assert_eq!(board, before);
    }

    #[test]
    fn every_cell_is_either_empty_or_has_a_tile() {
        let mut board = Board::empty(3, 2).expect("3 × 2 is a valid size");
        assert_eq!(board.largest_tile(), None);
        assert!(board.set(Cell::new(1, 2), Some(Tile::FOUR)));
        assert!(board.set(Cell::new(0, 1), Some(Tile::TWO)));
        let tiles: Vec<_> = board.tiles().collect();
        assert_eq!(
            tiles,
            [(Cell::new(0, 1), Tile::TWO), (Cell::new(1, 2), Tile::FOUR)]
        );
        assert_eq!(board.empty_cells().count(), 4);
        assert_eq!(board.largest_tile(), Some(Tile::FOUR));
        assert_eq!(board.to_string(), ". 2 .\n. . 4");
        assert_eq!(
            board.cleared(),
            Board::empty(3, 2).expect("3 × 2 is a valid size")
        );
    }

    #[test]
    fn boards_of_different_sizes_differ() {
        assert_ne!(Board::empty(2, 3).ok(), Board::empty(3, 2).ok());
    }
}

//! Boards as rows of face values, which is how JSON represents them.

use thiserror::Error;

use super::{Board, Cell, SIDES, Tile};

/// Why rows of face values are not a valid board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A side is outside [`SIDES`].
    #[error(
        "a board of {width} columns and {height} rows is outside the sizes from {min} to {max} cells per side",
        min = SIDES.start(), max = SIDES.end()
    )]
    Size {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// The rows differ in length.
    #[error("row {row} has {length} cells but the first row has {width}")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// The number of cells in it.
        length: usize,
        /// The number of cells in the first row.
        width: usize,
    },
    /// A value is neither 0 nor a power of two above 1.
    #[error("{cell} holds {face}, which is neither 0 nor a power of two above 1")]
    NotAFace {
        /// The cell of the value.
        cell: Cell,
        /// The value.
        face: u128,
    },
    /// A tile is larger than any that can be reached on a board of this size.
    #[error(
        "{cell} holds {face}, but the largest possible tile on a board of this size is {largest}"
    )]
    BeyondReach {
        /// The cell of the value.
        cell: Cell,
        /// The value.
        face: u128,
        /// The largest value allowed.
        largest: u128,
    },
}

impl Board {
    /// Reads a board from rows of face values, top row first, with 0 for an empty cell.
    ///
    /// The largest tile allowed is the largest that can be reached on a board of that size,
    /// 2^(cells + 1). The merge that makes it needs every cell, with a 4 in the last one.
    ///
    /// # Errors
    ///
    /// The first [`BoardError`] found. The size is checked before the values.
    pub fn from_faces(rows: &[Vec<u128>]) -> Result<Self, BoardError> {
        let board = Self::from_any_faces(rows)?;
        let largest = board.largest_reachable();
        match board.tiles().find(|(_, tile)| tile.face() > largest) {
            Some((cell, tile)) => Err(board.misread(cell, tile.face())),
            None => Ok(board),
        }
    }

    /// Like [`from_faces`](Self::from_faces), but allows tiles of any rank.
    ///
    /// A game that starts from a custom board can make tiles that other games cannot reach.
    pub(super) fn from_any_faces(rows: &[Vec<u128>]) -> Result<Self, BoardError> {
        let width = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            return Err(BoardError::Ragged {
                row: row + 1,
                length: rows[row].len(),
                width,
            });
        }
        let size = BoardError::Size {
            width,
            height: rows.len(),
        };
        let mut board = match (u8::try_from(width), u8::try_from(rows.len())) {
            (Ok(width), Ok(height)) => Self::empty(width, height)?,
            _ => return Err(size),
        };
        for (cell, &face) in board.cells().zip(rows.iter().flatten()) {
            if face != 0 {
                let tile = Tile::from_face(face).ok_or_else(|| board.misread(cell, face))?;
                board.set(cell, Some(tile));
            }
        }
        Ok(board)
    }

    /// The board as rows of face values, top row first, with 0 for an empty cell.
    #[must_use]
    pub fn to_faces(&self) -> Vec<Vec<u128>> {
        let face = |row, column| self.get(Cell { row, column }).map_or(0, Tile::face);
        (0..self.height())
            .map(|row| (0..self.width()).map(|column| face(row, column)).collect())
            .collect()
    }

    /// The face of the largest tile that can be reached on this size: 2^(cells + 1).
    fn largest_reachable(&self) -> u128 {
        2 << (self.width() * self.height())
    }

    /// The error for a face that is not allowed in a cell of this board.
    fn misread(&self, cell: Cell, face: u128) -> BoardError {
        if face > 1 && face.is_power_of_two() {
            let largest = self.largest_reachable();
            BoardError::BeyondReach {
                cell,
                face,
                largest,
            }
        } else {
            BoardError::NotAFace { cell, face }
        }
    }
}

/// A test board with these faces.
#[cfg(test)]
pub(super) fn board<const WIDTH: usize>(rows: &[[u128; WIDTH]]) -> Board {
    let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
    Board::from_faces(&rows).expect("the rows are a valid board")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(rows: &[Vec<u128>]) -> String {
        Board::from_faces(rows)
            .expect_err("the rows are not a valid board")
            .to_string()
    }

    #[test]
    fn faces_survive_the_round_trip() {
        let rows = [[0, 2, 4], [128, 0, 0]];
        let board = board(&rows);
        assert_eq!((board.width(), board.height()), (3, 2));
        assert_eq!(board.get(Cell::new(1, 0)).map(Tile::face), Some(128));
        assert_eq!(board.to_faces(), rows);
    }

    #[test]
    fn the_largest_reachable_tile_depends_on_the_size() {
        for (width, height) in [(2, 2), (4, 4), (3, 5), (8, 8)] {
            let mut rows = vec![vec![0; width]; height];
            rows[height - 1][width - 1] = 1 << (width * height + 1);
            assert!(Board::from_faces(&rows).is_ok());
            rows[height - 1][width - 1] *= 2;
            assert!(matches!(
                Board::from_faces(&rows),
                Err(BoardError::BeyondReach { .. })
            ));
        }
    }

    #[test]
    fn each_error_is_one_clear_sentence() {
        assert_eq!(
            error(&[]),
            "a board of 0 columns and 0 rows is outside the sizes from 2 to 8 cells per side"
        );
        assert_eq!(
            error(&vec![vec![0; 300]; 2]),
            "a board of 300 columns and 2 rows is outside the sizes from 2 to 8 cells per side"
        );
        assert_eq!(
            error(&[vec![0, 0], vec![0]]),
            "row 2 has 1 cells but the first row has 2"
        );
        assert_eq!(
            error(&[vec![0, 0], vec![6, 0]]),
            "row 2, column 1 holds 6, which is neither 0 nor a power of two above 1"
        );
        assert_eq!(
            error(&[vec![0, 64], vec![0, 0]]),
            "row 1, column 2 holds 64, but the largest possible tile on a board of this size is 32"
        );
        assert!(error(&[vec![1, 0], vec![0, 0]]).contains("holds 1, which is neither"));
        assert!(error(&[vec![u128::MAX, 0], vec![0, 0]]).contains("neither"));
        assert!(error(&[vec![1 << 127, 0], vec![0, 0]]).ends_with("this size is 32"));
    }
}

//! The states of a small board, with their symmetries, moves and spawns.

use std::array;
use std::sync::Arc;

use thiserror::Error;

use crate::game::{Board, Cell, Direction, Tile};

/// A board of up to 9 cells, four bits per cell, row by row with the first cell lowest.
///
/// No tile on so few cells exceeds rank 10, which is 1024.
pub type State = u64;

/// The largest number of cells of a board that can be solved.
const MOST_CELLS: u8 = 9;

/// The largest length of a row or column.
const LONGEST: u8 = 4;

/// The number of lines of four ranks, each from 0 to 15.
const LINES: usize = 1 << 16;

/// A board size that cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {width}x{height} has too many cells to be solved: 3x3 and 2x4 are the largest")]
pub struct StateSpaceError {
    /// The requested number of columns.
    pub width: u8,
    /// The requested number of rows.
    pub height: u8,
}

/// The state space of a board that can be solved, with its move tables.
#[derive(Clone, Debug)]
pub struct StateSpace {
    width: u8,
    height: u8,
    /// For each symmetry, the cell that each cell is mapped to.
    symmetries: Vec<Vec<u8>>,
    lines: Arc<Lines>,
}

/// The move tables for lines as long as the rows and as long as the columns.
#[derive(Debug)]
struct Lines {
    /// The rows after a move toward the first cell and toward the last.
    rows: [Vec<u16>; 2],
    /// The columns after a move toward the first cell and toward the last.
    columns: [Vec<u16>; 2],
    /// The gain of a move, which is the same in both directions.
    gain: Vec<u32>,
}

impl StateSpace {
    /// The state space of boards with `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// [`StateSpaceError`] unless both are from 2 to 4 and there are at most 9 cells.
    pub fn new(width: u8, height: u8) -> Result<Self, StateSpaceError> {
        let sides = 2..=LONGEST;
        if !sides.contains(&width) || !sides.contains(&height) || width * height > MOST_CELLS {
            return Err(StateSpaceError { width, height });
        }
        let lines = Lines {
            rows: both_ways(width),
            columns: both_ways(height),
            gain: (0..LINES)
                .map(|line| slide_to_first(unpack(line)).1)
                .collect(),
        };
        let symmetries = symmetries(width, height);
        Ok(Self {
            width,
            height,
            symmetries,
            lines: Arc::new(lines),
        })
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The state of a board, or `None` if it has another size or a tile above rank 15.
    #[must_use]
    pub fn state(&self, board: &Board) -> Option<State> {
        if (board.width(), board.height()) != (self.width, self.height) {
            return None;
        }
        board.tiles().try_fold(0, |state, (cell, tile)| {
            let place = cell.row * self.width + cell.column;
            (tile.rank() < 16).then(|| state | State::from(tile.rank()) << (4 * place))
        })
    }

    /// The board of a state.
    #[must_use]
    pub fn board(&self, state: State) -> Board {
        let Ok(mut board) = Board::empty(self.width, self.height) else {
            unreachable!("both sides were checked")
        };
        for place in 0..self.cells() {
            let tile = Tile::from_rank(rank(state, place));
            board.set(Cell::new(place / self.width, place % self.width), tile);
        }
        board
    }

    /// The smallest of the rotations and reflections of a state, which represents them all.
    #[must_use]
    pub fn canonical(&self, state: State) -> State {
        let turned = self.symmetries.iter().map(|places| {
            let ranks = (0..)
                .zip(places)
                .map(|(place, &to)| State::from(rank(state, place)) << (4 * to));
            ranks.fold(0, |state, rank| state | rank)
        });
        turned.fold(state, State::min)
    }

    /// The four afterstates with the gains of their moves, in the order of [`Direction::ALL`], or
    /// `None` for an illegal move.
    #[must_use]
    pub fn moves(&self, state: State) -> [Option<(State, u32)>; 4] {
        Direction::ALL.map(|direction| {
            let (after, gain) = match direction {
                Direction::Left => self.slide_rows(state, 0),
                Direction::Right => self.slide_rows(state, 1),
                Direction::Up => self.slide_columns(state, 0),
                Direction::Down => self.slide_columns(state, 1),
            };
            (after != state).then_some((after, gain))
        })
    }

    /// For each empty cell, the state with a 2 there and with a 4 there.
    pub fn spawns(&self, after: State) -> impl Iterator<Item = [State; 2]> + use<> {
        (0..self.cells())
            .filter(move |&place| rank(after, place) == 0)
            .map(move |place| [1, 2].map(|rank| after | rank << (4 * place)))
    }

    /// The initial states, which have two spawns on an empty board, with their probabilities.
    ///
    /// A state is listed once for each order of its spawns.
    #[must_use]
    pub fn first_states(&self, four_chance: f64) -> Vec<(State, f64)> {
        let chances = [1.0 - four_chance, four_chance];
        let cells = f64::from(self.cells());
        let mut states = Vec::new();
        for (first, chance) in self
            .spawns(0)
            .flat_map(|both| both.into_iter().zip(chances))
        {
            for (second, then) in self
                .spawns(first)
                .flat_map(|both| both.into_iter().zip(chances))
            {
                states.push((second, chance * then / (cells * (cells - 1.0))));
            }
        }
        states
    }

    fn slide_rows(&self, state: State, way: usize) -> (State, u32) {
        let bits = 4 * self.width;
        let mut after = 0;
        let mut gain = 0;
        for row in 0..self.height {
            let line = line(state >> (bits * row) & ((1 << bits) - 1));
            after |= State::from(self.lines.rows[way][line]) << (bits * row);
            gain += self.lines.gain[line];
        }
        (after, gain)
    }

    fn slide_columns(&self, state: State, way: usize) -> (State, u32) {
        let mut after = 0;
        let mut gain = 0;
        for column in 0..self.width {
            let place = |row| row * self.width + column;
            let ranks =
                (0..self.height).map(|row| State::from(rank(state, place(row))) << (4 * row));
            let line = line(ranks.fold(0, |line, rank| line | rank));
            let slid = self.lines.columns[way][line];
            for row in 0..self.height {
                after |= State::from(slid >> (4 * row) & 0xf) << (4 * place(row));
            }
            gain += self.lines.gain[line];
        }
        (after, gain)
    }
}

/// The rank in a cell.
const fn rank(state: State, place: u8) -> u8 {
    (state >> (4 * place) & 0xf) as u8
}

/// A line of up to four cells as a table index.
const fn line(bits: State) -> usize {
    (bits & 0xffff) as usize
}

/// The cell that each cell is mapped to, for each symmetry except the identity.
fn symmetries(width: u8, height: u8) -> Vec<Vec<u8>> {
    let mut symmetries = Vec::new();
    for swap in [false, true] {
        for down in [false, true] {
            for right in [false, true] {
                if (swap && width != height) || !(swap || down || right) {
                    continue;
                }
                let places = (0..width * height).map(|place| {
                    let (row, column) = (place / width, place % width);
                    let row = if down { height - 1 - row } else { row };
                    let column = if right { width - 1 - column } else { column };
                    if swap {
                        column * width + row
                    } else {
                        row * width + column
                    }
                });
                symmetries.push(places.collect());
            }
        }
    }
    symmetries
}

/// All lines of `length` cells after a move toward the first cell and toward the last.
///
/// Entries for lines with a tile beyond `length` are meaningless.
fn both_ways(length: u8) -> [Vec<u16>; 2] {
    let length = usize::from(length);
    let to_first = |line| pack(slide_to_first(unpack(line)).0);
    let to_last = |line| {
        let mut ranks = unpack(line);
        ranks[..length].reverse();
        let mut slid = slide_to_first(ranks).0;
        slid[..length].reverse();
        pack(slid)
    };
    [
        (0..LINES).map(to_first).collect(),
        (0..LINES).map(to_last).collect(),
    ]
}

#[expect(clippy::cast_possible_truncation, reason = "the value has four bits")]
fn unpack(line: usize) -> [u8; 4] {
    array::from_fn(|cell| (line >> (4 * cell) & 0xf) as u8)
}

fn pack(ranks: [u8; 4]) -> u16 {
    ranks
        .into_iter()
        .rev()
        .fold(0, |line, rank| line << 4 | u16::from(rank))
}

/// The line after a move toward its first cell, and the gain of the move.
fn slide_to_first(ranks: [u8; 4]) -> ([u8; 4], u32) {
    let mut after = [0; 4];
    let (mut free, mut bound, mut gain) = (0, 0, 0);
    for rank in ranks.into_iter().filter(|&rank| rank != 0) {
        if rank == bound && rank < 15 {
            after[free - 1] = rank + 1;
            gain += 2 << rank;
            bound = 0;
        } else {
            after[free] = rank;
            free += 1;
            bound = rank;
        }
    }
    (after, gain)
}

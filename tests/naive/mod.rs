//! An independent naive model of the rules, to test the real rules against.
//!
//! It moves tiles one cell at a time, like the pieces of a sliding puzzle. The real rules process a
//! line at once. The two models share no code and no types.

pub mod boards;

/// Rows of face values, top row first, with 0 for an empty cell.
pub type Rows = Vec<Vec<u128>>;

/// A row and a column, counted from 0.
pub type Place = (usize, usize);

/// The effects of a move.
pub struct Moved {
    /// The board after the move.
    pub rows: Rows,
    /// The sum of the faces made by merges.
    pub gain: u128,
    /// The tiles that changed cell or took part in a merge, ordered by their original cells.
    pub paths: Vec<Path>,
}

/// The path of one tile during a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    pub from: Place,
    pub to: Place,
    /// The face before the move.
    pub value: u128,
    pub merged: bool,
}

/// A tile with the cells that it was made from.
struct Piece {
    value: u128,
    sources: Vec<Place>,
}

/// Makes the move with the letter `U`, `D`, `L` or `R`.
pub fn slide(rows: &Rows, letter: char) -> Moved {
    let mut grid: Vec<Vec<Option<Piece>>> = (0..rows.len())
        .map(|row| {
            (0..rows[row].len())
                .map(|column| piece(rows, (row, column)))
                .collect()
        })
        .collect();
    let mut gain = 0;
    loop {
        let mut settled = true;
        for place in nearest_first(rows, letter) {
            if let Some(next) = step(rows, place, letter) {
                settled &= !walk(&mut grid, place, next, &mut gain);
            }
        }
        if settled {
            break;
        }
    }
    let mut paths = Vec::new();
    for (to, piece) in pieces(&grid) {
        let merged = piece.sources.len() == 2;
        let value = if merged { piece.value / 2 } else { piece.value };
        let sources = piece.sources.iter().filter(|&&from| merged || from != to);
        paths.extend(sources.map(|&from| Path {
            from,
            to,
            value,
            merged,
        }));
    }
    paths.sort_unstable();
    let mut after = vec![vec![0; rows[0].len()]; rows.len()];
    for ((row, column), piece) in pieces(&grid) {
        after[row][column] = piece.value;
    }
    Moved {
        rows: after,
        gain,
        paths,
    }
}

/// Whether no move is legal: the board is empty, or it is full without equal neighbours.
pub fn is_over(rows: &Rows) -> bool {
    let (height, width) = (rows.len(), rows[0].len());
    let values = || rows.iter().flatten();
    if values().all(|&value| value == 0) {
        return true;
    }
    let across =
        (0..height).any(|row| (1..width).any(|column| rows[row][column - 1] == rows[row][column]));
    let down =
        (1..height).any(|row| (0..width).any(|column| rows[row - 1][column] == rows[row][column]));
    values().all(|&value| value != 0) && !across && !down
}

/// Moves a piece one step to the next cell, or merges it with the piece there. Returns whether it
/// did.
fn walk(grid: &mut [Vec<Option<Piece>>], place: Place, next: Place, gain: &mut u128) -> bool {
    let Some(walker) = grid[place.0][place.1].take() else {
        return false;
    };
    match &mut grid[next.0][next.1] {
        free @ None => {
            *free = Some(walker);
            return true;
        }
        Some(other) => {
            let unmerged = walker.sources.len() == 1 && other.sources.len() == 1;
            if unmerged && walker.value == other.value {
                other.value += walker.value;
                other.sources.extend(walker.sources);
                *gain += other.value;
                return true;
            }
        }
    }
    grid[place.0][place.1] = Some(walker);
    false
}

/// The piece in a cell at the start of a move.
fn piece(rows: &Rows, place: Place) -> Option<Piece> {
    let value = rows[place.0][place.1];
    (value != 0).then(|| Piece {
        value,
        sources: vec![place],
    })
}

/// All pieces with their cells.
fn pieces(grid: &[Vec<Option<Piece>>]) -> impl Iterator<Item = (Place, &Piece)> {
    grid.iter().enumerate().flat_map(|(row, line)| {
        line.iter()
            .enumerate()
            .filter_map(move |(column, piece)| Some(((row, column), piece.as_ref()?)))
    })
}

/// All cells, ordered by their distance from the edge that tiles move toward.
fn nearest_first(rows: &Rows, letter: char) -> Vec<Place> {
    let (height, width) = (rows.len(), rows[0].len());
    let mut places: Vec<_> = (0..height)
        .flat_map(|row| (0..width).map(move |column| (row, column)))
        .collect();
    places.sort_by_key(|&(row, column)| match letter {
        'U' => row,
        'D' => height - row,
        'L' => column,
        'R' => width - column,
        _ => panic!("{letter} is no move"),
    });
    places
}

/// The cell one step further, or `None` at the edge.
fn step(rows: &Rows, (row, column): Place, letter: char) -> Option<Place> {
    match letter {
        'U' if row > 0 => Some((row - 1, column)),
        'D' if row + 1 < rows.len() => Some((row + 1, column)),
        'L' if column > 0 => Some((row, column - 1)),
        'R' if column + 1 < rows[0].len() => Some((row, column + 1)),
        _ => None,
    }
}

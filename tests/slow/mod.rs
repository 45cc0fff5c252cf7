//! Reference implementations of the searches and evaluations: plain, slow, and on boards of the
//! rules.

use bevy_2048::game::{Board, Cell, Tile};
use bevy_2048::solver::heuristic::{LineWeights, Weights};
use rand::Rng;

/// A random board of 4 × 4 cells with ranks up to `highest`.
pub fn random_board(rng: &mut impl Rng, highest: u64) -> Board {
    let mut board = Board::empty(4, 4).expect("4 × 4 is a valid size");
    let filled = 4 + rng.next_u64() % 13;
    for row in 0..4 {
        for column in 0..4 {
            let word = rng.next_u64();
            if word % 16 < filled {
                let rank = u8::try_from(1 + (word >> 32) % highest).expect("ranks are few");
                board.set(Cell::new(row, column), Tile::from_rank(rank));
            }
        }
    }
    board
}

fn rank(board: &Board, row: u8, column: u8) -> u8 {
    board.get(Cell::new(row, column)).map_or(0, Tile::rank)
}

/// The heuristic value of a board with the shipped weights.
pub fn heuristic_value(board: &Board) -> f64 {
    heuristic_value_with(board, &Weights::default())
}

/// The heuristic value of a board, line by line and term by term.
pub fn heuristic_value_with(board: &Board, weights: &Weights) -> f64 {
    (0..4)
        .map(|at| {
            let weights = if at == 0 || at == 3 {
                weights.edge
            } else {
                weights.inner
            };
            let row = std::array::from_fn(|cell| rank(board, at, index(cell)));
            let column = std::array::from_fn(|cell| rank(board, index(cell), at));
            line_value(row, weights) + line_value(column, weights)
        })
        .sum()
}

/// The heuristic value of a lost board.
pub fn lost(board: &Board) -> f64 {
    heuristic_value(board) - f64::from(Weights::default().lost)
}

fn index(cell: usize) -> u8 {
    u8::try_from(cell).expect("a line has four cells")
}

fn line_value(ranks: [u8; 4], weights: LineWeights) -> f64 {
    let power = |rank: u8, of: f32| f64::from(rank).powf(f64::from(of));
    let mut value = 0.0;
    let (mut up, mut down) = (0.0, 0.0);
    for at in 0..4 {
        let rank = ranks[at];
        if rank == 0 {
            value += f64::from(weights.empty);
        } else {
            value -= f64::from(weights.tile) * power(rank, weights.tile_power);
        }
        let height = |at: usize| power(ranks[at], weights.uneven_power);
        if at < 3 {
            up += (height(at + 1) - height(at)).max(0.0);
            down += (height(at) - height(at + 1)).max(0.0);
        }
    }
    value -= f64::from(weights.uneven) * up.min(down);
    // A tile can merge if a neighbour, ignoring empty cells, is equal.
    let tiles: Vec<u8> = ranks.into_iter().filter(|&rank| rank != 0).collect();
    for (at, tile) in tiles.iter().enumerate() {
        let before = at > 0 && tiles[at - 1] == *tile;
        if before || tiles.get(at + 1) == Some(tile) {
            value += f64::from(weights.merge);
        }
    }
    value
}

/// The cells of the patterns of the network, numbered row by row.
const PATTERN_CELLS: [[u8; 6]; 4] = [
    [0, 1, 2, 3, 4, 5],
    [4, 5, 6, 7, 8, 9],
    [0, 1, 2, 4, 5, 6],
    [4, 5, 6, 8, 9, 10],
];

/// The indices of the weights of a board, each with its pattern, computed cell by cell.
pub fn slow_features(board: &Board) -> impl Iterator<Item = (usize, usize)> {
    (0..8).flat_map(move |symmetry| {
        PATTERN_CELLS
            .into_iter()
            .enumerate()
            .map(move |(pattern, cells)| {
                let place = cells.into_iter().rev().fold(0, |place, cell| {
                    let (mut row, mut column) = (cell / 4, cell % 4);
                    if symmetry & 1 != 0 {
                        (row, column) = (column, row);
                    }
                    if symmetry & 2 != 0 {
                        row = 3 - row;
                    }
                    if symmetry & 4 != 0 {
                        column = 3 - column;
                    }
                    place << 4 | usize::from(rank(board, row, column))
                });
                (pattern, place)
            })
    })
}

/// The expectimax value of an afterstate, searched `depth` moves deeper.
///
/// If `gains` is true, the gains of those moves count and a lost board is worth 0. Otherwise a lost
/// board has its heuristic value.
pub fn expectimax_after(
    after: &Board,
    depth: u8,
    four: f64,
    evaluate: &dyn Fn(&Board) -> f64,
    gains: bool,
) -> f64 {
    if depth == 0 {
        return evaluate(after);
    }
    let best = |board: &Board| {
        let values = board.max_children().map(|(direction, next)| {
            #[expect(clippy::cast_precision_loss, reason = "gains are small here")]
            let gain = board.slide(direction).gain as f64;
            let value = expectimax_after(&next, depth - 1, four, evaluate, gains);
            if gains { gain + value } else { value }
        });
        values
            .reduce(f64::max)
            .unwrap_or_else(|| if gains { 0.0 } else { lost(board) })
    };
    let sum: f64 = after
        .min_children()
        .map(|(spawn, board)| {
            let is_two = spawn.tile == Tile::TWO;
            (if is_two { 1.0 - four } else { four }) * best(&board)
        })
        .sum();
    let empty = after.empty_cells().count();
    sum / f64::from(u8::try_from(empty).expect("a board has at most 16 cells"))
}

//! Moves and values a second, as ratios to plain ones in the same run.
//!
//! `cargo bench --no-default-features --bench solver` prints a table. Each line is the best of
//! several rounds, which disturbs it least; what counts are the ratios, as the rest depends on the
//! machine and what else it does.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bevy_2048::game::{Board, Direction};
use bevy_2048::solver::bitboard::{Grid, Packed, Tables, Wide};
use bevy_2048::solver::network::{Network, WEIGHTS, shipped};
use bevy_2048::solver::search::Evaluate;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The boards that are gone through, few enough to stay in the nearest memory.
const BOARDS: usize = 1024;

/// How often each measurement is made, the best one counting.
const ROUNDS: usize = 5;

/// The time of a round at least.
const ROUND: Duration = Duration::from_millis(200);

/// The positions of random games, every seventh one.
fn positions() -> Vec<Packed> {
    let tables = Tables::get();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(2048);
    let mut positions = Vec::new();
    let mut board = Packed::EMPTY;
    let mut moves = 0_usize;
    while positions.len() < BOARDS {
        board = board.with_random_tile(&mut dice, u32::MAX / 10);
        let (afters, _) = board.moves(tables);
        let open: Vec<_> = afters.into_iter().filter(|&after| after != board).collect();
        moves += 1;
        if moves.is_multiple_of(7) {
            positions.push(board);
        }
        board = open
            .get(moves % open.len().max(1))
            .copied()
            .unwrap_or(Packed::EMPTY);
    }
    positions
}

/// The most items a second that `work` does, which does so many in one go.
fn rate(items: usize, mut work: impl FnMut()) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut runs = 0_u32;
        while start.elapsed() < ROUND {
            work();
            runs += 1;
        }
        #[expect(clippy::cast_precision_loss, reason = "a rate needs few digits")]
        let done = f64::from(runs) * items as f64;
        best = best.max(done / start.elapsed().as_secs_f64());
    }
    best
}

/// A slide as it is written in a first try: cell by cell, on bytes.
fn scalar_left(board: [[u8; 4]; 4]) -> ([[u8; 4]; 4], u32) {
    let mut gain = 0;
    let rows = board.map(|row| {
        let mut after = [0; 4];
        let (mut free, mut bound) = (0, 0);
        for rank in row {
            if rank == 0 {
                continue;
            }
            if rank == bound {
                after[free - 1] += 1;
                gain += 2 << rank;
                bound = 0;
            } else {
                after[free] = rank;
                free += 1;
                bound = rank;
            }
        }
        after
    });
    (rows, gain)
}

/// The board turned by a quarter, so that the next direction becomes left.
fn turned(board: [[u8; 4]; 4]) -> [[u8; 4]; 4] {
    std::array::from_fn(|row| std::array::from_fn(|column| board[column][3 - row]))
}

/// The value of a board by the patterns, cell by cell.
fn scalar_value(network: &Network, board: [[u8; 4]; 4]) -> f32 {
    const PATTERNS: [[usize; 6]; 4] = [
        [0, 1, 2, 3, 4, 5],
        [4, 5, 6, 7, 8, 9],
        [0, 1, 2, 4, 5, 6],
        [4, 5, 6, 8, 9, 10],
    ];
    let mut sum = 0;
    for symmetry in 0..8 {
        for (table, cells) in network.tables().iter().zip(PATTERNS) {
            let mut place = 0;
            for cell in cells.into_iter().rev() {
                let (row, column) = (cell / 4, cell % 4);
                let (row, column) = if symmetry & 1 != 0 {
                    (column, row)
                } else {
                    (row, column)
                };
                let row = if symmetry & 2 != 0 { 3 - row } else { row };
                let column = if symmetry & 4 != 0 {
                    3 - column
                } else {
                    column
                };
                place = place << 4 | usize::from(board[row][column]);
            }
            sum += i32::from(table[place]);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "the sum has 21 bits")]
    let sum = sum as f32;
    sum * network.step()
}

fn print(name: &str, rate: f64, baseline: f64) {
    println!(
        "{name:<44} {:>10.2} M/s   {:>6.1} ×",
        rate / 1e6,
        rate / baseline
    );
}

fn main() {
    let packed = positions();
    let boards: Vec<Board> = packed.iter().map(|&packed| packed.into()).collect();
    let wide: Vec<Wide> = boards
        .iter()
        .map(|board| Wide::try_from(board).expect("the tiles are small"))
        .collect();
    let cells: Vec<[[u8; 4]; 4]> = packed
        .iter()
        .map(|packed| {
            std::array::from_fn(|row| {
                std::array::from_fn(|column| {
                    let cell = 4 * row + column;
                    packed.rank(u32::try_from(cell).expect("below 16"))
                })
            })
        })
        .collect();

    println!("moves, four directions a board");
    let moves = 4 * BOARDS;
    let scalar = rate(moves, || {
        for &board in &cells {
            let mut board = board;
            for _ in 0..4 {
                black_box(scalar_left(board));
                board = turned(board);
            }
        }
    });
    print("plain, cell by cell (the baseline)", scalar, scalar);
    let rules = rate(moves, || {
        for board in &boards {
            for direction in Direction::ALL {
                black_box(board.slid(direction));
            }
        }
    });
    print("the rules, on any size", rules, scalar);
    let tables = Tables::get();
    let boards_only = rate(moves, || {
        for &board in &packed {
            for direction in Direction::ALL {
                black_box(board.slid(tables, direction));
            }
        }
    });
    print("packed", boards_only, scalar);
    let with_gains = rate(moves, || {
        for &board in &packed {
            black_box(board.moves(tables));
        }
    });
    print(
        "packed, all four at once with their gains",
        with_gains,
        scalar,
    );
    let wide_tables = Wide::tables();
    let of_wide = rate(moves, || {
        for &board in &wide {
            black_box(board.moves(wide_tables));
        }
    });
    print("packed for beyond 32768, with gains", of_wide, scalar);

    println!("values by the network");
    let network = shipped::wait().unwrap_or_else(|_| {
        let table = || {
            vec![0; WEIGHTS]
                .into_boxed_slice()
                .try_into()
                .expect("the length fits")
        };
        Network::new(std::array::from_fn(|_| table()), 1.0).into()
    });
    let scalar = rate(BOARDS, || {
        for &board in &cells {
            black_box(scalar_value(&network, board));
        }
    });
    print("plain, cell by cell (the baseline)", scalar, scalar);
    let fast = rate(BOARDS, || {
        for &board in &packed {
            black_box(network.value(board));
        }
    });
    print("packed", fast, scalar);
}

//! Benchmarks of moves, evaluations and searches, compared to plain code in the same run.
//!
//! `cargo bench --no-default-features --bench solver` prints a table. Each line is the best of
//! several rounds. Only the ratios are comparable, as the rates depend on the machine and its load.
//!
//! `-- --list` prints the benchmarks with their number of items per round. `-- --work N --rounds R`
//! runs benchmark N for R rounds without timing it, for `script/count-instructions`.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bevy_2048::game::{Board, Direction};
use bevy_2048::solver::Budget;
use bevy_2048::solver::bitboard::{Grid, MoveTables, Packed, Wide};
use bevy_2048::solver::heuristic::Heuristics;
use bevy_2048::solver::network::{MultistageNetwork, Network, WEIGHTS, shipped};
use bevy_2048::solver::search::{
    Cached, DepthCutoff, DepthRemaining, Evaluate, Expectimax, Limits, SpawnModel,
    TranspositionTable,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of boards of random play, small enough to stay in the CPU cache.
const BOARDS: usize = 1024;

/// The number of boards of strong play, whose weights are scattered over the network's tables.
const STRONG_BOARDS: usize = 1 << 15;

/// The number of boards that are searched.
const SEARCHED: usize = 64;

/// The depth of the searches.
const DEPTH: u8 = 3;

/// The number of rounds of each benchmark. The best one counts.
const ROUNDS: usize = 5;

/// The shortest time of a round.
const ROUND: Duration = Duration::from_millis(200);

/// A benchmark.
struct Work {
    /// The group of the benchmark. The first one of a group is the baseline of the others.
    group: &'static str,
    name: &'static str,
    /// The number of items that one run processes.
    items: usize,
    run: Box<dyn FnMut()>,
}

impl Work {
    fn new(
        group: &'static str,
        name: &'static str,
        items: usize,
        run: impl FnMut() + 'static,
    ) -> Self {
        let run = Box::new(run);
        Self {
            group,
            name,
            items,
            run,
        }
    }

    /// The highest rate of all rounds, in items per second.
    #[expect(clippy::cast_precision_loss, reason = "a rate needs few digits")]
    fn rate(&mut self) -> f64 {
        let mut best = 0.0_f64;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let mut runs = 0_u32;
            while start.elapsed() < ROUND {
                (self.run)();
                runs += 1;
            }
            let done = f64::from(runs) * self.items as f64;
            best = best.max(done / start.elapsed().as_secs_f64());
        }
        best
    }
}

/// Every seventh board of random games.
fn positions() -> Vec<Packed> {
    let tables = MoveTables::get();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2048);
    let mut positions = Vec::new();
    let mut board = Packed::EMPTY;
    let mut moves = 0_usize;
    while positions.len() < BOARDS {
        board = board.with_random_tile(&mut rng, u32::MAX / 10);
        let (afters, _) = board.moves(tables);
        let legal: Vec<_> = afters.into_iter().filter(|&after| after != board).collect();
        moves += 1;
        if moves.is_multiple_of(7) {
            positions.push(board);
        }
        board = legal
            .get(moves % legal.len().max(1))
            .copied()
            .unwrap_or(Packed::EMPTY);
    }
    positions
}

/// A straightforward move to the left: cell by cell, on bytes.
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

/// The board rotated by 90 degrees, so that the next direction becomes left.
fn rotated(board: [[u8; 4]; 4]) -> [[u8; 4]; 4] {
    std::array::from_fn(|row| std::array::from_fn(|column| board[column][3 - row]))
}

/// The value of a board by the network, computed cell by cell.
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

/// The cells of a board.
fn cells(packed: Packed) -> [[u8; 4]; 4] {
    let cell = |row: usize, column| u32::try_from(4 * row + column).expect("below 16");
    std::array::from_fn(|row| std::array::from_fn(|column| packed.rank(cell(row, column))))
}

/// The boards of games that the network plays with depth 1.
fn strong_positions(network: &Network) -> Vec<Packed> {
    let tables = MoveTables::get();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2048);
    let mut positions = Vec::new();
    let mut board = Packed::EMPTY;
    while positions.len() < STRONG_BOARDS {
        board = board.with_random_tile(&mut rng, u32::MAX / 10);
        positions.push(board);
        board = best_after(network, tables, board)
            .filter(|after| after.has_room())
            .unwrap_or(Packed::EMPTY);
    }
    // Consecutive boards share weights, so they are shuffled by their hashes.
    positions.sort_by_key(|board| board.mixed());
    positions
}

/// The afterstate with the highest gain plus value.
fn best_after(network: &Network, tables: &MoveTables, board: Packed) -> Option<Packed> {
    let (afters, [vertical, horizontal]) = board.moves(tables);
    let gains = [vertical, horizontal, vertical, horizontal];
    let legal = afters
        .into_iter()
        .zip(gains)
        .filter(|&(after, _)| after != board);
    #[expect(
        clippy::cast_precision_loss,
        reason = "a gain is a sum of few powers of two"
    )]
    let valued = legal.map(|(after, gain)| (after, gain as f32 + network.value(after)));
    valued
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(after, _)| after)
}

/// The shipped networks, or a network of zeros if they cannot be read, which takes as long.
fn network() -> Arc<MultistageNetwork> {
    shipped::wait().unwrap_or_else(|_| {
        let table = || {
            vec![0; WEIGHTS]
                .into_boxed_slice()
                .try_into()
                .expect("the length fits")
        };
        let network = Network::new(std::array::from_fn(|_| table()), 1.0);
        Arc::new(MultistageNetwork::new(network, None))
    })
}

/// Moves in all four directions.
fn moves() -> Vec<Work> {
    const GROUP: &str = "moves in four directions";
    let packed = positions();
    let boards: Vec<Board> = packed.iter().map(|&packed| packed.into()).collect();
    let wide: Vec<Wide> = boards
        .iter()
        .map(|board| Wide::try_from(board).expect("the tiles are small"))
        .collect();
    let plain: Vec<_> = packed.iter().map(|&packed| cells(packed)).collect();
    let items = 4 * BOARDS;
    let (one_by_one, tables, wide_tables) = (packed.clone(), MoveTables::get(), Wide::tables());
    vec![
        Work::new(GROUP, "plain, cell by cell", items, move || {
            for &board in &plain {
                let mut board = board;
                for _ in 0..4 {
                    black_box(scalar_left(board));
                    board = rotated(board);
                }
            }
        }),
        Work::new(GROUP, "boards of the rules, any size", items, move || {
            for board in &boards {
                for direction in Direction::ALL {
                    black_box(board.slid(direction));
                }
            }
        }),
        Work::new(GROUP, "packed, one by one", items, move || {
            for &board in &one_by_one {
                for direction in Direction::ALL {
                    black_box(board.slid(tables, direction));
                }
            }
        }),
        Work::new(
            GROUP,
            "packed, all four with their gains",
            items,
            move || {
                for &board in &packed {
                    black_box(board.moves(tables));
                }
            },
        ),
        Work::new(GROUP, "wide, all four with their gains", items, move || {
            for &board in &wide {
                black_box(board.moves(wide_tables));
            }
        }),
    ]
}

/// Evaluations by the network, of few boards and of many.
fn network_values(network: &Arc<MultistageNetwork>) -> Vec<Work> {
    const FEW: &str = "network evaluations, boards in the CPU cache";
    const MANY: &str = "network evaluations, boards of strong play";
    let mut works = Vec::new();
    for (group, boards) in [
        (FEW, positions()),
        (MANY, strong_positions(network.general())),
    ] {
        let plain: Vec<_> = boards.iter().map(|&board| cells(board)).collect();
        let items = boards.len();
        let (slow, fast) = (network.clone(), network.clone());
        works.push(Work::new(group, "plain, cell by cell", items, move || {
            for &board in &plain {
                black_box(scalar_value(slow.general(), board));
            }
        }));
        works.push(Work::new(group, "packed", items, move || {
            for &board in &boards {
                black_box(fast.general().value(board));
            }
        }));
    }
    works
}

/// Evaluations by the heuristic.
fn heuristic_values() -> Vec<Work> {
    const GROUP: &str = "heuristic evaluations";
    let (boards, heuristics) = (positions(), Heuristics::shipped());
    let plain: Vec<Board> = boards.iter().map(|&board| board.into()).collect();
    let by_lines = Arc::clone(&heuristics);
    vec![
        Work::new(GROUP, "plain, line by line", BOARDS, move || {
            for board in &plain {
                black_box(by_lines.board_value(board));
            }
        }),
        Work::new(GROUP, "by row tables", BOARDS, move || {
            for &board in &boards {
                black_box(heuristics.value(board));
            }
        }),
    ]
}

/// Whole moves at depth 1.
fn greedy_moves(network: &Arc<MultistageNetwork>) -> Vec<Work> {
    const GROUP: &str = "network moves at depth 1";
    let boards = strong_positions(network.general());
    let plain: Vec<_> = boards.iter().map(|&board| cells(board)).collect();
    let (slow, fast, tables) = (network.clone(), network.clone(), MoveTables::get());
    vec![
        Work::new(GROUP, "plain, cell by cell", STRONG_BOARDS, move || {
            for &board in &plain {
                let mut rotation = board;
                let mut best = f32::NEG_INFINITY;
                for _ in 0..4 {
                    let (after, gain) = scalar_left(rotation);
                    #[expect(
                        clippy::cast_precision_loss,
                        reason = "a gain is a sum of few powers of two"
                    )]
                    if after != rotation {
                        best = best.max(gain as f32 + scalar_value(slow.general(), after));
                    }
                    rotation = rotated(rotation);
                }
                black_box(best);
            }
        }),
        Work::new(GROUP, "packed", STRONG_BOARDS, move || {
            for &board in &boards {
                black_box(best_after(fast.general(), tables, board));
            }
        }),
    ]
}

/// Searches of boards of strong play, counted in nodes.
fn searches(network: &Arc<MultistageNetwork>) -> Vec<Work> {
    const GROUP: &str = "nodes in searches of depth 3";
    let boards: Vec<_> = strong_positions(network.general())
        .into_iter()
        .step_by(STRONG_BOARDS / SEARCHED)
        .collect();
    let (heuristics, learned) = (Heuristics::shipped(), Cached::new(network.clone(), 15));
    let first = boards.clone();
    vec![
        search_work(GROUP, "heuristic", heuristics, first),
        search_work(GROUP, "network", learned, boards),
    ]
}

/// Searches of these boards, each with an empty transposition table.
fn search_work<E: Evaluate + 'static>(
    group: &'static str,
    name: &'static str,
    evaluate: E,
    boards: Vec<Packed>,
) -> Work {
    let spawn_model = SpawnModel::new(0.1, 2);
    let search = move || {
        let stop = AtomicBool::new(false);
        let mut nodes = 0;
        for &board in &boards {
            let mut transpositions = TranspositionTable::new(12);
            let limits = Limits::start(&Budget::default(), &stop);
            let mut search = Expectimax::new(
                &evaluate,
                &mut transpositions,
                spawn_model,
                DepthCutoff::new(spawn_model),
                limits,
            );
            let remaining = DepthRemaining {
                depth: DEPTH - 1,
                fours: spawn_model.max_fours(),
            };
            black_box(search.values(board, remaining));
            nodes += search.nodes();
        }
        nodes
    };
    let nodes = usize::try_from(search()).expect("some thousands");
    Work::new(group, name, nodes, move || {
        search();
    })
}

/// The number that follows a name in the arguments.
fn number(name: &str) -> Option<usize> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    let network = network();
    let groups = [
        moves(),
        network_values(&network),
        heuristic_values(),
        greedy_moves(&network),
        searches(&network),
    ];
    let mut works: Vec<_> = groups.into_iter().flatten().collect();
    if std::env::args().any(|argument| argument == "--list") {
        for (number, work) in works.iter().enumerate() {
            println!("{number}\t{}\t{}\t{}", work.items, work.group, work.name);
        }
        return ExitCode::SUCCESS;
    }
    if let Some(number) = number("--work") {
        return repeat(works.get_mut(number));
    }
    let (mut group, mut baseline) = ("", 0.0);
    for work in &mut works {
        let rate = work.rate();
        if work.group != group {
            (group, baseline) = (work.group, rate);
            println!("{group}");
        }
        println!(
            "    {:<40} {:>10.2} M/s   {:>6.1} ×",
            work.name,
            rate / 1e6,
            rate / baseline
        );
    }
    ExitCode::SUCCESS
}

/// Runs a benchmark for the number of rounds in the arguments.
fn repeat(work: Option<&mut Work>) -> ExitCode {
    let (Some(work), Some(rounds)) = (work, number("--rounds")) else {
        eprintln!("--work takes a number from --list, and --rounds the number of rounds.");
        return ExitCode::FAILURE;
    };
    for _ in 0..rounds {
        (work.run)();
    }
    ExitCode::SUCCESS
}

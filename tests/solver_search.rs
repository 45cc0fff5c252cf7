//! The searches against slow ones that follow the rules step by step.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bevy_2048::game::{Board, Cell, Direction, Tile};
use bevy_2048::solver::bitboard::Packed;
use bevy_2048::solver::heuristic::line_value;
use bevy_2048::solver::network::features;
use bevy_2048::solver::players::{
    GenericPlayer, GreedyPlayer, HeuristicPlayer, MinimaxPlayer, RandomPlayer,
};
use bevy_2048::solver::{Budget, Player, Thought};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The original chance of a 4.
const FOUR: f64 = 0.1;

fn depth(depth: u8) -> Budget {
    Budget {
        depth: Some(depth),
        ..Budget::default()
    }
}

/// A random board of 4 × 4 cells with ranks up to `highest`.
fn random_board(dice: &mut impl Rng, highest: u64) -> Board {
    let mut board = Board::empty(4, 4).expect("4 × 4 is a size");
    let filled = 4 + dice.next_u64() % 13;
    for row in 0..4 {
        for column in 0..4 {
            let word = dice.next_u64();
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

/// The rules of thumb, line by line.
fn evaluate(board: &Board) -> f64 {
    (0..4)
        .map(|line| {
            let row: Vec<u8> = (0..4).map(|at| rank(board, line, at)).collect();
            let column: Vec<u8> = (0..4).map(|at| rank(board, at, line)).collect();
            f64::from(line_value(&row)) + f64::from(line_value(&column))
        })
        .sum()
}

/// Expectimax as it is written in books: `depth` moves from a board before a move.
fn expectimax(board: &Board, depth: u8) -> f64 {
    let values = board
        .max_children()
        .map(|(_, after)| expectimax_after(&after, depth - 1));
    // A lost board is worth 0, which some of these random boards are not even when alive.
    values.reduce(f64::max).unwrap_or(0.0)
}

fn expectimax_after(after: &Board, depth: u8) -> f64 {
    if depth == 0 {
        return evaluate(after);
    }
    let sum: f64 = after
        .min_children()
        .map(|(spawn, board)| {
            let chance = if spawn.tile == Tile::TWO {
                1.0 - FOUR
            } else {
                FOUR
            };
            chance * expectimax(&board, depth)
        })
        .sum();
    let empty = after.empty_cells().count();
    sum / f64::from(u8::try_from(empty).expect("a board has at most 16 cells"))
}

/// A player's values must be those of a slow search, and its move the best of them.
///
/// Values near 0 are the rest of sums of some hundred thousands, which 32 bits tell to a fraction
/// of a point.
fn assert_agrees(thought: &Thought, board: &Board, slow: impl Fn(&Board) -> f64) {
    let expected = Direction::ALL.map(|direction| board.slid(direction).map(|after| slow(&after)));
    for (found, expected) in thought.values.into_iter().zip(expected) {
        match (found, expected) {
            (Some(found), Some(expected)) => {
                let difference = (found - expected).abs();
                assert!(
                    difference <= 1.0 + 1e-5 * expected.abs(),
                    "{found}, {expected}\n{board}"
                );
            }
            (found, expected) => assert_eq!(found, expected, "\n{board}"),
        }
    }
    let highest = expected
        .into_iter()
        .flatten()
        .fold(f64::NEG_INFINITY, f64::max);
    match thought.best {
        None => assert!(!board.can_move()),
        Some(best) => {
            let of_best = board
                .slid(best)
                .map(|after| slow(&after))
                .expect("the move is open");
            assert!(
                of_best >= highest - 1.0 - 1e-5 * highest.abs(),
                "{best} on\n{board}"
            );
        }
    }
}

fn expectimax_agrees(boards: u32) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut player = HeuristicPlayer::new(FOUR);
    let stop = AtomicBool::new(false);
    for _ in 0..boards {
        let board = random_board(&mut dice, 11);
        for ahead in [1, 2] {
            let thought = player
                .think(&board, &depth(ahead), &stop)
                .expect("nothing stops it");
            assert_eq!(thought.depth, ahead);
            assert_agrees(&thought, &board, |after| expectimax_after(after, ahead - 1));
        }
    }
}

#[test]
fn expectimax_agrees_with_a_slow_search() {
    expectimax_agrees(200);
}

#[test]
#[ignore = "takes a minute in a release build"]
fn expectimax_agrees_with_a_slow_search_on_ten_thousand_boards() {
    expectimax_agrees(10_000);
}

#[test]
fn the_generic_search_agrees_with_a_slow_search() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut player = GenericPlayer::new(FOUR);
    for _ in 0..20 {
        let board = random_board(&mut dice, 11);
        let thought = player.think(&board, &depth(2), &AtomicBool::new(false));
        let thought = thought.expect("nothing stops it");
        assert_agrees(&thought, &board, |after| expectimax_after(after, 1));
    }
}

/// Minimax without any pruning, `depth` moves from a board after a move.
fn minimax_after(after: &Board, depth: u8) -> f64 {
    if depth == 0 {
        let weights = [
            [16, 15, 14, 13],
            [9, 10, 11, 12],
            [8, 7, 6, 5],
            [1, 2, 3, 4],
        ];
        return after
            .tiles()
            .map(|(cell, tile)| {
                let power = weights[usize::from(cell.row)][usize::from(cell.column)];
                2_f64.powi(power + i32::from(tile.rank()))
            })
            .sum();
    }
    let value = |board: &Board| {
        let values = board
            .max_children()
            .map(|(_, after)| minimax_after(&after, depth - 1));
        values.fold(0.0, f64::max)
    };
    let worst = after.empty_cells().map(|cell| {
        let [two, four] = [Tile::TWO, Tile::FOUR].map(|tile| value(&after.with(cell, tile)));
        (1.0 - FOUR) * two + FOUR * four
    });
    worst.fold(f64::INFINITY, f64::min)
}

#[test]
fn minimax_agrees_with_a_search_without_pruning() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..30 {
        let board = random_board(&mut dice, 9);
        for ahead in [1, 2] {
            let thought =
                MinimaxPlayer::new(FOUR).think(&board, &depth(ahead), &AtomicBool::new(false));
            let thought = thought.expect("nothing stops it");
            assert_agrees(&thought, &board, |after| minimax_after(after, ahead - 1));
        }
    }
}

#[test]
fn boards_beyond_32768_are_searched_exactly() {
    // A 65536 beside another: merging them is open to the right and to the left alone.
    let rows = [
        [65536, 65536, 2, 4],
        [4, 2, 4, 2],
        [2, 4, 2, 4],
        [4, 2, 4, 2],
    ];
    let board = Board::from_faces(&rows.map(|row| row.to_vec())).expect("a board");
    let mut player = HeuristicPlayer::new(FOUR);
    let thought = player.think(&board, &depth(2), &AtomicBool::new(false));
    let [up, right, down, left] = thought.expect("nothing stops it").values;
    assert!(up.is_none() && down.is_none() && right.is_some() && left.is_some());
}

#[test]
fn a_fixed_depth_thinks_the_same_whatever_came_before() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(8);
    let boards: Vec<_> = (0..50).map(|_| random_board(&mut dice, 10)).collect();
    let stop = AtomicBool::new(false);
    let mut busy = HeuristicPlayer::new(FOUR);
    for board in &boards {
        busy.think(board, &depth(3), &stop);
    }
    for board in &boards {
        let fresh = HeuristicPlayer::new(FOUR).think(board, &depth(3), &stop);
        let again = busy.think(board, &depth(3), &stop);
        let told = |thought: Option<Thought>| thought.map(|t| (t.best, t.values, t.depth));
        assert_eq!(told(fresh), told(again), "\n{board}");
    }
}

#[test]
fn a_set_flag_ends_a_search_without_an_answer() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
    let board = random_board(&mut dice, 5);
    let stop = AtomicBool::new(true);
    let endless = Budget {
        time: Some(Duration::from_hours(1)),
        ..Budget::default()
    };
    let mut players: [Box<dyn Player>; 3] = [
        Box::new(HeuristicPlayer::new(FOUR)),
        Box::new(MinimaxPlayer::new(FOUR)),
        Box::new(GenericPlayer::new(FOUR)),
    ];
    // A first depth may be done between two looks at the flag, but not a search of an hour.
    for player in &mut players {
        let thought = player.think(&board, &endless, &stop);
        assert!(
            thought.is_none_or(|thought| thought.depth <= 2),
            "{thought:?}"
        );
    }
}

#[test]
fn a_bound_on_boards_is_kept() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut player = HeuristicPlayer::new(FOUR);
    let mut deepened = 0;
    for _ in 0..20 {
        let board = random_board(&mut dice, 9);
        let budget = Budget {
            nodes: Some(20_000),
            ..Budget::default()
        };
        let thought = player.think(&board, &budget, &AtomicBool::new(false));
        let thought = thought.expect("nothing stops it");
        // The flag and the count are looked at every 256 boards.
        assert!(thought.nodes <= 20_000 + 256, "{}", thought.nodes);
        deepened += u8::from(thought.depth > 1);
    }
    assert!(deepened > 10);
}

#[test]
fn a_board_without_a_move_has_no_best_one() {
    let rows = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]];
    let board = Board::from_faces(&rows.map(|row| row.to_vec())).expect("a board");
    let mut players: [Box<dyn Player>; 5] = [
        Box::new(RandomPlayer::new(0)),
        Box::new(GreedyPlayer),
        Box::new(MinimaxPlayer::new(FOUR)),
        Box::new(HeuristicPlayer::new(FOUR)),
        Box::new(GenericPlayer::new(FOUR)),
    ];
    for player in &mut players {
        let thought = player.think(&board, &depth(1), &AtomicBool::new(false));
        let thought = thought.expect("nothing stops it");
        assert_eq!((thought.best, thought.values), (None, [None; 4]));
    }
}

#[test]
fn the_random_player_takes_each_open_move_and_no_other() {
    let board = Board::from_faces(&[vec![2, 4], vec![0, 0]]).expect("a board");
    let mut player = RandomPlayer::new(11);
    let mut downs = 0;
    for _ in 0..100 {
        let thought = player.think(&board, &Budget::default(), &AtomicBool::new(false));
        assert_eq!(
            thought.and_then(|thought| thought.best),
            Some(Direction::Down)
        );
        downs += 1;
    }
    assert_eq!(downs, 100);
    let open = Board::from_faces(&[vec![0, 0, 0], vec![0, 2, 0], vec![0, 0, 0]]).expect("a board");
    let mut counts = [0; 4];
    for _ in 0..400 {
        let thought = player.think(&open, &Budget::default(), &AtomicBool::new(false));
        let best = thought
            .and_then(|thought| thought.best)
            .expect("four moves are open");
        let at = Direction::ALL
            .iter()
            .position(|&direction| direction == best);
        counts[at.expect("there are four directions")] += 1;
    }
    assert!(
        counts.iter().all(|count| (60..140).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn the_greedy_player_takes_the_largest_gain() {
    let board = Board::from_faces(&[vec![2, 2, 8], vec![4, 16, 8]]).expect("a board");
    let thought = GreedyPlayer.think(&board, &Budget::default(), &AtomicBool::new(false));
    let thought = thought.expect("greed never fails");
    assert_eq!(
        thought.values,
        [Some(16.0), Some(4.0), Some(16.0), Some(4.0)]
    );
    assert_eq!(thought.best, Some(Direction::Up));
}

#[test]
fn the_places_of_weights_are_those_of_the_patterns_in_all_symmetries() {
    let patterns = [
        [0, 1, 2, 3, 4, 5],
        [4, 5, 6, 7, 8, 9],
        [0, 1, 2, 4, 5, 6],
        [4, 5, 6, 8, 9, 10],
    ];
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(12);
    for _ in 0..100 {
        let board = random_board(&mut dice, 11);
        let packed = Packed::try_from(&board).expect("the tiles are small");
        let mut expected = Vec::new();
        for symmetry in 0..8_u8 {
            for (pattern, cells) in patterns.into_iter().enumerate() {
                let place = cells.into_iter().rev().fold(0, |place, cell: u8| {
                    let (row, column) = (cell / 4, cell % 4);
                    let swap = symmetry & 1 != 0;
                    let (row, column) = if swap { (column, row) } else { (row, column) };
                    let row = if symmetry & 2 != 0 { 3 - row } else { row };
                    let column = if symmetry & 4 != 0 {
                        3 - column
                    } else {
                        column
                    };
                    place << 4 | u32::from(rank(&board, row, column))
                });
                expected.push((pattern, place));
            }
        }
        let mut found = Vec::new();
        for places in features(packed) {
            found.extend(places.into_iter().enumerate());
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

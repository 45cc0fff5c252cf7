//! Tests of the searches against plain reference implementations.

mod slow;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bevy_2048::game::{Board, Direction, Tile};
use bevy_2048::solver::bitboard::Packed;
use bevy_2048::solver::heuristic::{Heuristics, Weights};
use bevy_2048::solver::network::features;
use bevy_2048::solver::players::{
    AnySizePlayer, GreedyPlayer, HeuristicPlayer, MinimaxPlayer, RandomPlayer,
};
use bevy_2048::solver::search::{
    Expectimax, Limits, ProbabilityCutoff, Pruning, SpawnModel, TranspositionTable,
};
use bevy_2048::solver::{Budget, Player, Thought};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use slow::{
    expectimax_after, heuristic_value, heuristic_value_with, lost, random_board, slow_features,
};

/// The original chance of a 4.
const FOUR: f64 = 0.1;

fn depth(depth: u8) -> Budget {
    Budget {
        depth: Some(depth),
        ..Budget::default()
    }
}

/// A board of these faces.
fn board(rows: [[u128; 4]; 4]) -> Board {
    Board::from_faces(&rows.map(|row| row.to_vec())).expect("a board")
}

/// Asserts that the values of a player are those of a reference search, and that its move is the
/// best.
///
/// Values near 0 are differences of larger sums, which 32 bits hold to a fraction of a point.
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

#[test]
fn expectimax_agrees_with_the_reference_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut player = HeuristicPlayer::new(FOUR);
    let stop = AtomicBool::new(false);
    for _ in 0..200 {
        let board = random_board(&mut rng, 11);
        for ahead in [1, 2] {
            let thought = player
                .think(&board, &depth(ahead), &stop)
                .expect("nothing stops it");
            assert_eq!(thought.depth, ahead);
            assert_agrees(&thought, &board, |after| {
                slow_after(after, ahead - 1) - lost(&board)
            });
        }
    }
}

/// The reference search with the heuristic evaluation.
fn slow_after(after: &Board, depth: u8) -> f64 {
    expectimax_after(after, depth, FOUR, &|after| heuristic_value(after), false)
}

#[test]
fn edge_and_inner_lines_can_have_different_weights() {
    let mut weights = Weights::default();
    weights.inner.tile *= 2.0;
    let heuristics = Heuristics::new(&weights);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    for _ in 0..100 {
        let board = random_board(&mut rng, 11);
        let value = heuristics.board_value(&board);
        let slow = heuristic_value_with(&board, &weights);
        let rounded = 1e-6 * slow.abs().max(1.0);
        assert!((value - slow).abs() < rounded, "{value}, {slow}\n{board}");
    }
}

#[test]
fn the_any_size_player_agrees_with_the_reference_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut player = AnySizePlayer::new(FOUR);
    for _ in 0..20 {
        let board = random_board(&mut rng, 11);
        let thought = player.think(&board, &depth(2), &AtomicBool::new(false));
        let thought = thought.expect("nothing stops it");
        assert_agrees(&thought, &board, |after| {
            slow_after(after, 1) - lost(&board)
        });
    }
}

/// The minimax value of an afterstate without pruning, searched `depth` moves deeper.
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
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..30 {
        let board = random_board(&mut rng, 9);
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
    // The only legal moves merge the two 65536 tiles.
    let rows = [
        [65536, 65536, 2, 4],
        [4, 2, 4, 2],
        [2, 4, 2, 4],
        [4, 2, 4, 2],
    ];
    let board = board(rows);
    let mut player = HeuristicPlayer::new(FOUR);
    let thought = player.think(&board, &depth(2), &AtomicBool::new(false));
    let [up, right, down, left] = thought.expect("nothing stops it").values;
    assert!(up.is_none() && down.is_none() && right.is_some() && left.is_some());
}

#[test]
fn some_chance_of_survival_is_better_than_none_with_large_tiles() {
    // After a move to the left the game is lost. After a move to the right it continues if a 4
    // spawns.
    let rows = [
        [16384, 8192, 4096, 2048],
        [128, 256, 512, 1024],
        [64, 32, 16, 8],
        [2, 2, 8, 32],
    ];
    let board = board(rows);
    let mut players: [Box<dyn Player>; 2] = [
        Box::new(HeuristicPlayer::new(FOUR)),
        Box::new(AnySizePlayer::new(FOUR)),
    ];
    for player in &mut players {
        let thought = player.think(&board, &depth(2), &AtomicBool::new(false));
        let best = thought.expect("nothing stops it").best;
        assert_eq!(best, Some(Direction::Right));
    }
}

#[test]
fn without_a_budget_expectimax_searches_deeper_with_more_distinct_tiles() {
    let depth_of = |rows| {
        let stop = AtomicBool::new(false);
        let thought = HeuristicPlayer::new(FOUR).think(&board(rows), &Budget::default(), &stop);
        thought.expect("nothing stops it").depth
    };
    let few = [[8, 4, 8, 4], [4, 8, 4, 8], [2, 4, 2, 0], [0; 4]];
    let many = [
        [4096, 2048, 1024, 512],
        [32, 64, 128, 256],
        [16, 8, 4, 0],
        [0; 4],
    ];
    assert!(depth_of(many) > depth_of(few));
}

#[test]
fn results_at_a_fixed_depth_do_not_depend_on_earlier_searches() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let boards: Vec<_> = (0..50).map(|_| random_board(&mut rng, 10)).collect();
    let stop = AtomicBool::new(false);
    let mut busy = HeuristicPlayer::new(FOUR);
    for board in &boards {
        busy.think(board, &depth(3), &stop);
    }
    for board in &boards {
        let fresh = HeuristicPlayer::new(FOUR).think(board, &depth(3), &stop);
        let again = busy.think(board, &depth(3), &stop);
        let result = |thought: Option<Thought>| thought.map(|t| (t.best, t.values, t.depth));
        assert_eq!(result(fresh), result(again), "\n{board}");
    }
}

#[test]
fn the_stop_flag_ends_a_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let board = random_board(&mut rng, 5);
    let stop = AtomicBool::new(true);
    let endless = Budget {
        time: Some(Duration::from_hours(1)),
        ..Budget::default()
    };
    let mut players: [Box<dyn Player>; 3] = [
        Box::new(HeuristicPlayer::new(FOUR)),
        Box::new(MinimaxPlayer::new(FOUR)),
        Box::new(AnySizePlayer::new(FOUR)),
    ];
    // The first depths may be completed between two checks of the flag, but not an hour of search.
    for player in &mut players {
        let thought = player.think(&board, &endless, &stop);
        assert!(
            thought.is_none_or(|thought| thought.depth <= 2),
            "{thought:?}"
        );
    }
}

#[test]
fn the_limit_on_nodes_is_respected() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut player = HeuristicPlayer::new(FOUR);
    let mut deepened = 0;
    for _ in 0..20 {
        let board = random_board(&mut rng, 9);
        let budget = Budget {
            nodes: Some(20_000),
            ..Budget::default()
        };
        let thought = player.think(&board, &budget, &AtomicBool::new(false));
        let thought = thought.expect("nothing stops it");
        // The limits are checked every 256 nodes.
        assert!(thought.nodes <= 20_000 + 256, "{}", thought.nodes);
        deepened += u8::from(thought.depth > 1);
    }
    assert!(deepened > 10);
}

#[test]
fn the_reach_bounds_the_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut player = HeuristicPlayer::new(FOUR);
    let mut think = |board: &Board, budget| {
        let thought = player.think(board, &budget, &AtomicBool::new(false));
        thought.expect("nothing stops it")
    };
    let reach = |reach| Budget {
        reach: Some(reach),
        ..Budget::default()
    };
    for _ in 0..50 {
        let board = random_board(&mut rng, 9);
        // No spawn is probable enough to be followed, so only the afterstates are evaluated.
        assert_eq!(
            think(&board, reach(0)).values,
            think(&board, depth(1)).values
        );
        let full = think(&board, reach(24));
        let bounded = Budget {
            nodes: Some(1_000_000),
            ..reach(24)
        };
        // A limit that is not reached changes nothing.
        assert_eq!(think(&board, bounded).values, full.values);
    }
}

/// The values of a search by probability with the heuristic evaluation, and its number of nodes.
fn search(board: &Board, reach: u16, pruning: Option<Pruning>) -> ([Option<f32>; 4], u64) {
    let spawn_model = SpawnModel::new(FOUR, 2);
    let stop = AtomicBool::new(false);
    let (heuristics, mut transpositions) = (Heuristics::shipped(), TranspositionTable::new(16));
    let cutoff = ProbabilityCutoff::new(spawn_model).with_pruning(pruning);
    let limits = Limits::start(&Budget::default(), &stop);
    let packed = Packed::try_from(board).expect("small tiles");
    let mut search = Expectimax::new(
        &heuristics,
        &mut transpositions,
        spawn_model,
        cutoff,
        limits,
    );
    let values = search.values(packed, reach).expect("nothing stops it");
    (values, search.nodes())
}

#[test]
fn pruning_without_any_reduction_changes_no_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let neutral = Pruning {
        from: 0,
        reduce_by: 0,
        margin: f32::INFINITY,
    };
    for _ in 0..30 {
        let board = random_board(&mut rng, 9);
        let full = search(&board, 36, None);
        assert_eq!(search(&board, 36, Some(neutral)).0, full.0, "\n{board}");
    }
}

#[test]
fn pruning_saves_nodes_and_never_raises_a_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let pruning = Pruning {
        from: 12,
        reduce_by: 8,
        margin: 50_000.0,
    };
    let (mut full_nodes, mut pruned_nodes) = (0, 0);
    let (mut same, mut lower) = (0, 0);
    for _ in 0..60 {
        let board = random_board(&mut rng, 9);
        let (values, nodes) = search(&board, 40, None);
        let (pruned, fewer) = search(&board, 40, Some(pruning));
        full_nodes += nodes;
        pruned_nodes += fewer;
        for (value, pruned) in values.into_iter().zip(pruned) {
            assert_eq!(value.is_some(), pruned.is_some());
            assert!(pruned <= value, "{pruned:?}, {value:?}\n{board}");
            same += u32::from(pruned == value);
            lower += u32::from(pruned < value);
        }
    }
    assert!(
        2 * pruned_nodes < full_nodes,
        "{pruned_nodes} of {full_nodes}"
    );
    assert!(lower > 0 && same > 0, "{same} the same, {lower} lower");
}

#[test]
fn a_lost_board_has_no_best_move() {
    let rows = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]];
    let board = board(rows);
    let mut players: [Box<dyn Player>; 5] = [
        Box::new(RandomPlayer::new(0)),
        Box::new(GreedyPlayer),
        Box::new(MinimaxPlayer::new(FOUR)),
        Box::new(HeuristicPlayer::new(FOUR)),
        Box::new(AnySizePlayer::new(FOUR)),
    ];
    for player in &mut players {
        let thought = player.think(&board, &depth(1), &AtomicBool::new(false));
        let thought = thought.expect("nothing stops it");
        assert_eq!((thought.best, thought.values), (None, [None; 4]));
    }
}

#[test]
fn the_random_player_makes_every_legal_move() {
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
    let centre =
        Board::from_faces(&[vec![0, 0, 0], vec![0, 2, 0], vec![0, 0, 0]]).expect("a board");
    let mut counts = [0; 4];
    for _ in 0..400 {
        let thought = player.think(&centre, &Budget::default(), &AtomicBool::new(false));
        let best = thought
            .and_then(|thought| thought.best)
            .expect("four moves are legal");
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
fn features_are_the_patterns_in_all_symmetries() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for _ in 0..100 {
        let board = random_board(&mut rng, 11);
        let packed = Packed::try_from(&board).expect("the tiles are small");
        let mut expected: Vec<_> = slow_features(&board).collect();
        let mut found = Vec::new();
        for places in features(packed) {
            found.extend(places.map(|place| place as usize).into_iter().enumerate());
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

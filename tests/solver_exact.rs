//! Tests of the exact solver against known optima.
//!
//! The expected scores and numbers of states were computed by an independent program. For 3 × 3
//! they agree with the literature.

#![expect(
    clippy::cast_precision_loss,
    reason = "scores of small boards are small"
)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bevy_2048::game::{Board, Rules};
use bevy_2048::solver::arena::play_game;
use bevy_2048::solver::exact::{Solution, StateSpace, Table, TableWriter, solve};
use bevy_2048::solver::players::ExactPlayer;
use bevy_2048::solver::{Budget, Player};

/// The original chance of a 4.
const FOUR: f64 = 0.1;

fn space(width: u8, height: u8) -> StateSpace {
    StateSpace::new(width, height).expect("the size can be solved")
}

fn solution(width: u8, height: u8, four_chance: f64) -> Solution {
    solve(
        &space(width, height),
        four_chance,
        &AtomicBool::new(false),
        |_, _| {},
    )
    .expect("nothing stops the search")
}

fn table(width: u8, height: u8) -> Table {
    Table::solve(space(width, height), FOUR, &AtomicBool::new(false))
        .expect("nothing stops the search")
}

fn assert_is(solution: Solution, expected_score: f64, states: u64, largest: u32) {
    let difference = (solution.expected_score - expected_score).abs();
    assert!(
        difference < 5.1e-11 * expected_score.max(10.0),
        "{solution:?}"
    );
    assert_eq!(solution.states, states);
    assert_eq!(1 << solution.highest_rank, largest);
}

#[test]
fn two_by_two_and_two_by_three_match_the_known_optima() {
    assert_is(solution(2, 2, FOUR), 66.964_149_457_1, 110, 32);
    assert_is(solution(2, 3, FOUR), 480.258_271_776_0, 21_752, 128);
    assert_is(solution(3, 2, FOUR), 480.258_271_776_0, 21_752, 128);
}

#[test]
#[ignore = "takes half a minute in a release build"]
fn two_by_four_matches_the_known_optimum() {
    assert_is(solution(2, 4, FOUR), 2_641.873_035_692_3, 4_980_767, 512);
}

#[test]
#[ignore = "takes minutes in a release build"]
fn three_by_three_matches_the_known_optimum() {
    assert_is(solution(3, 3, FOUR), 5_468.486_797_410_3, 48_713_519, 1024);
}

#[test]
fn the_chance_of_a_four_changes_the_optimum() {
    let [none, some, all] = [0.0, FOUR, 1.0].map(|chance| solution(2, 2, chance));
    // With only 4s the game is the same with all faces doubled, so the score is twice that with
    // only 2s.
    assert!((all.expected_score - 2.0 * none.expected_score).abs() < 1e-9);
    assert!((some.expected_score - none.expected_score).abs() > 0.1);
}

#[test]
fn sizes_that_cannot_be_solved_are_rejected() {
    for (width, height) in [(3, 4), (4, 4), (5, 2), (1, 3), (3, 1), (8, 8)] {
        assert!(StateSpace::new(width, height).is_err(), "{width}x{height}");
    }
}

#[test]
fn the_stop_flag_ends_solving() {
    assert_eq!(
        solve(&space(2, 3), FOUR, &AtomicBool::new(true), |_, _| {}),
        None
    );
}

#[test]
fn values_satisfy_the_bellman_equation() {
    let table = table(2, 3);
    let space = table.state_space();
    let value = |board: &Board| {
        let state = space.state(board).expect("the board has the right size");
        table.value(state).expect("play can reach the board")
    };
    let mut board = Board::empty(2, 3).expect("2 × 3 is a valid size");
    let mut checked = 0;
    // Start with two tiles and then always take the last possible successor.
    for _ in 0..2 {
        board = board
            .min_children()
            .map(|(_, child)| child)
            .last()
            .expect("a cell is empty");
    }
    while !board.is_game_over() {
        let values = bevy_2048::game::Direction::ALL.map(|direction| {
            let slide = board.slide(direction);
            slide.changed().then(|| {
                let children = slide.board.min_children();
                let sum: f64 = children
                    .map(|(spawn, child)| {
                        let chance = if spawn.tile.rank() == 1 {
                            1.0 - FOUR
                        } else {
                            FOUR
                        };
                        chance * value(&child)
                    })
                    .sum();
                let empty = slide.board.empty_cells().count();
                slide.gain as f64 + sum / empty as f64
            })
        });
        let found = table.move_values(space.state(&board).expect("the board has the right size"));
        let found = found.expect("play can reach the board");
        for (found, expected) in found.into_iter().zip(values) {
            match (found, expected) {
                (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-9),
                (found, expected) => assert_eq!(found, expected),
            }
        }
        let best = values.into_iter().flatten().fold(0.0, f64::max);
        assert!((value(&board) - best).abs() < 1e-9);
        checked += 1;
        let after = board.max_children().last().expect("the game is not over").1;
        board = after
            .min_children()
            .last()
            .expect("a move leaves a cell empty")
            .1;
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn a_table_survives_its_file_and_damage_is_detected() {
    let whole = table(2, 2);
    let mut writer =
        TableWriter::new(Vec::new(), whole.state_space(), FOUR).expect("memory is enough");
    let stop = AtomicBool::new(false);
    let mut states = Vec::new();
    solve(whole.state_space(), FOUR, &stop, |layer, _| {
        writer.add(layer).expect("memory is enough");
        states.extend_from_slice(&layer.states);
    });
    let file = writer.finish().expect("memory is enough");
    let read = Table::read(&file[..]).expect("the table is whole");
    assert_eq!(states.len(), 110);
    for state in states {
        assert!(read.value(state).is_some());
        assert_eq!(read.value(state), whole.value(state));
    }
    for end in [0, 7, 12, 30, file.len() - 1] {
        assert!(Table::read(&file[..end]).is_err(), "{end} bytes");
    }
    let mut other_version = file;
    other_version[7] += 1;
    assert!(Table::read(&other_version[..]).is_err());
}

#[test]
fn the_exact_player_scores_the_optimum_on_average() {
    let table = Arc::new(table(2, 2));
    let mut player = ExactPlayer::new(table);
    let rules = Rules::new(2, 2).expect("2 × 2 is a valid size");
    let (budget, stop) = (Budget::default(), AtomicBool::new(false));
    let games = 4000;
    let sum: u64 = (0..games)
        .map(|seed| {
            play_game(&mut player, rules, seed, &budget, &stop)
                .expect("nothing stops it")
                .score
        })
        .sum();
    let mean = sum as f64 / games as f64;
    // The standard error of the mean is about 0.5.
    assert!((mean - 66.96).abs() < 2.0, "{mean}");
}

#[test]
fn the_exact_player_falls_back_for_other_boards() {
    let mut player = ExactPlayer::new(Arc::new(table(2, 2)));
    let board = Board::from_faces(&[vec![2, 2, 0], vec![0, 0, 4]]).expect("a board");
    let budget = Budget {
        depth: Some(1),
        ..Budget::default()
    };
    let thought = player.think(&board, &budget, &AtomicBool::new(false));
    assert!(thought.is_some_and(|thought| thought.best.is_some()));
}

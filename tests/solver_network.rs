//! Tests of network files and of searches with networks.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the numbers are small"
)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bevy_2048::game::{Board, Direction, Tile};
use bevy_2048::solver::bitboard::Packed;
use bevy_2048::solver::network::{
    Endgame, MultistageNetwork, Network, NetworkError, WEIGHTS, decode, encode, shipped,
};
use bevy_2048::solver::players::{NetworkPlayer, PlayerKind, Stock};
use bevy_2048::solver::search::Evaluate;
use bevy_2048::solver::{Budget, Player};

/// A network with the weights `weight(pattern, index)`.
fn network(weight: impl Fn(usize, usize) -> i16) -> Network {
    let tables = std::array::from_fn(|pattern| {
        let table: Box<[i16]> = (0..WEIGHTS).map(|place| weight(pattern, place)).collect();
        table.try_into().expect("the table has this length")
    });
    Network::new(tables, 0.5)
}

/// A small pseudo-random weight.
fn scattered(pattern: usize, place: usize) -> i16 {
    let mixed = (place + pattern * WEIGHTS).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    (mixed % 2001) as i16 - 1000
}

fn board() -> Board {
    let rows = [[2, 4, 8, 16], [4, 64, 2, 0], [2, 0, 4, 0], [0, 0, 0, 2]];
    Board::from_faces(&rows.map(|row| row.to_vec())).expect("a board")
}

#[test]
fn values_are_sums_of_weights_and_search_adds_gains() {
    let network = Arc::new(MultistageNetwork::new(network(scattered), None));
    let board = board();
    let packed = Packed::try_from(&board).expect("the tiles are small");
    let of_symmetric = packed.symmetric().map(|packed| network.value(packed));
    assert!(
        of_symmetric
            .iter()
            .all(|&value| value.to_bits() == of_symmetric[0].to_bits())
    );
    assert!(of_symmetric[0].abs() > f32::EPSILON);

    let after_value = |after: &Board| {
        f64::from(network.value(Packed::try_from(after).expect("the tiles are small")))
    };
    // The reference search of depth 2: the mean over the spawns of the best gain plus value.
    let second = |after: &Board| -> f64 {
        let empty = after.empty_cells().count();
        let sum: f64 = after
            .min_children()
            .map(|(spawn, child)| {
                let chance = if spawn.tile == Tile::TWO { 0.9 } else { 0.1 };
                let moves = child.legal_moves().map(|direction| {
                    let slide = child.slide(direction);
                    slide.gain as f64 + after_value(&slide.board)
                });
                chance * moves.fold(f64::NEG_INFINITY, f64::max)
            })
            .sum();
        sum / empty as f64
    };
    let mut player = NetworkPlayer::new(Arc::clone(&network), 0.1);
    for depth in [1, 2] {
        let budget = Budget {
            depth: Some(depth),
            ..Budget::default()
        };
        let thought = player.think(&board, &budget, &AtomicBool::new(false));
        let values = thought.expect("nothing stops it").values;
        for (direction, value) in Direction::ALL.into_iter().zip(values) {
            let slide = board.slide(direction);
            let expected = slide.changed().then(|| {
                let rest = if depth == 1 {
                    after_value(&slide.board)
                } else {
                    second(&slide.board)
                };
                slide.gain as f64 + rest
            });
            match (value, expected) {
                (Some(value), Some(expected)) => {
                    let difference = (value - expected).abs();
                    assert!(difference < 1e-2, "{direction}: {value}, {expected}");
                }
                (value, expected) => assert_eq!(value, expected),
            }
        }
    }
}

#[test]
fn the_endgame_is_played_by_its_own_network() {
    let even = Endgame::new(network(|_, _| 100));
    let multistage = Arc::new(MultistageNetwork::new(network(scattered), Some(even)));
    let general = Arc::new(MultistageNetwork::new(network(scattered), None));
    let values = |network: &Arc<MultistageNetwork>, rows: [[u128; 4]; 4], depth| {
        let board = Board::from_faces(&rows.map(|row| row.to_vec())).expect("a board");
        let budget = Budget {
            depth: Some(depth),
            ..Budget::default()
        };
        let mut player = NetworkPlayer::new(Arc::clone(network), 0.1);
        let thought = player.think(&board, &budget, &AtomicBool::new(false));
        thought.expect("nothing stops it").values
    };
    // The chance of 32768 does not depend on gains.
    let endgame = [[16384, 8192, 4096, 2048], [4, 4, 2, 2], [0; 4], [0; 4]];
    let all_alike = 0.5 * 32.0 * 100.0;
    for depth in [1, 2] {
        let [up, right, down, left] = values(&multistage, endgame, depth);
        assert_eq!([up, right, left], [None, Some(all_alike), Some(all_alike)]);
        assert_eq!(down, Some(all_alike));
    }
    // The move that reaches the aim has the value of the aim.
    let worth = f64::from(Endgame::AIM.worth());
    let last = [[16384, 8192, 4096, 2048], [16384, 2, 0, 0], [0; 4], [0; 4]];
    assert_eq!(values(&multistage, last, 1)[0], Some(worth));
    // Before and after the stage, the general network plays.
    for rows in [
        [[8192, 4096, 2048, 1024], [4, 4, 2, 2], [0; 4], [0; 4]],
        [[16384, 8192, 4096, 1024], [4, 4, 2, 2], [0; 4], [0; 4]],
        [[32768, 16384, 8192, 2048], [4, 4, 2, 2], [0; 4], [0; 4]],
    ] {
        assert_eq!(values(&multistage, rows, 1), values(&general, rows, 1));
    }
    assert_ne!(
        values(&multistage, endgame, 1),
        values(&general, endgame, 1)
    );
}

#[test]
fn the_general_network_sees_downgraded_boards() {
    let network = MultistageNetwork::new(network(scattered), None);
    let faces = |rows: [[u128; 4]; 4]| {
        let board = Board::from_faces(&rows.map(|row| row.to_vec())).expect("a board");
        Packed::try_from(&board).expect("the tiles are small")
    };
    let same = |a: f32, b: f32| a.to_bits() == b.to_bits();
    let to_8192 = faces([[8192, 4096, 8, 16], [4, 64, 2, 0], [2, 0, 4, 0], [0; 4]]);
    let to_16384 = faces([[16384, 8192, 8, 16], [4, 64, 2, 0], [2, 0, 4, 0], [0; 4]]);
    let to_32768 = faces([[32768, 16384, 8, 16], [4, 64, 2, 0], [2, 0, 4, 0], [0; 4]]);
    assert!(same(
        network.value(to_8192),
        network.general().value(to_8192)
    ));
    assert!(same(network.value(to_16384), network.value(to_8192)));
    assert!(same(network.value(to_32768), network.value(to_8192)));
}

#[test]
fn a_network_survives_its_file_and_damage_is_detected() {
    let weight = |pattern: usize, place: usize| {
        if place.is_multiple_of(4099) {
            scattered(pattern, place)
        } else {
            0
        }
    };
    let file = encode(&network(weight), 1).expect("memory is enough");
    let read = decode(&file).expect("the file is whole");
    assert_eq!(read.step().to_bits(), 0.5_f32.to_bits());
    for (pattern, table) in read.tables().iter().enumerate() {
        for place in (0..WEIGHTS).step_by(4099).chain(1..100) {
            assert_eq!(table[place], weight(pattern, place));
        }
    }
    let mut damaged = file.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    assert!(matches!(decode(&damaged), Err(NetworkError::Digest)));
    assert!(matches!(
        decode(&file[..file.len() - 1]),
        Err(NetworkError::Digest)
    ));
}

#[test]
fn invalid_network_files_are_rejected() {
    assert!(matches!(decode(b""), Err(NetworkError::Magic)));
    assert!(matches!(
        decode(b"2048NET\x02 of a later version"),
        Err(NetworkError::Magic)
    ));
    assert!(matches!(
        decode(b"2048NET\x01 cut short"),
        Err(NetworkError::Layout)
    ));
}

#[test]
fn without_a_network_another_player_is_used() {
    let mut player = PlayerKind::Network.player(0.1, 0, &Stock::default());
    let budget = Budget {
        depth: Some(1),
        ..Budget::default()
    };
    let thought = player.think(&board(), &budget, &AtomicBool::new(false));
    assert!(thought.is_some_and(|thought| thought.best.is_some()));
}

#[test]
fn the_shipped_networks_are_sound_and_play_well() {
    let network = shipped::wait().expect("the shipped file is sound");
    assert!(shipped::if_ready().is_some_and(|ready| Arc::ptr_eq(&ready, &network)));
    let mut player = NetworkPlayer::new(network, 0.1);
    let rules = bevy_2048::game::Rules::default();
    let budget = Budget {
        depth: Some(1),
        ..Budget::default()
    };
    let scores = (0..4).map(|seed| {
        let stop = AtomicBool::new(false);
        let game = bevy_2048::solver::arena::play_game(&mut player, rules, seed, &budget, &stop);
        game.expect("nothing stops it").score
    });
    // An untrained network would score some thousands per game.
    assert!(scores.sum::<u64>() > 4 * 30_000);
}

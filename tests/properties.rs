//! Property tests of the rules on random boards and in random games of all sizes.

mod naive;

use bevy_2048::game::{
    Board, Cell, Direction, Game, GameRecord, NodeKind, Outcome, Ply, Rules, Spawn, Tile,
};
use naive::boards::boards;
use naive::{Path, Rows};
use proptest::collection::vec;
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn read(rows: &Rows) -> Board {
    Board::from_faces(rows).expect("the rows are a valid board")
}

fn place(cell: Cell) -> naive::Place {
    (cell.row.into(), cell.column.into())
}

/// The mean face of all tiles.
#[expect(clippy::cast_precision_loss, reason = "the test allows for rounding")]
fn mean(rows: &Rows) -> f64 {
    let tiles = rows.iter().flatten().filter(|&&face| face != 0).count();
    let total: u128 = rows.iter().flatten().sum();
    if tiles == 0 {
        0.0
    } else {
        total as f64 / tiles as f64
    }
}

proptest! {
    #![proptest_config(config(100_000))]

    #[test]
    fn moves_match_the_naive_model(rows in boards()) {
        let board = read(&rows);
        prop_assert_eq!(&board.to_faces(), &rows);
        for direction in Direction::ALL {
            let expected = naive::slide(&rows, direction.letter());
            let slide = board.slide(direction);
            prop_assert_eq!(slide.board.to_faces(), expected.rows);
            prop_assert_eq!(slide.gain, expected.gain);

            let mut paths: Vec<_> = slide
                .motions
                .iter()
                .map(|motion| Path {
                    from: place(motion.from),
                    to: place(motion.to),
                    value: motion.tile.face(),
                    merged: motion.merged,
                })
                .collect();
            paths.sort_unstable();
            prop_assert_eq!(paths, expected.paths);

            let sources: Vec<_> = slide.merges.iter().flat_map(|merge| merge.sources).collect();
            let merging = slide.motions.iter().filter(|motion| motion.merged);
            prop_assert_eq!(sources, merging.map(|motion| motion.from).collect::<Vec<_>>());
            for merge in &slide.merges {
                prop_assert_eq!(slide.board.get(merge.cell), Some(merge.tile));
                prop_assert_eq!(board.get(merge.sources[0]).map(Tile::doubled), Some(merge.tile));
            }

            let changed = slide.board != board;
            prop_assert_eq!(slide.changed(), changed);
            prop_assert_eq!(board.can_slide(direction), changed);
            prop_assert_eq!(board.slid(direction), changed.then_some(slide.board));
        }
        prop_assert_eq!(board.can_move(), !naive::is_over(&rows));
    }
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn the_game_tree_follows_the_rules(rows in boards()) {
        let board = read(&rows);
        let moves: Vec<_> = board.legal_moves().collect();
        for direction in Direction::ALL {
            let changed = naive::slide(&rows, direction.letter()).rows != rows;
            prop_assert_eq!(moves.contains(&direction), changed);
        }
        let children: Vec<_> = board.children(NodeKind::Max).collect();
        prop_assert_eq!(children.len(), moves.len());
        for (&direction, (ply, child)) in moves.iter().zip(&children) {
            prop_assert_eq!(*ply, Ply::Slide(direction));
            prop_assert_eq!(child.to_faces(), naive::slide(&rows, direction.letter()).rows);
            let found = board.move_to(child);
            prop_assert_eq!(found.and_then(|found| board.slid(found)), Some(*child));
        }
        prop_assert_eq!(board.move_to(&board), None);
        prop_assert_eq!(board.is_terminal(NodeKind::Max), children.is_empty());
        prop_assert_eq!(board.is_game_over(), naive::is_over(&rows));

        let empty = rows.iter().flatten().filter(|&&face| face == 0).count();
        let children: Vec<_> = board.children(NodeKind::Min).collect();
        prop_assert_eq!(children.len(), 2 * empty);
        prop_assert_eq!(board.is_terminal(NodeKind::Min), empty == 0);
        for ((ply, child), spawn) in children.iter().zip(board.placements()) {
            prop_assert_eq!(*ply, Ply::Place(spawn));
            let mut expected = rows.clone();
            let (row, column) = place(spawn.cell);
            prop_assert_eq!(expected[row][column], 0);
            expected[row][column] = spawn.tile.face();
            prop_assert_eq!(child.to_faces(), expected);
        }

        let mean = mean(&rows);
        prop_assert!((board.mean_tile() - mean).abs() <= mean * 1e-12);
    }
}

/// An action in a game.
#[derive(Clone, Copy, Debug)]
enum Action {
    Turn(Direction),
    Undo,
    Redo,
    KeepGoing,
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let turn = proptest::sample::select(Direction::ALL.to_vec()).prop_map(Action::Turn);
    let action = prop_oneof![
        10 => turn,
        2 => Just(Action::Undo),
        1 => Just(Action::Redo),
        1 => Just(Action::KeepGoing),
    ];
    vec(action, 0..120)
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let chance = prop_oneof![Just(0.1), Just(0.0), Just(1.0), 0.0..=1.0];
    (2..=8_u8, 2..=8_u8, chance, 3..=7_u32).prop_map(|(width, height, chance, rank)| {
        Rules::new(width, height)
            .and_then(|rules| rules.with_four_chance(chance))
            .and_then(|rules| rules.with_win_tile(1 << rank))
            .expect("the rules are in range")
    })
}

/// Plays a turn and checks its effects and its undo and redo.
fn check_turn(game: &mut Game, direction: Direction) -> Result<(), TestCaseError> {
    let before = game.clone();
    let rows = game.board().to_faces();
    let expected = naive::slide(&rows, direction.letter());
    let waits = game.outcome() == Outcome::Won;
    let Some(turn) = game.turn(direction) else {
        prop_assert!(waits || expected.rows == rows);
        prop_assert_eq!(&*game, &before);
        return Ok(());
    };
    prop_assert!(!waits && expected.rows != rows);
    prop_assert_eq!(turn.direction, direction);
    prop_assert_eq!(turn.outcome, game.outcome());

    let Spawn { cell, tile } = turn.spawn;
    let (row, column) = place(cell);
    let mut with_spawn = expected.rows;
    prop_assert_eq!(with_spawn[row][column], 0);
    with_spawn[row][column] = tile.face();
    prop_assert!([Tile::TWO, Tile::FOUR].contains(&tile));
    prop_assert_eq!(game.board().to_faces(), with_spawn);
    prop_assert_eq!(
        u128::from(game.score()),
        u128::from(before.score()) + expected.gain
    );
    prop_assert_eq!(game.moves(), before.moves() + 1);

    let after = game.clone();
    prop_assert!(game.undo() && game.can_redo());
    prop_assert_eq!(game.board(), before.board());
    prop_assert_eq!(
        (game.score(), game.moves()),
        (before.score(), before.moves())
    );
    prop_assert_eq!(game.outcome(), before.outcome());
    let mut redone = game.clone();
    prop_assert!(redone.redo());
    prop_assert_eq!(&redone, &after);
    prop_assert_eq!(game.turn(direction), Some(turn));
    prop_assert_eq!(&*game, &after);
    Ok(())
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn turns_undo_and_redo_keep_their_invariants(rules in any_rules(), seed: u64, actions in actions()) {
        let mut game = Game::new(rules, seed);
        prop_assert_eq!(game.board().tiles().count(), 2);
        for action in actions {
            let (undoable, redoable) = (game.can_undo(), game.can_redo());
            match action {
                Action::Turn(direction) => check_turn(&mut game, direction)?,
                Action::Undo => prop_assert_eq!(game.undo(), undoable),
                Action::Redo => prop_assert_eq!(game.redo(), redoable),
                Action::KeepGoing => {
                    let won = game.outcome() == Outcome::Won;
                    prop_assert_eq!(game.keep_going(), won);
                    prop_assert_ne!(game.outcome(), Outcome::Won);
                }
            }
        }
        let text = serde_json::to_string(&game.record()).expect("a record is plain data");
        let record: GameRecord = serde_json::from_str(&text).expect("the text is a record");
        prop_assert_eq!(Game::from_record(record), Ok(game));
    }

    #[test]
    fn damaged_records_never_panic(
        rules in any_rules(),
        seed: u64,
        actions in actions(),
        damage in vec((any::<prop::sample::Index>(), 0x20..0x7f_u8), 1..4),
    ) {
        let mut game = Game::new(rules, seed);
        for action in actions {
            if let Action::Turn(direction) = action {
                game.turn(direction);
            }
        }
        let mut text = serde_json::to_vec(&game.record()).expect("a record is plain data");
        for (place, byte) in damage {
            let place = place.index(text.len());
            text[place] = byte;
        }
        if let Ok(record) = serde_json::from_slice::<GameRecord>(&text)
            && let Ok(mut game) = Game::from_record(record.clone())
        {
            // An accepted record is exactly the record of the game that it restores.
            prop_assert_eq!(game.record(), record);
            while game.undo() {}
            while game.redo() {}
        }
    }
}

#[test]
fn random_games_of_all_sizes_match_the_naive_model() {
    for (width, height) in (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height))) {
        let rules = Rules::new(width, height).expect("the size is valid");
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(width * 10 + height));
        let mut game = Game::new(rules, random.next_u64());
        for _ in 0..4_000 {
            game.keep_going();
            game.turn(Direction::ALL[random.next_u32() as usize % 4]);
        }
        assert!(game.moves() > 0);
        assert_eq!(
            game.outcome() == Outcome::Over,
            naive::is_over(&game.board().to_faces())
        );
        assert_eq!(Game::from_record(game.record()).as_ref(), Ok(&game));
        let (board, moves) = (*game.board(), game.moves());
        while game.undo() {}
        assert_eq!((game.moves(), game.board().tiles().count()), (0, 2));
        while game.redo() {}
        assert_eq!((game.moves(), *game.board()), (moves, board));
    }
}

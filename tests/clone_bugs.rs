//! One test for each bug that users have reported in clones of 2048.

use bevy_2048::game::{
    Board, Cell, Dice, Direction, Game, HISTORY_LIMIT, Outcome, Rules, Slide, Tile,
};

fn board<const WIDTH: usize>(rows: &[[u128; WIDTH]]) -> Board {
    let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
    Board::from_faces(&rows).expect("the rows are a valid board")
}

/// A game from a custom board, without fours, with the winning tile `win`.
fn game<const WIDTH: usize>(rows: &[[u128; WIDTH]], win: u128) -> Game {
    let board = board(rows);
    let rules = Rules::new(board.width(), board.height())
        .and_then(|rules| rules.with_four_chance(0.0))
        .and_then(|rules| rules.with_win_tile(win))
        .expect("the rules are in range");
    Game::from_board(rules, board, 1).expect("the sizes agree")
}

/// Slides a single row, above an empty one.
fn slide_row(row: [u128; 4], direction: Direction) -> ([u128; 4], Slide) {
    let slide = board(&[row, [0; 4]]).slide(direction);
    let faces = slide.board.to_faces().swap_remove(0);
    (faces.try_into().expect("the row has four cells"), slide)
}

#[test]
fn merged_tile_merges_again() {
    assert_eq!(slide_row([8, 8, 16, 0], Direction::Right).0, [0, 0, 16, 16]);
    assert_eq!(slide_row([8, 8, 16, 0], Direction::Left).0, [16, 16, 0, 0]);
    assert_eq!(slide_row([4, 2, 2, 0], Direction::Left).0, [4, 4, 0, 0]);
    assert_eq!(slide_row([2, 2, 4, 8], Direction::Left).0, [4, 4, 8, 0]);
}

#[test]
fn wrong_end_merges_first() {
    let (row, slide) = slide_row([2, 2, 2, 0], Direction::Right);
    assert_eq!(row, [0, 0, 2, 4]);
    assert_eq!(slide.merges[0].sources, [Cell::new(0, 2), Cell::new(0, 1)]);
    assert_eq!(slide_row([2, 2, 2, 0], Direction::Left).0, [4, 2, 0, 0]);
    let column = board(&[[2, 0], [2, 0], [2, 0]]);
    assert_eq!(
        column.slid(Direction::Down),
        Some(board(&[[0, 0], [2, 0], [4, 0]]))
    );
    assert_eq!(
        column.slid(Direction::Up),
        Some(board(&[[4, 0], [2, 0], [0, 0]]))
    );
}

#[test]
fn only_one_merge_per_line() {
    let (row, slide) = slide_row([2, 2, 2, 2], Direction::Left);
    assert_eq!(row, [4, 4, 0, 0]);
    assert_eq!((slide.merges.len(), slide.gain), (2, 8));
    assert_eq!(slide_row([2, 2, 4, 4], Direction::Right).0, [0, 0, 4, 8]);
}

#[test]
fn spawn_after_an_illegal_move() {
    let mut game = game(&[[2, 0, 0], [4, 0, 0]], 2048);
    let before = game.clone();
    for direction in [Direction::Left, Direction::Up, Direction::Down] {
        assert_eq!(game.turn(direction), None);
    }
    assert_eq!(game, before);
    assert!(!game.can_undo());
}

#[test]
fn two_spawns_after_a_move() {
    let mut game = game(&[[2, 0, 0], [0, 0, 0], [0, 0, 0]], 2048);
    for direction in Direction::ALL.into_iter().cycle().take(12) {
        let before = game.board().tiles().count();
        if let Some(turn) = game.turn(direction) {
            let merged = turn.slide.merges.len();
            assert_eq!(game.board().tiles().count(), before - merged + 1);
        }
    }
    assert!(game.moves() > 4);
}

#[test]
fn hang_when_spawning_on_a_full_board() {
    let rules = Rules::default();
    let full = board(&[[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 8]]);
    let mut dice = Dice::new(0);
    assert_eq!(dice.spawn(&full, &rules), None);
    assert_eq!(dice.drawn(), 0);
    let mut stuck = Game::from_board(rules, full, 0).expect("the sizes agree");
    for _ in 0..1000 {
        assert_eq!(stuck.turn(Direction::Left), None);
    }
    // On this full board a merge frees exactly one cell.
    let mut game = game(&[[2, 2], [4, 8]], 2048);
    assert_eq!(game.turn(Direction::Down), None);
    let turn = game.turn(Direction::Left).expect("the twos can merge");
    assert_eq!(turn.spawn.cell, Cell::new(0, 1));
}

#[test]
fn false_game_over_when_a_row_or_column_is_not_checked() {
    for (width, height) in (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height))) {
        let checkered = |cell: Cell| {
            if (cell.row + cell.column).is_multiple_of(2) {
                1
            } else {
                2
            }
        };
        let mut full = Board::empty(width, height).expect("the size is valid");
        for cell in full.cells() {
            full.set(cell, Tile::from_rank(checkered(cell)));
        }
        assert!(!full.can_move(), "{full}");
        for cell in full.cells() {
            let right = Cell::new(cell.row, cell.column + 1);
            let below = Cell::new(cell.row + 1, cell.column);
            for neighbour in [right, below]
                .into_iter()
                .filter(|&cell| full.contains(cell))
            {
                let nine = Tile::from_rank(9).expect("9 is a rank");
                let pair = full.with(cell, nine).with(neighbour, nine);
                assert!(pair.can_move(), "{pair}");
                let single = full.with(cell, nine);
                assert!(!single.can_move(), "{single}");
            }
        }
    }
}

#[test]
fn full_board_counts_as_game_over() {
    let game = game(&[[2, 2], [4, 8]], 2048);
    assert_eq!(game.board().empty_cells().count(), 0);
    assert_eq!(game.outcome(), Outcome::Playing);
}

#[test]
fn win_overlay_repeats_after_keep_going() {
    let mut game = game(&[[8, 8, 0, 0], [8, 8, 0, 0], [0; 4], [0; 4]], 16);
    assert_eq!(
        game.turn(Direction::Left).map(|turn| turn.outcome),
        Some(Outcome::Won)
    );
    assert!(game.keep_going());
    for direction in Direction::ALL.into_iter().cycle().take(40) {
        if let Some(turn) = game.turn(direction) {
            assert_ne!(turn.outcome, Outcome::Won);
        }
    }
    while game.undo() {
        assert_ne!(game.outcome(), Outcome::Won);
    }
    // The same win again, also after the game was stored.
    let mut game = Game::from_record(game.record()).expect("the record is sound");
    assert_eq!(
        game.turn(Direction::Right).map(|turn| turn.outcome),
        Some(Outcome::KeptPlaying)
    );
}

#[test]
fn win_on_the_last_possible_move_is_lost() {
    let mut game = game(&[[8, 8], [2, 4]], 16);
    let turn = game.turn(Direction::Left).expect("the eights can merge");
    assert!(!game.board().can_move());
    assert_eq!(turn.outcome, Outcome::Won);
    assert_eq!(game.outcome(), Outcome::Won);
    assert!(game.keep_going());
    assert_eq!(game.outcome(), Outcome::Over);
}

#[test]
fn undo_fails_after_a_win_or_game_over() {
    let start = [[8, 8], [2, 4]];
    let mut game = game(&start, 16);
    assert!(game.turn(Direction::Left).is_some());
    assert_eq!(game.outcome(), Outcome::Won);
    assert!(game.undo());
    assert_eq!((*game.board(), game.score()), (board(&start), 0));
    assert_eq!(game.outcome(), Outcome::Playing);
    assert!(game.redo());
    assert_eq!(game.outcome(), Outcome::Won);
    assert!(game.keep_going());
    assert_eq!(game.outcome(), Outcome::Over);
    assert!(game.undo());
    assert_eq!(game.outcome(), Outcome::Playing);
    assert!(game.turn(Direction::Right).is_some());
}

#[test]
fn undo_rerolls_the_spawn() {
    let mut game = Game::new(Rules::default(), 9);
    let first = Direction::ALL
        .into_iter()
        .find_map(|direction| game.turn(direction));
    let first = first.expect("a new game has a move");
    for _ in 0..20 {
        assert!(game.undo());
        assert_eq!(game.turn(first.direction).as_ref(), Some(&first));
    }
}

#[test]
fn large_tiles_overflow() {
    for rank in [15, 16, 17, 31, 32, 63, 64] {
        let tile = Tile::from_rank(rank).expect("the rank is in range");
        let empty = Board::empty(8, 8).expect("8 × 8 is a valid size");
        let pair = empty
            .with(Cell::new(0, 0), tile)
            .with(Cell::new(0, 5), tile);
        let slide = pair.slide(Direction::Left);
        let face = 1_u128 << (rank + 1);
        assert_eq!(slide.board.to_faces()[0][0], face);
        assert_eq!(slide.gain, face);
        assert_eq!(slide.merges[0].tile.to_string(), face.to_string());
        let rules = Rules::new(8, 8).expect("8 × 8 is a valid size");
        let mut game = Game::from_board(rules, pair, 0).expect("the sizes agree");
        assert!(game.turn(Direction::Left).is_some());
        assert_eq!(game.score(), u64::try_from(face).unwrap_or(u64::MAX));
    }
}

#[test]
fn unbounded_undo_history() {
    let rules = Rules::new(8, 8).and_then(|rules| rules.with_four_chance(0.0));
    let mut game = Game::new(rules.expect("the rules are in range"), 3);
    let mut turns = 0;
    for direction in Direction::ALL.into_iter().cycle() {
        if game.turn(direction).is_some() {
            turns += 1;
        }
        game.keep_going();
        if turns == HISTORY_LIMIT + 100 || game.outcome() == Outcome::Over {
            break;
        }
    }
    assert_eq!(turns, HISTORY_LIMIT + 100);
    let record = game.record();
    assert_eq!(record.directions.len(), HISTORY_LIMIT);
    assert_eq!(Game::from_record(record).as_ref(), Ok(&game));
    let mut undone = 0;
    while game.undo() {
        undone += 1;
    }
    assert_eq!((undone, game.moves()), (HISTORY_LIMIT, 100));
}

#[test]
fn rows_and_columns_swapped_on_rectangular_boards() {
    let wide = board(&[[2, 0, 0, 0, 0], [0, 0, 0, 0, 4]]);
    assert_eq!((wide.width(), wide.height()), (5, 2));
    let expected = board(&[[0, 0, 0, 0, 2], [0, 0, 0, 0, 4]]);
    assert_eq!(wide.slid(Direction::Right), Some(expected));
    let expected = board(&[[0, 0, 0, 0, 0], [2, 0, 0, 0, 4]]);
    assert_eq!(wide.slid(Direction::Down), Some(expected));
    let tall = board(&[[2, 0], [0, 0], [0, 4]]);
    assert_eq!((tall.width(), tall.height()), (2, 3));
    assert_eq!(
        tall.slid(Direction::Down),
        Some(board(&[[0, 0], [0, 0], [2, 4]]))
    );
    assert_eq!(
        tall.slid(Direction::Right),
        Some(board(&[[0, 2], [0, 0], [0, 4]]))
    );
    assert_eq!(
        Rules::new(5, 2).map(|rules| rules.slot_name()).as_deref(),
        Ok("5x2")
    );
}

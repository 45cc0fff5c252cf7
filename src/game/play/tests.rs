use super::*;
use crate::game::Cell;
use crate::game::face_rows::board;

fn game<const WIDTH: usize>(rows: &[[u128; WIDTH]], win: u128) -> Game {
    let board = board(rows);
    let rules = Rules::new(board.width(), board.height()).and_then(|r| r.with_win_tile(win));
    Game::from_board(rules.expect("the rules are in range"), board, 0)
        .expect("the board has the size of the rules")
}

#[test]
fn a_game_starts_with_two_tiles() {
    let game = Game::new(Rules::default(), 2048);
    let tiles: Vec<_> = game.board().tiles().collect();
    assert_eq!(
        tiles,
        [(Cell::new(0, 3), Tile::TWO), (Cell::new(2, 2), Tile::TWO)]
    );
    assert_eq!(
        (game.score(), game.moves(), game.outcome()),
        (0, 0, Outcome::Playing)
    );
    assert_eq!(game.seed(), 2048);
    assert!(!game.can_undo() && !game.can_redo());
    assert_eq!(game.largest_tile(), Some(Tile::TWO));
}

#[test]
fn a_board_of_another_size_is_rejected() {
    let error = Game::from_board(Rules::default(), board(&[[0; 3]; 2]), 0).err();
    assert_eq!(
        error.map(|error| error.to_string()).as_deref(),
        Some("the board has 3 columns and 2 rows, but the rules require 4 and 4")
    );
}

#[test]
fn a_turn_scores_the_merge_and_spawns_one_tile() {
    let mut game = game(&[[2, 2, 0], [4, 0, 0]], 2048);
    let turn = game.turn(Direction::Left).expect("the twos can merge");
    assert_eq!(turn.slide.board, board(&[[4, 0, 0], [4, 0, 0]]));
    assert_eq!(turn.slide.board.get(turn.spawn.cell), None);
    assert_eq!(
        *game.board(),
        turn.slide.board.with(turn.spawn.cell, turn.spawn.tile)
    );
    assert_eq!(
        (game.score(), game.moves(), turn.outcome),
        (4, 1, Outcome::Playing)
    );
}

#[test]
fn only_a_merge_into_the_winning_tile_wins() {
    let mut at_start = game(&[[16, 0], [0, 0]], 16);
    assert_eq!(at_start.outcome(), Outcome::Playing);
    assert!(at_start.turn(Direction::Right).is_some());
    assert_eq!(at_start.outcome(), Outcome::Playing);
    let mut beyond = game(&[[16, 16], [0, 0]], 16);
    assert_eq!(
        beyond.turn(Direction::Left).map(|turn| turn.outcome),
        Some(Outcome::Playing)
    );
    let mut exact = game(&[[8, 8], [0, 0]], 16);
    assert_eq!(
        exact.turn(Direction::Left).map(|turn| turn.outcome),
        Some(Outcome::Won)
    );
}

#[test]
fn the_game_waits_after_the_first_win_only() {
    let mut game = game(&[[8, 8, 0], [8, 8, 0]], 16);
    assert!(!game.keep_going());
    assert!(game.turn(Direction::Left).is_some());
    assert_eq!(game.outcome(), Outcome::Won);
    assert!(
        Direction::ALL
            .into_iter()
            .all(|direction| game.turn(direction).is_none())
    );
    assert!(game.keep_going());
    assert!(!game.keep_going());
    assert_eq!(game.outcome(), Outcome::KeptPlaying);
    assert!(game.undo());
    assert_eq!(game.outcome(), Outcome::Playing);
    assert!(game.redo());
    assert_eq!(game.outcome(), Outcome::KeptPlaying);
    assert!(game.turn(Direction::Up).is_some());
    assert!(game.turn(Direction::Right).is_some());
    assert_eq!(game.outcome(), Outcome::KeptPlaying);
}

#[test]
fn a_win_can_be_undone_before_continuing() {
    let mut game = game(&[[8, 8, 0], [0, 0, 0]], 16);
    assert!(game.turn(Direction::Left).is_some());
    assert_eq!(game.outcome(), Outcome::Won);
    assert!(game.undo());
    assert_eq!(game.outcome(), Outcome::Playing);
    assert!(game.turn(Direction::Right).is_some());
    assert_eq!(game.outcome(), Outcome::Won);
}

#[test]
fn the_score_saturates() {
    assert_eq!(saturating_score(1, 2), 3);
    assert_eq!(saturating_score(u64::MAX, 4), u64::MAX);
    assert_eq!(saturating_score(0, 1 << 65), u64::MAX);
}

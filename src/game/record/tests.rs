use super::*;
use crate::game::face_rows::board;
use crate::game::{Cell, MAX_RANK, Tile};

/// A game with several turns played and one undone.
fn sample() -> Game {
    let mut game = Game::new(Rules::default(), 7);
    let turns = Direction::ALL.into_iter().cycle().take(20);
    assert!(
        turns
            .filter(|&direction| game.turn(direction).is_some())
            .count()
            > 4
    );
    assert!(game.undo());
    game
}

fn refusal(change: impl FnOnce(&mut GameRecord)) -> String {
    let mut record = sample().record();
    change(&mut record);
    Game::from_record(record)
        .expect_err("the record is damaged")
        .to_string()
}

#[test]
fn a_game_survives_its_record() {
    let game = sample();
    let text = serde_json::to_string(&game.record()).expect("a record is plain data");
    let record = serde_json::from_str(&text).expect("the text is a record");
    assert_eq!(Game::from_record(record), Ok(game));
}

#[test]
fn the_largest_faces_and_seeds_survive_json() {
    let mut start = board(&[[0; 8]; 8]);
    start.set(Cell::new(0, 0), Tile::from_rank(65));
    let rules = Rules::new(8, 8).and_then(|rules| rules.with_win_tile(1 << 65));
    let rules = rules.expect("the rules are in range");
    let game = Game::from_board(rules, start, u64::MAX).expect("the sizes agree");
    let text = serde_json::to_string(&game.record()).expect("a record is plain data");
    assert!(text.contains("36893488147419103232") && text.contains("18446744073709551615"));
    let record = serde_json::from_str(&text).expect("the text is a record");
    assert_eq!(Game::from_record(record), Ok(game));
}

#[test]
fn the_field_names_do_not_change() {
    let rules = Rules::new(2, 2).expect("2 × 2 is a valid size");
    let mut game = Game::from_board(rules, board(&[[2, 2], [0, 0]]), 5).expect("the sizes agree");
    assert!(game.turn(Direction::Left).is_some() && game.undo());
    assert_eq!(
        serde_json::to_string(&game.record()).expect("a record is plain data"),
        concat!(
            r#"{"rules":{"width":2,"height":2,"four_chance":0.1,"win_tile":2048},"#,
            r#""seed":5,"kept_going":false,"helped":false,"#,
            r#""oldest":{"board":[[2,2],[0,0]],"score":0,"moves":0,"spawns":0,"won":false},"#,
            r#""directions":"L","played":0,"board":[[2,2],[0,0]],"score":0}"#,
        )
    );
}

#[test]
fn each_kind_of_damage_has_a_clear_error() {
    assert_eq!(
        refusal(|record| record.score += 4),
        format!(
            "the turns of the record lead to a score of {0}, but the stored score is {1}",
            sample().score(),
            sample().score() + 4
        )
    );
    let differs = "the turns of the record do not lead to the board stored in it";
    assert_eq!(refusal(|record| record.board[0].swap(0, 1)), differs);
    assert_eq!(refusal(|record| record.board = Vec::new()), differs);
    assert_eq!(
        refusal(|record| record.seed += 1).find("the record"),
        Some(13)
    );
    assert!(refusal(|record| record.played += 2).contains("turns played of"));
    assert!(refusal(|record| record.played = usize::MAX).contains("turns played of"));
    assert_eq!(
        refusal(|record| record.directions.insert(1, 'x')),
        "turn 2 of the record is 'x', which is not one of U, R, D and L"
    );
    assert_eq!(
        refusal(|record| record.directions = "U".repeat(HISTORY_LIMIT + 1)),
        "the record holds more than 10000 turns, the most that a game keeps"
    );
    assert!(
        refusal(|record| record.directions.insert_str(0, "LLLL")).contains("is not a legal move")
    );
    assert!(refusal(|record| record.oldest.board[1][1] = 3).contains("row 2, column 2 holds 3"));
    assert!(refusal(|record| record.oldest.won = true).starts_with("turn 1 of the record"));
    assert_eq!(
        refusal(|record| record.oldest.board.truncate(3)),
        "the board has 4 columns and 3 rows, but the rules require 4 and 4"
    );
}

#[test]
fn numbers_at_their_limits_are_handled() {
    let mut record = sample().record();
    (record.directions, record.played) = (String::new(), 0);
    (record.oldest.score, record.oldest.moves) = (u64::MAX, u64::MAX);
    record.oldest.spawns = u64::MAX;
    (record.board, record.score) = (record.oldest.board.clone(), u64::MAX);
    let mut game = Game::from_record(record).expect("the record is sound");
    let played = Direction::ALL.into_iter().cycle().take(100);
    assert!(
        played
            .filter(|&direction| game.turn(direction).is_some())
            .count()
            > 4
    );
    assert_eq!((game.score(), game.moves()), (u64::MAX, u64::MAX));
    assert!(Game::from_record(game.record()).is_ok());
}

#[test]
fn tiles_that_play_cannot_reach_survive_the_record() {
    let rules = Rules::new(2, 2).expect("2 × 2 is a valid size");
    let mut start = rules.empty_board();
    start.set(Cell::new(0, 0), Tile::from_rank(MAX_RANK));
    let mut game = Game::from_board(rules, start, 0).expect("the sizes agree");
    assert!(game.turn(Direction::Right).is_some());
    assert_eq!(Game::from_record(game.record()).as_ref(), Ok(&game));
    let mut record = game.record();
    record.oldest.board[0][0] *= 2;
    assert!(Game::from_record(record).is_err());
}

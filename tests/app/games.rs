//! Games to begin with.

use bevy_2048::app::play::{best::BestScore, shelf::Start};
use bevy_2048::game::{Board, Game, GameRecord, Rules, SnapshotRecord, Tile};

/// A new game on a board of one's own, without fours, that is won at `win`.
pub fn start<const WIDTH: usize>(rows: &[[u128; WIDTH]], win: u128) -> Start {
    let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
    let board = Board::from_faces(&rows).expect("the rows are a board");
    let rules = Rules::new(board.width(), board.height())
        .and_then(|rules| rules.with_four_chance(0.0))
        .and_then(|rules| rules.with_win_tile(win))
        .expect("the rules are in range");
    Start {
        game: Game::from_board(rules, board, 1).expect("the sizes agree"),
        best: BestScore::default(),
        notices: Vec::new(),
    }
}

/// The first turn of a classic game, and the same dice each time.
pub fn classic() -> Start {
    Start::new_game(Rules::default(), 2048)
}

/// A game on `columns` by `rows` cells late in its life, with numbers as wide
/// as they come; `faces` fill the board again and again.
pub fn late(columns: u8, rows: u8, faces: &[u128], won: bool) -> Start {
    let rules = Rules::new(columns, rows).expect("a size on offer");
    late_by(rules, faces, won)
}

/// The same by rules of one's own.
pub fn late_by(rules: Rules, faces: &[u128], won: bool) -> Start {
    let mut faces = faces.iter().copied().cycle();
    let board: Vec<Vec<_>> = (0..rules.height())
        .map(|_| faces.by_ref().take(rules.width().into()).collect())
        .collect();
    let score = 13_932_100;
    let record = GameRecord {
        rules,
        seed: 1,
        kept_going: false,
        helped: false,
        oldest: SnapshotRecord {
            board: board.clone(),
            score,
            moves: 123_456,
            spawns: 0,
            won,
        },
        directions: String::new(),
        played: 0,
        board,
        score,
    };
    Start {
        game: Game::from_record(record).expect("the record agrees with itself"),
        best: BestScore {
            own: score,
            helped: 0,
        },
        notices: Vec::new(),
    }
}

/// The face of a tile of this rank.
pub fn face(rank: u8) -> u128 {
    Tile::from_rank(rank).expect("a rank").face()
}

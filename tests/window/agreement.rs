//! A game as it is logged, saved and shown, beside a copy that plays along.

use bevy_2048::game::{Direction, Game};

use crate::picture::shows_board;
use crate::playing::Playing;
use crate::scenes::Saves;

/// Waits until the log, the saved game and the picture all show this game.
pub fn agrees(playing: &Playing, saves: &Saves, game: &Game) {
    playing.wait_until_logged(game);
    playing.wait_for("the save", |_| {
        let saved = saves.game(game.rules())?;
        (saved == *game)
            .then_some(())
            .ok_or_else(|| format!("{:?} is saved", saved.record()))
    });
    playing.wait_to_see("the board", |picture| {
        shows_board(picture, game.board(), 1.0)
    });
}

/// Plays a turn with each of these keys, in the window and in a copy of its game.
pub fn play_each(playing: &Playing, game: &mut Game, keys: &[(&str, Direction)]) {
    let mut left = keys.to_vec();
    while !left.is_empty() {
        // Each key has its turn when it can move something.
        let can_move = left
            .iter()
            .position(|&(_, way)| game.board().can_slide(way));
        let (key, way) = left.remove(can_move.expect("some key that is left can move"));
        game.turn(way).expect("it can move");
        playing.press(key);
        playing.wait_until_logged(game);
    }
}

/// Plays some turns in the window and in a copy of its game, with the key that
/// each direction has.
pub fn play_along(
    playing: &Playing,
    game: &mut Game,
    turns: u64,
    key: fn(Direction) -> &'static str,
) {
    let goal = game.moves() + turns;
    while game.moves() < goal {
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| game.board().can_slide(direction))
            .expect("the game is not over");
        game.turn(direction);
        playing.press(key(direction));
    }
    playing.wait_until_logged(game);
}

/// Takes turns back and plays them again by every chord, in the window and in a
/// copy of its game. The game has at least three turns to take back.
pub fn travel(playing: &Playing, game: &mut Game) {
    for (chord, step) in [
        ("u", Game::undo as fn(&mut Game) -> bool),
        ("ctrl+z", Game::undo),
        ("ctrl+z", Game::undo),
        ("ctrl+y", Game::redo),
        ("shift+u", Game::redo),
        ("ctrl+shift+z", Game::redo),
    ] {
        assert!(step(game));
        playing.press(chord);
        playing.wait_until_logged(game);
    }
}

//! Saves: a game that was closed or killed goes on where it was.

use bevy_2048::game::{Direction, Game};

use crate::agreement::agrees;
use crate::desktop::Desktop;
use crate::picture::shows_board;
use crate::playing::{Line, Playing};
use crate::scenes::{Saves, midgame};

/// Plays some turns of the window and of a copy of its game.
fn play_along(playing: &Playing, game: &mut Game, turns: u64) {
    let goal = game.moves() + turns;
    while game.moves() < goal {
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| game.board().can_slide(direction))
            .expect("the game is not over");
        game.turn(direction);
        playing.press(letter(direction));
    }
    playing.wait_until_logged(game);
}

/// A letter that moves this way.
fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "k",
        Direction::Right => "l",
        Direction::Down => "j",
        Direction::Left => "h",
    }
}

#[test]
fn a_closed_game_resumes_as_it_was() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    play_along(&playing, &mut game, 6);
    // Right after the last turn: closing must wait for the save.
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(saves.game(game.rules()).as_ref(), Ok(&game));

    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    assert_eq!(playing.log(), [Line::of(&game)]);
    agrees(&playing, &saves, &game);
    play_along(&playing, &mut game, 6);
    assert!(playing.close().status.success());
    assert_eq!(saves.names(), ["4x4.recent", "4x4.save", "lock"]);
}

#[test]
fn a_killed_game_resumes_as_it_was_last_seen() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let Some(desktop) = Desktop::open() else {
        return;
    };
    for _ in 0..2 {
        let playing = Playing::start(&desktop, desktop.game(saves.path()));
        assert_eq!(playing.log(), [Line::of(&game)]);
        agrees(&playing, &saves, &game);
        play_along(&playing, &mut game, 6);
        playing.wait_to_see("the board", |picture| {
            shows_board(picture, game.board(), 1.0)
        });
        // The process is killed where its value is dropped.
        drop(playing);
        assert_eq!(saves.game(game.rules()).as_ref(), Ok(&game));
    }
}

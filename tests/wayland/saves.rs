//! Saves: a game that was closed or killed goes on where it was.

use bevy_2048::game::Direction;

use crate::agreement::{agrees, play_along};
use crate::desktop::Desktop;
use crate::picture::shows_board;
use crate::playing::{Line, Playing};
use crate::scenes::{Saves, midgame};

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
    play_along(&playing, &mut game, 6, letter);
    // Right after the last turn: closing must wait for the save.
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(saves.game(game.rules()).as_ref(), Ok(&game));

    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    assert_eq!(playing.log(), [Line::of(&game)]);
    agrees(&playing, &saves, &game);
    play_along(&playing, &mut game, 6, letter);
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
        play_along(&playing, &mut game, 6, letter);
        playing.wait_to_see("the board", |picture| {
            shows_board(picture, game.board(), 1.0)
        });
        // The process is killed where its value is dropped.
        drop(playing);
        assert_eq!(saves.game(game.rules()).as_ref(), Ok(&game));
    }
}

//! What the panel says, and its buttons.

use bevy::{prelude::*, ui::InteractionDisabled};
use bevy_2048::app::messages::Request;
use bevy_2048::game::Direction;

use crate::games::{classic, start};
use crate::headless::Headless;

const BOARD: [[u128; 4]; 4] = [[2, 2, 0, 0], [0; 4], [0; 4], [0; 4]];

#[test]
fn the_goal_stands_beside_the_moves_where_it_is_not_2048() {
    for (goal, words) in [
        (8, " · goal 8"),
        (1024, " · goal 1,024"),
        (2048, ""),
        (4096, " · goal 4,096"),
        (1 << 23, " · goal 8,388,608"),
        (1 << 24, " · goal 2^24"),
        (1 << 65, " · goal 2^65"),
    ] {
        let mut game = Headless::still(start(&BOARD, goal));
        for (direction, moves) in [(None, "0 moves"), (Some(Direction::Left), "1 move")] {
            if let Some(direction) = direction {
                game.play(direction);
            }
            let wanted = format!("{moves}{words}");
            assert!(game.texts().contains(&wanted), "{wanted}");
        }
    }
}

fn is_enabled(game: &mut Headless, label: &str) -> bool {
    let button = game.button(label);
    !game
        .app
        .world()
        .entity(button)
        .contains::<InteractionDisabled>()
}

/// Whether Undo and Redo can be pressed.
fn offered(game: &mut Headless) -> [bool; 2] {
    ["Undo", "Redo"].map(|label| is_enabled(game, label))
}

#[test]
fn undo_and_redo_can_be_pressed_where_there_is_something_to_do() {
    let mut game = Headless::still(classic());
    let mut boards = vec![*game.game().board()];
    assert_eq!(offered(&mut game), [false, false]);
    game.click("Redo");
    for direction in Direction::ALL {
        game.play(direction);
        if Some(game.game().board()) != boards.last() {
            boards.push(*game.game().board());
        }
    }
    let last = boards.len() - 1;
    assert!(last >= 2);
    assert_eq!(offered(&mut game), [true, false]);
    for index in (0..last).rev() {
        game.click("Undo");
        assert_eq!(*game.game().board(), boards[index]);
        assert_eq!(offered(&mut game), [index > 0, true]);
    }
    for (index, board) in boards.iter().enumerate().skip(1) {
        game.click("Redo");
        assert_eq!(game.game().board(), board);
        assert_eq!(offered(&mut game), [true, index < last]);
    }
    game.click("Redo");
    assert_eq!(*game.game().board(), boards[last]);
    // A new game has no turns to step through.
    game.ask(Request::Undo);
    game.ask(Request::Restart);
    assert_eq!(offered(&mut game), [false, false]);
}

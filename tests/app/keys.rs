//! Keys, drags and clicks: taken in their order, each once, and none late.

use bevy::{input::ButtonState, prelude::*, ui_widgets::Button};
use bevy_2048::app::screen::Screen;
use bevy_2048::game::{Direction, Game};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::games::{classic, start};
use crate::headless::Headless;

const MOVES: [(KeyCode, Direction); 4] = [
    (KeyCode::ArrowUp, Direction::Up),
    (KeyCode::KeyD, Direction::Right),
    (KeyCode::KeyJ, Direction::Down),
    (KeyCode::ArrowLeft, Direction::Left),
];

#[test]
fn fifty_keys_between_two_frames_are_taken_in_their_order() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let mut game = Headless::new(classic());
    let mut plain = Game::clone(game.game());
    for _ in 0..20 {
        for _ in 0..50 {
            let choice = dice.next_u32() as usize % 6;
            let key = if let Some(&(key, direction)) = MOVES.get(choice) {
                plain.turn(direction);
                key
            } else {
                plain.undo();
                KeyCode::KeyU
            };
            game.press(key);
            game.release(key);
        }
        game.frame();
        assert_eq!(**game.game(), plain);
        let (shown, tiles) = (game.shown(), game.tiles());
        assert_eq!(shown, tiles);
    }
    assert!(plain.moves() > 50, "{} moves", plain.moves());
}

#[test]
fn keys_with_a_modifier_are_ignored() {
    for modifier in [
        KeyCode::ControlLeft,
        KeyCode::ShiftLeft,
        KeyCode::AltLeft,
        KeyCode::SuperLeft,
    ] {
        let mut game = Headless::still(classic());
        let board = *game.game().board();
        game.press(modifier);
        for (key, _) in MOVES {
            game.tap(key);
        }
        for key in [KeyCode::KeyR, KeyCode::KeyM] {
            game.tap(key);
        }
        assert_eq!(*game.game().board(), board, "{modifier:?}");
        assert_eq!(game.screen(), Screen::Playing, "{modifier:?}");
        game.release(modifier);
        for (key, _) in MOVES {
            game.tap(key);
        }
        assert_ne!(*game.game().board(), board, "{modifier:?}");
    }
}

#[test]
fn a_modifier_let_go_of_in_the_same_frame_was_held_for_the_key_before() {
    let mut game = Headless::still(start(&[[0, 8, 0, 0], [0; 4]], 2048));
    for (key, pressed) in [
        (KeyCode::ControlLeft, true),
        (KeyCode::ArrowLeft, true),
        (KeyCode::ArrowLeft, false),
        (KeyCode::ControlLeft, false),
        (KeyCode::ArrowRight, true),
    ] {
        if pressed {
            game.press(key);
        } else {
            game.release(key);
        }
    }
    game.frame();
    assert_eq!(game.game().moves(), 1);
    let eight = game.tiles().into_iter().find(|(_, tile)| tile.face() == 8);
    assert_eq!(eight.map(|(cell, _)| cell.column), Some(3));
}

/// What opens an overlay and what closes it, from a game of ten moves.
const OVERLAYS: [(KeyCode, Screen, KeyCode); 4] = [
    (KeyCode::KeyM, Screen::Menu, KeyCode::Escape),
    (KeyCode::KeyM, Screen::Menu, KeyCode::KeyM),
    (KeyCode::KeyM, Screen::Menu, KeyCode::Enter),
    (KeyCode::KeyR, Screen::ConfirmRestart, KeyCode::Escape),
];

#[test]
fn a_move_pressed_while_an_overlay_is_open_is_never_played() {
    for (open, screen, close) in OVERLAYS {
        let mut game = Headless::new(classic());
        for direction in Direction::ALL.into_iter().cycle() {
            if game.game().moves() == 10 {
                break;
            }
            game.play(direction);
        }
        let played = Game::clone(game.game());
        // In the very frame in which it opens, ...
        game.press(open);
        press_all_moves(&mut game);
        game.frame();
        press_all_moves(&mut game);
        game.frame();
        assert_eq!(game.screen(), screen);
        // ... while it is open, ...
        for _ in 0..5 {
            press_all_moves(&mut game);
            game.frame();
        }
        // ... as many steps as lead the focus around, ...
        assert_eq!(game.screen(), screen);
        for _ in 0..10 {
            if matches!(
                game.focused().as_deref(),
                Some("Back to the game" | "Keep playing")
            ) {
                break;
            }
            game.tap(KeyCode::Tab);
        }
        // ... none plays late, when it closes.
        game.press(close);
        game.frame();
        for _ in 0..5 {
            game.frame();
            assert_eq!(game.screen(), Screen::Playing);
        }
        assert_eq!(**game.game(), played);
        press_all_moves(&mut game);
        game.frame();
        assert_ne!(**game.game(), played, "then moves are moves again");
    }
}

#[test]
fn a_move_pressed_right_after_the_key_that_closes_an_overlay_is_played() {
    let mut game = Headless::new(classic());
    game.tap(KeyCode::KeyM);
    game.frame();
    assert_eq!(game.screen(), Screen::Menu);
    game.press(KeyCode::Escape);
    press_all_moves(&mut game);
    game.frame();
    assert!(game.game().moves() > 0);
}

/// All four, so that the focus of an overlay ends where it began.
fn press_all_moves(game: &mut Headless) {
    for (key, _) in MOVES {
        game.press(key);
        game.release(key);
    }
}

#[test]
fn a_drag_moves_once_and_one_from_a_button_not_at_all() {
    let mut game = Headless::still(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048));
    let field = Vec2::new(200.0, 500.0);
    for (way, moves, column) in [
        (Vec2::new(150.0, 20.0), 1, 3),
        (Vec2::new(-14.0, 3.0), 2, 0),
        (Vec2::new(9.0, -9.0), 2, 0),
    ] {
        drag(&mut game, field, way);
        let eight = game.tiles().into_iter().find(|(_, tile)| tile.face() == 8);
        assert_eq!(eight.map(|(cell, _)| cell.column), Some(column));
        assert_eq!(game.game().moves(), moves);
    }
    for button in game.each::<&UiGlobalTransform, With<Button>, _>(|place| place.translation) {
        drag(&mut game, button, Vec2::new(150.0, 20.0));
        assert_eq!(game.game().moves(), 2);
    }
}

/// Drags with the left mouse button, in steps and frames.
fn drag(game: &mut Headless, from: Vec2, way: Vec2) {
    let steps: [f32; 4] = [0.25, 0.5, 0.75, 1.0];
    game.point(from);
    game.mouse(ButtonState::Pressed);
    game.frame();
    for step in steps {
        game.point(from + way * step);
        game.frame();
    }
    game.mouse(ButtonState::Released);
    game.frame();
}

#[test]
fn a_drag_ends_with_the_window_s_focus() {
    let mut game = Headless::still(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048));
    game.point(Vec2::new(200.0, 500.0));
    game.mouse(ButtonState::Pressed);
    game.frame();
    game.point(Vec2::new(230.0, 500.0));
    game.frame();
    for focused in [false, true] {
        game.focus_window(focused);
        game.frame();
    }
    game.point(Vec2::new(400.0, 500.0));
    game.frame();
    game.mouse(ButtonState::Released);
    game.frame();
    assert_eq!(game.game().moves(), 0);
    drag(&mut game, Vec2::new(200.0, 500.0), Vec2::new(150.0, 20.0));
    assert_eq!(game.game().moves(), 1);
}

#[test]
fn a_key_held_when_the_window_loses_the_focus_is_forgotten() {
    let mut game = Headless::still(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048));
    game.press(KeyCode::AltLeft);
    game.tap(KeyCode::ArrowRight);
    assert_eq!(game.game().moves(), 0);
    for focused in [false, true] {
        game.focus_window(focused);
        game.frame();
    }
    game.tap(KeyCode::ArrowRight);
    assert_eq!(game.game().moves(), 1);
}

#[test]
fn a_click_presses_a_button() {
    let mut game = Headless::still(classic());
    game.click("Menu");
    assert_eq!(game.screen(), Screen::Menu);
    game.click("Back to the game");
    assert_eq!(game.screen(), Screen::Playing);
    for (key, _) in MOVES {
        game.tap(key);
    }
    assert!(game.game().moves() > 0);
    game.click("Undo");
    assert!(game.game().can_redo());
    game.click("New game");
    assert_eq!(game.game().moves(), 0);
    assert!(!game.game().can_redo());
}

#[test]
fn between_two_frames_a_click_presses_a_button_and_a_drag_off_it_does_not() {
    let mut game = Headless::still(classic());
    let menu = game.button("Menu");
    let (on, off) = (game.middle(menu), Vec2::new(280.0, 420.0));
    // A press at the one, a way to the other, and a release there.
    for (begins, ends) in [(on, off), (off, on)] {
        // How many of these three fall between two frames.
        for frames in [&[3][..], &[1, 2], &[2, 1], &[1, 1, 1]] {
            game.point(begins);
            game.frame();
            let mut steps: Vec<fn(&mut Headless, Vec2)> = vec![
                |game, _| game.mouse(ButtonState::Pressed),
                Headless::point,
                |game, _| game.mouse(ButtonState::Released),
            ];
            for &together in frames {
                for step in steps.drain(..together) {
                    step(&mut game, ends);
                }
                game.frame();
            }
            for _ in 0..4 {
                game.frame();
            }
            assert_eq!(
                game.screen(),
                Screen::Playing,
                "{begins} to {ends}: {frames:?}"
            );
        }
    }
    game.point(off);
    game.frame();
    game.point(on);
    game.mouse(ButtonState::Pressed);
    game.mouse(ButtonState::Released);
    game.point(off);
    for _ in 0..6 {
        game.frame();
    }
    assert_eq!(game.screen(), Screen::Menu);
}

#[test]
fn a_veil_keeps_clicks_off_the_panel() {
    let mut game = Headless::still(start(&[[4, 4, 0, 0], [0; 4], [0; 4], [0; 4]], 8));
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.screen(), Screen::Won);
    // M would open the menu here, and so would its button.
    for label in ["Menu", "Undo"] {
        game.click(label);
        assert_eq!(game.screen(), Screen::Won);
    }
    game.click("Keep going");
    assert_eq!(game.screen(), Screen::Playing);
    game.click("Menu");
    assert_eq!(game.screen(), Screen::Menu);
}

//! Gamepads, from their events to what they do.

use bevy::prelude::*;
use bevy_2048::app::{messages::Request, screen::Screen};
use gilrs::Button;

use crate::games::{classic, start};
use crate::headless::Headless;

#[test]
fn a_gamepad_plays() {
    let mut game = Headless::still(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048));
    game.pad(Button::DPadRight);
    assert!(game.tiles().iter().any(|(cell, _)| cell.column == 3));
    game.pad(Button::West);
    assert_eq!(game.game().moves(), 0);
    game.pad(Button::North);
    assert_eq!(game.game().moves(), 1);
    game.pad(Button::Select);
    assert!(!game.game().can_undo());
    game.pad(Button::Start);
    assert_eq!(game.screen(), Screen::Menu);
    game.pad(Button::DPadDown);
    assert_eq!(game.focused().as_deref(), Some("Theme: light"));
    game.pad(Button::DPadUp);
    game.pad(Button::South);
    assert_eq!(game.screen(), Screen::Playing);
    game.ask(Request::Menu);
    game.frame();
    game.pad(Button::East);
    assert_eq!(game.screen(), Screen::Playing);
}

#[test]
fn a_gamepad_does_nothing_while_another_window_has_the_focus() {
    let mut game = Headless::still(classic());
    let buttons = [
        Button::DPadLeft,
        Button::DPadUp,
        Button::DPadRight,
        Button::DPadDown,
        Button::Start,
        Button::South,
    ];
    game.focus_window(false);
    for button in buttons {
        game.pad(button);
    }
    // Nor does it do so later.
    game.focus_window(true);
    for _ in 0..4 {
        game.frame();
    }
    assert_eq!((game.game().moves(), game.screen()), (0, Screen::Playing));
    for button in &buttons[..4] {
        game.pad(*button);
    }
    assert!(game.game().moves() > 0);
}

#[test]
fn a_gamepad_s_moves_between_two_frames_are_all_played() {
    let mut game = Headless::still(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048));
    for button in [Button::DPadRight, Button::DPadLeft, Button::DPadRight] {
        game.push_pad(button);
    }
    game.frame();
    assert_eq!(game.game().moves(), 3);
}

#[test]
fn a_gamepad_without_a_focused_button_presses_nothing() {
    let mut game = Headless::still(classic());
    let entities = game.count::<With<Node>>();
    game.pad(Button::South);
    assert_eq!(game.screen(), Screen::Playing);
    assert_eq!(game.count::<With<Node>>(), entities);
}

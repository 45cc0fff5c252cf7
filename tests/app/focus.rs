//! Which button has the focus, and which one a key presses.

use std::collections::HashSet;

use bevy::{
    input::ButtonState,
    input_focus::{FocusCause, InputFocus, InputFocusVisible},
    prelude::*,
    ui::InteractionDisabled,
    ui_widgets::Button,
};
use bevy_2048::app::{
    messages::Request,
    screen::Screen,
    settings::{Preferences, ThemeName},
};

use crate::games::{classic, start};
use crate::headless::Headless;

/// The four arrows.
const ARROWS: [KeyCode; 4] = [
    KeyCode::ArrowUp,
    KeyCode::ArrowRight,
    KeyCode::ArrowDown,
    KeyCode::ArrowLeft,
];

/// Presses keys and lets them go between two frames, then draws the frames in
/// which all of them and what follows are seen.
fn tap_together(game: &mut Headless, keys: &[KeyCode]) {
    for &key in keys {
        game.press(key);
        game.release(key);
    }
    for _ in 0..keys.len() + 4 {
        game.frame();
    }
}

/// A game at its end, with the card open and *Try again* in focus.
fn ended() -> Headless {
    let mut game = Headless::still(start(&[[0, 4], [8, 16]], 2048));
    game.tap(KeyCode::ArrowLeft);
    game.rest();
    assert_eq!(game.screen(), Screen::Over);
    assert_eq!(game.focused().as_deref(), Some("Try again"));
    game
}

/// A game with its menu open.
fn menu() -> Headless {
    let mut game = Headless::still(classic());
    game.tap(KeyCode::KeyM);
    assert_eq!(game.focused().as_deref(), Some("Back to the game"));
    game
}

/// A game with the page of board sizes open.
fn size_page() -> Headless {
    let mut game = menu();
    game.ask(Request::SizeMenu);
    game.frame();
    game.frame();
    assert_eq!(game.focused().as_deref(), Some("Back to the menu"));
    game
}

fn theme(game: &Headless) -> ThemeName {
    game.app.world().resource::<Preferences>().theme
}

fn is_focus_visible(game: &Headless) -> bool {
    game.app.world().resource::<InputFocusVisible>().0
}

/// The button that has the focus.
fn focus(game: &Headless) -> Option<Entity> {
    game.app.world().resource::<InputFocus>().get()
}

fn set_focus(game: &mut Headless, button: Entity) {
    let mut focus = game.app.world_mut().resource_mut::<InputFocus>();
    focus.set(button, FocusCause::Navigated);
}

#[test]
fn a_key_that_moves_the_focus_comes_before_the_one_that_presses() {
    for (steer, press) in [
        (KeyCode::ArrowRight, KeyCode::Enter),
        (KeyCode::KeyD, KeyCode::Space),
        (KeyCode::Tab, KeyCode::Enter),
    ] {
        let mut game = ended();
        tap_together(&mut game, &[steer, press]);
        assert_eq!(game.screen(), Screen::Playing);
        assert!(game.game().can_redo(), "{steer:?} and {press:?} are Undo");
    }
    let mut game = ended();
    tap_together(
        &mut game,
        &[KeyCode::Tab, KeyCode::ArrowLeft, KeyCode::Enter],
    );
    assert!(!game.game().can_redo(), "it is Try again");
    assert_eq!(game.screen(), Screen::Playing);
}

#[test]
fn a_gamepad_s_push_comes_before_the_button_that_presses() {
    let mut game = ended();
    game.push_pad(gilrs::Button::DPadRight);
    game.push_pad(gilrs::Button::South);
    for _ in 0..6 {
        game.frame();
    }
    assert!(game.game().can_redo(), "it is Undo");
}

#[test]
fn a_key_that_presses_comes_before_the_one_that_moves_the_focus() {
    let mut game = ended();
    tap_together(&mut game, &[KeyCode::Enter, KeyCode::ArrowRight]);
    assert_eq!(game.screen(), Screen::Playing);
    assert!(!game.game().can_redo(), "it is Try again");
}

#[test]
fn keys_typed_ahead_reach_the_card_that_the_first_one_opens() {
    let mut game = Headless::still(classic());
    let keys = [KeyCode::KeyM, KeyCode::ArrowDown, KeyCode::Enter];
    tap_together(&mut game, &keys);
    assert_eq!(game.screen(), Screen::Menu);
    assert_eq!(theme(&game), ThemeName::Dark);
    game.tap(KeyCode::Escape);
    // Into the last page of the menu, and from there back to the board.
    let keys = [KeyCode::KeyM, KeyCode::ArrowUp, KeyCode::Enter];
    tap_together(&mut game, &keys);
    assert_eq!(game.screen(), Screen::SizeMenu);
    let keys = [
        KeyCode::Escape,
        KeyCode::Escape,
        KeyCode::ArrowLeft,
        KeyCode::ArrowRight,
    ];
    tap_together(&mut game, &keys);
    assert_eq!(game.screen(), Screen::Playing);
    assert_eq!(game.game().moves(), 2);
}

#[test]
fn a_key_typed_ahead_presses_no_button_of_an_end_not_yet_seen() {
    let mut game = Headless::still(start(&[[0, 4], [8, 16]], 2048));
    let keys = [KeyCode::ArrowLeft, KeyCode::Enter, KeyCode::Space];
    tap_together(&mut game, &keys);
    assert_eq!((game.screen(), game.game().moves()), (Screen::Over, 1));
    tap_together(&mut game, &[KeyCode::Enter]);
    assert_eq!((game.screen(), game.game().moves()), (Screen::Playing, 0));
}

#[test]
fn a_held_key_presses_once() {
    for key in [KeyCode::Enter, KeyCode::Space] {
        let mut game = menu();
        game.tap(KeyCode::ArrowDown);
        game.press(key);
        for _ in 0..5 {
            game.frame();
            game.repeat(key);
        }
        game.release(key);
        game.frame();
        assert_eq!(theme(&game), ThemeName::Dark);
    }
}

#[test]
fn a_click_beside_the_buttons_leaves_the_focus_where_it_is() {
    let mut game = menu();
    // The veil over the board, the veil over a button of the panel, the title.
    let hint = game.button("Hint");
    let hint = game.middle(hint);
    let back = game.button("Back to the game");
    let title = game.middle(back) - Vec2::new(0.0, 60.0);
    for point in [Vec2::new(20.0, 700.0), hint, title] {
        game.point(point);
        game.frame();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            game.mouse(state);
            game.frame();
        }
        assert_eq!(game.focused().as_deref(), Some("Back to the game"));
        game.tap(KeyCode::ArrowDown);
        assert_eq!(game.focused().as_deref(), Some("Theme: light"));
        game.tap(KeyCode::ArrowUp);
    }
    assert_eq!(game.screen(), Screen::Menu);
}

#[test]
fn tab_walks_round_the_card_and_nowhere_else() {
    let mut game = menu();
    let round: Vec<_> = (0..12)
        .map(|_| {
            game.tap(KeyCode::Tab);
            game.focused().expect("a button of the card has the focus")
        })
        .collect();
    let distinct: HashSet<_> = round.iter().collect();
    assert_eq!(distinct.len(), 6);
    assert_eq!(round[..6], round[6..]);
    assert_eq!(round[5], "Back to the game");
    game.press(KeyCode::ShiftLeft);
    for label in round[..5].iter().rev() {
        game.tap(KeyCode::Tab);
        assert_eq!(game.focused().as_ref(), Some(label));
    }
}

#[test]
fn tab_walks_through_the_panel_and_arrows_still_play() {
    let mut game = Headless::still(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048));
    let mut round = Vec::new();
    for _ in 0..4 {
        game.tap(KeyCode::Tab);
        round.push(game.focused().expect("a button of the panel has the focus"));
    }
    assert_eq!(round, ["Hint", "Auto", "Menu", "New game"], "not Undo");
    assert!(is_focus_visible(&game));
    game.tap(KeyCode::ArrowRight);
    assert_eq!(game.game().moves(), 1);
    assert_eq!(game.focused().as_deref(), Some("New game"));
    game.press(KeyCode::ShiftLeft);
    game.tap(KeyCode::Tab);
    game.tap(KeyCode::Tab);
    game.release(KeyCode::ShiftLeft);
    assert_eq!(game.focused().as_deref(), Some("Undo"), "not Redo");
    game.tap(KeyCode::Enter);
    assert_eq!(game.game().moves(), 0);
    // What is disabled now keeps its place.
    game.tap(KeyCode::Enter);
    game.tap(KeyCode::Tab);
    assert_eq!(game.focused().as_deref(), Some("Redo"));
}

#[test]
fn a_clicked_button_has_the_focus_and_does_not_show_it() {
    let mut game = menu();
    assert!(is_focus_visible(&game));
    game.click("Theme: light");
    assert_eq!(game.focused().as_deref(), Some("Theme: dark"));
    assert!(!is_focus_visible(&game));
    game.tap(KeyCode::ArrowDown);
    assert_eq!(game.focused().as_deref(), Some("Motion: off"));
    assert!(is_focus_visible(&game));
}

#[test]
fn the_first_button_has_the_focus_of_one_that_is_gone_or_disabled() {
    let mut game = menu();
    let last = game.button("Board size");
    set_focus(&mut game, last);
    game.app
        .world_mut()
        .entity_mut(last)
        .insert(InteractionDisabled);
    game.frame();
    assert_eq!(game.focused().as_deref(), Some("Back to the game"));

    let other = game.button("Computer player");
    set_focus(&mut game, other);
    game.app.world_mut().despawn(other);
    game.frame();
    assert_eq!(game.focused().as_deref(), Some("Back to the game"));

    // A button behind the card is none of its own.
    let behind = game.button("Hint");
    set_focus(&mut game, behind);
    game.frame();
    assert_eq!(game.focused().as_deref(), Some("Back to the game"));
}

#[test]
fn rows_of_numbers_go_up_and_down_and_sideways() {
    let mut game = size_page();
    // The button below is disabled as long as the size is the one played on.
    for (key, label) in [
        (KeyCode::ArrowDown, "4"),
        (KeyCode::ArrowRight, "5"),
        (KeyCode::ArrowRight, "6"),
        (KeyCode::ArrowRight, "7"),
        (KeyCode::ArrowRight, "8"),
        (KeyCode::ArrowRight, "2"),
        (KeyCode::ArrowLeft, "8"),
    ] {
        game.tap(key);
        assert_eq!(game.focused().as_deref(), Some(label));
    }
    let above = focus(&game);
    game.tap(KeyCode::ArrowDown);
    assert_eq!(game.focused().as_deref(), Some("8"));
    assert_ne!(focus(&game), above, "it is the one of the other row");
    game.tap(KeyCode::Enter);
    game.tap(KeyCode::ArrowDown);
    assert_eq!(game.focused().as_deref(), Some("Switch to 4 × 8"));
    game.tap(KeyCode::ArrowDown);
    assert_eq!(game.focused().as_deref(), Some("Back to the menu"));
    game.tap(KeyCode::ArrowUp);
    game.tap(KeyCode::Enter);
    assert_eq!(game.screen(), Screen::Playing);
    assert_eq!(game.game().board().height(), 8);
}

#[test]
fn every_button_of_a_card_is_reached_by_arrows() {
    for open in [
        |game: &mut Headless| game.ask(Request::SizeMenu),
        |game: &mut Headless| game.ask(Request::ComputerMenu),
        |_: &mut Headless| (),
    ] {
        let mut game = menu();
        open(&mut game);
        game.frame();
        game.frame();
        if game.screen() == Screen::SizeMenu {
            // The button below is not disabled for another size.
            game.click("8");
        }
        let panel = 5;
        let buttons = game.count::<(With<Button>, Without<InteractionDisabled>)>() + 1 - panel;
        let mut seen = HashSet::new();
        let mut left = vec![focus(&game).expect("the first button has the focus")];
        while let Some(button) = left.pop() {
            if !seen.insert(button) {
                continue;
            }
            for arrow in ARROWS {
                set_focus(&mut game, button);
                game.tap(arrow);
                left.push(focus(&game).expect("a button of the card has the focus"));
            }
        }
        // Undo is the button of the panel that is disabled.
        assert_eq!(seen.len(), buttons, "{:?}", game.screen());
    }
}

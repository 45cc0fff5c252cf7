//! From devices to [`Request`]s.
//!
//! Keys, mouse and touch are read from the one stream in which the window
//! reports them, so that nothing is lost or put out of order however much
//! arrives between two frames.

mod keys;
mod pointer;
mod swipe;

use bevy::{
    input::ButtonState,
    input_focus::{
        FocusCause, InputFocus, InputFocusVisible,
        tab_navigation::{NavAction, TabNavigation, TabNavigationPlugin},
    },
    prelude::*,
    ui_widgets::Button,
    window::{PrimaryWindow, WindowEvent, WindowMode},
};

use self::keys::Keys;
use self::swipe::Swipe;
use crate::app::frame::{FrameSystems, InputSystems};
use crate::app::messages::{FocusSteered, Request};
use crate::app::view::widgets::Sight;
use crate::game::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((TabNavigationPlugin, pointer::plugin))
        .add_systems(
            Update,
            (
                read_window.in_set(InputSystems::Devices),
                move_focus.in_set(FrameSystems::Show),
            ),
        );
}

/// What a key, a drag or a swipe means.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    /// A direction.
    Go(Direction),
    /// The same direction again, of a key that is held down.
    GoOn(Direction),
    /// Something else in the game.
    Ask(Request),
    /// Full screen, or back.
    Fullscreen,
}

/// Turns everything the window reports into requests, in order.
fn read_window(
    mut events: MessageReader<WindowEvent>,
    mut requests: MessageWriter<Request>,
    buttons: Query<(&ComputedNode, &UiGlobalTransform), With<Button>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    (mut keys, mut swipe): (Local<Keys>, Local<Swipe>),
) {
    let scale = window.scale_factor();
    let on_button = |point: Vec2| {
        buttons
            .iter()
            .any(|(node, transform)| node.contains_point(*transform, point * scale))
    };
    for event in events.read() {
        let action = match event {
            WindowEvent::KeyboardInput(input) => keys.read(input),
            WindowEvent::KeyboardFocusLost(_) => {
                keys.release_all();
                None
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                match input.state {
                    ButtonState::Pressed => {
                        swipe.mouse_down(on_button);
                        None
                    }
                    ButtonState::Released => swipe.mouse_up().map(Action::Go),
                }
            }
            WindowEvent::CursorMoved(moved) => swipe.mouse_moved(moved.position).map(Action::Go),
            WindowEvent::TouchInput(touch) => swipe.touch(touch, on_button).map(Action::Go),
            _ => None,
        };
        match action {
            Some(Action::Go(direction)) => {
                requests.write(Request::Move(direction));
            }
            Some(Action::GoOn(direction)) => {
                requests.write(Request::MoveOn(direction));
            }
            Some(Action::Ask(request)) => {
                requests.write(request);
            }
            Some(Action::Fullscreen) => toggle_fullscreen(&mut window),
            None => {}
        }
    }
}

/// Arrow keys walk through the buttons of an overlay, once it is open.
fn move_focus(
    mut steered: MessageReader<FocusSteered>,
    navigation: TabNavigation,
    sight: Sight,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    for FocusSteered(direction) in steered.read() {
        if focus.get().is_some_and(|button| !sight.is_open(button)) {
            continue;
        }
        let action = match direction {
            Direction::Right | Direction::Down => NavAction::Next,
            Direction::Left | Direction::Up => NavAction::Previous,
        };
        // Where nothing can have the focus there is nothing to move it to.
        if let Ok(next) = navigation.navigate(&focus, action) {
            focus.set(next, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

fn toggle_fullscreen(window: &mut Window) {
    window.mode = match window.mode {
        WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        _ => WindowMode::Windowed,
    };
}

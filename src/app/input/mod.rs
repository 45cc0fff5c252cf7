//! Keyboard, mouse, touch and gamepads become [`Request`]s or move the focus.
//!
//! The window reports keys, mouse and touch in one stream of events. What they
//! and the gamepads ask for goes through one `queue`, so that nothing is lost or
//! reordered, however much arrives between two frames.

pub mod gamepad;

mod focus;
mod keys;
mod pointer;
mod queue;
mod swipe;

use bevy::{
    input::ButtonState,
    prelude::*,
    ui_widgets::Button,
    window::{PrimaryWindow, WindowEvent},
};

use self::keys::Keys;
use self::queue::{Queue, hand_out};
use self::swipe::Swipe;
use crate::app::frame::InputSystems;
use crate::app::messages::Request;
use crate::app::screen::Screen;
use crate::game::Direction;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Queue>()
        .add_plugins((focus::plugin, gamepad::plugin, pointer::plugin))
        .add_systems(
            Update,
            (read_window, gamepad::receive, hand_out)
                .chain()
                .in_set(InputSystems::Devices),
        );
}

/// What a key, a drag, a swipe or a gamepad asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// A direction: a move, or on a card a step of the focus.
    Go(Direction),
    /// The same direction again, because the key is held down.
    GoOn(Direction),
    /// Something else in the game.
    Ask(Request),
    /// Press the button that has the focus.
    Press,
    /// Give the focus to the next button.
    FocusNext,
    /// Give the focus to the previous button.
    FocusPrevious,
    /// Full screen, or back.
    ToggleFullscreen,
}

/// Turns the window's events into actions and queues them.
fn read_window(
    mut events: MessageReader<WindowEvent>,
    buttons: Query<(&ComputedNode, &UiGlobalTransform), With<Button>>,
    window: Single<&Window, With<PrimaryWindow>>,
    screen: Res<State<Screen>>,
    mut queue: ResMut<Queue>,
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
            // The window gets no event when a key is released elsewhere.
            WindowEvent::KeyboardFocusLost(_) => {
                keys.release_all();
                swipe.end();
                None
            }
            WindowEvent::WindowFocused(focused) if !focused.focused => {
                keys.release_all();
                swipe.end();
                None
            }
            _ => None,
        };
        if let Some(action) = action {
            queue.push(action, *screen.get());
        }
    }
}

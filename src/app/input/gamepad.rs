//! Gamepads: the pad and the left stick move, the face buttons do the rest.

use bevy::{
    input::ButtonState,
    input::gamepad::{GamepadAxisChangedEvent, GamepadButtonStateChangedEvent},
    input_focus::InputFocus,
    platform::collections::HashMap,
    prelude::*,
    ui_widgets::Activate,
};

use super::{Steer, read_window};
use crate::app::FrameSystems;
use crate::app::messages::Request;
use crate::app::screen::Screen;
use crate::game::Direction;

/// How far the stick is pushed, of 1, to count as a direction.
const PUSHED: f32 = 0.6;

/// How far it has come back, of 1, to be able to count again.
const RELEASED: f32 = 0.3;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (read_buttons, read_sticks)
            .chain()
            .before(read_window)
            .in_set(FrameSystems::Input),
    );
}

fn read_buttons(
    mut events: MessageReader<GamepadButtonStateChangedEvent>,
    screen: Res<State<Screen>>,
    focus: Res<InputFocus>,
    mut requests: MessageWriter<Request>,
    mut steering: MessageWriter<Steer>,
    mut commands: Commands,
) {
    for event in events
        .read()
        .filter(|event| event.state == ButtonState::Pressed)
    {
        let request = match event.button {
            GamepadButton::DPadUp => go(Direction::Up, *screen.get(), &mut steering),
            GamepadButton::DPadRight => go(Direction::Right, *screen.get(), &mut steering),
            GamepadButton::DPadDown => go(Direction::Down, *screen.get(), &mut steering),
            GamepadButton::DPadLeft => go(Direction::Left, *screen.get(), &mut steering),
            GamepadButton::South => {
                // The headless buttons know the keyboard, not the gamepad.
                if let Some(entity) = focus.get() {
                    commands.trigger(Activate { entity });
                }
                None
            }
            GamepadButton::East => Some(Request::Close),
            GamepadButton::West => Some(Request::Undo),
            GamepadButton::North => Some(Request::Redo),
            GamepadButton::Start => Some(Request::Menu),
            GamepadButton::Select => Some(Request::Restart),
            _ => None,
        };
        requests.write_batch(request);
    }
}

/// Turns a push of the left stick into one direction until it comes back.
fn read_sticks(
    mut events: MessageReader<GamepadAxisChangedEvent>,
    screen: Res<State<Screen>>,
    mut pushed: Local<HashMap<(Entity, GamepadAxis), bool>>,
    mut requests: MessageWriter<Request>,
    mut steering: MessageWriter<Steer>,
) {
    for event in events.read() {
        let direction = match (event.axis, event.value > 0.0) {
            (GamepadAxis::LeftStickX, true) => Direction::Right,
            (GamepadAxis::LeftStickX, false) => Direction::Left,
            (GamepadAxis::LeftStickY, true) => Direction::Up,
            (GamepadAxis::LeftStickY, false) => Direction::Down,
            _ => continue,
        };
        let pushed = pushed.entry((event.entity, event.axis)).or_default();
        if event.value.abs() < RELEASED {
            *pushed = false;
        } else if event.value.abs() > PUSHED && !*pushed {
            *pushed = true;
            requests.write_batch(go(direction, *screen.get(), &mut steering));
        }
    }
}

/// A move while playing, a step of the focus in an overlay.
fn go(
    direction: Direction,
    screen: Screen,
    steering: &mut MessageWriter<Steer>,
) -> Option<Request> {
    if screen == Screen::Playing {
        return Some(Request::Move(direction));
    }
    steering.write(Steer(direction));
    None
}

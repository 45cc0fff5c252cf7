//! Gamepads: the pad and the left stick move, the face buttons do the rest.

use bevy::{
    input::ButtonState,
    input::gamepad::{GamepadAxisChangedEvent, GamepadButtonStateChangedEvent},
    input_focus::InputFocus,
    platform::collections::HashMap,
    prelude::*,
    ui_widgets::Activate,
};

use super::{Devices, read_window};
use crate::app::FrameSystems;
use crate::app::messages::Request;
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
            .in_set(Devices)
            .in_set(FrameSystems::Input),
    );
}

fn read_buttons(
    mut events: MessageReader<GamepadButtonStateChangedEvent>,
    focus: Res<InputFocus>,
    mut requests: MessageWriter<Request>,
    mut commands: Commands,
) {
    for event in events
        .read()
        .filter(|event| event.state == ButtonState::Pressed)
    {
        let request = match event.button {
            GamepadButton::DPadUp => Some(Request::Move(Direction::Up)),
            GamepadButton::DPadRight => Some(Request::Move(Direction::Right)),
            GamepadButton::DPadDown => Some(Request::Move(Direction::Down)),
            GamepadButton::DPadLeft => Some(Request::Move(Direction::Left)),
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
            GamepadButton::LeftTrigger => Some(Request::Hint),
            GamepadButton::RightTrigger => Some(Request::Autoplay),
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
    mut pushed: Local<HashMap<(Entity, GamepadAxis), bool>>,
    mut requests: MessageWriter<Request>,
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
            requests.write(Request::Move(direction));
        }
    }
}

//! What a gamepad's events mean: a state machine without a device.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use bevy::math::Vec2;
use gilrs::{Axis, Button, EventType};

use crate::app::input::{Action, swipe::dominant};
use crate::app::messages::{Help, Request};
use crate::game::Direction;

/// How far the stick is pushed, of 1, to count as a direction.
const PUSHED: f32 = 0.6;

/// How far it has to come back, of 1, before it can count again.
const RELEASED: f32 = 0.3;

/// The longest time between the two contacts of a D-pad that is pushed
/// diagonally. A thumb that rolls from one direction to the next takes longer.
const DIAGONAL: Duration = Duration::from_millis(60);

/// All gamepads, each with what is held on it.
#[derive(Clone, Debug, Default)]
pub struct Pads {
    pads: HashMap<usize, Pad>,
    actions: Vec<Action>,
}

impl Pads {
    /// Reads an event of a gamepad, which happened at a time by the system's
    /// clock.
    pub fn read(&mut self, id: usize, event: EventType, at: SystemTime) {
        let pad = self.pads.entry(id).or_default();
        if let EventType::AxisChanged(axis @ (Axis::LeftStickX | Axis::LeftStickY), value, _) =
            event
        {
            self.actions.extend(pad.stick.turn(axis, value));
            return;
        }
        self.actions.extend(pad.stick.settle());
        match event {
            EventType::ButtonPressed(button, _) => self.actions.extend(pad.press(button, at)),
            EventType::ButtonReleased(button, _) => pad.release(button),
            EventType::AxisChanged(axis, value, _) => {
                self.actions.extend(pad.cross.turn(axis, value, at));
            }
            EventType::Connected | EventType::Disconnected => {
                self.pads.remove(&id);
            }
            _ => {}
        }
    }

    /// Takes what the events mean that were read since the last call.
    ///
    /// A stick's two axes come as two events. They are judged together, so
    /// call this when there are no more events to read for now.
    pub fn take(&mut self) -> Vec<Action> {
        for pad in self.pads.values_mut() {
            self.actions.extend(pad.stick.settle());
        }
        std::mem::take(&mut self.actions)
    }
}

/// What is held on a gamepad.
#[derive(Clone, Copy, Debug, Default)]
struct Pad {
    cross: Cross,
    stick: Stick,
}

impl Pad {
    fn press(&mut self, button: Button, at: SystemTime) -> Option<Action> {
        let request = match button {
            Button::South => return Some(Action::Press),
            Button::East => Request::Close,
            Button::West => Request::Undo,
            Button::North => Request::Redo,
            Button::LeftTrigger => Request::Help(Help::Hint),
            Button::RightTrigger => Request::Help(Help::Autoplay),
            Button::Start => Request::Menu,
            Button::Select => Request::Restart,
            _ => return self.cross.press(direction_of(button)?, at),
        };
        Some(Action::Ask(request))
    }

    fn release(&mut self, button: Button) {
        if let Some(direction) = direction_of(button) {
            self.cross.release(direction);
        }
    }
}

/// The direction of a button of the D-pad.
fn direction_of(button: Button) -> Option<Direction> {
    match button {
        Button::DPadUp => Some(Direction::Up),
        Button::DPadRight => Some(Direction::Right),
        Button::DPadDown => Some(Direction::Down),
        Button::DPadLeft => Some(Direction::Left),
        _ => None,
    }
}

/// The D-pad, whether it reports buttons or two axes.
#[derive(Clone, Copy, Debug, Default)]
struct Cross {
    /// The direction held on the horizontal axis, and on the vertical one.
    held: [Option<Direction>; 2],
    /// When a direction counted last.
    counted: Option<SystemTime>,
}

impl Cross {
    fn press(&mut self, direction: Direction, at: SystemTime) -> Option<Action> {
        let axis = usize::from(direction.is_vertical());
        if self.held[axis] == Some(direction) {
            return None;
        }
        self.held[axis] = Some(direction);
        // The clock may have been set back in between.
        let is_recent = self.counted.is_some_and(|counted| {
            at.duration_since(counted)
                .unwrap_or_else(|error| error.duration())
                < DIAGONAL
        });
        if self.held[1 - axis].is_some() && is_recent {
            return None;
        }
        self.counted = Some(at);
        Some(Action::Go(direction))
    }

    fn release(&mut self, direction: Direction) {
        self.held[usize::from(direction.is_vertical())].take_if(|held| *held == direction);
    }

    /// Reads the position of one of the two axes, from −1 to 1.
    fn turn(&mut self, axis: Axis, value: f32, at: SystemTime) -> Option<Action> {
        let (index, negative, positive) = match axis {
            Axis::DPadX => (0, Direction::Left, Direction::Right),
            Axis::DPadY => (1, Direction::Down, Direction::Up),
            _ => return None,
        };
        if value > PUSHED {
            self.press(positive, at)
        } else if value < -PUSHED {
            self.press(negative, at)
        } else {
            self.held[index] = None;
            None
        }
    }
}

/// The left stick.
#[derive(Clone, Copy, Debug, Default)]
struct Stick {
    /// Where it is, each axis from −1 to 1, up being positive.
    at: Vec2,
    /// Which axes have moved since the position was judged.
    moved: [bool; 2],
    /// The direction it is pushed in, once that has counted.
    pushed: Option<Direction>,
}

impl Stick {
    /// Reads the position of an axis. If that axis has moved already, the
    /// position so far is judged before.
    fn turn(&mut self, axis: Axis, value: f32) -> Option<Action> {
        let index = usize::from(axis == Axis::LeftStickY);
        let action = if self.moved[index] {
            self.settle()
        } else {
            None
        };
        self.at[index] = value;
        self.moved[index] = true;
        action
    }

    /// Judges the position: whether it is a push that has not counted yet.
    fn settle(&mut self) -> Option<Action> {
        if self.moved == [false; 2] {
            return None;
        }
        self.moved = [false; 2];
        let along = |direction| match direction {
            Direction::Right => self.at.x,
            Direction::Left => -self.at.x,
            Direction::Up => self.at.y,
            Direction::Down => -self.at.y,
        };
        self.pushed.take_if(|pushed| along(*pushed) < RELEASED);
        if self.pushed.is_some() {
            return None;
        }
        // A stick's axis is positive upwards, a screen's downwards.
        let direction = dominant(Vec2::new(self.at.x, -self.at.y), PUSHED)?;
        self.pushed = Some(direction);
        Some(Action::Go(direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time in milliseconds.
    fn at(milliseconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_millis(1_000_000 + milliseconds)
    }

    fn pressed(button: Button) -> EventType {
        let code = button.to_nec().expect("the button is a known one");
        EventType::ButtonPressed(button, code)
    }

    fn released(button: Button) -> EventType {
        let code = button.to_nec().expect("the button is a known one");
        EventType::ButtonReleased(button, code)
    }

    fn turned(axis: Axis, value: f32) -> EventType {
        // The code of an axis cannot be had without a gamepad; none is read.
        let code = Button::South.to_nec().expect("the button is a known one");
        EventType::AxisChanged(axis, value, code)
    }

    /// Reads one event, with no more to come for now.
    fn read(pads: &mut Pads, event: EventType, milliseconds: u64) -> Vec<Action> {
        pads.read(0, event, at(milliseconds));
        pads.take()
    }

    /// Reads both axes of the stick as they come of one report.
    fn stick(pads: &mut Pads, x: f32, y: f32) -> Vec<Action> {
        pads.read(0, turned(Axis::LeftStickX, x), at(0));
        pads.read(0, turned(Axis::LeftStickY, y), at(0));
        pads.take()
    }

    use Direction::{Down, Left, Right, Up};

    fn go(direction: Direction) -> Vec<Action> {
        vec![Action::Go(direction)]
    }

    #[test]
    fn each_button_does_its_own_and_does_not_repeat() {
        for (button, action) in [
            (Button::DPadUp, Action::Go(Up)),
            (Button::DPadRight, Action::Go(Right)),
            (Button::DPadDown, Action::Go(Down)),
            (Button::DPadLeft, Action::Go(Left)),
            (Button::South, Action::Press),
            (Button::East, Action::Ask(Request::Close)),
            (Button::West, Action::Ask(Request::Undo)),
            (Button::North, Action::Ask(Request::Redo)),
            (Button::LeftTrigger, Action::Ask(Request::Help(Help::Hint))),
            (
                Button::RightTrigger,
                Action::Ask(Request::Help(Help::Autoplay)),
            ),
            (Button::Start, Action::Ask(Request::Menu)),
            (Button::Select, Action::Ask(Request::Restart)),
        ] {
            let mut pads = Pads::default();
            for _ in 0..2 {
                assert_eq!(read(&mut pads, pressed(button), 0), [action]);
                let code = button.to_nec().expect("the button is a known one");
                let more = EventType::ButtonRepeated(button, code);
                assert_eq!(read(&mut pads, more, 500), []);
                let more = EventType::ButtonChanged(button, 1.0, code);
                assert_eq!(read(&mut pads, more, 500), []);
                assert_eq!(read(&mut pads, released(button), 900), []);
            }
        }
        let mut pads = Pads::default();
        for button in [Button::Mode, Button::LeftThumb, Button::LeftTrigger2] {
            assert_eq!(read(&mut pads, pressed(button), 0), []);
        }
    }

    #[test]
    fn a_diagonal_push_of_the_d_pad_moves_once() {
        let mut pads = Pads::default();
        for (start, first, second) in [
            (0, Button::DPadRight, Button::DPadUp),
            (500, Button::DPadDown, Button::DPadLeft),
        ] {
            let direction = direction_of(first).expect("a button of the D-pad");
            assert_eq!(read(&mut pads, pressed(first), start), go(direction));
            assert_eq!(read(&mut pads, pressed(second), start + 20), []);
            assert_eq!(read(&mut pads, released(first), start + 120), []);
            assert_eq!(read(&mut pads, released(second), start + 140), []);
        }
        // As axes.
        assert_eq!(read(&mut pads, turned(Axis::DPadX, -1.0), 2000), go(Left));
        assert_eq!(read(&mut pads, turned(Axis::DPadY, 1.0), 2000), []);
        assert_eq!(read(&mut pads, turned(Axis::DPadY, 0.0), 2100), []);
        assert_eq!(read(&mut pads, turned(Axis::DPadX, 0.0), 2110), []);
        assert_eq!(read(&mut pads, turned(Axis::DPadY, 1.0), 2200), go(Up));
    }

    #[test]
    fn a_thumb_that_rolls_over_the_d_pad_moves_each_way() {
        let mut pads = Pads::default();
        assert_eq!(read(&mut pads, pressed(Button::DPadLeft), 0), go(Left));
        assert_eq!(read(&mut pads, pressed(Button::DPadDown), 100), go(Down));
        assert_eq!(read(&mut pads, released(Button::DPadLeft), 120), []);
        assert_eq!(read(&mut pads, pressed(Button::DPadLeft), 200), go(Left));
        assert_eq!(read(&mut pads, released(Button::DPadDown), 220), []);
    }

    #[test]
    fn a_flick_of_the_d_pad_from_side_to_side_is_a_new_push() {
        let mut pads = Pads::default();
        assert_eq!(read(&mut pads, turned(Axis::DPadX, 1.0), 0), go(Right));
        assert_eq!(read(&mut pads, turned(Axis::DPadX, 1.0), 5), []);
        assert_eq!(read(&mut pads, turned(Axis::DPadX, -1.0), 10), go(Left));
        assert_eq!(read(&mut pads, turned(Axis::DPadX, 0.0), 20), []);
        // A D-pad that is told of twice, as an axis and as buttons, moves once.
        assert_eq!(read(&mut pads, turned(Axis::DPadY, -1.0), 900), go(Down));
        assert_eq!(read(&mut pads, pressed(Button::DPadDown), 900), []);
    }

    #[test]
    fn a_push_of_the_stick_moves_once_until_it_comes_back() {
        let mut pads = Pads::default();
        assert_eq!(stick(&mut pads, 0.5, 0.0), []);
        assert_eq!(stick(&mut pads, 0.7, 0.1), go(Right));
        for x in [0.9, 1.0, 0.55, 0.35, 0.8] {
            assert_eq!(stick(&mut pads, x, 0.0), []);
        }
        assert_eq!(stick(&mut pads, 0.2, 0.0), []);
        assert_eq!(stick(&mut pads, 0.7, 0.0), go(Right));
    }

    #[test]
    fn a_diagonal_push_of_the_stick_moves_once_the_way_it_leans() {
        for (x, y, direction) in [
            (0.7, 0.75, Up),
            (0.75, 0.7, Right),
            (-0.7, -0.75, Down),
            (-0.75, 0.7, Left),
        ] {
            let mut pads = Pads::default();
            assert_eq!(stick(&mut pads, x, y), go(direction));
            let trembled = stick(&mut pads, y.copysign(x), x.copysign(y));
            assert_eq!(trembled, []);
            assert_eq!(stick(&mut pads, x * 0.7, y * 0.7), []);
            assert_eq!(stick(&mut pads, x * 0.3, y * 0.3), []);
            assert_eq!(stick(&mut pads, 0.0, 0.0), []);
        }
    }

    #[test]
    fn a_stick_that_is_rolled_to_another_side_moves_that_way() {
        let mut pads = Pads::default();
        assert_eq!(stick(&mut pads, 1.0, 0.0), go(Right));
        assert_eq!(stick(&mut pads, 0.7, 0.7), []);
        assert_eq!(stick(&mut pads, 0.1, 1.0), go(Up));
    }

    #[test]
    fn a_flick_of_the_stick_from_side_to_side_is_a_new_push() {
        let mut pads = Pads::default();
        assert_eq!(stick(&mut pads, -0.9, 0.0), go(Left));
        assert_eq!(stick(&mut pads, 0.9, 0.0), go(Right));
        assert_eq!(stick(&mut pads, 0.0, 0.0), []);
        // Both come before anyone takes them.
        for x in [0.9, -0.9, 0.9] {
            pads.read(0, turned(Axis::LeftStickX, x), at(0));
        }
        assert_eq!(pads.take(), [Right, Left, Right].map(Action::Go));
    }

    #[test]
    fn a_stick_and_a_button_keep_their_order() {
        let mut pads = Pads::default();
        pads.read(0, turned(Axis::LeftStickX, 0.9), at(0));
        pads.read(0, pressed(Button::South), at(0));
        assert_eq!(pads.take(), [Action::Go(Right), Action::Press]);
    }

    #[test]
    fn noise_of_the_axes_is_nothing() {
        let mut pads = Pads::default();
        for noise in [0.02, -0.05, 0.29, -0.01, 0.0] {
            for axis in [
                Axis::LeftStickX,
                Axis::LeftStickY,
                Axis::RightStickX,
                Axis::LeftZ,
                Axis::Unknown,
            ] {
                assert_eq!(read(&mut pads, turned(axis, noise), 0), []);
            }
        }
        assert_eq!(read(&mut pads, turned(Axis::RightStickX, 1.0), 0), []);
    }

    #[test]
    fn a_gamepad_that_went_away_holds_nothing() {
        for gone in [EventType::Disconnected, EventType::Connected] {
            let mut pads = Pads::default();
            assert_eq!(read(&mut pads, pressed(Button::DPadRight), 0), go(Right));
            assert_eq!(stick(&mut pads, 0.0, 1.0), go(Up));
            assert_eq!(read(&mut pads, gone, 10), []);
            assert_eq!(read(&mut pads, pressed(Button::DPadRight), 20), go(Right));
            assert_eq!(stick(&mut pads, 0.0, 1.0), go(Up));
        }
    }

    #[test]
    fn two_gamepads_do_not_hold_each_other() {
        let mut pads = Pads::default();
        for id in 0..2 {
            pads.read(id, pressed(Button::DPadRight), at(0));
            pads.read(id, turned(Axis::LeftStickY, 1.0), at(0));
        }
        let all = [Right, Up, Right, Up].map(Action::Go);
        let mut actions = pads.take();
        actions.sort_by_key(|action| all.iter().position(|other| other == action));
        assert_eq!(actions.len(), 4);
        assert_eq!(actions[..2], go(Right).repeat(2)[..]);
    }
}

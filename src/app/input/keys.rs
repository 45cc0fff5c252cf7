//! Which key means what.

use bevy::input::{
    ButtonState,
    keyboard::{Key, KeyCode, KeyboardInput},
};

use super::Action;
use crate::app::messages::{Help, Request};
use crate::game::Direction;

/// Which modifier keys are held.
///
/// Followed in the stream of events itself: by the end of a frame a modifier
/// may be up again whose key was pressed with it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    control: u8,
    shift: u8,
    other: u8,
}

impl Keys {
    /// What an event of the keyboard means; its own repeats go on with moves,
    /// count as presses for undo and redo, and for nothing else.
    pub(super) fn read(&mut self, input: &KeyboardInput) -> Option<Action> {
        if self.hold(input) || input.state == ButtonState::Released {
            return None;
        }
        let action = self.meaning(input)?;
        match action {
            _ if !input.repeat => Some(action),
            Action::Go(direction) => Some(Action::GoOn(direction)),
            Action::Ask(Request::Undo | Request::Redo) => Some(action),
            _ => None,
        }
    }

    /// Forgets what is held, since the window will not hear of its release.
    pub(super) fn release_all(&mut self) {
        *self = Self::default();
    }

    /// Takes note of a modifier; tells whether the event was of one.
    fn hold(&mut self, input: &KeyboardInput) -> bool {
        let (held, bit) = match input.key_code {
            KeyCode::ControlLeft => (&mut self.control, 1),
            KeyCode::ControlRight => (&mut self.control, 2),
            KeyCode::ShiftLeft => (&mut self.shift, 1),
            KeyCode::ShiftRight => (&mut self.shift, 2),
            KeyCode::AltLeft => (&mut self.other, 1),
            KeyCode::AltRight => (&mut self.other, 2),
            KeyCode::SuperLeft => (&mut self.other, 4),
            KeyCode::SuperRight => (&mut self.other, 8),
            _ => return false,
        };
        match input.state {
            ButtonState::Pressed => *held |= bit,
            ButtonState::Released => *held &= !bit,
        }
        true
    }

    fn meaning(self, input: &KeyboardInput) -> Option<Action> {
        // Command is what Control is elsewhere.
        let (command, other) = if cfg!(target_os = "macos") {
            (
                self.other & 0b1100 != 0,
                self.control != 0 || self.other & 0b0011 != 0,
            )
        } else {
            (self.control != 0, self.other != 0)
        };
        match (command, self.shift != 0, other) {
            (false, false, false) => plain(input),
            (false, true, false) if input.key_code == KeyCode::Tab => Some(Action::FocusPrevious),
            (false, true, false) if letter(input) == Some('u') => Some(Action::Ask(Request::Redo)),
            (true, shift, false) => match (letter(input)?, shift) {
                ('z', false) => Some(Action::Ask(Request::Undo)),
                ('z', true) | ('y', false) => Some(Action::Ask(Request::Redo)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What a key means with no modifier held.
fn plain(input: &KeyboardInput) -> Option<Action> {
    let action = match input.key_code {
        KeyCode::ArrowUp => Action::Go(Direction::Up),
        KeyCode::ArrowRight => Action::Go(Direction::Right),
        KeyCode::ArrowDown => Action::Go(Direction::Down),
        KeyCode::ArrowLeft => Action::Go(Direction::Left),
        KeyCode::Escape => Action::Ask(Request::Close),
        KeyCode::F11 => Action::ToggleFullscreen,
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Action::Press,
        KeyCode::Tab => Action::FocusNext,
        _ => match letter(input)? {
            'w' | 'k' => Action::Go(Direction::Up),
            'd' | 'l' => Action::Go(Direction::Right),
            's' | 'j' => Action::Go(Direction::Down),
            'a' | 'h' => Action::Go(Direction::Left),
            'r' => Action::Ask(Request::Restart),
            'u' => Action::Ask(Request::Undo),
            'm' => Action::Ask(Request::Menu),
            't' => Action::Ask(Request::Help(Help::Hint)),
            'p' => Action::Ask(Request::Help(Help::Autoplay)),
            _ => return None,
        },
    };
    Some(action)
}

/// The letter on a key, in lower case: what the layout prints there, or, where
/// that is no Latin letter, what a US keyboard has in its place.
fn letter(input: &KeyboardInput) -> Option<char> {
    if let Key::Character(text) = &input.logical_key {
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next())
            && character.is_ascii_alphabetic()
        {
            return Some(character.to_ascii_lowercase());
        }
    }
    let letter = match input.key_code {
        KeyCode::KeyA => 'a',
        KeyCode::KeyD => 'd',
        KeyCode::KeyH => 'h',
        KeyCode::KeyJ => 'j',
        KeyCode::KeyK => 'k',
        KeyCode::KeyL => 'l',
        KeyCode::KeyM => 'm',
        KeyCode::KeyP => 'p',
        KeyCode::KeyR => 'r',
        KeyCode::KeyS => 's',
        KeyCode::KeyT => 't',
        KeyCode::KeyU => 'u',
        KeyCode::KeyW => 'w',
        KeyCode::KeyY => 'y',
        KeyCode::KeyZ => 'z',
        _ => return None,
    };
    Some(letter)
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Entity;

    use super::*;

    fn event(key_code: KeyCode, logical: &str, state: ButtonState, repeat: bool) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key: Key::Character(logical.into()),
            state,
            text: None,
            repeat,
            window: Entity::PLACEHOLDER,
        }
    }

    fn press(keys: &mut Keys, key_code: KeyCode, logical: &str) -> Option<Action> {
        keys.read(&event(key_code, logical, ButtonState::Pressed, false))
    }

    fn release(keys: &mut Keys, key_code: KeyCode) {
        assert_eq!(
            keys.read(&event(key_code, "", ButtonState::Released, false)),
            None
        );
    }

    #[test]
    fn arrows_wasd_and_hjkl_move() {
        use Direction::{Down, Left, Right, Up};
        use KeyCode::*;
        let mut keys = Keys::default();
        for (key, logical, direction) in [
            (ArrowUp, "", Up),
            (ArrowRight, "", Right),
            (ArrowDown, "", Down),
            (ArrowLeft, "", Left),
            (KeyW, "w", Up),
            (KeyD, "d", Right),
            (KeyS, "s", Down),
            (KeyA, "a", Left),
            (KeyK, "k", Up),
            (KeyL, "l", Right),
            (KeyJ, "j", Down),
            (KeyH, "h", Left),
        ] {
            assert_eq!(press(&mut keys, key, logical), Some(Action::Go(direction)));
            release(&mut keys, key);
        }
    }

    #[test]
    fn a_key_with_a_modifier_does_not_move() {
        for modifier in [
            KeyCode::ControlLeft,
            KeyCode::AltRight,
            KeyCode::SuperLeft,
            KeyCode::ShiftRight,
        ] {
            let mut keys = Keys::default();
            press(&mut keys, modifier, "");
            assert_eq!(press(&mut keys, KeyCode::ArrowUp, ""), None);
            assert_eq!(press(&mut keys, KeyCode::KeyW, "w"), None);
            assert_eq!(press(&mut keys, KeyCode::KeyR, "r"), None);
            release(&mut keys, modifier);
            assert!(press(&mut keys, KeyCode::ArrowUp, "").is_some());
        }
    }

    #[test]
    #[cfg(not(target_os = "macos"))]
    fn undo_and_redo_have_their_chords() {
        let undo = Some(Action::Ask(Request::Undo));
        let redo = Some(Action::Ask(Request::Redo));
        let mut keys = Keys::default();
        assert_eq!(press(&mut keys, KeyCode::KeyU, "u"), undo);
        assert_eq!(press(&mut keys, KeyCode::KeyZ, "z"), None);
        press(&mut keys, KeyCode::ShiftLeft, "");
        assert_eq!(press(&mut keys, KeyCode::KeyU, "U"), redo);
        release(&mut keys, KeyCode::ShiftLeft);
        press(&mut keys, KeyCode::ControlRight, "");
        assert_eq!(press(&mut keys, KeyCode::KeyZ, "z"), undo);
        assert_eq!(press(&mut keys, KeyCode::KeyY, "y"), redo);
    }

    #[test]
    fn a_held_key_repeats_moves_but_nothing_that_turns_on_and_off() {
        let mut keys = Keys::default();
        let repeat = |key, logical| event(key, logical, ButtonState::Pressed, true);
        assert_eq!(
            keys.read(&repeat(KeyCode::ArrowLeft, "")),
            Some(Action::GoOn(Direction::Left))
        );
        assert_eq!(
            keys.read(&repeat(KeyCode::KeyU, "u")),
            Some(Action::Ask(Request::Undo))
        );
        for (key, logical) in [
            (KeyCode::KeyR, "r"),
            (KeyCode::KeyT, "t"),
            (KeyCode::KeyP, "p"),
        ] {
            assert_eq!(keys.read(&repeat(key, logical)), None);
        }
        assert_eq!(keys.read(&repeat(KeyCode::F11, "")), None);
    }

    #[test]
    fn printed_letters_count_and_other_scripts_use_the_place() {
        let mut keys = Keys::default();
        // A German layout has Z where a US one has Y.
        press(&mut keys, KeyCode::ControlLeft, "");
        #[cfg(not(target_os = "macos"))]
        assert_eq!(
            press(&mut keys, KeyCode::KeyY, "z"),
            Some(Action::Ask(Request::Undo))
        );
        release(&mut keys, KeyCode::ControlLeft);
        assert_eq!(
            press(&mut keys, KeyCode::KeyW, "ц"),
            Some(Action::Go(Direction::Up))
        );
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_modifiers() {
        let mut keys = Keys::default();
        press(&mut keys, KeyCode::AltLeft, "");
        keys.release_all();
        assert!(press(&mut keys, KeyCode::ArrowUp, "").is_some());
    }
}

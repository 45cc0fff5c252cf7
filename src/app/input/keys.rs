//! Which key means what.
//!
//! What the layout says comes first. The place of a key counts only where the
//! layout gives no Latin letter, as on a Russian one.

use bevy::input::{
    ButtonState,
    keyboard::{Key, KeyCode, KeyboardInput},
};

use super::Action;
use crate::app::messages::{Help, Request};
use crate::game::Direction;

/// A key that is held while another one is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modifier {
    Control,
    Shift,
    Alt,
    Super,
}

/// Which modifier keys are held.
///
/// Followed in the stream of events itself: by the end of a frame a modifier
/// may be up again whose key was pressed with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    /// By the place of the key, which tells left from right, and which is the
    /// same at the release whatever the layout says by then.
    held: Vec<(KeyCode, Modifier)>,
}

impl Keys {
    /// What an event of the keyboard means; its own repeats go on with moves,
    /// count as presses for undo and redo, and for nothing else.
    pub(super) fn read(&mut self, input: &KeyboardInput) -> Option<Action> {
        if input.state == ButtonState::Released {
            self.held
                .retain(|(key_code, _)| *key_code != input.key_code);
            return None;
        }
        if let Some(modifier) = modifier(input) {
            if !self.held.contains(&(input.key_code, modifier)) {
                self.held.push((input.key_code, modifier));
            }
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
        self.held.clear();
    }

    fn holds(&self, modifier: Modifier) -> bool {
        self.held.iter().any(|(_, held)| *held == modifier)
    }

    fn meaning(&self, input: &KeyboardInput) -> Option<Action> {
        let (control, logo) = (self.holds(Modifier::Control), self.holds(Modifier::Super));
        // Command is what Control is elsewhere.
        let (command, other) = if cfg!(target_os = "macos") {
            (logo, control)
        } else {
            (control, logo)
        };
        let other = other || self.holds(Modifier::Alt);
        match (command, self.holds(Modifier::Shift), other) {
            (false, false, false) => plain(input),
            (false, true, false) => match (named(input), letter(input)) {
                (Some(Action::FocusNext), _) => Some(Action::FocusPrevious),
                (None, Some('u')) => Some(Action::Ask(Request::Redo)),
                _ => None,
            },
            (true, shift, false) => match (letter(input)?, shift) {
                ('z', false) => Some(Action::Ask(Request::Undo)),
                ('z', true) | ('y', false) => Some(Action::Ask(Request::Redo)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The modifier that a key is, by its name or, without one, by its place.
fn modifier(input: &KeyboardInput) -> Option<Modifier> {
    match input.logical_key {
        Key::Control => Some(Modifier::Control),
        Key::Shift => Some(Modifier::Shift),
        Key::Alt | Key::AltGraph => Some(Modifier::Alt),
        Key::Super | Key::Meta | Key::Hyper => Some(Modifier::Super),
        Key::Unidentified(_) => match input.key_code {
            KeyCode::ControlLeft | KeyCode::ControlRight => Some(Modifier::Control),
            KeyCode::ShiftLeft | KeyCode::ShiftRight => Some(Modifier::Shift),
            KeyCode::AltLeft | KeyCode::AltRight => Some(Modifier::Alt),
            KeyCode::SuperLeft | KeyCode::SuperRight => Some(Modifier::Super),
            _ => None,
        },
        _ => None,
    }
}

/// What a key means with no modifier held.
fn plain(input: &KeyboardInput) -> Option<Action> {
    if let Some(action) = named(input) {
        return Some(action);
    }
    let action = match letter(input)? {
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
    };
    Some(action)
}

/// What a key means that has a name, or that is an arrow of the numpad.
fn named(input: &KeyboardInput) -> Option<Action> {
    let action = match &input.logical_key {
        Key::ArrowUp => Action::Go(Direction::Up),
        Key::ArrowRight => Action::Go(Direction::Right),
        Key::ArrowDown => Action::Go(Direction::Down),
        Key::ArrowLeft => Action::Go(Direction::Left),
        Key::Enter | Key::Space => Action::Press,
        Key::Tab => Action::FocusNext,
        Key::Escape => Action::Ask(Request::Close),
        Key::F11 => Action::ToggleFullscreen,
        Key::Character(text) if text == " " => Action::Press,
        // The arrows of the numpad have names of their own unless NumLock is on.
        Key::Character(text) if text.chars().all(char::is_numeric) => {
            Action::Go(numpad_arrow(input.key_code)?)
        }
        Key::Unidentified(_) => return named_by_place(input.key_code),
        _ => return None,
    };
    Some(action)
}

/// What a key that the layout has nothing for means on a US keyboard.
fn named_by_place(key_code: KeyCode) -> Option<Action> {
    let action = match key_code {
        KeyCode::ArrowUp => Action::Go(Direction::Up),
        KeyCode::ArrowRight => Action::Go(Direction::Right),
        KeyCode::ArrowDown => Action::Go(Direction::Down),
        KeyCode::ArrowLeft => Action::Go(Direction::Left),
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Action::Press,
        KeyCode::Tab => Action::FocusNext,
        KeyCode::Escape => Action::Ask(Request::Close),
        KeyCode::F11 => Action::ToggleFullscreen,
        _ => Action::Go(numpad_arrow(key_code)?),
    };
    Some(action)
}

/// The arrow on a key of the numpad.
fn numpad_arrow(key_code: KeyCode) -> Option<Direction> {
    match key_code {
        KeyCode::Numpad8 => Some(Direction::Up),
        KeyCode::Numpad6 => Some(Direction::Right),
        KeyCode::Numpad2 => Some(Direction::Down),
        KeyCode::Numpad4 => Some(Direction::Left),
        _ => None,
    }
}

/// The letter on a key, in lower case: what the layout prints there, or, where
/// that is neither a Latin letter nor a digit, what a US keyboard has in its
/// place.
///
/// A sign is no reason to trust the layout: on a Hebrew one the apostrophe is
/// where `W` is.
fn letter(input: &KeyboardInput) -> Option<char> {
    match &input.logical_key {
        Key::Unidentified(_) => letter_by_place(input.key_code),
        Key::Character(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) if character.is_ascii_alphabetic() => {
                    Some(character.to_ascii_lowercase())
                }
                (Some(character), None) if is_latin(character) || character.is_numeric() => None,
                _ => letter_by_place(input.key_code),
            }
        }
        _ => None,
    }
}

/// Whether a character is a letter of the Latin script with a mark, or one of
/// its own such as `ß`.
fn is_latin(character: char) -> bool {
    character.is_alphabetic() && matches!(character, '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// The letter that a US keyboard has on a key.
fn letter_by_place(key_code: KeyCode) -> Option<char> {
    let letter = match key_code {
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
    use bevy::{input::keyboard::NativeKey, prelude::Entity};

    use super::*;

    fn event(key_code: KeyCode, key: Key, state: ButtonState, repeat: bool) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key: key,
            state,
            text: None,
            repeat,
            window: Entity::PLACEHOLDER,
        }
    }

    fn press(keys: &mut Keys, key_code: KeyCode, key: Key) -> Option<Action> {
        keys.read(&event(key_code, key, ButtonState::Pressed, false))
    }

    fn release(keys: &mut Keys, key_code: KeyCode) {
        let event = event(key_code, unknown(), ButtonState::Released, false);
        assert_eq!(keys.read(&event), None);
    }

    fn printed(text: &str) -> Key {
        Key::Character(text.into())
    }

    fn unknown() -> Key {
        Key::Unidentified(NativeKey::Unidentified)
    }

    #[test]
    fn arrows_wasd_and_hjkl_move() {
        use Direction::{Down, Left, Right, Up};
        use KeyCode::*;
        let mut keys = Keys::default();
        for (key_code, key, direction) in [
            (ArrowUp, Key::ArrowUp, Up),
            (ArrowRight, Key::ArrowRight, Right),
            (ArrowDown, Key::ArrowDown, Down),
            (ArrowLeft, Key::ArrowLeft, Left),
            (KeyW, printed("w"), Up),
            (KeyD, printed("d"), Right),
            (KeyS, printed("s"), Down),
            (KeyA, printed("a"), Left),
            (KeyK, printed("k"), Up),
            (KeyL, printed("l"), Right),
            (KeyJ, printed("j"), Down),
            (KeyH, printed("h"), Left),
        ] {
            let action = Some(Action::Go(direction));
            assert_eq!(press(&mut keys, key_code, key), action);
            release(&mut keys, key_code);
        }
    }

    #[test]
    fn a_name_counts_wherever_its_key_lies() {
        let mut keys = Keys::default();
        for (key, action) in [
            (Key::ArrowUp, Action::Go(Direction::Up)),
            (Key::ArrowRight, Action::Go(Direction::Right)),
            (Key::ArrowDown, Action::Go(Direction::Down)),
            (Key::ArrowLeft, Action::Go(Direction::Left)),
            (Key::Escape, Action::Ask(Request::Close)),
            (Key::F11, Action::ToggleFullscreen),
            (Key::Enter, Action::Press),
            (Key::Space, Action::Press),
            (printed(" "), Action::Press),
            (Key::Tab, Action::FocusNext),
        ] {
            for key_code in [
                KeyCode::Escape,
                KeyCode::ArrowLeft,
                KeyCode::KeyR,
                KeyCode::Numpad8,
            ] {
                assert_eq!(press(&mut keys, key_code, key.clone()), Some(action));
                release(&mut keys, key_code);
            }
        }
        for key_code in [
            KeyCode::Escape,
            KeyCode::ArrowLeft,
            KeyCode::Enter,
            KeyCode::F11,
        ] {
            for key in [Key::Home, Key::F5, printed("x"), printed("ц"), printed("5")] {
                assert_eq!(press(&mut keys, key_code, key), None);
            }
        }
    }

    #[test]
    fn without_a_name_the_place_counts() {
        let mut keys = Keys::default();
        for (key_code, action) in [
            (KeyCode::ArrowUp, Action::Go(Direction::Up)),
            (KeyCode::Numpad6, Action::Go(Direction::Right)),
            (KeyCode::KeyS, Action::Go(Direction::Down)),
            (KeyCode::Escape, Action::Ask(Request::Close)),
            (KeyCode::F11, Action::ToggleFullscreen),
            (KeyCode::NumpadEnter, Action::Press),
            (KeyCode::Space, Action::Press),
            (KeyCode::Tab, Action::FocusNext),
        ] {
            assert_eq!(press(&mut keys, key_code, unknown()), Some(action));
        }
        press(&mut keys, KeyCode::ControlLeft, unknown());
        assert_eq!(press(&mut keys, KeyCode::ArrowUp, unknown()), None);
    }

    #[test]
    fn the_numpad_moves_with_and_without_num_lock() {
        let mut keys = Keys::default();
        for (key_code, digit, name, direction) in [
            (KeyCode::Numpad8, "8", Key::ArrowUp, Direction::Up),
            (KeyCode::Numpad6, "6", Key::ArrowRight, Direction::Right),
            (KeyCode::Numpad2, "2", Key::ArrowDown, Direction::Down),
            (KeyCode::Numpad4, "4", Key::ArrowLeft, Direction::Left),
        ] {
            let go = Some(Action::Go(direction));
            assert_eq!(press(&mut keys, key_code, printed(digit)), go);
            assert_eq!(press(&mut keys, key_code, name), go);
        }
        for (key_code, key) in [
            (KeyCode::Digit8, printed("8")),
            (KeyCode::KeyW, printed("8")),
            (KeyCode::Numpad5, printed("5")),
            (KeyCode::Numpad7, Key::Home),
            (KeyCode::Numpad8, printed("+")),
        ] {
            assert_eq!(press(&mut keys, key_code, key), None);
        }
        let enter = press(&mut keys, KeyCode::NumpadEnter, Key::Enter);
        assert_eq!(enter, Some(Action::Press));
    }

    #[test]
    fn a_key_with_a_modifier_does_not_move() {
        for (modifier, key) in [
            (KeyCode::ControlLeft, Key::Control),
            (KeyCode::CapsLock, Key::Control),
            (KeyCode::AltLeft, Key::Alt),
            (KeyCode::AltRight, Key::AltGraph),
            (KeyCode::SuperLeft, Key::Super),
            (KeyCode::SuperRight, Key::Meta),
            (KeyCode::ShiftRight, Key::Shift),
            // On X11, Alt with Shift is `Meta_L`, which winit has no name for.
            (KeyCode::AltLeft, unknown()),
        ] {
            let mut keys = Keys::default();
            press(&mut keys, modifier, key);
            assert_eq!(press(&mut keys, KeyCode::ArrowUp, Key::ArrowUp), None);
            assert_eq!(press(&mut keys, KeyCode::KeyW, printed("w")), None);
            assert_eq!(press(&mut keys, KeyCode::KeyR, printed("r")), None);
            assert_eq!(press(&mut keys, KeyCode::Enter, Key::Enter), None);
            release(&mut keys, modifier);
            assert!(press(&mut keys, KeyCode::ArrowUp, Key::ArrowUp).is_some());
        }
    }

    #[test]
    fn a_modifier_that_was_remapped_to_another_key_is_none() {
        let mut keys = Keys::default();
        press(&mut keys, KeyCode::ControlLeft, Key::CapsLock);
        assert!(press(&mut keys, KeyCode::ArrowUp, Key::ArrowUp).is_some());
    }

    #[test]
    fn the_left_and_the_right_modifier_are_released_apart() {
        let mut keys = Keys::default();
        press(&mut keys, KeyCode::ShiftLeft, Key::Shift);
        press(&mut keys, KeyCode::ShiftRight, Key::Shift);
        release(&mut keys, KeyCode::ShiftLeft);
        assert_eq!(press(&mut keys, KeyCode::ArrowUp, Key::ArrowUp), None);
        release(&mut keys, KeyCode::ShiftRight);
        assert!(press(&mut keys, KeyCode::ArrowUp, Key::ArrowUp).is_some());
    }

    #[test]
    fn tab_goes_on_and_with_shift_back() {
        let mut keys = Keys::default();
        let tab = |keys: &mut Keys| press(keys, KeyCode::Tab, Key::Tab);
        assert_eq!(tab(&mut keys), Some(Action::FocusNext));
        press(&mut keys, KeyCode::ShiftLeft, Key::Shift);
        assert_eq!(tab(&mut keys), Some(Action::FocusPrevious));
        press(&mut keys, KeyCode::AltLeft, Key::Alt);
        assert_eq!(tab(&mut keys), None, "it goes to another window");
    }

    #[test]
    #[cfg(not(target_os = "macos"))]
    fn undo_and_redo_have_their_chords() {
        let undo = Some(Action::Ask(Request::Undo));
        let redo = Some(Action::Ask(Request::Redo));
        let mut keys = Keys::default();
        assert_eq!(press(&mut keys, KeyCode::KeyU, printed("u")), undo);
        assert_eq!(press(&mut keys, KeyCode::KeyZ, printed("z")), None);
        press(&mut keys, KeyCode::ShiftLeft, Key::Shift);
        assert_eq!(press(&mut keys, KeyCode::KeyU, printed("U")), redo);
        release(&mut keys, KeyCode::ShiftLeft);
        press(&mut keys, KeyCode::ControlRight, Key::Control);
        assert_eq!(press(&mut keys, KeyCode::KeyZ, printed("z")), undo);
        assert_eq!(press(&mut keys, KeyCode::KeyY, printed("y")), redo);
    }

    #[test]
    fn a_held_key_repeats_moves_but_nothing_that_turns_on_and_off() {
        let mut keys = Keys::default();
        let repeat = |key_code, key| event(key_code, key, ButtonState::Pressed, true);
        assert_eq!(
            keys.read(&repeat(KeyCode::ArrowLeft, Key::ArrowLeft)),
            Some(Action::GoOn(Direction::Left))
        );
        assert_eq!(
            keys.read(&repeat(KeyCode::KeyU, printed("u"))),
            Some(Action::Ask(Request::Undo))
        );
        for (key_code, key) in [
            (KeyCode::KeyR, printed("r")),
            (KeyCode::KeyT, printed("t")),
            (KeyCode::KeyP, printed("p")),
            (KeyCode::F11, Key::F11),
            (KeyCode::Enter, Key::Enter),
            (KeyCode::Space, Key::Space),
            (KeyCode::Tab, Key::Tab),
        ] {
            assert_eq!(keys.read(&repeat(key_code, key)), None);
        }
    }

    #[test]
    fn printed_letters_count_and_other_scripts_use_the_place() {
        let mut keys = Keys::default();
        // A German layout has Z where a US one has Y.
        press(&mut keys, KeyCode::ControlLeft, Key::Control);
        #[cfg(not(target_os = "macos"))]
        assert_eq!(
            press(&mut keys, KeyCode::KeyY, printed("z")),
            Some(Action::Ask(Request::Undo))
        );
        release(&mut keys, KeyCode::ControlLeft);
        // What Russian, Greek and Hebrew layouts have there.
        for other in ["ц", "ς", "'"] {
            assert_eq!(
                press(&mut keys, KeyCode::KeyW, printed(other)),
                Some(Action::Go(Direction::Up))
            );
        }
        for latin in ["q", "ı", "ñ", "ư"] {
            assert_eq!(press(&mut keys, KeyCode::KeyW, printed(latin)), None);
        }
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_modifiers() {
        let mut keys = Keys::default();
        press(&mut keys, KeyCode::AltLeft, Key::Alt);
        keys.release_all();
        assert!(press(&mut keys, KeyCode::ArrowUp, Key::ArrowUp).is_some());
    }
}

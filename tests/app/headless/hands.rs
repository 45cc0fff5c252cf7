//! Keys, mouse and gamepad, as the window system and gilrs report them.

use std::time::SystemTime;

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyCode, KeyboardFocusLost, KeyboardInput},
        mouse::MouseButtonInput,
    },
    prelude::*,
    window::{CursorLeft, CursorMoved, WindowEvent, WindowFocused},
};
use bevy_2048::app::input::gamepad::{PadSender, Pads};
use gilrs::{Button, EventType};

use super::Headless;

impl Headless {
    /// Presses a key down, as winit reports it.
    pub fn press(&mut self, key_code: KeyCode) {
        self.send_key(key_code, ButtonState::Pressed, false);
    }

    /// Holds a pressed key down until it repeats, as winit reports it.
    pub fn repeat(&mut self, key_code: KeyCode) {
        self.send_key(key_code, ButtonState::Pressed, true);
    }

    /// Lets a key go, as winit reports it.
    pub fn release(&mut self, key_code: KeyCode) {
        self.send_key(key_code, ButtonState::Released, false);
    }

    /// Presses a key and lets it go, then draws the frames in which it and
    /// what follows from it are seen.
    pub fn tap(&mut self, key_code: KeyCode) {
        self.press(key_code);
        self.release(key_code);
        // What a key asks for is taken in the first frame, and the screen that
        // follows opens in the second.
        self.frame();
        self.frame();
    }

    fn send_key(&mut self, key_code: KeyCode, state: ButtonState, repeat: bool) {
        let input = KeyboardInput {
            key_code,
            logical_key: logical(key_code),
            state,
            text: None,
            repeat,
            window: self.window,
        };
        let world = self.app.world_mut();
        world.write_message(input.clone());
        world.write_message(WindowEvent::KeyboardInput(input));
    }

    /// Moves the cursor to a point, in logical pixels.
    pub fn point(&mut self, position: Vec2) {
        let moved = CursorMoved {
            window: self.window,
            position,
            delta: None,
        };
        let world = self.app.world_mut();
        world
            .get_mut::<Window>(self.window)
            .expect("the window is there as long as the app")
            .set_cursor_position(Some(position));
        world.write_message(moved.clone());
        world.write_message(WindowEvent::CursorMoved(moved));
    }

    /// Moves the cursor out of the window.
    pub fn point_away(&mut self) {
        let left = CursorLeft {
            window: self.window,
        };
        let world = self.app.world_mut();
        world
            .get_mut::<Window>(self.window)
            .expect("the window is there as long as the app")
            .set_cursor_position(None);
        world.write_message(left.clone());
        world.write_message(WindowEvent::CursorLeft(left));
    }

    /// Presses the left mouse button or lets it go.
    pub fn mouse(&mut self, state: ButtonState) {
        let input = MouseButtonInput {
            button: MouseButton::Left,
            state,
            window: self.window,
        };
        let world = self.app.world_mut();
        world.write_message(input);
        world.write_message(WindowEvent::MouseButtonInput(input));
    }

    /// Clicks on the oldest button with these words, then draws the frames in
    /// which what follows is seen.
    pub fn click(&mut self, label: &str) {
        let button = self.button(label);
        self.click_on(button);
    }

    /// Clicks on a button, likewise.
    pub fn click_on(&mut self, button: Entity) {
        let point = self.middle(button);
        self.point(point);
        self.frame();
        self.mouse(ButtonState::Pressed);
        self.frame();
        self.mouse(ButtonState::Released);
        self.frame();
        self.frame();
    }

    /// Presses a button of a gamepad and lets it go, then draws the frames in
    /// which what follows is seen.
    pub fn pad(&mut self, button: Button) {
        self.push_pad(button);
        self.frame();
        self.frame();
    }

    /// Presses a button of a gamepad and lets it go.
    pub fn push_pad(&mut self, button: Button) {
        let code = button.to_nec().expect("every pad can have the button");
        let mut pads = Pads::default();
        for event in [
            EventType::ButtonPressed(button, code),
            EventType::ButtonReleased(button, code),
        ] {
            pads.read(0, event, SystemTime::UNIX_EPOCH);
        }
        for action in pads.take() {
            let sender = self.app.world().resource::<PadSender>();
            sender.send(action).expect("the app receives it");
        }
    }

    /// Goes to another window, or comes back from it.
    pub fn focus_window(&mut self, focused: bool) {
        let window = self.window;
        let world = self.app.world_mut();
        world
            .get_mut::<Window>(window)
            .expect("the window is there as long as the app")
            .focused = focused;
        let changed = WindowFocused { window, focused };
        world.write_message(changed.clone());
        world.write_message(WindowEvent::WindowFocused(changed));
        if !focused {
            world.write_message(KeyboardFocusLost);
            world.write_message(WindowEvent::KeyboardFocusLost(KeyboardFocusLost));
        }
    }
}

/// What a US keyboard prints on a key.
fn logical(key_code: KeyCode) -> Key {
    match key_code {
        KeyCode::ArrowUp => Key::ArrowUp,
        KeyCode::ArrowRight => Key::ArrowRight,
        KeyCode::ArrowDown => Key::ArrowDown,
        KeyCode::ArrowLeft => Key::ArrowLeft,
        KeyCode::Enter => Key::Enter,
        KeyCode::Space => Key::Space,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::ShiftLeft => Key::Shift,
        KeyCode::ControlLeft => Key::Control,
        KeyCode::AltLeft => Key::Alt,
        KeyCode::SuperLeft => Key::Super,
        letter => {
            let name = format!("{letter:?}").to_lowercase();
            Key::Character(name.replacen("key", "", 1).into())
        }
    }
}

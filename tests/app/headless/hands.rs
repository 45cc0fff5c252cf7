//! Keys, mouse and gamepad, as the window system reports them.

use bevy::{
    input::{
        ButtonState,
        gamepad::GamepadButtonStateChangedEvent,
        keyboard::{Key, KeyCode, KeyboardInput},
        mouse::MouseButtonInput,
    },
    prelude::*,
    window::{CursorLeft, CursorMoved, WindowEvent},
};

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
        // A key of the focused button speaks before the frame's requests are
        // taken, the screen that follows opens in the next frame.
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

    /// Presses a button of a gamepad, then draws the frames in which what
    /// follows is seen.
    pub fn pad(&mut self, button: GamepadButton) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let event = GamepadButtonStateChangedEvent::new(Entity::PLACEHOLDER, button, state);
            self.app.world_mut().write_message(event);
        }
        self.frame();
        self.frame();
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

//! The window's icon, on systems that take it from the program: X11 and Windows.

use bevy::{ecs::system::NonSendMarker, prelude::*, window::WindowCreated, winit::WINIT_WINDOWS};
use winit::window::Icon;

/// The side of the icon, in pixels.
const SIDE: u32 = 64;

/// Red, green, blue and alpha of each pixel; made by `script/make-icon`.
const PIXELS: &[u8; (4 * SIDE * SIDE) as usize] =
    include_bytes!("../../../assets/icon/icon-64.rgba");

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, set_icon);
}

/// Gives each new window its icon. Windows belong to the main thread.
fn set_icon(mut created: MessageReader<WindowCreated>, _main_thread: NonSendMarker) {
    for event in created.read() {
        WINIT_WINDOWS.with_borrow(|windows| {
            let icon = Icon::from_rgba(PIXELS.to_vec(), SIDE, SIDE);
            if let (Some(window), Ok(icon)) = (windows.get_window(event.window), icon) {
                window.set_window_icon(Some(icon));
            }
        });
    }
}

//! The game in a real window under Wayland: keys, sizes, pictures and saves.
//!
//! Each test has a compositor without a screen or devices of its own (`sway`
//! with its headless backend), presses keys of a virtual keyboard with `wtype`
//! and looks at screenshots taken with `grim`. As in `tests/window`, whose
//! files it shares, nothing is timed.
//!
//! Where these programs are missing the tests pass without a check and say so,
//! unless `CI` is `true`.
#![cfg(all(feature = "window", target_os = "linux"))]

mod desktop;
mod play;
mod saves;
mod user;

#[path = "../window/agreement.rs"]
mod agreement;
#[allow(dead_code, reason = "the tests under X11 look at more")]
#[path = "../window/picture.rs"]
mod picture;
#[allow(dead_code, reason = "the tests under X11 watch more")]
#[path = "../window/playing.rs"]
mod playing;
#[allow(dead_code, reason = "the tests under X11 start from more games")]
#[path = "../window/scenes.rs"]
mod scenes;
#[allow(dead_code, reason = "the tests under X11 wait for more")]
#[path = "../window/wait.rs"]
mod wait;

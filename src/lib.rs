//! 2048, as a native desktop game and as a command line.
//!
//! Only `app`, the window, uses Bevy, and it is behind the `window` feature.
//! All other modules build without it, under `--no-default-features`.

#[cfg(feature = "window")]
pub mod app;
pub mod cli;
pub mod game;
pub mod options;
pub mod save;
pub mod solver;

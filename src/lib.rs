//! 2048, as a native desktop game and as a command line.
//!
//! The compiler keeps the wall between the two halves: [`game`], [`save`] and
//! [`cli`] build without Bevy, under `--no-default-features`, and the window,
//! `app`, stands behind the `window` feature.

#[cfg(feature = "window")]
pub mod app;
pub mod cli;
pub mod game;
pub mod options;
pub mod save;
pub mod solver;

//! 2048 as a native desktop game and as a command-line program.
//!
//! The crate has two halves. [`game`], [`save`], [`solver`] and [`cli`] do not
//! depend on Bevy and build with `--no-default-features`. The window, `app`, is
//! behind the `window` feature, so the compiler keeps the halves apart.

#[cfg(feature = "window")]
pub mod app;
pub mod cli;
pub mod game;
pub mod options;
pub mod save;
pub mod solver;

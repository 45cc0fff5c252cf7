//! The game in a real window: real keys, drags and clicks, what is saved, what
//! is seen, and what is said when something is missing.
//!
//! Each test has an X server without a screen of its own (`Xvfb`), sends input
//! with `xdotool` and looks at screenshots taken with `ImageMagick`'s `import`.
//! Nothing is timed: a test waits until what must come is there, and fails only
//! after a minute without it.
#![cfg(all(feature = "window", target_os = "linux"))]

mod agreement;
mod desktop;
mod failures;
mod geometry;
mod help;
mod overlays;
mod picture;
mod play;
mod playing;
mod pointer;
mod saves;
mod scenes;
mod wait;
mod xclient;

//! What surrounds the game in a real window: when frames are drawn, where the
//! window is, its icon, Ctrl+C, and logs for other programs.

#[cfg(windows)]
pub mod console;
pub mod power;

pub(super) mod frame_log;
pub(super) mod geometry;
pub(super) mod icon;
pub(super) mod interrupt;
pub(super) mod turn_log;

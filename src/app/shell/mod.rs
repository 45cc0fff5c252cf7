//! What surrounds the game in a real window: when frames are drawn, the
//! window's icon, and logs for other programs.

pub mod power;

pub(super) mod frame_log;
pub(super) mod icon;
pub(super) mod turn_log;

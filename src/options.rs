//! How to play in a window: what the command line asks of the window.

use std::path::PathBuf;

use crate::game::Rules;

/// How to play in a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayOptions {
    /// The rules to play by; `None` for those played last, which
    /// [`SaveFolder::last_played`](crate::save::SaveFolder::last_played) tells.
    pub rules: Option<Rules>,
    /// The folder to save games in; `None` for the user's own data folder.
    pub data_dir: Option<PathBuf>,
    /// Whether to write a line on standard output for each change of the game.
    pub log_turns: bool,
    /// Whether to write a line on standard output for each frame.
    pub log_frames: bool,
}

//! Saved games: what is in a file, where files lie, and who writes them.
//!
//! Nothing here knows of the window. [`mod@format`] turns a
//! [`Saved`] into bytes and back, [`folder`] owns the data folder with its lock
//! and its files, and [`writer`] moves the waiting for the disk off the main
//! thread. `docs/SAVES.md` describes the file for people.

mod files;
pub mod folder;
pub mod format;
mod last;
mod recent;
mod slot;
pub mod writer;

pub use folder::{Loaded, Resumed, SaveError, SaveFolder};
pub use format::{BestScores, FormatError, Saved};
pub use writer::SaveWriter;

//! Saved games, independent of the window.
//!
//! [`mod@format`] encodes and decodes the contents of a file, [`folder`] locks
//! the data folder and reads and writes the files in it, and [`writer`] saves
//! games on threads of its own. `docs/SAVES.md` describes the files for users.

mod files;
pub mod folder;
pub mod format;
mod last;
mod names;
mod recent;
mod slot;
pub mod writer;

pub use folder::{Loaded, Resumed, SaveError, SaveFolder};
pub use format::{BestScores, FormatError, Saved};
pub use writer::SaveWriter;

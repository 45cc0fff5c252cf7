//! The rules of 2048: the board, moves, random spawns, and a game with undo.
//!
//! This module is plain data and pure functions. It uses no clock, no files and no window, and
//! depends on neither the window nor the solvers. The rules are those of gabrielecirulli/2048,
//! on any board from 2 × 2 to 8 × 8 cells.

mod board;
mod cell;
mod dice;
mod direction;
mod face_rows;
mod game_tree;
mod history;
mod line;
mod play;
mod record;
mod rules;
mod slide;
mod tile;

pub use board::{Board, SIDES};
pub use cell::Cell;
pub use dice::{Dice, Spawn};
pub use direction::Direction;
pub use face_rows::BoardError;
pub use game_tree::{NodeKind, Ply};
pub use history::HISTORY_LIMIT;
pub use play::{Game, Outcome, SizeMismatch, Turn};
pub use record::{GameRecord, RecordError, SnapshotRecord};
pub use rules::{Rules, RulesError};
pub use slide::{Merge, Motion, Slide};
pub use tile::{MAX_RANK, Tile};

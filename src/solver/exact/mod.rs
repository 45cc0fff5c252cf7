//! Small boards solved completely: the best that any player can do.
//!
//! A state is a board before a move. Slides keep the sum of the faces and a spawn raises it by 2 or
//! 4, so that the states fall into layers by their sum, and each layer leads to the next two only.
//! They are found forward from the first boards, and valued backward from the last, with the values
//! of three layers at a time.

mod solve;
mod state_space;
mod table;

pub use solve::{Layer, Solution, solve};
pub use state_space::{State, StateSpace, StateSpaceError};
pub use table::{Table, TableError, TableWriter};

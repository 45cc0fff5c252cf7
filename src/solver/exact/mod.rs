//! Optimal play on small boards, by solving them completely.
//!
//! A state is a board before a move. A slide keeps the sum of the faces and a spawn raises it by 2
//! or 4, so the states form layers by sum, and each layer leads only to the next two. The states
//! are enumerated forward from the initial boards, then evaluated backward from the last layer with
//! the values of three layers in memory.

mod solve;
mod state_space;
mod table;

pub use solve::{Layer, Solution, solve};
pub use state_space::{State, StateSpace, StateSpaceError};
pub use table::{Table, TableError, TableWriter};

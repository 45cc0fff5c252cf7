//! The optimal player for small boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::AnySizePlayer;
use crate::game::Board;
use crate::solver::exact::Table;
use crate::solver::{Budget, Player, Thought};

/// Plays optimally by a [`Table`]. For boards that are not in it, it uses the [`AnySizePlayer`].
#[derive(Clone, Debug)]
pub struct ExactPlayer {
    table: Arc<Table>,
    fallback: AnySizePlayer,
}

impl ExactPlayer {
    /// The player that uses this table.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        let fallback = AnySizePlayer::new(table.four_chance());
        Self { table, fallback }
    }
}

impl Player for ExactPlayer {
    /// Values are the exact expected future score. The budget is ignored.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let state = self.table.state_space().state(board);
        match state.and_then(|state| self.table.move_values(state)) {
            Some(values) => Some(Thought::of_values(values, 1, 4)),
            None => self.fallback.think(board, budget, stop),
        }
    }
}

//! The player that cannot be beaten, on boards small enough.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::AnySizePlayer;
use crate::game::Board;
use crate::solver::exact::Table;
use crate::solver::{Budget, Player, Thought};

/// Plays by a [`Table`]; boards that are not in it are left to the [`AnySizePlayer`].
#[derive(Clone, Debug)]
pub struct ExactPlayer {
    table: Arc<Table>,
    otherwise: AnySizePlayer,
}

impl ExactPlayer {
    /// The player by this table.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        let otherwise = AnySizePlayer::new(table.four_chance());
        Self { table, otherwise }
    }
}

impl Player for ExactPlayer {
    /// Values are the expected score still to come, exact; budgets do not matter.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        let state = self.table.state_space().state(board);
        match state.and_then(|state| self.table.move_values(state)) {
            Some(values) => Some(Thought::of_values(values, 1, 4)),
            None => self.otherwise.think(board, budget, stop),
        }
    }
}

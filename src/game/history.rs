//! Undo and redo: the sequence of states of a game, one of which is the present.

use std::collections::VecDeque;
use std::mem;

use super::{Board, Direction};

/// The number of turns that can be undone and redone. The oldest are dropped first.
pub const HISTORY_LIMIT: usize = 10_000;

/// The part of a game's state that a turn changes and an undo restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub board: Board,
    pub score: u64,
    /// The number of turns played from the start of the game.
    pub moves: u64,
    /// The number of spawns drawn from the dice. Restoring it makes an undone turn spawn the same
    /// tile when it is played again.
    pub spawns: u64,
    /// Whether a merge has made the winning tile.
    pub won: bool,
}

/// A turn before or after the present: its direction, and the state on its far side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    direction: Direction,
    state: Snapshot,
}

/// The present state, the turns that led to it, and the turns that were undone.
///
/// It holds at most [`HISTORY_LIMIT`] turns, and every change takes constant time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    /// The turns played, latest last, each with the state before it.
    past: VecDeque<Step>,
    present: Snapshot,
    /// The undone turns, the next one to redo last, each with the state after it.
    future: Vec<Step>,
}

impl History {
    /// A history that holds only its first state.
    pub fn new(present: Snapshot) -> Self {
        Self {
            past: VecDeque::new(),
            present,
            future: Vec::new(),
        }
    }

    /// The present state.
    pub fn present(&self) -> &Snapshot {
        &self.present
    }

    /// The earliest state that undo can reach.
    pub fn oldest(&self) -> &Snapshot {
        self.past.front().map_or(&self.present, |step| &step.state)
    }

    /// The number of turns that can be undone.
    pub fn played(&self) -> usize {
        self.past.len()
    }

    /// The number of turns that can be redone.
    pub fn undone(&self) -> usize {
        self.future.len()
    }

    /// The directions of all turns held, in the order of play, including undone turns.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + '_ {
        self.past
            .iter()
            .chain(self.future.iter().rev())
            .map(|step| step.direction)
    }

    /// Adds a turn that leads to `state`, and drops the undone turns.
    pub fn push(&mut self, direction: Direction, state: Snapshot) {
        self.future.clear();
        if self.past.len() == HISTORY_LIMIT {
            self.past.pop_front();
        }
        let before = mem::replace(&mut self.present, state);
        self.past.push_back(Step {
            direction,
            state: before,
        });
    }

    /// Undoes the latest turn. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(Step { direction, state }) = self.past.pop_back() else {
            return false;
        };
        let after = mem::replace(&mut self.present, state);
        self.future.push(Step {
            direction,
            state: after,
        });
        true
    }

    /// Redoes the turn undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(Step { direction, state }) = self.future.pop() else {
            return false;
        };
        let before = mem::replace(&mut self.present, state);
        self.past.push_back(Step {
            direction,
            state: before,
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    fn state(moves: u64) -> Snapshot {
        let board = Rules::default().empty_board();
        Snapshot {
            board,
            score: 0,
            moves,
            spawns: moves,
            won: false,
        }
    }

    fn letters(history: &History) -> String {
        history.directions().map(Direction::letter).collect()
    }

    #[test]
    fn undo_and_redo_step_through_the_states() {
        let mut history = History::new(state(0));
        assert!(!history.undo() && !history.redo());
        history.push(Direction::Up, state(1));
        history.push(Direction::Left, state(2));
        assert!(history.undo());
        assert_eq!(
            (history.present().moves, history.played(), history.undone()),
            (1, 1, 1)
        );
        assert_eq!(letters(&history), "UL");
        assert!(history.undo());
        assert!(!history.undo());
        assert_eq!(history.present(), &state(0));
        assert_eq!(letters(&history), "UL");
        assert!(history.redo() && history.redo() && !history.redo());
        assert_eq!(history.present(), &state(2));
    }

    #[test]
    fn a_new_turn_drops_the_undone_ones() {
        let mut history = History::new(state(0));
        history.push(Direction::Up, state(1));
        history.push(Direction::Left, state(2));
        assert!(history.undo());
        history.push(Direction::Down, state(3));
        assert!(!history.redo());
        assert_eq!(letters(&history), "UD");
        assert_eq!(history.oldest(), &state(0));
    }

    #[test]
    fn the_oldest_turns_are_dropped_beyond_the_limit() {
        let mut history = History::new(state(0));
        for moves in 1..=HISTORY_LIMIT as u64 + 5 {
            history.push(Direction::Right, state(moves));
        }
        assert_eq!(history.played(), HISTORY_LIMIT);
        assert_eq!(history.oldest(), &state(5));
        while history.undo() {}
        assert_eq!(history.present(), &state(5));
        assert_eq!(history.undone(), HISTORY_LIMIT);
    }
}

//! Undo and redo: the states of a game in a line, of which one is the present.

use std::collections::VecDeque;
use std::mem;

use super::{Board, Direction};

/// The number of turns that a game can take back and play again; the oldest are forgotten first.
pub const HISTORY_LIMIT: usize = 10_000;

/// All of a game that changes with a turn and comes back with an undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub board: Board,
    pub score: u64,
    /// The number of turns played from the start of the game.
    pub moves: u64,
    /// The number of spawns drawn from the dice, so that an undo is no way to throw them again.
    pub spawns: u64,
    /// Whether a merge has made the tile to win with.
    pub won: bool,
}

/// A turn away from the present: its direction, and the state on its far side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    direction: Direction,
    state: Snapshot,
}

/// The present state between the turns that led to it and the turns taken back.
///
/// It holds [`HISTORY_LIMIT`] turns at most, and each change takes constant time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    /// The turns played, the latest last, each with the state before it.
    past: VecDeque<Step>,
    present: Snapshot,
    /// The turns taken back, the next one to redo last, each with the state after it.
    future: Vec<Step>,
}

impl History {
    /// A history that starts at a state.
    pub fn new(present: Snapshot) -> Self {
        Self {
            past: VecDeque::new(),
            present,
            future: Vec::new(),
        }
    }

    /// The state that the game is in.
    pub fn present(&self) -> &Snapshot {
        &self.present
    }

    /// The earliest state that can be undone to.
    pub fn oldest(&self) -> &Snapshot {
        self.past.front().map_or(&self.present, |step| &step.state)
    }

    /// The number of turns that can be undone.
    pub fn played(&self) -> usize {
        self.past.len()
    }

    /// The number of turns that can be redone.
    pub fn taken_back(&self) -> usize {
        self.future.len()
    }

    /// The directions of all turns held, those taken back included, in the order of play.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + '_ {
        self.past
            .iter()
            .chain(self.future.iter().rev())
            .map(|step| step.direction)
    }

    /// Adds a turn that leads to `state`; the turns taken back are forgotten.
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

    /// Takes the latest turn back; returns whether there was one.
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

    /// Plays the turn last taken back again; returns whether there was one.
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
    fn undo_and_redo_walk_along_the_line_of_states() {
        let mut history = History::new(state(0));
        assert!(!history.undo() && !history.redo());
        history.push(Direction::Up, state(1));
        history.push(Direction::Left, state(2));
        assert!(history.undo());
        assert_eq!(
            (
                history.present().moves,
                history.played(),
                history.taken_back()
            ),
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
    fn a_new_turn_forgets_those_taken_back() {
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
    fn the_oldest_turns_are_forgotten_beyond_the_limit() {
        let mut history = History::new(state(0));
        for moves in 1..=HISTORY_LIMIT as u64 + 5 {
            history.push(Direction::Right, state(moves));
        }
        assert_eq!(history.played(), HISTORY_LIMIT);
        assert_eq!(history.oldest(), &state(5));
        while history.undo() {}
        assert_eq!(history.present(), &state(5));
        assert_eq!(history.taken_back(), HISTORY_LIMIT);
    }
}

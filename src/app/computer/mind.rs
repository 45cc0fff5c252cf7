//! The computer player, as the tasks create and keep it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use crate::app::failure::attempt;
use crate::app::settings::Computer;
use crate::game::Board;
use crate::solver::exact::{StateSpace, Table};
use crate::solver::network::shipped;
use crate::solver::players::{PlayerKind, Stock};
use crate::solver::{Budget, Player, Thought};

/// The most cells of a board that is solved between two moves, in some
/// hundredths of a second.
const SOLVED_AT_ONCE: u8 = 6;

/// The most cells of a board that is solved in the background, in some seconds
/// and 80 MB. A board of 3 × 3 would take minutes and half a gigabyte.
const SOLVED_LATER: u8 = 8;

/// A search to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SearchRequest {
    /// The board to move on.
    pub board: Board,
    /// The probability that a spawn is a 4, from 0 to 1.
    pub four_chance: f64,
    /// The seed of the random player.
    pub seed: u64,
    /// The player to search with.
    pub computer: Computer,
    /// The limits of the search.
    pub budget: Budget,
}

/// The player used last, and the small board solved last.
#[derive(Default)]
pub(super) struct Mind {
    player: Option<(Post, Box<dyn Player>)>,
    solved: Option<Solved>,
}

/// What a player was created for. Another post needs another player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Post {
    kind: PlayerKind,
    width: u8,
    height: u8,
    four_chance: f64,
}

/// A small board, solved or being solved.
struct Solved {
    width: u8,
    height: u8,
    four_chance: f64,
    table: Arc<OnceLock<Arc<Table>>>,
    stop: Arc<AtomicBool>,
}

impl Drop for Solved {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Mind {
    /// Thinks, as [`Player::think`] does.
    pub(super) fn think(&mut self, question: &SearchRequest, stop: &AtomicBool) -> Option<Thought> {
        let board = &question.board;
        let stock = self.stock(question, stop);
        let post = Post {
            kind: kind(question.computer, board, &stock),
            width: board.width(),
            height: board.height(),
            four_chance: question.four_chance,
        };
        let player = match &mut self.player {
            Some((held, player)) if *held == post => player,
            other => {
                let player = post.kind.player(post.four_chance, question.seed, &stock);
                &mut other.insert((post, player)).1
            }
        };
        player.think(board, &question.budget, stop)
    }

    /// The data of the best player that is ready by now. Nothing is waited for:
    /// until it is ready, expectimax serves.
    fn stock(&mut self, question: &SearchRequest, stop: &AtomicBool) -> Stock {
        if question.computer != Computer::Network {
            return Stock::default();
        }
        let is_classic = (question.board.width(), question.board.height()) == (4, 4);
        Stock {
            network: is_classic.then(shipped::if_ready).flatten(),
            table: self.table(question, stop),
            ..Stock::default()
        }
    }

    /// The solved board of a size that can be solved.
    fn table(&mut self, question: &SearchRequest, stop: &AtomicBool) -> Option<Arc<Table>> {
        let (width, height) = (question.board.width(), question.board.height());
        if width * height > SOLVED_LATER {
            return None;
        }
        let four_chance = question.four_chance;
        if let Some(solved) = &self.solved
            && (solved.width, solved.height) == (width, height)
            && solved.four_chance.total_cmp(&four_chance).is_eq()
        {
            return solved.table.get().cloned();
        }
        let shape = StateSpace::new(width, height).ok()?;
        let solved = self.solved.insert(Solved {
            width,
            height,
            four_chance,
            table: Arc::default(),
            stop: Arc::default(),
        });
        if width * height <= SOLVED_AT_ONCE {
            if let Some(table) = Table::solve(shape, four_chance, stop) {
                return Some(Arc::clone(solved.table.get_or_init(|| Arc::new(table))));
            }
            self.solved = None;
        } else {
            let (table, stop) = (Arc::clone(&solved.table), Arc::clone(&solved.stop));
            let solve = move || {
                if let Some(found) = Table::solve(shape, four_chance, &stop) {
                    table.get_or_init(|| Arc::new(found));
                }
            };
            // Solving takes seconds, which would block the task pool. If there
            // is no thread, or if solving fails, the board stays unsolved.
            let _ = thread::Builder::new()
                .name("exact table".to_owned())
                .spawn(|| attempt(solve));
        }
        None
    }
}

/// The kind of player that stands in for the chosen one on this board, with the
/// data that is ready.
fn kind(computer: Computer, board: &Board, stock: &Stock) -> PlayerKind {
    let is_classic = (board.width(), board.height()) == (4, 4);
    match computer {
        Computer::Network if stock.table.is_some() => PlayerKind::Exact,
        Computer::Network if stock.network.is_some() => PlayerKind::Network,
        Computer::Minimax if is_classic => PlayerKind::Minimax,
        // Expectimax plays boards of all sizes.
        Computer::Network | Computer::Minimax | Computer::Expectimax => PlayerKind::Expectimax,
        Computer::Greedy => PlayerKind::Greedy,
        Computer::Random => PlayerKind::Random,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::{Direction, Game};

    /// A player that fails.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app::computer) enum Stub {
        Panics,
        IsMute,
        IsWrong,
    }

    impl Player for Stub {
        fn think(&mut self, board: &Board, _: &Budget, _: &AtomicBool) -> Option<Thought> {
            match self {
                Self::Panics => panic!("a stub\nthat says more than one needs to know"),
                Self::IsMute => None,
                Self::IsWrong => Some(Thought {
                    best: Direction::ALL
                        .into_iter()
                        .find(|&way| !board.can_slide(way)),
                    ..Thought::default()
                }),
            }
        }
    }

    impl Mind {
        /// With a stub in place of the greedy player of a game.
        pub(in crate::app::computer) fn with(stub: Stub, game: &Game) -> Self {
            let post = Post {
                kind: PlayerKind::Greedy,
                width: game.board().width(),
                height: game.board().height(),
                four_chance: game.rules().four_chance(),
            };
            Self {
                player: Some((post, Box::new(stub))),
                solved: None,
            }
        }
    }
}

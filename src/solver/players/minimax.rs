//! Minimax with alpha-beta pruning.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Grid, Packed, Wide};
use crate::solver::search::{Limits, Search, deepen_by_depth};
use crate::solver::{Budget, Player, Thought};

/// The search depth without a budget.
const DEFAULT_DEPTH: u8 = 4;

/// Minimax with alpha-beta pruning and the snake evaluation.
///
/// The evaluation is the sum of the faces, each times an exponential weight of its cell. The
/// opponent places a tile in the worst cell, but does not choose the tile: the value of a cell is
/// the mean over a 2 and a 4 there, by the chance of a 4.
///
/// The depth counts moves, as for the other players. A depth of 4 is four moves and the three
/// placements between them. Only 4 × 4 boards are supported; for others it returns `None`.
#[derive(Clone, Copy, Debug)]
pub struct MinimaxPlayer {
    four_chance: f64,
}

impl MinimaxPlayer {
    /// The player for games with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub const fn new(four_chance: f64) -> Self {
        Self { four_chance }
    }
}

impl Player for MinimaxPlayer {
    /// Values are the evaluation at the end of the principal variation, 0 for a lost board.
    fn think(&mut self, board: &Board, budget: &Budget, stop: &AtomicBool) -> Option<Thought> {
        if let Ok(packed) = Packed::try_from(board) {
            think(packed, self.four_chance, budget, stop)
        } else {
            think(Wide::try_from(board).ok()?, self.four_chance, budget, stop)
        }
    }
}

fn think<G: Grid>(
    board: G,
    four_chance: f64,
    budget: &Budget,
    stop: &AtomicBool,
) -> Option<Thought> {
    let mut search = AlphaBeta {
        board,
        tables: G::tables(),
        snake: Snake::get(),
        four_chance,
        limits: Limits::start(budget, stop),
        nodes: 0,
        ended: false,
    };
    deepen_by_depth(&mut search, budget, DEFAULT_DEPTH, stop)
}

/// A search from one root board.
struct AlphaBeta<'a, G: Grid> {
    board: G,
    tables: &'static G::MoveTables,
    snake: &'static Snake,
    four_chance: f64,
    limits: Limits<'a>,
    nodes: u64,
    ended: bool,
}

/// The value of a lost board.
const LOST: f64 = 0.0;

impl<'a, G: Grid> Search<'a> for AlphaBeta<'a, G> {
    /// Searches each move with a full window, so that all values are exact.
    fn values(&mut self, depth: u8) -> Option<[Option<f64>; 4]> {
        let (afters, _) = self.board.moves(self.tables);
        let values = afters.map(|after| {
            let value = self.snake.value(after.downgraded());
            (after != self.board).then(|| self.min(after, value, depth - 1, LOST, f64::INFINITY))
        });
        (!self.ended).then_some(values)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
    }
}

impl<G: Grid> AlphaBeta<'_, G> {
    /// The value of a max node, `depth` moves above the leaves.
    fn max(&mut self, board: G, depth: u8, mut alpha: f64, beta: f64) -> f64 {
        let (afters, _) = board.moves(self.tables);
        // Searching the most promising moves first makes pruning more effective.
        let mut moves = afters.map(|after| {
            let legal = after != board;
            (
                after,
                if legal {
                    self.snake.value(after.downgraded())
                } else {
                    f64::NEG_INFINITY
                },
            )
        });
        moves.sort_unstable_by(|(_, a), (_, b)| b.total_cmp(a));
        for (after, value) in moves {
            if value < LOST || alpha >= beta {
                break;
            }
            alpha = alpha.max(self.min(after, value, depth - 1, alpha, beta));
        }
        alpha
    }

    /// The value of a min node, `depth` moves above the leaves. `evaluation` is its value as a
    /// leaf.
    fn min(&mut self, after: G, evaluation: f64, depth: u8, alpha: f64, mut beta: f64) -> f64 {
        self.nodes += 1;
        self.ended |= self.limits.reached(self.nodes);
        if self.ended {
            return LOST;
        }
        if depth == 0 {
            return evaluation;
        }
        let [of_two, of_four] = [1.0 - self.four_chance, self.four_chance];
        for [two, four] in after.spawns() {
            if alpha >= beta {
                break;
            }
            let two = if of_two > 0.0 {
                of_two * self.max(two, depth, LOST, beta / of_two)
            } else {
                0.0
            };
            if two >= beta {
                continue;
            }
            let four = if of_four > 0.0 {
                let bounds = [alpha, beta].map(|bound| ((bound - two) / of_four).max(LOST));
                of_four * self.max(four, depth, bounds[0], bounds[1])
            } else {
                0.0
            };
            beta = beta.min(two + four);
        }
        beta
    }
}

/// The weights of the snake, row by row.
///
/// It runs from the top left along the first row, back along the second, and so on. The weight of
/// its first cell is 2^16, of the next 2^15, and of the last 2^1 (Y. Nie, W. Hou and Y. An, 2016).
struct Snake {
    /// The values of all rows of four ranks as the last row of the snake, running from the left and
    /// from the right: the faces times 2^4 to 2^1.
    rows: [Box<[u32]>; 2],
}

impl Snake {
    fn get() -> &'static Self {
        static SNAKE: LazyLock<Snake> = LazyLock::new(|| {
            let weighted = |row: u32, first_cell_is_left: bool| -> u32 {
                let value = |cell: u32| {
                    let power = if first_cell_is_left {
                        4 - cell
                    } else {
                        1 + cell
                    };
                    let face = (1_u32 << (row >> (4 * cell) & 0xf)) & !1;
                    face << power
                };
                (0..4).map(value).sum()
            };
            let table = |way| (0..=0xffff).map(|row| weighted(row, way)).collect();
            Snake {
                rows: [table(true), table(false)],
            }
        });
        &SNAKE
    }

    /// The sum of the faces, each times the weight of its cell.
    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "rows are truncated to 16 bits on purpose, and the sum has fewer than 53"
    )]
    fn value(&self, board: Packed) -> f64 {
        let row = |at: usize| {
            let row = usize::from((board.bits() >> (16 * at)) as u16);
            u64::from(self.rows[at % 2][row]) << (12 - 4 * at)
        };
        (row(0) + row(1) + row(2) + row(3)) as f64
    }
}

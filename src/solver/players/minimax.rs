//! Alpha-beta against the worst that the dice can do.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::game::Board;
use crate::solver::bitboard::{Grid, Packed, Wide};
use crate::solver::search::{Limits, Search, deepen_by_depth};
use crate::solver::{Budget, Player, Thought};

/// The moves that the player looks ahead where the budget does not say.
const OWN_DEPTH: u8 = 4;

/// Minimax with alpha-beta pruning over the exponential snake: tiles are placed in the worst cell,
/// and a board is worth the sum of its faces, each times the weight of its cell.
///
/// The opponent chooses the cell, but not the tile: a cell is as bad as the mean over a 2 and a 4
/// there, by the chance of a 4.
///
/// The depth counts moves as it does for the other players, so that a depth of 4 is four moves and
/// the three placements between them. Only 4 × 4 boards have a snake; on others it returns no
/// thought.
#[derive(Clone, Copy, Debug)]
pub struct MinimaxPlayer {
    four_chance: f64,
}

impl MinimaxPlayer {
    /// The player for dice with this chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub const fn new(four_chance: f64) -> Self {
        Self { four_chance }
    }
}

impl Player for MinimaxPlayer {
    /// Values are those of the board at the end of the line that both sides play; 0 is lost.
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
    deepen_by_depth(&mut search, budget, OWN_DEPTH, stop)
}

/// The search from one board.
struct AlphaBeta<'a, G: Grid> {
    board: G,
    tables: &'static G::MoveTables,
    snake: &'static Snake,
    four_chance: f64,
    limits: Limits<'a>,
    nodes: u64,
    ended: bool,
}

/// The value of a board without a move.
const LOST: f64 = 0.0;

impl<'a, G: Grid> Search<'a> for AlphaBeta<'a, G> {
    /// Each move is searched with an open window so that all values are exact.
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
    /// The value for the player to move, `depth` moves from the end.
    fn max(&mut self, board: G, depth: u8, mut alpha: f64, beta: f64) -> f64 {
        let (afters, _) = board.moves(self.tables);
        // The moves that look best go first, so that most others need not be looked into.
        let mut moves = afters.map(|after| {
            let open = after != board;
            (
                after,
                if open {
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

    /// The value where the opponent places a tile, with `depth` moves to come; `here` is the value
    /// by the snake alone.
    fn min(&mut self, after: G, here: f64, depth: u8, alpha: f64, mut beta: f64) -> f64 {
        self.nodes += 1;
        self.ended |= self.limits.reached(self.nodes);
        if self.ended {
            return LOST;
        }
        if depth == 0 {
            return here;
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
/// It runs from the top left along the first row, back along the second, and so on. Its first cell
/// weighs 2^16, the next 2^15, the last 2^1 (Y. Nie, W. Hou and Y. An, 2016).
struct Snake {
    /// For each row of four ranks, its value if it were the last one and run through from the left
    /// or from the right: the faces times 2^4 to 2^1.
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
        reason = "rows are cut to 16 bits, and the sum has fewer than 53"
    )]
    fn value(&self, board: Packed) -> f64 {
        let row = |at: usize| {
            let row = usize::from((board.bits() >> (16 * at)) as u16);
            u64::from(self.rows[at % 2][row]) << (12 - 4 * at)
        };
        (row(0) + row(1) + row(2) + row(3)) as f64
    }
}

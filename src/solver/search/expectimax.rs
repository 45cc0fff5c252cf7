//! The search itself, to a fixed depth.

use super::{Limits, Memory};
use crate::solver::bitboard::{Grid, Packed};

/// How good a board is after a move, before the spawn.
pub trait Evaluate: Send {
    /// Whether the gains of moves count on the way, as they do where the value is the score still
    /// to come.
    const GAINS_COUNT: bool;

    /// The value of a board after a move.
    fn value(&self, after: Packed) -> f32;
}

impl<E: Evaluate + Sync> Evaluate for std::sync::Arc<E> {
    const GAINS_COUNT: bool = E::GAINS_COUNT;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        E::value(self, after)
    }
}

/// The dice as a search takes them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dice {
    four_chance: f32,
    fours: u8,
}

impl Dice {
    /// Dice with a chance of a 4 from 0.0 to 1.0, of which search follows up to `fours` on a way.
    ///
    /// Spawns after as many 4s are taken for 2s: a way with more is too unlikely to be worth its
    /// time. As the sum of a board tells how many 4s lie on the way to it, this cut-off by chance
    /// leaves values independent of the order of search. Where 4s are not the rarer ones, all are
    /// followed.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "values have no more digits than an f32"
    )]
    pub fn new(four_chance: f64, fours: u8) -> Self {
        let fours = if four_chance > 0.5 { u8::MAX } else { fours };
        Self {
            four_chance: four_chance as f32,
            fours,
        }
    }
}

/// A search from one board: boards, depth and value as in [`Evaluate`].
pub struct Expectimax<'a, G: Grid, E> {
    evaluate: &'a E,
    memory: &'a mut Memory<G>,
    tables: &'static G::Tables,
    dice: Dice,
    limits: Limits<'a>,
    nodes: u64,
    ended: bool,
}

/// The value of a board without a move: nothing is to come.
const DEAD: f32 = 0.0;

impl<'a, G: Grid + Default, E: Evaluate> Expectimax<'a, G, E> {
    /// A search that has not looked at any board.
    pub fn new(evaluate: &'a E, memory: &'a mut Memory<G>, dice: Dice, limits: Limits<'a>) -> Self {
        Self {
            evaluate,
            memory,
            tables: G::tables(),
            dice,
            limits,
            nodes: 0,
            ended: false,
        }
    }

    /// The number of boards looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Puts other limits in the place of those so far.
    pub const fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
    }

    /// The value of each move, in the order of [`Direction::ALL`](crate::game::Direction), `None`
    /// for one that does not move; or `None` if the limits ended the search.
    ///
    /// `depth` is at least 1: the moves ahead, this one counted.
    pub fn values(&mut self, board: G, depth: u8) -> Option<[Option<f32>; 4]> {
        let (afters, [vertical, horizontal]) = board.moves(self.tables);
        let gains = [vertical, horizontal, vertical, horizontal];
        let mut values = [None; 4];
        for ((value, after), gain) in values.iter_mut().zip(afters).zip(gains) {
            if after != board {
                *value = Some(points::<E>(gain) + self.after(after, depth - 1, self.dice.fours));
            }
        }
        (!self.ended).then_some(values)
    }

    /// The value of a board after a move, with `depth` moves to look ahead from it.
    fn after(&mut self, after: G, depth: u8, fours: u8) -> f32 {
        if depth == 0 {
            self.count();
            return self.evaluate.value(after.folded());
        }
        if let Some(value) = self.memory.get(after, depth, fours) {
            return value;
        }
        let value = self.mean(after, depth, fours);
        if !self.ended {
            self.memory.put(after, depth, fours, value);
        }
        value
    }

    /// The mean over all spawns.
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are at most 16 empty cells"
    )]
    fn mean(&mut self, after: G, depth: u8, fours: u8) -> f32 {
        let four_chance = if fours == 0 {
            0.0
        } else {
            self.dice.four_chance
        };
        let (mut of_twos, mut of_fours) = (0.0, 0.0);
        for [two, four] in after.spawns() {
            if four_chance < 1.0 {
                of_twos += self.best(two, depth, fours);
            }
            if four_chance > 0.0 {
                of_fours += self.best(four, depth, fours - 1);
            }
            if self.ended {
                return DEAD;
            }
        }
        let sum = (1.0 - four_chance) * of_twos + four_chance * of_fours;
        sum / after.empty_count() as f32
    }

    /// The value of the best move.
    fn best(&mut self, board: G, depth: u8, fours: u8) -> f32 {
        self.count();
        let (afters, [vertical, horizontal]) = board.moves(self.tables);
        let gains = [vertical, horizontal, vertical, horizontal];
        let mut best: Option<f32> = None;
        for (after, gain) in afters.into_iter().zip(gains) {
            if after != board && !self.ended {
                let value = points::<E>(gain) + self.after(after, depth - 1, fours);
                best = Some(best.map_or(value, |best| best.max(value)));
            }
        }
        best.unwrap_or(DEAD)
    }

    /// Counts a board, and notes whether the limits are reached.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        self.ended |= self.limits.reached(self.nodes);
    }
}

/// A gain as the evaluation takes it.
#[inline]
#[expect(
    clippy::cast_precision_loss,
    reason = "a gain is a sum of few powers of two"
)]
fn points<E: Evaluate>(gain: u32) -> f32 {
    if E::GAINS_COUNT { gain as f32 } else { 0.0 }
}

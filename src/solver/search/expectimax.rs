//! Expectimax and the interface of its evaluation.

use super::{Cutoff, Limits, Reduction, TranspositionTable};
use crate::solver::bitboard::{Grid, Packed};

/// A static evaluation of boards.
pub trait Evaluate: Send {
    /// Whether a search adds the gains of moves, as it must if the value is the future score.
    const GAINS_COUNT: bool;

    /// The value of an afterstate.
    fn value(&self, after: Packed) -> f32;

    /// The value of a board without a legal move, 0.0 by default.
    fn lost(&self, _board: Packed) -> f32 {
        0.0
    }
}

impl<E: Evaluate + Sync> Evaluate for std::sync::Arc<E> {
    const GAINS_COUNT: bool = E::GAINS_COUNT;

    #[inline]
    fn value(&self, after: Packed) -> f32 {
        E::value(self, after)
    }

    #[inline]
    fn lost(&self, board: Packed) -> f32 {
        E::lost(self, board)
    }
}

/// The probabilities of spawns in a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnModel {
    four_chance: f32,
    max_fours: u8,
}

impl SpawnModel {
    /// The model with a chance of a 4 from 0.0 to 1.0.
    ///
    /// A search by [`DepthCutoff`](super::DepthCutoff) follows at most `max_fours` 4s on a path, or
    /// all of them if 4s are more likely than 2s.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "values have no more digits than an f32"
    )]
    pub fn new(four_chance: f64, max_fours: u8) -> Self {
        let max_fours = if four_chance > 0.5 {
            u8::MAX
        } else {
            max_fours
        };
        Self {
            four_chance: four_chance as f32,
            max_fours,
        }
    }

    /// The chance of a 4, from 0.0 to 1.0.
    #[must_use]
    pub const fn four_chance(self) -> f32 {
        self.four_chance
    }

    /// The largest number of 4s that a search follows on a path.
    #[must_use]
    pub const fn max_fours(self) -> u8 {
        self.max_fours
    }
}

/// An expectimax search from a root board down to a [`Cutoff`], in the unit of [`Evaluate`].
pub struct Expectimax<'a, G: Grid, E, C> {
    evaluate: &'a E,
    transpositions: &'a mut TranspositionTable<G>,
    tables: &'static G::MoveTables,
    cutoff: C,
    four_chance: f32,
    limits: Limits<'a>,
    nodes: u64,
    ended: bool,
}

impl<'a, G: Grid + Default, E: Evaluate, C: Cutoff> Expectimax<'a, G, E, C> {
    /// A search without any nodes yet.
    ///
    /// `transpositions` must not contain values of another evaluation or another cutoff.
    pub fn new(
        evaluate: &'a E,
        transpositions: &'a mut TranspositionTable<G>,
        spawn_model: SpawnModel,
        cutoff: C,
        limits: Limits<'a>,
    ) -> Self {
        Self {
            evaluate,
            transpositions,
            tables: G::tables(),
            cutoff,
            four_chance: spawn_model.four_chance(),
            limits,
            nodes: 0,
            ended: false,
        }
    }

    /// The number of nodes searched.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Replaces the limits.
    pub const fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
    }

    /// The value of each move, in the order of [`Direction::ALL`](crate::game::Direction), with
    /// `None` for an illegal move.
    ///
    /// `remaining` is the search effort below these moves. Returns `None` if the limits ended the
    /// search.
    pub fn values(&mut self, board: G, remaining: C::Remaining) -> Option<[Option<f32>; 4]> {
        let (afters, [vertical, horizontal]) = board.moves(self.tables);
        let gains = [vertical, horizontal, vertical, horizontal];
        let mut values = [None; 4];
        for ((value, after), gain) in values.iter_mut().zip(afters).zip(gains) {
            if after != board {
                *value = Some(points::<E>(gain) + self.after(after, remaining));
            }
        }
        (!self.ended).then_some(values)
    }

    /// The value of an afterstate.
    fn after(&mut self, after: G, remaining: C::Remaining) -> f32 {
        let Some(beyond) = self.cutoff.after_spawn(remaining, after.empty_count()) else {
            self.count();
            return self.evaluate.value(after.downgraded());
        };
        let key = self.cutoff.key(remaining);
        if let Some(value) = self.transpositions.get(after, key) {
            return value;
        }
        let value = self.mean(after, beyond);
        if !self.ended {
            self.transpositions.put(after, key, value);
        }
        value
    }

    /// The value of a chance node: the mean over all spawns.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a board has at most 16 empty cells"
    )]
    fn mean(
        &mut self,
        after: G,
        [two_remaining, four_remaining]: [Option<C::Remaining>; 2],
    ) -> f32 {
        let four_chance = match (two_remaining, four_remaining) {
            (_, None) => 0.0,
            (None, _) => 1.0,
            _ => self.four_chance,
        };
        let (mut of_twos, mut of_fours) = (0.0, 0.0);
        for [two, four] in after.spawns() {
            if let Some(remaining) = two_remaining {
                of_twos += self.best(two, remaining);
            }
            if let Some(remaining) = four_remaining {
                of_fours += self.best(four, remaining);
            }
            if self.ended {
                // The result of an ended search is discarded.
                return 0.0;
            }
        }
        let sum = (1.0 - four_chance) * of_twos + four_chance * of_fours;
        sum / after.empty_count() as f32
    }

    /// The value of a max node: the highest value of its moves.
    fn best(&mut self, board: G, remaining: C::Remaining) -> f32 {
        self.count();
        let (afters, [vertical, horizontal]) = board.moves(self.tables);
        let gains = [vertical, horizontal, vertical, horizontal];
        let best = if let Some(reduction) = self.cutoff.reduction(remaining) {
            let moves = afters.into_iter().zip(gains);
            let moves = moves.filter(|(after, _)| *after != board);
            self.best_with_reductions(moves, remaining, reduction)
        } else {
            let mut best: Option<f32> = None;
            for (after, gain) in afters.into_iter().zip(gains) {
                if after != board && !self.ended {
                    let value = points::<E>(gain) + self.after(after, remaining);
                    best = Some(best.map_or(value, |best| best.max(value)));
                }
            }
            best
        };
        best.unwrap_or_else(|| self.evaluate.lost(board.downgraded()))
    }

    /// The highest value of some moves, given as afterstates and gains, with reductions and
    /// pruning.
    fn best_with_reductions(
        &mut self,
        moves: impl Iterator<Item = (G, u32)>,
        remaining: C::Remaining,
        Reduction {
            remaining: reduced,
            margin,
        }: Reduction<C::Remaining>,
    ) -> Option<f32> {
        let mut candidates = [None; 4];
        for (place, (after, gain)) in candidates.iter_mut().zip(moves) {
            self.count();
            let gain = points::<E>(gain);
            *place = Some((gain + self.evaluate.value(after.downgraded()), after, gain));
        }
        candidates.sort_by(|one, other| {
            let [one, other] = [one, other]
                .map(|candidate| candidate.map_or(f32::NEG_INFINITY, |candidate| candidate.0));
            other.total_cmp(&one)
        });
        let mut candidates = candidates.into_iter().flatten();
        let (best_estimate, after, gain) = candidates.next()?;
        let mut best = gain + self.after(after, remaining);
        for (estimate, after, gain) in candidates {
            if self.ended || estimate < best_estimate - margin {
                break;
            }
            if gain + self.after(after, reduced) > best {
                best = best.max(gain + self.after(after, remaining));
            }
        }
        Some(best)
    }

    /// Counts a node and checks the limits.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        self.ended |= self.limits.reached(self.nodes);
    }
}

/// The gain of a move, or 0.0 if the evaluation does not count gains.
#[inline]
#[expect(
    clippy::cast_precision_loss,
    reason = "a gain is a sum of few powers of two"
)]
fn points<E: Evaluate>(gain: u32) -> f32 {
    if E::GAINS_COUNT { gain as f32 } else { 0.0 }
}

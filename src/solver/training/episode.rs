//! A game that the network plays to learn from.

use rand::Rng;

use super::learner::{Learner, LearningRate};
use crate::solver::bitboard::{MoveTables, Packed, SUM_LIMIT};
use crate::solver::network::Aim;
use crate::solver::search::Evaluate;

/// One move of a game, as the game went and as the network was shown it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The board after the move, before the spawn.
    pub after: Packed,
    /// The same board, folded.
    pub seen: Packed,
    /// The gain of the move on the folded board in points of score, 0 where gains do not count.
    pub gain: f32,
}

/// What a game is played by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpisodeSettings {
    /// The chance of a 4 times 2^32.
    pub four: u32,
    /// The highest rank that the network is shown where a board can be folded to it, see
    /// [`Packed::downgraded_to`].
    pub highest_rank: u8,
    /// What a game is to come to, if not to a high score: then it ends there, and gains do not
    /// count.
    pub aim: Option<Aim>,
}

/// A game played by the move of highest value, with all its steps.
#[derive(Clone, Debug, Default)]
pub struct Episode {
    /// The moves in the order of play.
    pub steps: Vec<Step>,
    /// The sum of their gains.
    pub score: u64,
    /// The board that the game came to.
    pub end: Packed,
    /// Whether the last step came to the aim.
    pub won: bool,
}

impl Episode {
    /// Plays from a board to the end, to the aim if there is one, or to the last sum of faces that
    /// is exact.
    pub fn play(
        &mut self,
        network: &impl Evaluate,
        tables: &MoveTables,
        start: Packed,
        rng: &mut impl Rng,
        settings: EpisodeSettings,
    ) {
        self.steps.clear();
        self.score = 0;
        self.won = false;
        let mut board = start;
        // A spawn adds 4 at most, so the sum is bounded by the start and the number of steps; it is
        // taken anew only where that bound runs out.
        let mut unchecked = 0;
        while let Some((step, gain)) = best_step(network, tables, board, settings) {
            if unchecked == 0 {
                unchecked = (SUM_LIMIT.saturating_sub(board.sum())) / 4;
                if unchecked == 0 {
                    break;
                }
            }
            unchecked -= 1;
            self.score += u64::from(gain);
            self.steps.push(step);
            board = step.after.with_random_tile(rng, settings.four);
            if settings.aim.is_some_and(|aim| aim.reached(step.after)) {
                self.won = true;
                break;
            }
        }
        self.end = board;
    }

    /// The steps that are learned from: all, but for the one that came to the aim, whose worth is
    /// known.
    #[must_use]
    pub fn learned(&self) -> &[Step] {
        &self.steps[..self.steps.len() - usize::from(self.won)]
    }

    /// Teaches the network this game, from its last move to its first.
    ///
    /// The target of each board is its lambda return, the mixture of what the next board is worth
    /// and what the game came to, with values as they are after the learning of the steps behind.
    pub fn teach(
        &self,
        learner: &Learner,
        settings: EpisodeSettings,
        lambda: f32,
        rate: LearningRate,
    ) {
        let mut target = match settings.aim {
            Some(aim) if self.won => aim.worth(),
            _ => 0.0,
        };
        for &Step { seen, gain, .. } in self.learned().iter().rev() {
            let value = learner.learn(seen, target, rate);
            target = gain + (1.0 - lambda) * value + lambda * target;
        }
    }
}

/// The move of highest gain and value on the folded board, or of highest value where there is an
/// aim, the first of equals, with its gain on the board itself; `None` if no move is left.
#[inline]
fn best_step(
    network: &impl Evaluate,
    tables: &MoveTables,
    board: Packed,
    settings: EpisodeSettings,
) -> Option<(Step, u32)> {
    let highest = settings.highest_rank;
    let downgraded = board.downgraded_to(highest);
    let (seen, [vertical, horizontal]) = downgraded.moves(tables);
    let gains = [vertical, horizontal, vertical, horizontal];
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (at, (seen, gain)) in seen.into_iter().zip(gains).enumerate() {
        if seen == downgraded {
            continue;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a gain is a sum of few powers of two"
        )]
        let gain = if settings.aim.is_none() {
            gain as f32
        } else {
            0.0
        };
        let seen = seen.downgraded_to(highest);
        let value = match settings.aim {
            Some(aim) if aim.reached(seen) => aim.worth(),
            _ => gain + network.value(seen),
        };
        if value > best_value {
            best_value = value;
            best = Some((at, seen, gain));
        }
    }
    let (at, seen, gain) = best?;
    // What is open on the one board is open on the other.
    let (afters, [vertical, horizontal]) = board.moves(tables);
    let step = Step {
        after: afters[at],
        seen,
        gain,
    };
    let gains = [vertical, horizontal];
    Some((step, gains[at % 2]))
}

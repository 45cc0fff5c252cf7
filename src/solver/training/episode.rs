//! Games of self-play, from which the network learns.

use rand::Rng;

use super::learner::{Learner, LearningRate};
use crate::solver::bitboard::{MoveTables, Packed, SUM_LIMIT};
use crate::solver::network::Aim;
use crate::solver::search::Evaluate;

/// One move of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The afterstate.
    pub after: Packed,
    /// The downgraded afterstate, which the network sees.
    pub seen: Packed,
    /// The gain of the move on the downgraded board in points of score, or 0.0 if there is an aim.
    pub gain: f32,
}

/// The settings of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpisodeSettings {
    /// The chance of a 4 times 2^32.
    pub four: u32,
    /// The rank that boards are downgraded to for the network. See [`Packed::downgraded_to`].
    pub highest_rank: u8,
    /// The aim of the game, or `None` to maximise the score. A game with an aim ends when it is
    /// reached, and gains do not count.
    pub aim: Option<Aim>,
}

/// A game played greedily by the values of the network, with all its steps.
#[derive(Clone, Debug, Default)]
pub struct Episode {
    /// The moves in the order of play.
    pub steps: Vec<Step>,
    /// The sum of the gains of all moves.
    pub score: u64,
    /// The final board.
    pub end: Packed,
    /// Whether the last step reached the aim.
    pub won: bool,
}

impl Episode {
    /// Plays from a board until the game is over, the aim is reached, or [`Packed`] boards are no
    /// longer exact.
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
        // A spawn adds at most 4, which bounds the growth of the sum. The sum is computed again
        // only when that bound is used up.
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

    /// The steps to learn from: all except the one that reached the aim, whose value is known.
    #[must_use]
    pub fn learned(&self) -> &[Step] {
        &self.steps[..self.steps.len() - usize::from(self.won)]
    }

    /// Updates the network by TD(λ) from the last move of the game to the first.
    ///
    /// The target of each afterstate is its lambda return: a mixture of the value of the next
    /// afterstate and the outcome of the game. It uses the values after the updates of the later
    /// steps.
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

/// The greedy move with its gain on the actual board, or `None` if no move is legal.
///
/// It maximises gain plus value on the downgraded board, or only the value if there is an aim.
/// Among equals it is the first one.
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
    // The same moves are legal on both boards.
    let (afters, [vertical, horizontal]) = board.moves(tables);
    let step = Step {
        after: afters[at],
        seen,
        gain,
    };
    let gains = [vertical, horizontal];
    Some((step, gains[at % 2]))
}

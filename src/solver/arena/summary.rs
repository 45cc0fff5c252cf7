//! Statistics over the results of games.

use std::collections::BTreeMap;

use super::{GameResult, Times};

/// The number of standard deviations around the mean that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_964;

/// The faces whose reach is always reported: 512 to 65536.
const FACES: [u128; 8] = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Statistics over a series of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The number of games.
    pub games: usize,
    /// The mean score.
    pub mean: f64,
    /// The confidence interval of the mean score, by the normal approximation. Its width is 0 for a
    /// single game.
    pub mean_interval: Interval,
    /// The median score. For an even number of games it is the mean of the middle two.
    pub median: f64,
    /// The highest score.
    pub best: u64,
    /// The fraction of games that reached each face, with its confidence interval by
    /// E. B. Wilson (1927). The faces are 512 to 65536, and any other largest tile of a game.
    pub reach: BTreeMap<u128, (f64, Interval)>,
    /// The number of moves in all games.
    pub moves: u64,
    /// The times of the moves.
    pub times: Times,
}

impl Summary {
    /// The statistics of these games, or `None` if there are none.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "scores and counts have fewer than 53 bits"
    )]
    pub fn of(games: &[GameResult]) -> Option<Self> {
        let mut scores: Vec<u64> = games.iter().map(|game| game.score).collect();
        scores.sort_unstable();
        let best = *scores.last()?;
        let count = scores.len() as f64;
        let mean = scores.iter().map(|&score| score as f64).sum::<f64>() / count;
        let squares: f64 = scores
            .iter()
            .map(|&score| (score as f64 - mean).powi(2))
            .sum();
        let error = if scores.len() > 1 {
            (squares / (count - 1.0) / count).sqrt()
        } else {
            0.0
        };
        let middle = |at: usize| scores[at / 2] as f64;
        let median = f64::midpoint(middle(scores.len() - 1), middle(scores.len()));
        let mut times = Times::default();
        for game in games {
            times.add(&game.times);
        }
        let ends = games.iter().map(|game| game.largest);
        let reach = FACES.into_iter().chain(ends).map(|face| {
            let reached = games.iter().filter(|game| game.largest >= face).count() as f64;
            (face, (reached / count, wilson(reached, count)))
        });
        Some(Self {
            games: games.len(),
            mean,
            mean_interval: Interval {
                low: mean - NORMAL_95 * error,
                high: mean + NORMAL_95 * error,
            },
            median,
            best,
            reach: reach.collect(),
            moves: games.iter().map(|game| game.moves).sum(),
            times,
        })
    }

    /// The moves per second of one thread that only thinks, 0.0 if no time was measured.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts have fewer than 53 bits")]
    pub fn moves_per_second(&self) -> f64 {
        let seconds = self.times.total();
        if seconds > 0.0 {
            self.moves as f64 / seconds
        } else {
            0.0
        }
    }
}

/// The Wilson interval of a rate, given `reached` successes in `count` trials.
fn wilson(reached: f64, count: f64) -> Interval {
    let rate = reached / count;
    let square = NORMAL_95 * NORMAL_95;
    let centre = rate + square / (2.0 * count);
    let width = (rate * (1.0 - rate) / count + square / (4.0 * count * count)).sqrt() * NORMAL_95;
    let scale = 1.0 + square / count;
    Interval {
        low: (centre - width) / scale,
        high: (centre + width) / scale,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(score: u64, largest: u128) -> GameResult {
        GameResult {
            seed: score,
            score,
            moves: 10,
            largest,
            times: Times::default(),
        }
    }

    #[test]
    fn the_statistics_of_known_scores_are_right() {
        let games = [
            game(400, 512),
            game(100, 64),
            game(200, 2048),
            game(300, 256),
        ];
        let summary = Summary::of(&games).expect("there are games");
        assert!((summary.mean - 250.0).abs() < 1e-9);
        assert!((summary.median - 250.0).abs() < 1e-9);
        // The standard deviation is 129.0994, so the standard error is 64.5497.
        assert!((summary.mean_interval.high - 250.0 - 126.515).abs() < 0.01);
        assert_eq!((summary.best, summary.moves, summary.games), (400, 40, 4));
        let rate = |face| summary.reach.get(&face).map(|(rate, _)| *rate);
        assert_eq!(rate(512), Some(0.5));
        assert_eq!(rate(2048), Some(0.25));
        assert_eq!(rate(4096), Some(0.0));
        assert_eq!(rate(256), Some(0.75));
        assert_eq!(rate(128), None);
    }

    #[test]
    fn the_median_of_an_odd_number_is_the_middle_one() {
        let games = [game(1, 2), game(7, 2), game(1000, 2)];
        assert!(Summary::of(&games).is_some_and(|summary| (summary.median - 7.0).abs() < 1e-9));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn wilson_intervals_match_the_textbook_and_stay_above_zero() {
        // 8 of 10: the textbook value is 0.4902 to 0.9433.
        let Interval { low, high } = wilson(8.0, 10.0);
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3);
        let none = wilson(0.0, 10.0);
        assert!(none.low.abs() < 1e-9 && none.high > 0.2);
    }
}

//! The learning curve of a training run.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// The ranks whose reach is recorded: 2048 to 32768.
const REACHED: std::ops::RangeInclusive<u8> = 11..=15;

/// A point of the learning curve, averaged over a window of games.
///
/// The games start from an empty board, or, in a run for a stage, from a starting board of the
/// stage. Restarted games are not included.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of games up to the end of the window.
    pub games: u64,
    /// The number of moves up to the end of the window, including those of restarted games.
    pub moves: u64,
    /// The seconds of training up to the end of the window.
    pub seconds: f64,
    /// The mean score of the window.
    pub mean_score: f64,
    /// The highest score of the window.
    pub max_score: u64,
    /// The fractions of the window's games that reached 2048, 4096, 8192, 16384 and 32768.
    pub reach: [f64; 5],
}

impl Sample {
    /// The fraction of the window's games that reached a rank from 11, which is 2048, to 15, or
    /// `None` for another rank.
    #[must_use]
    pub fn reached(&self, rank: u8) -> Option<f64> {
        let place = rank.checked_sub(*REACHED.start())?;
        self.reach.get(usize::from(place)).copied()
    }
}

/// The learning curve of a run so far, with its current window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The samples of all complete windows.
    pub samples: Vec<Sample>,
    /// The number of games, not counting restarted ones.
    pub games: u64,
    /// The number of moves in all games.
    pub moves: u64,
    window: Window,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Window {
    games: u64,
    score: u64,
    max_score: u64,
    reached: [u64; 5],
}

impl Curve {
    /// Counts a game that was not restarted. Returns the new sample if the game completes a window
    /// of `size` games.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a double is precise enough for means"
    )]
    pub fn count_game(
        &mut self,
        score: u64,
        highest_rank: u8,
        size: u64,
        seconds: f64,
    ) -> Option<&Sample> {
        self.games += 1;
        let window = &mut self.window;
        window.games += 1;
        window.score += score;
        window.max_score = window.max_score.max(score);
        for (count, rank) in window.reached.iter_mut().zip(REACHED) {
            *count += u64::from(highest_rank >= rank);
        }
        if window.games < size {
            return None;
        }
        let window = std::mem::take(window);
        let share = |count: u64| count as f64 / window.games as f64;
        self.samples.push(Sample {
            games: self.games,
            moves: self.moves,
            seconds,
            mean_score: share(window.score),
            max_score: window.max_score,
            reach: window.reached.map(share),
        });
        self.samples.last()
    }

    /// Counts the moves of a game, restarted or not.
    pub fn count_moves(&mut self, moves: usize) {
        self.moves += moves as u64;
    }

    /// Writes the curve as comma-separated values with a header line.
    ///
    /// # Errors
    ///
    /// Any error of the writer.
    pub fn write_csv(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(
            out,
            "games,moves,seconds,mean_score,max_score,2048,4096,8192,16384,32768"
        )?;
        for sample in &self.samples {
            let Sample {
                games,
                moves,
                seconds,
                mean_score,
                max_score,
                reach,
            } = sample;
            write!(
                out,
                "{games},{moves},{seconds:.1},{mean_score:.1},{max_score}"
            )?;
            for share in reach {
                write!(out, ",{share:.4}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Reads a curve written by [`write_csv`](Self::write_csv), or returns `None` if the text is
    /// invalid.
    ///
    /// The number of games and moves is that of the last sample.
    #[must_use]
    pub fn read_csv(text: &str) -> Option<Self> {
        let samples: Vec<Sample> = text
            .lines()
            .skip(1)
            .map(read_sample)
            .collect::<Option<_>>()?;
        let last = samples.last()?;
        let (games, moves) = (last.games, last.moves);
        Some(Self {
            samples,
            games,
            moves,
            window: Window::default(),
        })
    }
}

/// Parses a sample from a line of comma-separated values.
fn read_sample(line: &str) -> Option<Sample> {
    let mut fields = line.split(',');
    let mut field = || fields.next();
    let mut sample = Sample {
        games: field()?.parse().ok()?,
        moves: field()?.parse().ok()?,
        seconds: field()?.parse().ok()?,
        mean_score: field()?.parse().ok()?,
        max_score: field()?.parse().ok()?,
        reach: [0.0; 5],
    };
    for share in &mut sample.reach {
        *share = field()?.parse().ok()?;
    }
    field().is_none().then_some(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_window_becomes_a_sample_and_a_new_one_starts() {
        let mut curve = Curve::default();
        curve.count_moves(100);
        assert_eq!(curve.count_game(1000, 10, 2, 1.0), None);
        let sample = curve.count_game(3000, 12, 2, 2.0).cloned();
        let expected = Sample {
            games: 2,
            moves: 100,
            seconds: 2.0,
            mean_score: 2000.0,
            max_score: 3000,
            reach: [0.5, 0.5, 0.0, 0.0, 0.0],
        };
        assert_eq!(sample, Some(expected));
        assert_eq!(
            curve
                .count_game(8, 2, 1, 3.0)
                .map(|sample| sample.max_score),
            Some(8)
        );
    }

    #[test]
    fn the_csv_has_a_header_line() {
        let mut curve = Curve::default();
        curve.count_game(1000, 15, 1, 2.0);
        let mut text = Vec::new();
        curve.write_csv(&mut text).expect("memory is enough");
        let text = String::from_utf8(text).expect("figures are text");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
        assert!(
            lines[1].starts_with("1,0,2.0,1000.0,1000,1.0000"),
            "{}",
            lines[1]
        );
    }

    #[test]
    fn only_a_written_curve_can_be_read() {
        let mut curve = Curve::default();
        for game in 0..3 {
            curve.count_moves(100);
            curve.count_game(1000 * game, 12, 1, 2.5);
        }
        let mut text = Vec::new();
        curve.write_csv(&mut text).expect("memory is enough");
        let text = String::from_utf8(text).expect("figures are text");
        assert_eq!(Curve::read_csv(&text), Some(curve));
        assert_eq!(Curve::read_csv(""), None);
        assert_eq!(Curve::read_csv("games,moves\n1,2\n"), None);
        assert_eq!(Curve::read_csv(&text.replace(',', ";")), None);
    }
}

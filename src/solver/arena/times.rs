//! A compact histogram of the times of moves.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The number of histogram bins per doubling of time. A bin is 1.1 % wide.
const BINS_PER_DOUBLING: f64 = 64.0;

/// A histogram of the times of any number of moves, with bins 1.1 % wide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The number of moves in each bin.
    counts: BTreeMap<u16, u64>,
    worst_nanoseconds: u64,
    total_nanoseconds: u64,
}

impl Times {
    /// Adds the time of one move.
    pub fn count(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        *self.counts.entry(bin(nanoseconds)).or_default() += 1;
        self.worst_nanoseconds = self.worst_nanoseconds.max(nanoseconds);
        self.total_nanoseconds = self.total_nanoseconds.saturating_add(nanoseconds);
    }

    /// Adds all moves of `other`.
    pub fn add(&mut self, other: &Self) {
        for (&bin, &count) in &other.counts {
            *self.counts.entry(bin).or_default() += count;
        }
        self.worst_nanoseconds = self.worst_nanoseconds.max(other.worst_nanoseconds);
        self.total_nanoseconds = self
            .total_nanoseconds
            .saturating_add(other.total_nanoseconds);
    }

    /// The number of moves.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.counts.values().sum()
    }

    /// A quantile of the times in milliseconds, accurate to 1.1 %, or 0.0 if there are no moves.
    ///
    /// `share` is from 0.0 to 1.0; 0.5 gives the median.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts have fewer than 53 bits")]
    pub fn quantile(&self, share: f64) -> f64 {
        let wanted = share * self.moves() as f64;
        let mut below = 0.0;
        for (&bin, &count) in &self.counts {
            below += count as f64;
            if below >= wanted {
                return milliseconds(2_f64.powf((f64::from(bin) + 0.5) / BINS_PER_DOUBLING));
            }
        }
        0.0
    }

    /// The time of the longest move in milliseconds.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "times have fewer than 53 bits")]
    pub fn worst(&self) -> f64 {
        milliseconds(self.worst_nanoseconds as f64)
    }

    /// The total time of all moves in seconds.
    #[must_use]
    pub fn total(&self) -> f64 {
        Duration::from_nanos(self.total_nanoseconds).as_secs_f64()
    }
}

/// The histogram bin of a time.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "64 times the logarithm of 64 bits is a number from 0 to 4096"
)]
fn bin(nanoseconds: u64) -> u16 {
    ((nanoseconds.max(1) as f64).log2() * BINS_PER_DOUBLING) as u16
}

fn milliseconds(nanoseconds: f64) -> f64 {
    nanoseconds / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_accurate_to_the_width_of_a_bin() {
        let mut times = Times::default();
        for microseconds in 1..=1000 {
            times.count(Duration::from_micros(microseconds));
        }
        for (share, expected) in [(0.5, 0.5), (0.99, 0.99), (0.01, 0.01)] {
            let found = times.quantile(share);
            assert!((found / expected - 1.0).abs() < 0.02, "{share}: {found}");
        }
        assert!((times.worst() - 1.0).abs() < 1e-9);
        assert!((times.total() - 0.5005).abs() < 1e-9);
        let mut twice = times.clone();
        twice.add(&times);
        assert_eq!(twice.moves(), 2000);
        assert!((twice.quantile(0.5) - times.quantile(0.5)).abs() < 1e-9);
    }

    #[test]
    fn the_quantile_of_no_moves_is_zero() {
        assert!(Times::default().quantile(0.5).abs() < f64::EPSILON);
    }
}

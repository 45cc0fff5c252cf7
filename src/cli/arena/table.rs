//! The result as a table.

use std::fmt;

use crate::solver::arena::{Interval, Summary};

/// Displays a summary as a table.
pub(super) struct SummaryTable<'a> {
    /// The settings of the games.
    pub settings: &'a str,
    /// The summary of the games.
    pub summary: &'a Summary,
}

impl fmt::Display for SummaryTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            games,
            mean,
            mean_interval,
            median,
            best,
            reach,
            moves,
            times,
        } = self.summary;
        let Interval { low, high } = mean_interval;
        writeln!(f, "{}: {games} games, {moves} moves", self.settings)?;
        writeln!(
            f,
            "mean score    {mean:>12.0}   (95 %: {low:.0} to {high:.0})"
        )?;
        writeln!(f, "median score  {median:>12.0}")?;
        writeln!(f, "best score    {best:>12}")?;
        for (face, (rate, Interval { low, high })) in reach {
            let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
            writeln!(
                f,
                "reached {face:<6}{rate:>10.1} %   (95 %: {low:.1} to {high:.1})"
            )?;
        }
        let per_second = self.summary.moves_per_second();
        let [half, most, worst] = [times.quantile(0.5), times.quantile(0.99), times.worst()];
        writeln!(
            f,
            "moves/second  {per_second:>12.0}   (one thread, thinking time only)"
        )?;
        writeln!(
            f,
            "ms/move       {half:>12.4}   (99 %: {most:.4}, worst: {worst:.4})"
        )
    }
}

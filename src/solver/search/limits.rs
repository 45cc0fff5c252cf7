//! When a search has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::solver::Budget;

/// The boards between two looks at the clock and the flag, some tens of microseconds.
const LOOK_EVERY: u64 = 256;

/// The end of a search: a flag, a moment, or a number of boards.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    stop: &'a AtomicBool,
    start: Instant,
    deadline: Option<Instant>,
    nodes: Option<u64>,
}

impl<'a> Limits<'a> {
    /// The limits of a budget that starts now.
    #[must_use]
    pub fn start(budget: &Budget, stop: &'a AtomicBool) -> Self {
        let start = Instant::now();
        let deadline = budget.time.and_then(|time| start.checked_add(time));
        Self {
            stop,
            start,
            deadline,
            nodes: budget.nodes,
        }
    }

    /// The same limits with the flag alone, for what has to be finished.
    #[must_use]
    pub const fn flag_only(self) -> Self {
        Self {
            deadline: None,
            nodes: None,
            ..self
        }
    }

    /// Whether the search has to end, having looked at `nodes` boards.
    ///
    /// The flag and the clock are looked at for some numbers only.
    #[inline]
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        nodes.is_multiple_of(LOOK_EVERY) && self.reached_now(nodes)
    }

    /// Whether the search has to end, judged at once.
    #[must_use]
    pub fn reached_now(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The share of the time or of the boards that is used up after `nodes` boards, whichever is
    /// more, from 0.0; 0.0 without such a limit.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
    pub fn used(&self, nodes: u64) -> f64 {
        let of_time = self.deadline.map_or(0.0, |deadline| {
            let whole = deadline.duration_since(self.start).as_secs_f64();
            self.start.elapsed().as_secs_f64() / whole.max(f64::MIN_POSITIVE)
        });
        let of_nodes = self
            .nodes
            .map_or(0.0, |limit| nodes as f64 / limit.max(1) as f64);
        of_time.max(of_nodes)
    }
}

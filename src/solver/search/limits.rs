//! The limits of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::solver::Budget;

/// The number of nodes between checks of the clock and the flag, some tens of microseconds.
const CHECK_INTERVAL: u64 = 256;

/// The limits that end a search: a flag, a deadline and a number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    stop: &'a AtomicBool,
    start: Instant,
    deadline: Option<Instant>,
    nodes: Option<u64>,
}

impl<'a> Limits<'a> {
    /// The limits of a budget whose time starts now.
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

    /// The same limits with only the flag, for a search that must be completed.
    #[must_use]
    pub const fn flag_only(self) -> Self {
        Self {
            deadline: None,
            nodes: None,
            ..self
        }
    }

    /// Whether a search must end after `nodes` nodes.
    ///
    /// All limits are checked only at every 256th node.
    #[inline]
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        nodes.is_multiple_of(CHECK_INTERVAL) && self.reached_now(nodes)
    }

    /// Whether a search must end after `nodes` nodes, checking all limits now.
    #[must_use]
    pub fn reached_now(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The fraction of the time or of the nodes that is used up after `nodes` nodes, whichever is
    /// larger.
    ///
    /// It is 0.0 if there is no such limit, and can exceed 1.0.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a fraction needs few digits")]
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

//! Waiting for what must come, with a limit that only a fault reaches.

use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a machine busy with other work.
const LIMIT: Duration = Duration::from_mins(1);

/// How long to leave the processors to the game between two looks.
const PAUSE: Duration = Duration::from_millis(25);

/// Looks until there is something to see, and returns it.
///
/// # Panics
///
/// After a minute, with the last reason why there was nothing.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Result<T, String>) -> T {
    let start = Instant::now();
    loop {
        match look() {
            Ok(seen) => return seen,
            Err(reason) if start.elapsed() > LIMIT => panic!("{what} did not come: {reason}"),
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

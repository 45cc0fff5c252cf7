//! Waiting with a limit, so that a test that would hang fails instead.

use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a machine busy with other work.
pub const LIMIT: Duration = Duration::from_mins(1);

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

/// Does something that may block, such as reading from a pipe.
///
/// # Panics
///
/// If it has not ended after a minute; its thread is then left behind.
pub fn within_limit<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    receiver
        .recv_timeout(LIMIT)
        .unwrap_or_else(|error| panic!("{what} did not end: {error}"))
}

/// Runs a command to its end, and returns what it wrote.
///
/// # Panics
///
/// If it cannot be started, or has not ended after a minute.
pub fn run(command: &mut Command) -> Output {
    let words = format!("{command:?}");
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{words}: {error}; script/test installs it"));
    within_limit(&words, || child.wait_with_output())
        .unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// Waits for a process that was asked to end, and kills it if it does not.
pub fn end(child: &mut Child) {
    let start = Instant::now();
    while let Ok(None) = child.try_wait() {
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return;
        }
        thread::sleep(PAUSE);
    }
}

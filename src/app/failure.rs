//! From a failure deep inside the engine to one sentence and an exit status.

use std::cell::Cell;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// The exit status when no window can be had, as `EX_UNAVAILABLE` in
/// `sysexits.h`.
const UNAVAILABLE: u8 = 69;

/// The exit status after a fault of the program, as `EX_SOFTWARE` there.
const SOFTWARE: u8 = 70;

/// Runs the app; what the engine answers with a panic, such as a missing
/// display or graphics adapter, becomes one sentence on standard error.
pub(super) fn guard(run: impl FnOnce() -> ExitCode) -> ExitCode {
    let heard = Arc::new(Mutex::new(None));
    let previous = panic::take_hook();
    panic::set_hook(Box::new({
        let heard = Arc::clone(&heard);
        move |info| {
            if IS_AN_ATTEMPT.get() {
                return;
            }
            let words = info
                .payload_as_str()
                .unwrap_or("no reason was given")
                .to_owned();
            let place = info
                .location()
                .map_or_else(String::new, ToString::to_string);
            // The first panic is the cause; later ones are its consequences.
            heard
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert((words, place));
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(previous);
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (result, heard) {
        (Ok(code), None) => code,
        (_, heard) => {
            let (words, place) = heard.unwrap_or_default();
            let (sentence, status) = explain(&words, &place);
            say(&sentence);
            ExitCode::from(status)
        }
    }
}

thread_local! {
    /// Whether this thread is in an [`attempt`], whose panic ends nothing else.
    static IS_AN_ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Runs what may fail without the program's end.
///
/// # Errors
///
/// The first line of what it panicked with.
pub(super) fn attempt<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    IS_AN_ATTEMPT.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    IS_AN_ATTEMPT.set(false);
    result.map_err(|payload| {
        let words = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let first = words.and_then(|words| words.lines().next());
        first.unwrap_or("no reason was given").to_owned()
    })
}

/// Writes a sentence to standard error, if anyone listens there.
pub(super) fn say(sentence: &str) {
    // With standard error closed, the window and the exit status have to do.
    let _ = writeln!(io::stderr(), "{sentence}");
}

/// One sentence for a panic's words.
fn explain(words: &str, place: &str) -> (String, u8) {
    let first = words.lines().next().unwrap_or_default();
    if words.contains("event loop") || words.contains("XOpenDisplay") {
        let hint = if cfg!(target_os = "linux") {
            "; start it from a desktop, or set DISPLAY or WAYLAND_DISPLAY to one"
        } else {
            ""
        };
        (
            format!("No window can be opened: there is no display{hint}."),
            UNAVAILABLE,
        )
    } else if words.contains("GPU") || words.contains("adapter") || words.contains("wgpu") {
        let hint = if cfg!(target_os = "linux") {
            " (Debian and Ubuntu: libvulkan1 and mesa-vulkan-drivers)"
        } else {
            ""
        };
        (
            format!(
                "No window can be opened: no graphics adapter was found; install a driver for \
                 Vulkan, Metal or DirectX 12{hint}."
            ),
            UNAVAILABLE,
        )
    } else {
        (
            format!(
                "The game stopped because of a fault of its own ({first}, at {place}); the saved \
                 game is as it was after the last turn."
            ),
            SOFTWARE,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_is_one_sentence() {
        for (words, part, status) in [
            (
                "Failed to build event loop: Os(…)",
                "no display",
                UNAVAILABLE,
            ),
            (
                "Unable to find a GPU! Make sure …",
                "no graphics adapter",
                UNAVAILABLE,
            ),
            (
                "index out of bounds\nsecond line",
                "fault of its own",
                SOFTWARE,
            ),
        ] {
            let (sentence, code) = explain(words, "src/x.rs:1:2");
            assert!(sentence.contains(part), "{sentence}");
            assert!(!sentence.contains('\n') && sentence.ends_with('.'));
            assert_eq!(code, status);
        }
    }
}

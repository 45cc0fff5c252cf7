//! From a failure deep inside the engine to one sentence and an exit status.

use std::cell::Cell;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::{
    prelude::*,
    render::error_handler::{ErrorType, RenderError, RenderErrorHandler, RenderErrorPolicy},
};

/// The exit status if there is no window or it can no longer be drawn, as
/// `EX_UNAVAILABLE` in `sysexits.h`.
const UNAVAILABLE: u8 = 69;

/// The exit status after a fault of the program, as `EX_SOFTWARE` there.
const SOFTWARE: u8 = 70;

/// What becomes of the game after a failure while it runs.
const NOTHING_IS_LOST: &str = "the saved game is as it was after the last turn";

/// How far the program has come. What a failure means depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No frame has been drawn yet: a display or an adapter may be missing.
    Starting,
    /// A frame has been drawn, so both were there.
    Running,
}

/// The phase of the program, shared by its threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress(Arc<AtomicBool>);

impl Progress {
    fn phase(&self) -> Phase {
        if self.0.load(Ordering::Relaxed) {
            Phase::Running
        } else {
            Phase::Starting
        }
    }

    fn run(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Notes when the first frame has been drawn, and ends the game with a
/// sentence when the renderer fails.
impl Plugin for Progress {
    fn build(&self, app: &mut App) {
        let progress = self.clone();
        let mut is_first = true;
        app.insert_resource(RenderErrorHandler(end_on_render_error))
            .add_systems(First, move || {
                // Each frame ends with its rendering.
                if !std::mem::take(&mut is_first) {
                    progress.run();
                }
            });
    }
}

/// Runs the app. A panic of the engine, such as that for a missing display or
/// graphics adapter, becomes one sentence on standard error.
pub(super) fn guard(run: impl FnOnce(Progress) -> ExitCode) -> ExitCode {
    let progress = Progress::default();
    let heard = Arc::new(Mutex::new(None));
    let previous = panic::take_hook();
    panic::set_hook(Box::new({
        let (heard, progress) = (Arc::clone(&heard), progress.clone());
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
                .get_or_insert((words, place, progress.phase()));
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(|| run(progress.clone())));
    panic::set_hook(previous);
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (result, heard) {
        (Ok(code), None) => code,
        (_, heard) => {
            let (words, place, phase) =
                heard.unwrap_or_else(|| (String::new(), String::new(), progress.phase()));
            let (sentence, status) = explain(&words, &place, phase);
            say(&sentence);
            ExitCode::from(status)
        }
    }
}

thread_local! {
    /// Whether this thread is in an [`attempt`], whose panic does not end the
    /// program.
    static IS_AN_ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Runs what may panic without ending the program.
///
/// # Errors
///
/// The first line of its panic message.
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
    // If standard error is closed, the window and the exit status must do.
    let _ = writeln!(io::stderr(), "{sentence}");
}

/// The sentence and the exit status for a panic.
fn explain(words: &str, place: &str, phase: Phase) -> (String, u8) {
    match phase {
        Phase::Starting if words.contains("event loop") || words.contains("XOpenDisplay") => {
            let hint = if cfg!(target_os = "linux") {
                "; start the game from a desktop, or set DISPLAY or WAYLAND_DISPLAY"
            } else {
                ""
            };
            (
                format!("No window can be opened because there is no display{hint}."),
                UNAVAILABLE,
            )
        }
        Phase::Starting
            if ["GPU", "adapter", "wgpu"]
                .iter()
                .any(|part| words.contains(part)) =>
        {
            let hint = if cfg!(target_os = "linux") {
                " (Debian and Ubuntu: libvulkan1 and mesa-vulkan-drivers)"
            } else {
                ""
            };
            (
                format!(
                    "No window can be opened because no graphics adapter was found; install a driver for \
                     Vulkan, Metal or DirectX 12{hint}."
                ),
                UNAVAILABLE,
            )
        }
        Phase::Running if is_device_loss(words) => lost_device(),
        Phase::Starting | Phase::Running => fault(words, &format!("at {place}")),
    }
}

/// Whether these are words of wgpu for a device that is gone.
fn is_device_loss(words: &str) -> bool {
    let words = words.to_lowercase();
    ["device is lost", "device lost", "devicelost"]
        .iter()
        .any(|part| words.contains(part))
}

fn lost_device() -> (String, u8) {
    (
        format!(
            "The game stopped because the graphics device was lost, as happens when its driver is \
             updated or restarts; start the game again: {NOTHING_IS_LOST}."
        ),
        UNAVAILABLE,
    )
}

fn fault(words: &str, place: &str) -> (String, u8) {
    let first = words.lines().next().unwrap_or_default();
    (
        format!(
            "The game stopped because of an internal error ({first}, {place}); \
             {NOTHING_IS_LOST}."
        ),
        SOFTWARE,
    )
}

/// The sentence and the exit status for an error of the renderer, which is no
/// panic.
fn explain_render_error(error: &RenderError) -> (String, u8) {
    match error.ty {
        ErrorType::DeviceLost => lost_device(),
        ErrorType::OutOfMemory => (
            format!(
                "The game stopped because the graphics device has no memory left; close other \
                 programs and start the game again: {NOTHING_IS_LOST}."
            ),
            UNAVAILABLE,
        ),
        ErrorType::Validation | ErrorType::Internal => fault(&error.description, "in the renderer"),
    }
}

/// Says why the renderer failed, and ends the game.
fn end_on_render_error(
    error: &RenderError,
    world: &mut World,
    _render_world: &mut World,
) -> RenderErrorPolicy {
    // The handler is called in each frame until the last one.
    let is_ending = world
        .get_resource::<Messages<AppExit>>()
        .is_some_and(|exits| !exits.is_empty());
    if !is_ending {
        let (sentence, status) = explain_render_error(error);
        say(&sentence);
        world.write_message(AppExit::from_code(status));
    }
    RenderErrorPolicy::StopRendering
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: &str = "src/x.rs:1:2";

    #[test]
    fn each_failure_is_one_sentence() {
        use Phase::{Running, Starting};
        let lost = "wgpu error: Validation Error\n\nCaused by:\n  Parent device is lost\n";
        let fault = "an internal error";
        for (words, phase, part, status) in [
            (
                "Failed to build event loop: Os(…)",
                Starting,
                "there is no display",
                UNAVAILABLE,
            ),
            (
                "Unable to find a GPU! Make sure …",
                Starting,
                "no graphics adapter",
                UNAVAILABLE,
            ),
            ("index out of bounds\nand more", Starting, fault, SOFTWARE),
            ("index out of bounds\nand more", Running, fault, SOFTWARE),
            // Both were there once there was a picture.
            ("wgpu error: Validation Error", Running, fault, SOFTWARE),
            ("no adapter is known by this name", Running, fault, SOFTWARE),
            ("an event loop of its own", Running, fault, SOFTWARE),
            (lost, Running, "graphics device was lost", UNAVAILABLE),
            ("Device lost", Running, "start the game again", UNAVAILABLE),
        ] {
            let (sentence, code) = explain(words, PLACE, phase);
            assert!(sentence.contains(part), "{sentence}");
            assert!(!sentence.contains('\n') && sentence.ends_with('.'));
            assert_eq!(code, status, "{words}");
        }
    }

    #[test]
    fn a_panic_leaves_a_status_by_the_phase_that_it_came_in() {
        let statuses = [
            (guard(|_| panic!("wgpu error")), UNAVAILABLE),
            (guard(|_| panic!("a bug")), SOFTWARE),
            (
                guard(|progress| {
                    progress.run();
                    panic!("wgpu error")
                }),
                SOFTWARE,
            ),
            (guard(|_| ExitCode::from(3)), 3),
        ];
        for (code, expected) in statuses {
            // An exit code has no other way to be compared.
            let [code, expected] = [code, expected.into()].map(|code| format!("{code:?}"));
            assert_eq!(code, expected);
        }
    }

    #[test]
    fn the_game_runs_once_its_first_frame_was_drawn() {
        let progress = Progress::default();
        let mut app = App::new();
        app.add_plugins(progress.clone());
        assert_eq!(progress.phase(), Phase::Starting);
        app.update();
        assert_eq!(progress.phase(), Phase::Starting, "it may not be drawn yet");
        app.update();
        assert_eq!(progress.phase(), Phase::Running);
    }

    #[test]
    fn an_error_of_the_renderer_ends_the_game_with_a_status() {
        for (ty, part, status) in [
            (ErrorType::DeviceLost, "device was lost", UNAVAILABLE),
            (ErrorType::OutOfMemory, "no memory left", UNAVAILABLE),
            (ErrorType::Validation, "a bad buffer", SOFTWARE),
        ] {
            let error = RenderError {
                ty,
                description: "a bad buffer\nand more".to_owned(),
                source: None,
            };
            let (sentence, _) = explain_render_error(&error);
            assert!(sentence.contains(part), "{sentence}");
            assert!(!sentence.contains('\n') && sentence.ends_with('.'));
            let mut app = App::new();
            for _ in 0..2 {
                end_on_render_error(&error, app.world_mut(), &mut World::new());
            }
            assert_eq!(app.should_exit(), Some(AppExit::from_code(status)));
            let exits = app.world().resource::<Messages<AppExit>>();
            assert_eq!(exits.len(), 1);
        }
    }
}

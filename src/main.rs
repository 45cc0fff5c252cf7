//! The program `bevy_2048`: the command line of the crate of that name.

// No console opens beside the window.
#![cfg_attr(all(windows, feature = "window"), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(windows, feature = "window"))]
    bevy_2048::app::shell::console::attach();
    bevy_2048::cli::run()
}

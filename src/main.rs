//! The `bevy_2048` binary, which runs the crate's command line.

// No console opens beside the window.
#![cfg_attr(all(windows, feature = "window"), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(windows, feature = "window"))]
    bevy_2048::app::shell::console::attach();
    bevy_2048::cli::run()
}

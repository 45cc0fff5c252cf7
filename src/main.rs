//! The `bevy_2048` binary, which runs the crate's command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    bevy_2048::cli::run()
}

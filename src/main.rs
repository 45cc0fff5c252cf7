//! The program `bevy_2048`: the command line of the crate of that name.

use std::process::ExitCode;

fn main() -> ExitCode {
    bevy_2048::cli::run()
}

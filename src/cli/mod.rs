//! The command line: `bevy_2048` opens the window, and its subcommands work without one.
//!
//! The exit status of a subcommand is 0 after success, 1 after wrong input or another failure, and
//! 2 if the command line is wrong. [`run`] tells that of the window.

mod arena;
mod hint;
mod json_lines;
mod play;
mod progress;
mod solve;
mod step;
mod thinking;
mod train;
mod values;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::options::PlayOptions;

/// The whole command line.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(flatten)]
    play: play::PlayArguments,

    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands.
#[derive(Subcommand)]
enum Command {
    Step(step::StepArguments),
    Arena(arena::ArenaArguments),
    Hint(hint::HintArguments),
    Solve(solve::SolveArguments),
    Train(train::TrainArguments),
}

/// Runs the command line of the process, and returns the exit status.
///
/// The window returns the exit status of `app::launch::run`, or 2 in a build without a window. A wrong
/// command line ends the process at once, with a message and exit status 2.
#[must_use]
pub fn run() -> ExitCode {
    let line = CommandLine::parse();
    match line.command {
        Some(Command::Step(_)) => step::run(),
        Some(Command::Arena(arguments)) => arena::run(&arguments),
        Some(Command::Hint(arguments)) => hint::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Train(arguments)) => train::run(&arguments),
        None => match PlayOptions::try_from(line.play) {
            Ok(options) => play::play(options),
            Err(error) => CommandLine::command()
                .error(ErrorKind::ValueValidation, error)
                .exit(),
        },
    }
}

/// The exit status of a subcommand, whose error, one sentence, is written to standard error.
fn exit_code(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            complain(&message);
            ExitCode::FAILURE
        }
    }
}

/// Writes a message for the user to standard error.
fn complain(message: &str) {
    // If standard error is closed, the exit status has to be enough.
    let _ = writeln!(io::stderr(), "bevy_2048: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn options_of_the_window_exclude_subcommands() {
        assert!(CommandLine::try_parse_from(["bevy_2048", "--size", "4x4", "step"]).is_err());
        assert!(CommandLine::try_parse_from(["bevy_2048", "step"]).is_ok());
    }
}

//! `bevy_2048` without a subcommand: play in the window.

use std::path::PathBuf;
use std::process::ExitCode;

use super::values::{read_probability, read_size};
use crate::game::{Rules, RulesError};
use crate::options::PlayOptions;

/// The options on the command line.
///
/// Without `size`, `four` and `win`, the rules are those played last. If any of
/// them is given, the others are as in the original game.
#[derive(clap::Args)]
pub(super) struct PlayArguments {
    /// The columns and rows of the board, each from 2 to 8 [default: as in the last game]
    #[arg(long, value_name = "WxH", value_parser = read_size)]
    size: Option<(u8, u8)>,

    /// The probability that a new tile is a 4 instead of a 2, from 0 to 1 [default: as in the last
    /// game]
    #[arg(long, value_name = "P", value_parser = read_probability)]
    four: Option<f64>,

    /// The tile that wins the game, a power of two from 8 on [default: as in the last game]
    #[arg(long, value_name = "N")]
    win: Option<u128>,

    /// The folder to save games in, instead of the user's data folder
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,

    /// Write a line of JSON (moves, score, helped, board) to standard output for each change of the
    /// game
    #[arg(long)]
    log_turns: bool,

    /// Write a line of JSON to standard output for each frame: how many milliseconds its parts took
    #[arg(long, hide = true)]
    log_frames: bool,
}

impl TryFrom<PlayArguments> for PlayOptions {
    type Error = RulesError;

    fn try_from(arguments: PlayArguments) -> Result<Self, RulesError> {
        let PlayArguments {
            size,
            four,
            win,
            data_dir,
            log_turns,
            log_frames,
        } = arguments;
        let rules = if size.is_some() || four.is_some() || win.is_some() {
            let mut rules = match size {
                Some((width, height)) => Rules::new(width, height)?,
                None => Rules::default(),
            };
            if let Some(chance) = four {
                rules = rules.with_four_chance(chance)?;
            }
            if let Some(face) = win {
                rules = rules.with_win_tile(face)?;
            }
            Some(rules)
        } else {
            None
        };
        Ok(Self {
            rules,
            data_dir,
            log_turns,
            log_frames,
        })
    }
}

/// Opens the window, and returns the exit status once it is closed.
#[cfg(feature = "window")]
pub(super) fn play(options: PlayOptions) -> ExitCode {
    crate::app::launch::run(options)
}

/// Reports that this build has no window.
#[cfg(not(feature = "window"))]
pub(super) fn play(_: PlayOptions) -> ExitCode {
    super::complain("this build has no window; build it with `--features window` to play");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        arguments: PlayArguments,
    }

    fn options(line: &str) -> Result<PlayOptions, String> {
        let words = line.split_whitespace();
        let alone = Alone::try_parse_from(["bevy_2048"].into_iter().chain(words));
        let arguments = alone.map_err(|error| error.to_string())?.arguments;
        PlayOptions::try_from(arguments).map_err(|error| error.to_string())
    }

    /// The name of the slot of the rules on a command line.
    fn slot(line: &str) -> Option<String> {
        let options = options(line).expect("the line is right");
        options.rules.map(|rules| rules.slot_name())
    }

    #[test]
    fn without_rules_it_is_the_game_played_last() {
        assert_eq!(options(""), Ok(PlayOptions::default()));
        assert_eq!(slot("--data-dir /tmp/games --log-turns"), None);
    }

    #[test]
    fn rules_that_are_given_win_over_those_played_last() {
        // A size is columns, and then rows.
        for (line, name) in [
            ("--size 4x4", "4x4"),
            ("--size 5x3", "5x3"),
            ("--four 0.1", "4x4"),
            ("--four 0", "4x4-four0"),
            ("--win 2048", "4x4"),
            ("--size 5x3 --four 0.25 --win 4096", "5x3-four0.25-win4096"),
        ] {
            assert_eq!(slot(line).as_deref(), Some(name), "{line}");
        }
    }

    #[test]
    fn a_folder_can_be_named() {
        let folder = options("--data-dir /tmp/games").map(|options| options.data_dir);
        assert_eq!(folder, Ok(Some(PathBuf::from("/tmp/games"))));
    }

    #[test]
    fn values_out_of_range_are_refused_with_a_sentence() {
        for (line, reason) in [
            ("--size 4", "such as 4x4"),
            ("--size 9x4", "outside the sizes from 2 to 8"),
            ("--size 4x1", "outside the sizes from 2 to 8"),
            ("--four 1.5", "write a number from 0 to 1"),
            ("--four some", "write a number from 0 to 1"),
            ("--win 2047", "not a power of two from 8"),
            ("--win 4", "not a power of two from 8"),
            ("--win=-8", "invalid value '-8'"),
        ] {
            let error = options(line).expect_err("the line is wrong");
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}

//! `bevy_2048` without a subcommand: play in the window.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::game::{Rules, RulesError};

/// What the window is opened with.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayOptions {
    /// The rules of the game to open.
    pub rules: Rules,
    /// Where games are kept, or `None` for the user's own data folder.
    pub data_dir: Option<PathBuf>,
    /// Whether to write a line for each change of the game.
    pub log_turns: bool,
    /// Whether to write a line for what each frame took.
    pub log_frames: bool,
}

/// The options as they stand on the command line.
#[derive(clap::Args)]
pub(super) struct PlayArguments {
    /// The columns and rows of the board, each from 2 to 8
    #[arg(long, value_name = "WxH", default_value = "4x4", value_parser = read_size)]
    size: (u8, u8),

    /// The probability that a new tile is a 4 and not a 2, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = Rules::default().four_chance())]
    four: f64,

    /// The tile to win with, a power of two from 8 on
    #[arg(long, value_name = "N", default_value_t = Rules::default().win_tile().face())]
    win: u128,

    /// The folder to keep games in, instead of the user's data folder
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,

    /// Write a line of JSON (moves, score, helped, board) to standard output for each change of the game
    #[arg(long)]
    log_turns: bool,

    /// Write a line of JSON with the milliseconds of its parts to standard output for each frame
    #[arg(long, hide = true)]
    log_frames: bool,
}

impl TryFrom<PlayArguments> for PlayOptions {
    type Error = RulesError;

    fn try_from(arguments: PlayArguments) -> Result<Self, RulesError> {
        let (width, height) = arguments.size;
        let rules = Rules::new(width, height)?
            .with_four_chance(arguments.four)?
            .with_win_tile(arguments.win)?;
        Ok(Self {
            rules,
            data_dir: arguments.data_dir,
            log_turns: arguments.log_turns,
            log_frames: arguments.log_frames,
        })
    }
}

/// Reads a size written as columns, an `x` and rows.
fn read_size(text: &str) -> Result<(u8, u8), &'static str> {
    text.split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
        .ok_or("write the columns, an x and the rows, such as 4x4")
}

/// Opens the window, and returns the exit status once it is closed.
#[cfg(feature = "window")]
pub(super) fn play(options: PlayOptions) -> ExitCode {
    crate::app::launch::run(crate::app::launch::WindowOptions {
        rules: options.rules,
        data_dir: options.data_dir,
        log_turns: options.log_turns,
        log_frames: options.log_frames,
    })
}

/// Says that there is no window to open.
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

    #[test]
    fn without_options_it_is_the_original_game() {
        assert_eq!(
            options(""),
            Ok(PlayOptions {
                rules: Rules::default(),
                data_dir: None,
                log_turns: false,
                log_frames: false
            })
        );
    }

    #[test]
    fn a_size_is_columns_and_then_rows() {
        let rules = options("--size 5x3 --four 0.25 --win 4096").map(|options| options.rules);
        assert_eq!(
            rules.map(|rules| rules.slot_name()).as_deref(),
            Ok("5x3-four0.25-win4096")
        );
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
            ("--size x4", "such as 4x4"),
            ("--size 4x4x4", "such as 4x4"),
            ("--size 300x2", "such as 4x4"),
            ("--size 9x4", "outside the sizes from 2 to 8"),
            ("--size 4x1", "outside the sizes from 2 to 8"),
            ("--four 1.5", "not a number from 0 to 1"),
            ("--four NaN", "not a number from 0 to 1"),
            ("--four=-0.1", "not a number from 0 to 1"),
            ("--four some", "invalid value 'some'"),
            ("--win 2047", "not a power of two from 8"),
            ("--win 4", "not a power of two from 8"),
            ("--win=-8", "invalid value '-8'"),
        ] {
            let error = options(line).expect_err("the line is wrong");
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}

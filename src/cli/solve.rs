//! `bevy_2048 solve`: finds the best play on a small board.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Serialize;

use super::exit_code;
use super::progress::progress_bar;
use super::values::{read_probability, read_size};
use crate::game::Tile;
use crate::solver::exact::{Layer, Solution, StateSpace, TableWriter, solve};

/// Solve a small board completely
///
/// Finds all reachable boards and the best move on each, and prints the expected score of the best
/// play. 3x3 takes minutes and half a gigabyte of memory.
///
/// With --json, the output is one JSON object with the fields
///   "size"            as in --size
///   "four"            as in --four
///   "expected_score"  the expected score of the best play
///   "states"          the number of boards, where rotations and reflections count once
///   "largest"         the largest tile that can be reached
///   "seconds"         the time taken
#[expect(
    clippy::doc_markdown,
    reason = "the text is shown in the terminal as it is"
)]
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct SolveArguments {
    /// The columns and rows of the board, from 2x2 to 3x3 or 2x4
    #[arg(long, value_name = "WxH", default_value = "3x3", value_parser = read_size)]
    size: (u8, u8),

    /// The probability that a new tile is a 4 instead of a 2, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = read_probability)]
    four: f64,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    /// Write the values of all boards to this file, for --player exact --table FILE
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// The output of `--json`.
#[derive(Serialize)]
struct SolveOutput {
    size: String,
    four: f64,
    expected_score: f64,
    states: u64,
    largest: u128,
    seconds: f64,
}

/// Solves, and returns the exit status.
pub(super) fn run(arguments: &SolveArguments) -> ExitCode {
    exit_code(find(arguments))
}

/// Solves and reports; an error is one sentence.
fn find(arguments: &SolveArguments) -> Result<(), String> {
    let (width, height) = arguments.size;
    let shape = StateSpace::new(width, height).map_err(|error| error.to_string())?;
    let mut file = arguments
        .table
        .as_deref()
        .map(|path| TableFile::new(path, &shape, arguments.four))
        .transpose()?;
    let start = Instant::now();
    let bar = progress_bar(1000, "{bar:30} {percent} %, {elapsed} elapsed");
    let mut failure = None;
    let solved = solve(
        &shape,
        arguments.four,
        &AtomicBool::new(false),
        |layer, fraction| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a fraction of 1000 is a number from 0 to 1000"
            )]
            bar.set_position((1000.0 * fraction) as u64);
            if let Some(file) = &mut file
                && failure.is_none()
            {
                failure = file.add(layer).err();
            }
        },
    );
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let answer = solved.ok_or("the search was stopped")?;
    match (failure, file) {
        (Some(message), _) => return Err(message),
        (None, Some(file)) => file.finish()?,
        (None, None) => {}
    }
    report(arguments, &answer, seconds)
        .map_err(|error| format!("the result cannot be written: {error}"))
}

/// A table that is being written. The file gets its name only when it is complete.
struct TableFile<'a> {
    path: &'a Path,
    unfinished: PathBuf,
    writer: TableWriter<BufWriter<File>>,
}

impl<'a> TableFile<'a> {
    fn new(path: &'a Path, shape: &StateSpace, four_chance: f64) -> Result<Self, String> {
        let unfinished = path.with_added_extension("unfinished");
        let writer = File::create(&unfinished)
            .and_then(|file| {
                TableWriter::new(BufWriter::with_capacity(1 << 20, file), shape, four_chance)
            })
            .map_err(|error| message(path, &error))?;
        Ok(Self {
            path,
            unfinished,
            writer,
        })
    }

    fn add(&mut self, layer: &Layer) -> Result<(), String> {
        self.writer
            .add(layer)
            .map_err(|error| message(self.path, &error))
    }

    fn finish(self) -> Result<(), String> {
        let Self {
            path,
            unfinished,
            writer,
        } = self;
        writer
            .finish()
            .and_then(|file| {
                file.into_inner()
                    .map_err(io::IntoInnerError::into_error)?
                    .sync_all()
            })
            .and_then(|()| std::fs::rename(unfinished, path))
            .map_err(|error| message(path, &error))
    }
}

fn message(path: &Path, error: &io::Error) -> String {
    format!("the table {} cannot be written: {error}", path.display())
}

fn report(arguments: &SolveArguments, answer: &Solution, seconds: f64) -> io::Result<()> {
    let (width, height) = arguments.size;
    let Solution {
        expected_score,
        states,
        highest_rank,
    } = *answer;
    let largest = Tile::from_rank(highest_rank).map_or(0, Tile::face);
    let size = format!("{width}x{height}");
    let mut out = io::stdout().lock();
    if arguments.json {
        let four = arguments.four;
        let output = SolveOutput {
            size,
            four,
            expected_score,
            states,
            largest,
            seconds,
        };
        serde_json::to_writer(&mut out, &output)?;
        writeln!(out)
    } else {
        writeln!(
            out,
            "{size}: expected score {expected_score:.10} with the best play"
        )?;
        writeln!(
            out,
            "{states} boards up to symmetry, tiles up to {largest}, {seconds:.1} s"
        )
    }
}

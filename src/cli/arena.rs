//! `bevy_2048 arena`: measures a computer player over many games.

mod log;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::exit_code;
use super::progress::progress_bar;
use super::thinking::ThinkingArguments;
use super::values::read_size;
use crate::game::Rules;
use crate::solver::arena::{Arena, GameResult, Summary};
use crate::solver::plot;
use log::Log;

/// Measure a computer player over many games
///
/// The games have the seeds S, S + 1 and so on, so each can be played again. A game continues past
/// 2048 until no move is left. The result is printed as a table.
///
/// With --json, the output is one JSON object with the fields
///   "player"             as in --player
///   "games"              the number of games
///   "mean_score"         the mean score
///   "mean_interval"      the 95 % confidence interval of the mean
///   "median_score"       the median score
///   "max_score"          the highest score
///   "reach"              for each tile, the fraction of games that reached it or a larger one
///   "moves"              the number of moves in all games
///   "moves_per_second"   moves per second of thinking, on one thread
///   "ms_per_move"        the median time for a move in milliseconds
///   "ms_per_move_99"     the 99th percentile of this time
///   "ms_per_move_worst"  the longest time
#[derive(clap::Args)]
#[expect(
    clippy::doc_markdown,
    reason = "the text is shown in the terminal as it is"
)]
#[command(verbatim_doc_comment)]
pub(super) struct ArenaArguments {
    #[command(flatten)]
    thinking: ThinkingArguments,

    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The number of threads, each of which plays its own games
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The columns and rows of the board, each from 2 to 8
    #[arg(long, value_name = "WxH", default_value = "4x4", value_parser = read_size)]
    size: (u8, u8),

    /// Print a JSON object instead of a table
    #[arg(long)]
    json: bool,

    /// Draw the distribution of scores into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Log each finished game in this file, and skip the games that it already has
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// The output of `--json`.
#[derive(Serialize)]
struct ArenaOutput {
    player: &'static str,
    games: usize,
    mean_score: f64,
    mean_interval: [f64; 2],
    median_score: f64,
    max_score: u64,
    reach: BTreeMap<String, f64>,
    moves: u64,
    moves_per_second: f64,
    ms_per_move: f64,
    ms_per_move_99: f64,
    ms_per_move_worst: f64,
}

/// Plays, and returns the exit status.
pub(super) fn run(arguments: &ArenaArguments) -> ExitCode {
    exit_code(play(arguments))
}

/// Plays and reports; an error is one sentence.
fn play(arguments: &ArenaArguments) -> Result<(), String> {
    let (width, height) = arguments.size;
    let rules = Rules::new(width, height)
        .and_then(|rules| rules.with_four_chance(arguments.thinking.four))
        .map_err(|error| error.to_string())?;
    let player = arguments.thinking.make_player(arguments.seed)?;
    let (mut log, mut games) = match &arguments.resume {
        Some(path) => Log::open(path, &settings(arguments))?,
        None => (Log::none(), Vec::new()),
    };
    let arena = Arena {
        rules,
        budget: arguments.thinking.budget(),
        seed: arguments.seed,
        games: arguments.games,
        threads: arguments.threads.into(),
    };
    games.retain(|game| game.seed.wrapping_sub(arena.seed) < arena.games);
    let done: BTreeSet<u64> = games.iter().map(|game| game.seed).collect();
    let bar = progress_bar(
        arguments.games,
        "{bar:30} {pos}/{len} games, {elapsed} elapsed, {eta} left{msg}",
    );
    bar.set_position(games.len() as u64);
    // Estimate the time left from the games of this run only.
    bar.reset_eta();
    let stop = AtomicBool::new(false);
    let mut failure = None;
    arena.play(
        &done,
        player,
        |game| {
            if failure.is_none()
                && let Err(error) = log.add(&game)
            {
                // Without a log, an interruption would lose hours of play.
                failure = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
            games.push(game);
            bar.set_message(running_mean(&games));
            bar.inc(1);
        },
        &stop,
    );
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(format!(
            "the run was stopped because its log cannot be written ({error}); the games in it are kept"
        ));
    }
    let summary = Summary::of(&games).filter(|summary| summary.games as u64 == arguments.games);
    let summary = summary.ok_or_else(|| {
        format!(
            "{} does not play on {width}x{height}",
            arguments.thinking.player
        )
    })?;
    if let Some(path) = &arguments.plot {
        let scores: Vec<u64> = games.iter().map(|game| game.score).collect();
        let title = format!("{}: scores of {} games", settings(arguments), summary.games);
        fs::write(path, plot::distribution(&title, &scores))
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    report(arguments, &summary).map_err(|error| format!("the result cannot be written: {error}"))
}

/// The settings as text. Only games with equal settings may be in one log.
fn settings(arguments: &ArenaArguments) -> String {
    let ThinkingArguments {
        player,
        depth,
        time,
        nodes,
        reach,
        four,
        network,
        endgame,
        weights,
        ..
    } = &arguments.thinking;
    let (width, height) = arguments.size;
    // Writing to a string cannot fail.
    let mut text = format!("{player} on {width}x{height}, fours {four}");
    if let Some(depth) = depth {
        let _ = write!(text, ", depth {depth}");
    }
    if let Some(time) = time {
        let _ = write!(text, ", {} ms", time.as_secs_f64() * 1000.0);
    }
    if let Some(nodes) = nodes {
        let _ = write!(text, ", {nodes} boards");
    }
    if let Some(reach) = reach {
        let _ = write!(text, ", reach {reach}");
    }
    for file in [network, endgame, weights].into_iter().flatten() {
        let _ = write!(text, ", {}", file.display());
    }
    text
}

/// Writes the result to standard output.
fn report(arguments: &ArenaArguments, summary: &Summary) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &output(arguments, summary))?;
        writeln!(out)
    } else {
        write!(
            out,
            "{}",
            table::SummaryTable {
                settings: &settings(arguments),
                summary
            }
        )
    }
}

fn output(arguments: &ArenaArguments, summary: &Summary) -> ArenaOutput {
    let Summary {
        games,
        mean,
        mean_interval,
        median,
        best,
        ref reach,
        moves,
        ref times,
    } = *summary;
    ArenaOutput {
        player: arguments.thinking.player.name(),
        games,
        mean_score: mean,
        mean_interval: [mean_interval.low, mean_interval.high],
        median_score: median,
        max_score: best,
        reach: reach
            .iter()
            .map(|(face, (rate, _))| (face.to_string(), *rate))
            .collect(),
        moves,
        moves_per_second: summary.moves_per_second(),
        ms_per_move: times.quantile(0.5),
        ms_per_move_99: times.quantile(0.99),
        ms_per_move_worst: times.worst(),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the mean is shown without decimals"
)]
fn running_mean(games: &[GameResult]) -> String {
    let sum: f64 = games.iter().map(|game| game.score as f64).sum();
    format!(", mean score {:.0}", sum / games.len() as f64)
}

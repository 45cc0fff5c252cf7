//! `bevy_2048 train`: trains a network.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::exit_code;
use super::progress::progress_bar;
use super::thinking::read_network;
use crate::solver::network::{encode, quantise};
use crate::solver::plot;
use crate::solver::training::{Checkpoint, Config, Curve, Learner, Report, Sample, Stage, train};

/// Train a network by self-play
///
/// The folder of a run contains its settings, its learning curve and a checkpoint, from which the
/// next start resumes. Ending the program loses what was learned since the last checkpoint.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct TrainArguments {
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,

    /// A JSON file of settings; the others have their defaults
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Instead of training, create a run that starts from the network in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["export", "plot"])]
    import: Option<PathBuf>,

    /// The learning curve of the imported network, which the run continues
    #[arg(long, value_name = "FILE", requires = "import")]
    curve: Option<PathBuf>,

    /// The total error in points of score that each imported weight is taken to have learned from
    #[arg(
        long,
        value_name = "POINTS",
        default_value_t = 20_000.0,
        requires = "import"
    )]
    experience: f32,

    /// Instead of training, write the network of the last checkpoint to this file
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// Round the exported weights to multiples of this many points of score
    #[arg(long, value_name = "POINTS", default_value_t = 16.0)]
    step: f32,

    /// Do not export weights that learned from a smaller total error, in points of score
    #[arg(long, value_name = "POINTS", default_value_t = 40_000.0)]
    prune: f32,

    /// Do not export weights of ranks above this one, from 2 to 15; the built-in general network
    /// has 13, because boards with higher ranks are downgraded before it evaluates them
    #[arg(long, value_name = "RANK", default_value_t = 15, value_parser = clap::value_parser!(u8).range(2..=15))]
    highest: u8,

    /// The Zstandard level of the exported file, from 1 to 22
    #[arg(long, value_name = "LEVEL", default_value_t = 12, value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,

    /// Instead of training, draw the learning curve so far into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Trains, imports, exports or draws, and returns the exit status.
pub(super) fn run(arguments: &TrainArguments) -> ExitCode {
    let result = if let Some(network) = &arguments.import {
        import(arguments, network)
    } else if arguments.export.is_some() || arguments.plot.is_some() {
        export(arguments)
    } else {
        learn(arguments)
    };
    exit_code(result)
}

/// Trains to the end; an error is one sentence.
fn learn(arguments: &TrainArguments) -> Result<(), String> {
    let config = read_config(arguments)?;
    make_folder(&arguments.folder)?;
    let mut progress = Progress::new(config.games);
    let stop = AtomicBool::new(false);
    let end = train(&config, &arguments.folder, &stop, |report| {
        progress.show(report);
    })
    .map_err(|error| error.to_string())?;
    progress.bar.finish_and_clear();
    println!(
        "   games        moves  seconds  mean score     best   2048   4096   8192  16384  32768"
    );
    let samples = &end.curve.samples;
    for sample in samples
        .iter()
        .step_by(samples.len().div_ceil(20).max(1))
        .chain(samples.last())
    {
        print!(
            "{:>8} {:>12} {:>8.0} {:>11.0} {:>8}",
            sample.games, sample.moves, sample.seconds, sample.mean_score, sample.max_score
        );
        for share in sample.reach {
            print!(" {:>5.1}%", 100.0 * share);
        }
        println!();
    }
    Ok(())
}

/// Creates a run that starts from a network; an error is one sentence.
fn import(arguments: &TrainArguments, network: &Path) -> Result<(), String> {
    let folder = &arguments.folder;
    if let Some(found) = Checkpoint::read(folder).map_err(|error| error.to_string())? {
        let games = found.curve.games;
        return Err(format!(
            "{} already contains a run of {games} games: name another folder",
            folder.display()
        ));
    }
    let config = read_config(arguments)?;
    let curve = match &arguments.curve {
        Some(path) => read_curve(path)?,
        None => Curve::default(),
    };
    let network = read_network(network)?;
    make_folder(folder)?;
    let seconds = curve.samples.last().map_or(0.0, |last| last.seconds);
    let checkpoint = Checkpoint {
        config,
        curve,
        seconds,
    };
    checkpoint
        .write(
            &Learner::from_network(&network, arguments.experience),
            folder,
        )
        .map_err(|error| error.to_string())
}

/// Reads a learning curve; an error is one sentence.
fn read_curve(path: &Path) -> Result<Curve, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("the curve {} cannot be read: {error}", path.display()))?;
    Curve::read_csv(&text)
        .ok_or_else(|| format!("{} is not the learning curve of a run", path.display()))
}

/// Reads the settings; an error is one sentence.
fn read_config(arguments: &TrainArguments) -> Result<Config, String> {
    match &arguments.config {
        Some(path) => Config::read(path).map_err(|error| error.to_string()),
        None => Ok(Config::default()),
    }
}

fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("{} cannot be created: {error}", folder.display()))
}

/// Writes the network or the curve of a run; an error is one sentence.
fn export(arguments: &TrainArguments) -> Result<(), String> {
    let folder = &arguments.folder;
    let checkpoint = Checkpoint::read(folder)
        .map_err(|error| error.to_string())?
        .ok_or_else(|| format!("{} does not contain a run", folder.display()))?;
    if let Some(path) = &arguments.plot {
        let picture = picture(&checkpoint);
        fs::write(path, picture)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    if let Some(path) = &arguments.export {
        let learner = checkpoint
            .read_learner(folder)
            .map_err(|error| error.to_string())?;
        let network = quantise(
            &learner,
            arguments.step,
            arguments.prune,
            arguments.highest.min(checkpoint.config.highest_rank),
        );
        drop(learner);
        let file = encode(&network, arguments.level).map_err(|error| error.to_string())?;
        fs::write(path, &file)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let (games, bytes) = (checkpoint.curve.games, file.len());
        println!("{}: {bytes} bytes after {games} games", path.display());
    }
    Ok(())
}

/// Draws the learning curve: the share of games that reached the stage's aim if it is known, and
/// the mean score otherwise.
fn picture(checkpoint: &Checkpoint) -> String {
    let aim = checkpoint.config.stage.as_ref().map(Stage::aim);
    let won = |sample: &Sample| aim.and_then(|aim| sample.reached(aim.highest + 1));
    let samples = &checkpoint.curve.samples;
    let label = match samples.first().and_then(won) {
        Some(_) => "games that reached the aim, %",
        None => "mean score",
    };
    #[expect(clippy::cast_precision_loss, reason = "a plot needs few digits")]
    let points: Vec<_> = samples
        .iter()
        .map(|sample| {
            let height = won(sample).map_or(sample.mean_score, |share| 100.0 * share);
            (sample.moves as f64, height)
        })
        .collect();
    plot::line("Learning curve", "moves", label, &points)
}

/// The progress of the run, on standard error.
struct Progress {
    bar: ProgressBar,
    /// Whether to write lines instead of a bar, because standard error is no terminal.
    lines: bool,
    last_line: f64,
}

/// The time between two lines of progress, in seconds.
const SECONDS_PER_LINE: f64 = 10.0;

impl Progress {
    fn new(games: u64) -> Self {
        let template = "{bar:30} {pos}/{len} games, {elapsed} elapsed, {eta} left, {msg}";
        Self {
            bar: progress_bar(games, template),
            lines: !io::stderr().is_terminal(),
            last_line: 0.0,
        }
    }

    fn show(&mut self, report: &Report) {
        let Report {
            games,
            seconds,
            moves_per_second,
            mean_score,
            ..
        } = *report;
        let mean = mean_score.map_or_else(|| "unknown".to_owned(), |mean| format!("{mean:.0}"));
        let text = format!("{moves_per_second:.0} moves/s, mean score {mean}");
        if self.lines && seconds - self.last_line >= SECONDS_PER_LINE {
            self.last_line = seconds;
            eprintln!("{games} games, {seconds:.0} s, {text}");
        }
        self.bar.set_position(games);
        self.bar.set_message(text);
    }
}

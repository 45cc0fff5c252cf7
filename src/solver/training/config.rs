//! What can be chosen about a training run, in one file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Stage;

/// The settings of a training run, read from a JSON file with these names.
///
/// All but `seed` and `initial_value` may be changed between a run and its resumption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The seed that all random streams come from.
    pub seed: u64,
    /// The number of games to play in all, those before a resumption counted and those begun again
    /// from the middle not.
    pub games: u64,
    /// The number of threads, at least 1. More than one makes the order of updates, and so the
    /// weights, differ from run to run.
    pub threads: usize,
    /// The probability that a spawn is a 4, from 0.0 to 1.0.
    pub four_chance: f64,
    /// The value of every board before learning, in points of score: optimistic values lead play to
    /// boards not seen before (H. Guei, L.-P. Chen and I-C. Wu, "Optimistic temporal difference
    /// learning for 2048", 2021, who take 320,000).
    pub initial_value: f32,
    /// The step size that the coherence of each weight's errors scales down, above 0.0, at most 1.0.
    pub step: f32,
    /// The decay of the lambda return, from 0.0 (one step ahead) to 1.0 (the whole game).
    pub lambda: f32,
    /// Whether to learn at rates by temporal coherence; otherwise `step` is the rate of all weights.
    pub coherence: bool,
    /// A game of at least this many moves is played again from its middle, and that game from its
    /// own middle, and so on, so that late boards are seen more often (K. Matsuzaki, 2017); 0 plays
    /// from an empty board only.
    pub restart_from: usize,
    /// The highest rank that the network is shown, up to 15, which is 32768: a board with a higher
    /// one is folded where it can be (the tile-downgrading of H. Guei, L.-P. Chen and I-C. Wu, 2021,
    /// here in training as in play), so that the late game goes on with the weights of the earlier.
    pub highest_rank: u8,
    /// The stage to learn, `None` for whole games from an empty board.
    pub stage: Option<Stage>,
    /// The number of games over which the learning curve is averaged.
    pub window: u64,
    /// The seconds between two checkpoints.
    pub checkpoint_seconds: u64,
}

/// The largest number of boards that games of a stage start on: 16 MB of them.
const MOST_BOARDS: u64 = 1_000_000;

/// Why the settings of a training run are of no use.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the settings in {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no JSON of settings.
    #[error("the settings in {path} cannot be understood: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// A setting is out of range.
    #[error("the setting {name} is out of its range, {range}")]
    Range {
        /// The name of the setting.
        name: &'static str,
        /// What it may be.
        range: &'static str,
    },
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 2048,
            games: 1_000_000,
            threads: 1,
            four_chance: 0.1,
            initial_value: 320_000.0,
            step: 1.0,
            lambda: 0.5,
            coherence: true,
            restart_from: 0,
            highest_rank: 15,
            stage: None,
            window: 1000,
            checkpoint_seconds: 300,
        }
    }
}

impl Config {
    /// Reads the settings from a file; what it does not name keeps its default.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the file cannot be read or a setting is out of range.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path).map_err(|source| ConfigError::Read {
            path: path.to_owned(),
            source,
        })?;
        let config: Self = serde_json::from_str(&text).map_err(|source| ConfigError::Parse {
            path: path.to_owned(),
            source,
        })?;
        config.check()?;
        Ok(config)
    }

    /// Checks that each setting is in range.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Range`] for the first that is not.
    pub fn check(&self) -> Result<(), ConfigError> {
        let stage = |holds: fn(&Stage) -> bool| self.stage.as_ref().is_none_or(holds);
        let rules = [
            (self.threads >= 1, "threads", "at least 1"),
            (
                (0.0..=1.0).contains(&self.four_chance),
                "four_chance",
                "0.0 to 1.0",
            ),
            (self.initial_value.is_finite(), "initial_value", "a number"),
            (
                self.step > 0.0 && self.step <= 1.0,
                "step",
                "above 0.0, at most 1.0",
            ),
            ((0.0..=1.0).contains(&self.lambda), "lambda", "0.0 to 1.0"),
            (
                (2..=15).contains(&self.highest_rank),
                "highest_rank",
                "2 to 15",
            ),
            (
                stage(|stage| (1..=14).contains(&stage.highest_rank)),
                "highest_rank of the stage",
                "1 to 14",
            ),
            (
                stage(|stage| (1..=stage.highest_rank).contains(&stage.lowest_rank)),
                "lowest_rank of the stage",
                "1 to its highest_rank",
            ),
            (
                stage(|stage| (1..=MOST_BOARDS).contains(&stage.boards)),
                "boards of the stage",
                "1 to 1,000,000",
            ),
            (self.window >= 1, "window", "at least 1"),
            (
                self.checkpoint_seconds >= 1,
                "checkpoint_seconds",
                "at least 1",
            ),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            None => Ok(()),
            Some((_, name, range)) => Err(ConfigError::Range { name, range }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, ConfigError> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("settings.json");
        fs::write(&path, text).expect("a file can be written");
        Config::read(&path)
    }

    #[test]
    fn what_a_file_does_not_name_keeps_its_default() {
        let config = read(r#"{"seed": 7, "lambda": 0.0}"#).expect("the settings are in range");
        assert_eq!(
            config,
            Config {
                seed: 7,
                lambda: 0.0,
                ..Config::default()
            }
        );
    }

    #[test]
    fn settings_out_of_range_or_unknown_are_refused() {
        for text in [
            r#"{"threads": 0}"#,
            r#"{"four_chance": 1.5}"#,
            r#"{"step": 0.0}"#,
            r#"{"step": 2.0}"#,
            r#"{"lambda": -0.1}"#,
            r#"{"highest_rank": 16}"#,
            r#"{"stage": {"highest_rank": 15}}"#,
            r#"{"stage": {"lowest_rank": 0}}"#,
            r#"{"stage": {"lowest_rank": 9, "highest_rank": 8}}"#,
            r#"{"stage": {"boards": 0}}"#,
            r#"{"window": 0}"#,
            r#"{"checkpoint_seconds": 0}"#,
        ] {
            assert!(
                matches!(read(text), Err(ConfigError::Range { .. })),
                "{text}"
            );
        }
        assert!(matches!(
            read(r#"{"sede": 1}"#),
            Err(ConfigError::Parse { .. })
        ));
        assert!(matches!(read("seed = 1"), Err(ConfigError::Parse { .. })));
        assert!(matches!(
            Config::read(Path::new("/nowhere")),
            Err(ConfigError::Read { .. })
        ));
    }
}

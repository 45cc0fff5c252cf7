//! The settings of a training run.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Stage;

/// The settings of a training run. The field names are the names in the JSON file.
///
/// When a run is resumed, all settings except `seed` and `initial_value` may be changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The seed of all random streams.
    pub seed: u64,
    /// The total number of games, including those before the run was resumed but not those
    /// restarted from the middle.
    pub games: u64,
    /// The number of threads, at least 1. With more than one thread the order of updates, and
    /// therefore the weights, differ from run to run.
    pub threads: usize,
    /// The probability that a spawn is a 4, from 0.0 to 1.0.
    pub four_chance: f64,
    /// The initial value of every board, in points of score. Optimistic initialisation makes play
    /// explore new boards (H. Guei, L.-P. Chen and I-C. Wu, "Optimistic temporal difference
    /// learning for 2048", 2021, who use 320,000).
    pub initial_value: f32,
    /// The step size, above 0.0 and at most 1.0. Temporal coherence scales it down for each weight.
    pub step: f32,
    /// The decay of the lambda return, from 0.0 (one step ahead) to 1.0 (the whole game).
    pub lambda: f32,
    /// Whether to use temporal coherence (TC) learning. Otherwise `step` is the learning rate of
    /// all weights.
    pub coherence: bool,
    /// A game of at least this many moves is restarted from its middle, and so is the restarted
    /// game if it is long enough. Late boards are then seen more often (K. Matsuzaki, 2017). With
    /// 0, no game is restarted.
    pub restart_from: usize,
    /// The highest rank that the network sees, up to 15, which is 32768. Boards with higher ranks
    /// are downgraded where possible, so the late game uses the weights of the earlier game. This
    /// is the tile-downgrading of H. Guei, L.-P. Chen and I-C. Wu (2021), here in training as well
    /// as in play.
    pub highest_rank: u8,
    /// The stage to learn, or `None` for whole games from an empty board.
    pub stage: Option<Stage>,
    /// The number of games per sample of the learning curve.
    pub window: u64,
    /// The time between checkpoints in seconds.
    pub checkpoint_seconds: u64,
}

/// The largest number of starting boards of a stage, which take 16 MB.
const MOST_BOARDS: u64 = 1_000_000;

/// Why the settings of a training run are invalid.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the settings in {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is not valid JSON or contains an unknown setting.
    #[error("the settings in {path} are invalid: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// A setting is out of range.
    #[error("the setting {name} is out of range: it must be {range}")]
    Range {
        /// The name of the setting.
        name: &'static str,
        /// The allowed range.
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
    /// Reads the settings from a file. Settings that are not in the file keep their defaults.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the file cannot be read or parsed, or a setting is out of range.
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

    /// Checks that all settings are in range.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Range`] for the first setting that is not.
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
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("settings.json");
        fs::write(&path, text).expect("a file can be written");
        Config::read(&path)
    }

    #[test]
    fn settings_not_in_the_file_keep_their_defaults() {
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
    fn invalid_settings_are_rejected() {
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

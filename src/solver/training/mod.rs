//! Trains a network by temporal-difference learning on its own games.

mod checkpoint;
mod config;
mod curve;
mod episode;
mod learner;
mod run;
mod starts;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use config::{Config, ConfigError};
pub use curve::{Curve, Sample};
pub use episode::{Episode, EpisodeSettings, Step};
pub use learner::{Learner, LearningRate};
pub use run::{Report, TrainError, train};
pub use starts::{Stage, StageError};

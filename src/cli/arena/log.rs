//! Finished games in a file, so that a long run can be interrupted.
//!
//! The first line is a JSON string with the settings, each further one a JSON object with a game.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::solver::arena::GameResult;

/// The file that games are added to, if there is one.
pub(super) struct Log(Option<File>);

impl Log {
    /// Keeps no games.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Opens or begins a file, and reads the games in it; an error is one sentence.
    ///
    /// A last line without an end, as a run that was killed may leave it, is cut off.
    pub fn open(path: &Path, settings: &str) -> Result<(Self, Vec<GameResult>), String> {
        let shown = path.display();
        let fail = |error: io::Error| format!("{shown} cannot be used: {error}");
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fail(error)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let mut games = Vec::new();
        let header = lines.next();
        if let Some(header) = header {
            let found: Option<String> = serde_json::from_str(header).ok();
            if found.as_deref() != Some(settings) {
                return Err(format!("{shown} holds games of other settings"));
            }
        }
        for (number, line) in (2..).zip(lines) {
            let game = serde_json::from_str(line);
            games.push(game.map_err(|error| format!("{shown}, line {number}: {error}"))?);
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(fail)?;
        file.set_len(whole.len() as u64).map_err(fail)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).map_err(fail)?;
        if header.is_none() {
            let header = serde_json::Value::from(settings);
            writeln!(file, "{header}").map_err(fail)?;
        }
        Ok((Self(Some(file)), games))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameResult) -> io::Result<()> {
        match &mut self.0 {
            None => Ok(()),
            Some(file) => {
                let mut line = serde_json::to_vec(game)?;
                line.push(b'\n');
                file.write_all(&line)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::arena::Times;

    fn game(seed: u64) -> GameResult {
        GameResult {
            seed,
            score: 10 * seed,
            moves: 5,
            largest: 64,
            times: Times::default(),
        }
    }

    #[test]
    fn games_come_back_and_a_torn_last_line_is_forgotten() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games");
        let (mut log, games) = Log::open(&path, "greedy").expect("a file can be made");
        assert!(games.is_empty());
        for seed in [3, 4] {
            log.add(&game(seed)).expect("a line can be written");
        }
        drop(log);
        let mut text = std::fs::read_to_string(&path).expect("the file is there");
        text.push_str(r#"{"seed":5,"sco"#);
        std::fs::write(&path, text).expect("the file can be written");

        let (mut log, games) = Log::open(&path, "greedy").expect("the file is sound");
        assert_eq!(games, [game(3), game(4)]);
        log.add(&game(5)).expect("a line can be written");
        let (_, games) = Log::open(&path, "greedy").expect("the file is sound");
        assert_eq!(games, [game(3), game(4), game(5)]);
        assert!(Log::open(&path, "random").is_err());
    }
}

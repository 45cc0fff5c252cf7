//! A log of finished games, so that an interrupted run can be resumed.
//!
//! The first line is a JSON string with the settings. Each further line is a JSON object with one
//! game.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::solver::arena::GameResult;

/// The number of bytes in which the first line of a file must end.
const LONGEST_HEADER: u64 = 64 << 10;

/// The file that finished games are added to, if there is one.
///
/// The file stays locked until this is dropped.
pub(super) struct Log(Option<File>);

impl Log {
    /// A log that keeps no games.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Opens or creates a log for games of these settings, and reads the games in it.
    ///
    /// If several games have the same seed, only the first is returned. An incomplete last line,
    /// which a killed run may leave behind, is removed. An error is one sentence, and leaves the
    /// file as it was.
    pub fn open(path: &Path, settings: &str) -> Result<(Self, Vec<GameResult>), String> {
        let shown = path.display();
        let fail = |error: io::Error| format!("{shown} cannot be used: {error}");
        // Opening a named pipe would wait for its other end.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(format!("{shown} is not a regular file: name another one"));
        }
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(fail)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!(
                    "another run is adding games to {shown}: wait until it ends, or name another file"
                ));
            }
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        let header = format!("{}\n", serde_json::Value::from(settings));
        if file.metadata().map_err(fail)?.len() == 0 {
            if let Err(error) = file.write_all(header.as_bytes()) {
                // The next run would not recognize an incomplete header.
                let _ = file.set_len(0);
                return Err(fail(error));
            }
            return Ok((Self(Some(file)), Vec::new()));
        }
        check_header(&mut file, &header)
            .map_err(fail)?
            .map_err(|reason| format!("{shown} {reason}: name another file"))?;
        let mut whole = header.len() as u64;
        file.seek(SeekFrom::Start(whole)).map_err(fail)?;
        let mut lines = BufReader::new(&file);
        let (mut line, mut number) = (Vec::new(), 1);
        let (mut games, mut seeds) = (Vec::<GameResult>::new(), BTreeSet::new());
        let torn = loop {
            line.clear();
            let read = lines.read_until(b'\n', &mut line).map_err(fail)?;
            if !line.ends_with(b"\n") {
                break read > 0;
            }
            number += 1;
            whole += read as u64;
            let game: GameResult = serde_json::from_slice(&line).map_err(|error| {
                format!(
                    "line {number} of {shown} is not a finished game ({error}): delete this line"
                )
            })?;
            if seeds.insert(game.seed) {
                games.push(game);
            }
        };
        if torn {
            file.set_len(whole).map_err(fail)?;
        }
        file.seek(SeekFrom::Start(whole)).map_err(fail)?;
        Ok((Self(Some(file)), games))
    }

    /// Adds a game.
    ///
    /// After an error the file may end with an incomplete line, so that no further game may be
    /// added.
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

/// Checks that a file starts with this header. The inner error says what the file is instead.
fn check_header(file: &mut File, header: &str) -> io::Result<Result<(), String>> {
    let mut front = Vec::new();
    file.take(LONGEST_HEADER.max(header.len() as u64))
        .read_to_end(&mut front)?;
    if front.starts_with(header.as_bytes()) {
        return Ok(Ok(()));
    }
    let first_line = front.iter().position(|&byte| byte == b'\n');
    let other: Option<String> =
        first_line.and_then(|end| serde_json::from_slice(&front[..end]).ok());
    Ok(Err(match other {
        Some(settings) => format!("holds games of other settings ({settings:?})"),
        None => "is not a log of games".to_owned(),
    }))
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

    /// The error of a log that cannot be opened.
    fn refusal(path: &Path) -> String {
        let Err(error) = Log::open(path, "greedy") else {
            panic!("{} was opened", path.display());
        };
        assert!(!error.contains('\n'), "{error}");
        error
    }

    #[test]
    fn games_come_back_and_an_incomplete_last_line_is_removed() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games");
        let (mut log, games) = Log::open(&path, "greedy").expect("a file can be made");
        assert!(games.is_empty());
        for seed in [3, 4] {
            log.add(&game(seed)).expect("a line can be written");
        }
        drop(log);
        let mut text = fs::read_to_string(&path).expect("the file is there");
        text.push_str(r#"{"seed":5,"sco"#);
        fs::write(&path, text).expect("the file can be written");

        let (mut log, games) = Log::open(&path, "greedy").expect("the file is sound");
        assert_eq!(games, [game(3), game(4)]);
        log.add(&game(5)).expect("a line can be written");
        drop(log);
        let (_, games) = Log::open(&path, "greedy").expect("the file is sound");
        assert_eq!(games, [game(3), game(4), game(5)]);
    }

    #[test]
    fn a_file_that_is_not_this_log_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("notes");
        for (contents, reason) in [
            (&b"{\"precious\": true}"[..], "is not a log of games"),
            (b"{\"precious\": true}\n", "is not a log of games"),
            (b"\"greedy\"", "is not a log of games"),
            (b"\"gre", "is not a log of games"),
            (b"\n", "is not a log of games"),
            (b"\xff\xfe\n\"greedy\"\n", "is not a log of games"),
            (b"\"random\"\n", r#"of other settings ("random")"#),
            (b"\"greedy\"\nprecious\n{\"seed\":", "line 2 of"),
        ] {
            fs::write(&path, contents).expect("the file can be written");
            let error = refusal(&path);
            assert!(error.contains(reason), "{error}");
            assert_eq!(fs::read(&path).expect("the file is there"), contents);
        }
    }

    #[test]
    fn one_run_at_a_time_adds_to_a_log() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games");
        let (mut log, _) = Log::open(&path, "greedy").expect("a file can be made");
        assert!(refusal(&path).contains("another run is adding games"));
        log.add(&game(1)).expect("a line can be written");
        drop(log);
        let (_, games) = Log::open(&path, "greedy").expect("the lock is free again");
        assert_eq!(games, [game(1)]);
    }

    #[test]
    fn a_seed_counts_once() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games");
        let (mut log, _) = Log::open(&path, "greedy").expect("a file can be made");
        let again = GameResult {
            score: 1,
            ..game(3)
        };
        for game in [game(3), game(4), again] {
            log.add(&game).expect("a line can be written");
        }
        drop(log);
        let (_, games) = Log::open(&path, "greedy").expect("the file is sound");
        assert_eq!(games, [game(3), game(4)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_named_pipe_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()));
        // Code that opens the pipe reads its end instead of waiting for ever.
        let other_end = path.clone();
        std::thread::spawn(move || fs::write(other_end, ""));
        assert!(refusal(&path).contains("is not a regular file"));
    }
}

//! A running game: its window, its log, its complaints and its end.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use bevy_2048::game::{Board, Direction, Game};
use serde::Deserialize;

use crate::desktop::Desktop;
use crate::picture::Picture;
use crate::wait::{wait_for, within_limit};

/// What the game says of itself after each change.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Turns played.
    pub moves: u64,
    /// Points.
    pub score: u64,
    /// Whether a computer player had a hand in it.
    pub helped: bool,
    /// Rows of faces.
    pub board: Vec<Vec<u128>>,
}

impl Line {
    /// What the game ought to say when it stands like this.
    pub fn of(game: &Game) -> Self {
        Self {
            moves: game.moves(),
            score: game.score(),
            helped: game.helped(),
            board: game.board().to_faces(),
        }
    }
}

/// A running game, which is killed if a test fails before its end.
pub struct Playing<'a> {
    /// Where the window is.
    pub desktop: &'a Desktop,
    child: Child,
    log: Arc<Mutex<Vec<Line>>>,
    errors: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
    /// The desktop's number for the window.
    pub window: u32,
}

/// What is left of a game that has ended.
#[derive(Debug)]
pub struct Ended {
    /// The exit status.
    pub status: ExitStatus,
    /// What stood on standard error.
    pub errors: String,
}

impl<'a> Playing<'a> {
    /// Runs a command without waiting for a window.
    pub fn launch(desktop: &'a Desktop, mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let log = Arc::new(Mutex::new(Vec::new()));
        let errors = Arc::new(Mutex::new(String::new()));
        let stdout = child.stdout.take().expect("the output is piped");
        let stderr = child.stderr.take().expect("the errors are piped");
        let readers = vec![
            thread::spawn({
                let log = Arc::clone(&log);
                move || read_log(stdout, &log)
            }),
            thread::spawn({
                let errors = Arc::clone(&errors);
                move || read_errors(stderr, &errors)
            }),
        ];
        Self {
            desktop,
            child,
            log,
            errors,
            readers,
            window: 0,
        }
    }

    /// Runs a command, waits for its window and gives it the keyboard.
    pub fn start(desktop: &'a Desktop, command: Command) -> Self {
        let mut playing = Self::launch(desktop, command);
        playing.wait_for("the first board", |playing| {
            playing
                .log()
                .pop()
                .map(drop)
                .ok_or_else(|| "there is no line yet".to_owned())
        });
        let process = playing.child.id();
        playing.window = playing.wait_for("the window", |_| desktop.window_of(process));
        playing.focus();
        playing
    }

    /// Gives the window the keyboard, as a window manager would.
    pub fn focus(&self) {
        self.wait_for("the focus", |playing| playing.desktop.focus(playing.window));
    }

    /// Presses and releases keys by their X11 names, as fast as can be.
    pub fn press(&self, keys: &str) {
        self.desktop.press(keys);
    }

    /// Resizes the window, and waits until it has that size.
    pub fn resize(&self, width: usize, height: usize) {
        self.desktop.resize(self.window, width, height);
        self.wait_for("the new size", |playing| {
            let picture = playing.photograph();
            let size = (picture.width(), picture.height());
            (size == (width, height))
                .then_some(())
                .ok_or_else(|| format!("{size:?}"))
        });
    }

    /// A picture of the window now.
    pub fn photograph(&self) -> Picture {
        let bytes = self.desktop.photograph(self.window);
        Picture::parse(&bytes).expect("import writes a PPM file")
    }

    /// Waits until the window looks as it must, and returns the picture.
    pub fn wait_to_see(
        &self,
        what: &str,
        look: impl Fn(&Picture) -> Result<(), String>,
    ) -> Picture {
        self.wait_for(what, |playing| {
            let picture = playing.photograph();
            look(&picture).map(|()| picture)
        })
    }

    /// Everything logged so far.
    pub fn log(&self) -> Vec<Line> {
        self.log
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What the log says now.
    pub fn latest(&self) -> Line {
        self.log().pop().expect("a game starts with a line")
    }

    /// Waits until the log says that the game stands like this.
    pub fn wait_until_logged(&self, game: &Game) {
        let wanted = Line::of(game);
        self.wait_for("the turn", |playing| {
            let latest = playing.latest();
            (latest == wanted)
                .then_some(())
                .ok_or_else(|| format!("the log says {latest:?}, and not {wanted:?}"))
        });
    }

    /// What stands on standard error so far.
    pub fn errors(&self) -> String {
        self.errors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Waits until standard error holds some words.
    pub fn wait_until_said(&self, words: &str) {
        self.wait_for(words, |playing| {
            playing
                .errors()
                .contains(words)
                .then_some(())
                .ok_or_else(String::new)
        });
    }

    /// Waits for something, and adds to a failure what the game said.
    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut(&Self) -> Result<T, String>) -> T {
        wait_for(what, || {
            look(self).map_err(|reason| format!("{reason}; standard error: {}", self.errors()))
        })
    }

    /// Asks the window to close, as a window manager does.
    pub fn close(self) -> Ended {
        self.desktop.close(self.window);
        self.end()
    }

    /// Waits for the end of the program.
    pub fn end(mut self) -> Ended {
        let status = wait_for("the end of the program", || match self.child.try_wait() {
            Ok(Some(status)) => Ok(status),
            other => Err(format!("{other:?}; standard error: {}", self.errors())),
        });
        let readers = std::mem::take(&mut self.readers);
        within_limit("the reading of the output", || {
            for reader in readers {
                reader.join().expect("each line can be read");
            }
        });
        Ended {
            status,
            errors: self.errors(),
        }
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Playing<'_> {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_log(stdout: impl Read, log: &Mutex<Vec<Line>>) {
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let line = serde_json::from_str(&line).expect("each line is a JSON object");
        log.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line);
    }
}

fn read_errors(stderr: impl Read, errors: &Mutex<String>) {
    let mut stderr = BufReader::new(stderr);
    let mut line = String::new();
    while let Ok(1..) = read_line(&mut stderr, &mut line) {
        errors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_str(&line);
    }
}

fn read_line(reader: &mut impl BufRead, line: &mut String) -> io::Result<usize> {
    line.clear();
    reader.read_line(line)
}

/// The X11 name of a key that moves this way.
pub fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "Up",
        Direction::Right => "Right",
        Direction::Down => "Down",
        Direction::Left => "Left",
    }
}

/// A board from its rows of faces.
pub fn board(rows: &[&[u128]]) -> Board {
    let rows: Vec<Vec<u128>> = rows.iter().map(|row| row.to_vec()).collect();
    Board::from_faces(&rows).expect("the rows are a board")
}

//! A desktop for one test: an X server without a screen, and a home of its own.
//!
//! `tests/wayland` has a desktop with the same methods; `playing` knows nothing
//! else of the window system.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

use crate::wait::{end, run, within_limit};

/// One desktop at a time: software rendering takes every processor there is.
static TURN: Mutex<()> = Mutex::new(());

/// Larger than any window that a test opens.
const SCREEN: &str = "1600x1440x24";

/// An X server, and folders that are nobody else's.
pub struct Desktop {
    server: Child,
    /// The number of the display.
    pub display: u32,
    home: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Desktop {
    /// Starts an X server on a free display, with the pointer out of the way.
    pub fn open() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SCREEN])
            .args(["-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; script/test installs it");
        let stdout = server.stdout.take().expect("the output is piped");
        let mut desktop = Self {
            server,
            display: 0,
            // A runtime folder must be the user's alone, as this one is.
            home: tempfile::tempdir().expect("a temporary folder can be made"),
            _turn: turn,
        };
        let display = within_limit("the start of Xvfb", || {
            let mut line = String::new();
            BufReader::new(stdout).read_line(&mut line).map(|_| line)
        });
        let display = display.expect("Xvfb writes its display");
        desktop.display = display.trim().parse().expect("a display is a number");
        desktop.park();
        desktop
    }

    /// The folder that the game keeps its settings in, which need not exist.
    pub fn settings(&self) -> PathBuf {
        self.home.path().join("bevy_2048")
    }

    /// The game, with the options that every test gives it.
    pub fn game(&self, data_dir: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bevy_2048"));
        self.dress(&mut command);
        command.args(["--log-turns", "--data-dir"]).arg(data_dir);
        command
    }

    /// Gives a command this desktop's environment.
    pub fn dress(&self, command: &mut Command) {
        command
            .env("DISPLAY", format!(":{}", self.display))
            .env("HOME", self.home.path())
            .env("XDG_RUNTIME_DIR", self.home.path())
            .env("XDG_CONFIG_HOME", self.home.path())
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WINIT_X11_SCALE_FACTOR")
            .env_remove("RUST_LOG")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null());
    }

    /// The X server's number for the window of a process.
    pub fn window_of(&self, process: u32) -> Result<u32, String> {
        let search = format!("search --all --pid {process} --name ^2048$");
        let found = self.try_xdotool(&search).stdout;
        let found = String::from_utf8_lossy(&found).trim().to_owned();
        found
            .parse()
            .map_err(|_| format!("xdotool found {found:?}"))
    }

    /// Gives a window the keyboard, or tells who still has it.
    pub fn focus(&self, window: u32) -> Result<(), String> {
        let window = window.to_string();
        self.try_xdotool(&format!("windowfocus {window}"));
        let focused = self.try_xdotool("getwindowfocus -f").stdout;
        let focused = String::from_utf8_lossy(&focused).trim().to_owned();
        (focused == window).then_some(()).ok_or(focused)
    }

    /// Presses and releases keys by their X11 names, as fast as can be.
    pub fn press(&self, keys: &str) {
        self.xdotool(&format!("key --delay 0 {keys}"));
    }

    /// Asks for another size of a window.
    pub fn resize(&self, window: u32, width: usize, height: usize) {
        self.xdotool(&format!("windowsize {window} {width} {height}"));
    }

    /// Asks a window to close, as a window manager does.
    pub fn close(&self, window: u32) {
        crate::xclient::close_window(self.display, window).expect("the window is there");
    }

    /// Moves the pointer to where nothing is: a window's corner.
    pub fn park(&self) {
        self.xdotool("mousemove 1 1");
    }

    /// Runs xdotool with these words, and returns what it writes.
    pub fn xdotool(&self, words: &str) -> String {
        let output = self.try_xdotool(words);
        assert!(
            output.status.success(),
            "xdotool {words}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The same where failure is an answer as well.
    pub fn try_xdotool(&self, words: &str) -> Output {
        run(Command::new("xdotool")
            .env("DISPLAY", format!(":{}", self.display))
            .args(words.split_ascii_whitespace()))
    }

    /// A picture of a window as the bytes of a PPM file.
    pub fn photograph(&self, window: u32) -> Vec<u8> {
        let output = run(Command::new("import")
            .env("DISPLAY", format!(":{}", self.display))
            .args(["-silent", "-window", &window.to_string()])
            .args(["-depth", "8", "ppm:-"]));
        assert!(
            output.status.success(),
            "import: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        // A server that is asked to end removes its socket and its lock file.
        let asked = Command::new("kill")
            .arg(self.server.id().to_string())
            .status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        end(&mut self.server);
    }
}

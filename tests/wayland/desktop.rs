//! A desktop for one test: a compositor without a screen, a keyboard, and a home
//! of its own.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tempfile::TempDir;

use crate::user::User;
use crate::wait::{end, run, wait_for};

/// One desktop at a time: software rendering takes every processor there is.
static TURN: Mutex<()> = Mutex::new(());

/// What a desktop is made of.
const TOOLS: [&str; 4] = ["sway", "swaymsg", "wtype", "grim"];

/// A screen larger than any window that a test opens, windows that float as on
/// most desktops, and keys that do not repeat however slow the machine is.
const CONFIG: &str = r#"
xwayland disable
output HEADLESS-1 resolution 1600x1440 position 0 0 scale 1
default_border none
for_window [app_id=".*"] floating enable
input * repeat_rate 0
"#;

/// Longer than any test, in milliseconds.
const LONG: &str = "2000000";

/// A compositor with a keyboard, and folders that are nobody else's.
pub struct Desktop {
    compositor: Child,
    keyboard: Option<Child>,
    /// The name of the compositor's socket.
    display: String,
    user: User,
    home: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Desktop {
    /// Starts a compositor, or says that there is none on this machine.
    ///
    /// # Panics
    ///
    /// If something is missing and `CI` is `true`.
    pub fn open() -> Option<Self> {
        let missing: Vec<_> = TOOLS.into_iter().filter(|tool| !is_here(tool)).collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            let said = format!("missing for tests under Wayland: {missing}; see script/test");
            assert!(env::var("CI").as_deref() != Ok("true"), "{said}");
            // Unlike eprintln, this is shown of a test that passes as well.
            let _ = writeln!(io::stderr(), "skipped; {said}");
            return None;
        }
        Some(Self::start())
    }

    fn start() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        // A runtime folder must be the user's alone, as this one is.
        let home = tempfile::tempdir().expect("a temporary folder can be made");
        let config = home.path().join("sway.config");
        fs::write(&config, CONFIG).expect("the folder is writable");
        let complaints = home.path().join("sway.log");
        let log = File::create(&complaints).expect("the folder is writable");
        let user = User::with_home(home.path());

        let mut sway = Command::new("sway");
        dress(&mut sway, user, home.path());
        sway.arg("--config")
            .arg(config)
            .env("WLR_BACKENDS", "headless")
            .env("WLR_LIBINPUT_NO_DEVICES", "1")
            .env("WLR_RENDERER", "pixman")
            .env_remove("WLR_HEADLESS_OUTPUTS")
            .stdout(Stdio::null())
            .stderr(log);
        let mut desktop = Self {
            compositor: sway.spawn().expect("sway starts; script/test installs it"),
            keyboard: None,
            display: String::new(),
            user,
            home,
            _turn: turn,
        };
        desktop.display = wait_for("the start of sway", || {
            let said = || fs::read_to_string(&complaints).unwrap_or_default();
            let ended = desktop.compositor.try_wait().map(|status| status.is_some());
            assert!(!ended.is_ok_and(|ended| ended), "sway ended: {}", said());
            socket_in(desktop.home.path()).ok_or_else(said)
        });
        wait_for("an answer of sway", || {
            let outputs: Vec<Output> = desktop.ask("get_outputs")?;
            let [output] = &outputs[..] else {
                return Err(format!("there are {} screens", outputs.len()));
            };
            output.active.then_some(()).ok_or_else(String::new)
        });
        desktop.plug_in_the_keyboard();
        desktop
    }

    /// Adds a keyboard that stays, so that a window has it from its start. Each
    /// press has one of its own, which is gone before a window could notice it.
    fn plug_in_the_keyboard(&mut self) {
        let mut wtype = self.command("wtype");
        wtype.args(["-s", LONG]).stdout(Stdio::null());
        self.keyboard = Some(
            wtype
                .spawn()
                .expect("wtype starts; script/test installs it"),
        );
        wait_for("the keyboard", || {
            let seats: Vec<Seat> = self.ask("get_seats")?;
            let devices = || seats.iter().flat_map(|seat| &seat.devices);
            devices()
                .any(|device| device.kind == "keyboard")
                .then_some(())
                .ok_or_else(|| format!("{} devices", devices().count()))
        });
    }

    /// The game, with the options that every test gives it. The folder becomes
    /// the property of the user who plays.
    pub fn game(&self, data_dir: &Path) -> Command {
        self.user.give(data_dir);
        let program = Path::new(env!("CARGO_BIN_EXE_bevy_2048"));
        let mut command = self.command(self.user.program(program, self.home.path()));
        command.args(["--log-turns", "--data-dir"]).arg(data_dir);
        command
    }

    /// A command that sees this desktop and no other.
    fn command(&self, program: impl Into<PathBuf>) -> Command {
        let mut command = Command::new(program.into());
        dress(&mut command, self.user, self.home.path());
        command.env("WAYLAND_DISPLAY", &self.display);
        command
    }

    /// The compositor's number for the window of a process.
    pub fn window_of(&self, process: u32) -> Result<u32, String> {
        let tree: Node = self.ask("get_tree")?;
        tree.find(&|node| node.pid == Some(process) && node.app_id.is_some())
            .map(|node| node.id)
            .ok_or_else(|| format!("process {process} has no window"))
    }

    /// Gives a window the keyboard, or tells that it does not have it.
    pub fn focus(&self, window: u32) -> Result<(), String> {
        self.tell_window(window, "focus");
        self.look_up(window)
            .focused
            .then_some(())
            .ok_or_else(|| "another window has it".to_owned())
    }

    /// Presses and releases keys by their X11 names, such as `Left` or `ctrl+z`.
    ///
    /// They come from a keyboard whose layout has these keys alone, numbered as
    /// they come: the place of `Left` is that of Escape on other keyboards.
    pub fn press(&self, keys: &str) {
        let mut wtype = self.command("wtype");
        for chord in keys.split_ascii_whitespace() {
            let mut held: Vec<&str> = chord.split('+').collect();
            let key = held.pop().unwrap_or_default();
            let held = held.into_iter().map(modifier);
            wtype.args(held.clone().flat_map(|name| ["-P", name]));
            wtype.args(["-k", key]);
            wtype.args(held.flat_map(|name| ["-p", name]));
        }
        succeed(&mut wtype);
    }

    /// Asks for another size of a window.
    pub fn resize(&self, window: u32, width: usize, height: usize) {
        self.tell_window(window, &format!("resize set {width} px {height} px"));
    }

    /// Asks a window to close, as its button or the desktop's key does.
    pub fn close(&self, window: u32) {
        self.tell_window(window, "kill");
    }

    /// A picture of a window as the bytes of a PPM file.
    pub fn photograph(&self, window: u32) -> Vec<u8> {
        let Area {
            x,
            y,
            width,
            height,
        } = self.look_up(window).rect;
        let place = format!("{x},{y} {width}x{height}");
        succeed(self.command("grim").args(["-t", "ppm", "-g", &place, "-"]))
    }

    /// How many pixels of the screen there are to one of a window's lengths.
    pub fn set_scale(&self, scale: u32) {
        self.tell(&format!("output HEADLESS-1 scale {scale}"));
    }

    /// Whether a window has the whole screen for itself.
    pub fn is_full_screen(&self, window: u32) -> bool {
        self.look_up(window).fullscreen_mode != 0
    }

    fn look_up(&self, window: u32) -> Node {
        self.ask::<Node>("get_tree")
            .ok()
            .and_then(|tree| tree.find(&|node| node.id == window).cloned())
            .expect("the window is there")
    }

    fn tell_window(&self, window: u32, what: &str) {
        self.tell(&format!("[con_id={window}] {what}"));
    }

    /// Has the compositor do something.
    fn tell(&self, what: &str) {
        succeed(self.command("swaymsg").args(["--", what]));
    }

    /// What the compositor says of itself.
    fn ask<T: DeserializeOwned>(&self, what: &str) -> Result<T, String> {
        let output = run(self.command("swaymsg").args(["--raw", "--type", what]));
        serde_json::from_slice(&output.stdout).map_err(|error| {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            format!("{error}; standard error: {said}")
        })
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        if let Some(mut keyboard) = self.keyboard.take() {
            // An error means that it has ended already.
            let _ = keyboard.kill();
            let _ = keyboard.wait();
        }
        // If it has ended already, its number may be another process's by now.
        if matches!(self.compositor.try_wait(), Ok(None)) {
            let mut kill = Command::new("kill");
            let asked = kill.arg(self.compositor.id().to_string()).status();
            if !asked.is_ok_and(|status| status.success()) {
                let _ = self.compositor.kill();
            }
        }
        end(&mut self.compositor);
    }
}

/// What `swaymsg` tells of a window, or of what holds windows.
#[derive(Clone, Deserialize)]
struct Node {
    id: u32,
    rect: Area,
    focused: bool,
    #[serde(default)]
    fullscreen_mode: u32,
    pid: Option<u32>,
    /// Windows of Wayland have this name, windows of X11 do not.
    app_id: Option<String>,
    nodes: Vec<Node>,
    floating_nodes: Vec<Node>,
}

impl Node {
    fn find(&self, wanted: &impl Fn(&Self) -> bool) -> Option<&Self> {
        if wanted(self) {
            return Some(self);
        }
        let mut inside = self.nodes.iter().chain(&self.floating_nodes);
        inside.find_map(|node| node.find(wanted))
    }
}

#[derive(Clone, Copy, Deserialize)]
struct Area {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
}

#[derive(Deserialize)]
struct Output {
    active: bool,
}

#[derive(Deserialize)]
struct Seat {
    devices: Vec<Device>,
}

#[derive(Deserialize)]
struct Device {
    #[serde(rename = "type")]
    kind: String,
}

/// Gives a command a home of its own, in which there is no display.
fn dress(command: &mut Command, user: User, home: &Path) {
    for folder in [
        "HOME",
        "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
    ] {
        command.env(folder, home);
    }
    for other in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
        "RUST_LOG",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(other);
    }
    command
        .env("SWAYSOCK", home.join("sway.sock"))
        .current_dir(home)
        .stdin(Stdio::null());
    user.runs(command);
}

/// The name of the compositor's socket in its runtime folder.
fn socket_in(folder: &Path) -> Option<String> {
    let names = folder
        .read_dir()
        .ok()?
        .flatten()
        .map(|file| file.file_name());
    names
        .filter_map(|name| name.into_string().ok())
        .find(|name| name.starts_with("wayland-") && !name.contains(".lock"))
}

/// The key of a modifier.
fn modifier(name: &str) -> &str {
    match name {
        "ctrl" => "Control_L",
        "shift" => "Shift_L",
        other => other,
    }
}

/// Runs a command that must succeed, and returns what it writes.
fn succeed(command: &mut Command) -> Vec<u8> {
    let output = run(command);
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Whether a program can be found.
fn is_here(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

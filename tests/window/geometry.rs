//! The window's size, place and state are those of the last time, under a
//! window manager (`openbox`).

use std::fs;
use std::process::{Child, Command, Stdio};

use crate::desktop::Desktop;
use crate::playing::Playing;
use crate::scenes::Saves;
use crate::wait::wait_for;

/// A window manager, which is killed if a test fails before its end.
struct Manager(Child);

impl Manager {
    fn start(desktop: &Desktop) -> Self {
        let mut command = Command::new("openbox");
        desktop.dress(&mut command);
        let manager = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("openbox starts; script/test installs it");
        let manager = Self(manager);
        wait_for("the window manager", || {
            let found = desktop.try_xdotool("get_num_desktops");
            found
                .status
                .success()
                .then_some(())
                .ok_or_else(|| String::from_utf8_lossy(&found.stderr).into_owned())
        });
        manager
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where the content of a window is, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outline {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

impl Outline {
    fn of(playing: &Playing, desktop: &Desktop) -> Self {
        let told = desktop.xdotool(&format!("getwindowgeometry --shell {}", playing.window));
        let number = |name: &str| {
            told.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
                .and_then(|number| number.parse().ok())
                .unwrap_or_else(|| panic!("{name} is missing in {told}"))
        };
        Self {
            x: number("X"),
            y: number("Y"),
            width: number("WIDTH"),
            height: number("HEIGHT"),
        }
    }
}

/// Waits until the window lies as it must, and returns its outline.
fn wait_for_outline(
    playing: &Playing,
    desktop: &Desktop,
    what: &str,
    look: impl Fn(Outline) -> bool,
) -> Outline {
    playing.wait_for(what, |playing| {
        let outline = Outline::of(playing, desktop);
        look(outline)
            .then_some(outline)
            .ok_or_else(|| format!("{outline:?}"))
    })
}

/// Double-clicks the title bar, which maximizes the window or takes that back.
fn toggle_maximized(desktop: &Desktop, outline: Outline) {
    // xdotool counts the frame twice: these are points of the title bar.
    let (x, y) = (outline.x + 200, outline.y - 30);
    desktop.xdotool(&format!("mousemove {x} {y} click --repeat 2 --delay 50 1"));
    desktop.park();
}

fn settings(desktop: &Desktop) -> String {
    fs::read_to_string(desktop.settings().join("settings.toml")).unwrap_or_default()
}

#[test]
fn the_window_opens_where_and_as_it_was_left() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let _manager = Manager::start(&desktop);
    let start = || Playing::start(&desktop, desktop.game(saves.path()));

    let playing = start();
    let first = Outline::of(&playing, &desktop);
    assert_eq!((first.width, first.height), (560, 700));
    let window = playing.window;
    desktop.xdotool(&format!("windowsize {window} 640 800"));
    desktop.xdotool(&format!("windowmove {window} 300 200"));
    // It is written at rest already: nothing is lost if the game is killed.
    playing.wait_for("the new size in the file", |_| {
        let settings = settings(&desktop);
        (settings.contains("size = [640, 800]") && settings.contains("place = [300, 200]"))
            .then_some(())
            .ok_or(settings)
    });
    let left = Outline::of(&playing, &desktop);
    assert_eq!((left.width, left.height), (640, 800));
    assert!(playing.close().status.success());

    // It does not creep from one time to the next.
    for _ in 0..2 {
        let playing = start();
        wait_for_outline(&playing, &desktop, "the old place", |seen| seen == left);
        assert!(playing.close().status.success());
    }

    let playing = start();
    wait_for_outline(&playing, &desktop, "the old place", |seen| seen == left);
    toggle_maximized(&desktop, left);
    wait_for_outline(&playing, &desktop, "its largest", |seen| seen.width == 1600);
    assert!(playing.close().status.success());

    let playing = start();
    let largest = wait_for_outline(&playing, &desktop, "its largest", |seen| seen.width == 1600);
    assert!(largest.height < 1440, "{largest:?} has a title bar");
    playing.press("F11");
    wait_for_outline(&playing, &desktop, "full screen", |seen| {
        seen.height == 1440
    });
    assert!(playing.close().status.success());

    let playing = start();
    wait_for_outline(&playing, &desktop, "full screen", |seen| {
        seen.height == 1440
    });
    playing.press("F11");
    wait_for_outline(&playing, &desktop, "its largest", |seen| seen == largest);
    toggle_maximized(&desktop, largest);
    wait_for_outline(&playing, &desktop, "the old place", |seen| seen == left);
    assert!(playing.close().status.success());
    let settings = settings(&desktop);
    assert!(settings.contains("size = [640, 800]"), "{settings}");
}

#[test]
fn a_window_that_would_be_off_the_screen_is_brought_back() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let _manager = Manager::start(&desktop);
    fs::create_dir_all(desktop.settings()).expect("the home is writable");
    let far = "[window]\nsize = [3000, 500]\nplace = [5000, -4000]\n";
    let file = desktop.settings().join("settings.toml");
    fs::write(file, far).expect("the folder is writable");
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    wait_for_outline(&playing, &desktop, "a place on the screen", |seen| {
        seen.width <= 1600
            && seen.height == 500
            && (0..100).contains(&seen.x)
            && (400..600).contains(&seen.y)
    });
    assert!(playing.close().status.success());
}

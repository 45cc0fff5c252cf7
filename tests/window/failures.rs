//! What is missing or broken: one sentence, an exit status, and no panic.

use std::fs;
use std::process::Command;

use crate::desktop::Desktop;
use crate::playing::{Ended, Playing};
use crate::scenes::Saves;

/// Fails unless the game ended with this status and one sentence with a word.
fn ended_with(ended: &Ended, status: i32, word: &str) {
    assert_eq!(ended.status.code(), Some(status), "{}", ended.errors);
    assert!(!ended.errors.contains("panicked"), "{}", ended.errors);
    // That there is no sound card either is another matter.
    let lines = ended.errors.lines();
    let lines: Vec<&str> = lines
        .filter(|line| !line.contains("No sound card"))
        .collect();
    assert!(
        matches!(lines[..], [sentence] if sentence.contains(word) && sentence.ends_with('.')),
        "{}",
        ended.errors
    );
}

fn run(desktop: &Desktop, command: Command) -> Ended {
    Playing::launch(desktop, command).end()
}

#[test]
fn without_a_display_there_is_one_sentence() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let mut none = desktop.game(saves.path());
    none.env_remove("DISPLAY");
    ended_with(&run(&desktop, none), 69, "display");
    let mut wrong = desktop.game(saves.path());
    wrong.env("DISPLAY", ":65000");
    ended_with(&run(&desktop, wrong), 69, "display");
    let mut wayland = desktop.game(saves.path());
    wayland
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", "nowhere");
    ended_with(&run(&desktop, wayland), 69, "display");
}

#[test]
fn without_a_graphics_adapter_there_is_one_sentence() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let mut command = desktop.game(saves.path());
    command
        .env("WGPU_BACKEND", "vulkan")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("VK_DRIVER_FILES", "/nonexistent");
    ended_with(&run(&desktop, command), 69, "graphics adapter");
}

#[test]
fn an_unknown_option_is_a_wrong_command_line() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let mut command = desktop.game(saves.path());
    command.arg("--sise=5x5");
    let ended = run(&desktop, command);
    assert_eq!(ended.status.code(), Some(2), "{}", ended.errors);
    assert!(ended.errors.contains("--sise"), "{}", ended.errors);
}

#[test]
fn a_broken_settings_file_is_kept_aside_and_told() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    let folder = desktop.settings();
    let broken = "[preferences]\ntheme = = \"Dark\"\n";
    fs::create_dir_all(&folder).expect("the home is writable");
    fs::write(folder.join("settings.toml"), broken).expect("the folder is writable");
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    playing.wait_until_said("The settings cannot be used (line 2: ");
    let aside = folder.join("settings.toml.damaged-1");
    playing.wait_until_said(&aside.display().to_string());
    assert!(playing.close().status.success());
    assert_eq!(fs::read_to_string(&aside).ok().as_deref(), Some(broken));

    // A good file has taken its place.
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert!(!ended.errors.contains("settings"), "{}", ended.errors);
    let names = fs::read_dir(&folder).expect("it was there before");
    let names: Vec<_> = names
        .map(|entry| entry.expect("it can be read").file_name())
        .filter(|name| name != "settings.toml")
        .collect();
    assert_eq!(names, ["settings.toml.damaged-1"]);
}

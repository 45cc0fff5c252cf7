//! `bevy_2048 arena --resume` as a program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn arena(log: &Path, games: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bevy_2048"))
        .args(["arena", "--player", "random", "--size", "2x2", "--json"])
        .args(["--games", games, "--resume"])
        .arg(log)
        .output()
        .expect("the program starts")
}

#[test]
fn a_run_resumes_from_its_log() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let log = folder.path().join("games");
    assert!(arena(&log, "2").status.success());
    let two = fs::read_to_string(&log).expect("the log was written");
    // Two runs with the same log have played the first game twice.
    let first = two.lines().nth(1).expect("it holds a game");
    fs::write(&log, format!("{two}{first}\n")).expect("the log can be written");

    let output = arena(&log, "3");
    assert!(output.status.success(), "{output:?}");
    let summary: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("the summary is JSON");
    assert_eq!(summary["games"], 3);
    let three = fs::read_to_string(&log).expect("the log was written");
    assert_eq!(three.lines().count(), 1 + 2 + 1 + 1);
}

#[test]
fn a_file_that_is_not_a_log_is_refused_and_not_changed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("notes.json");
    let contents = r#"{"precious": true}"#;
    fs::write(&file, contents).expect("the file can be written");
    let output = arena(&file, "2");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("is not a log of games"), "{errors}");
    assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some(contents));
}

#[cfg(unix)]
#[test]
fn a_run_stops_when_its_log_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let log = folder.path().join("games");
    // The limit is one block of 512 or 1024 bytes per file.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_bevy_2048"))
        .args(["arena", "--player", "random", "--size", "2x2"])
        .args(["--games", "10000", "--resume"])
        .arg(&log)
        .output()
        .expect("the shell starts");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("the run was stopped"), "{errors}");
    // Another run resumes from the games in the log.
    let kept = fs::read_to_string(&log).expect("the log was written");
    assert!(kept.lines().count() < 100, "{kept}");
    assert!(arena(&log, "50").status.success());
}

use atomic_write_file::AtomicWriteFile;

use super::*;
use crate::game::Direction;

fn game() -> Game {
    let mut game = Game::new(Rules::default(), 3);
    for turn in 0..25 {
        game.turn(Direction::ALL[turn % 4]);
    }
    game
}

fn saved(game: &Game, serial: u64, best: u64) -> Saved {
    Saved {
        serial,
        best,
        helped_best: 0,
        game: game.record(),
    }
}

fn store(folder: &SaveFolder, game: &Game, best: u64) {
    folder
        .store(game.rules(), &saved(game, 1, best))
        .expect("the temporary folder is writable");
}

fn resumed(folder: &SaveFolder, rules: &Rules) -> Resumed {
    let loaded = folder.load(rules);
    assert_eq!(loaded.notice, None);
    loaded.resumed.expect("a game was stored")
}

#[test]
fn a_stored_game_is_resumed_with_its_dice() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let mut game = game();
    {
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        assert!(folder.load(game.rules()).resumed.is_none());
        store(&folder, &game, 9_999);
    }
    let folder = SaveFolder::open(dir.path()).expect("the lock went with its handle");
    let mut resumed = resumed(&folder, game.rules());
    assert_eq!(folder.load(game.rules()).best.own, 9_999);
    for direction in Direction::ALL {
        let spawns =
            [&mut game, &mut *resumed.game].map(|game| game.turn(direction).map(|turn| turn.spawn));
        assert_eq!(spawns[0], spawns[1]);
    }
}

#[test]
fn the_best_score_is_never_below_the_saved_game() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let game = game();
    assert!(game.score() > 0);
    store(&folder, &game, 0);
    let best = folder.load(game.rules()).best;
    assert_eq!((best.own, best.helped), (game.score(), 0));
}

#[test]
fn the_newer_of_the_two_files_is_resumed() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let old = game();
    let mut new = old.clone();
    assert!(
        Direction::ALL
            .into_iter()
            .any(|direction| new.turn(direction).is_some())
    );
    let rules = *old.rules();
    for (synced, quick) in [((&old, 1), (&new, 2)), ((&new, 2), (&old, 1))] {
        folder
            .store(&rules, &saved(synced.0, synced.1, 0))
            .and_then(|()| folder.store_quickly(&rules, &saved(quick.0, quick.1, 0)))
            .expect("the temporary folder is writable");
        assert_eq!(*resumed(&folder, &rules).game, new);
    }
}

#[test]
fn either_file_alone_is_enough() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let game = game();
    store(&folder, &game, 0);
    let recent = folder.recent(game.rules());
    for serial in [7, 8] {
        fs::write(&recent, "torn").expect("the folder is writable");
        assert_eq!(*resumed(&folder, game.rules()).game, game);
        // Each half is read where the other one is torn.
        folder
            .store_quickly(game.rules(), &saved(&game, serial, 0))
            .expect("the folder is writable");
        assert_eq!(resumed(&folder, game.rules()).serial, serial);
    }
    assert_eq!(*resumed(&folder, game.rules()).game, game);
    folder
        .store_quickly(game.rules(), &saved(&game, 2, 0))
        .expect("the folder is writable");
    fs::write(folder.file(game.rules()), "torn").expect("the folder is writable");
    let loaded = folder.load(game.rules());
    assert!(loaded.notice.is_some());
    assert_eq!(loaded.resumed.map(|resumed| *resumed.game), Some(game));
}

#[test]
fn a_damaged_file_is_kept_aside_each_time() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let rules = Rules::default();
    for number in 1..=2 {
        fs::write(folder.file(&rules), "not a game").expect("the folder is writable");
        let sentence = folder.load(&rules).notice.expect("that was no game");
        let kept = dir.path().join(format!("4x4.save.damaged-{number}"));
        assert!(sentence.contains(&kept.display().to_string()), "{sentence}");
        assert_eq!(fs::read_to_string(kept).expect("it was kept"), "not a game");
        let again = folder.load(&rules);
        assert!(again.resumed.is_none() && again.notice.is_none());
    }
}

#[test]
fn a_second_copy_reads_but_does_not_rename() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let first = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let game = game();
    store(&first, &game, 1);
    assert!(matches!(
        SaveFolder::open(dir.path()),
        Err(SaveError::Locked { .. })
    ));
    let second = SaveFolder::read_only(dir.path());
    assert!(!second.is_writable());
    assert_eq!(*resumed(&second, game.rules()).game, game);
    fs::write(first.file(game.rules()), "half").expect("the folder is writable");
    assert!(second.load(game.rules()).notice.is_some());
    assert!(first.file(game.rules()).exists());
}

#[test]
fn temporary_files_of_a_killed_copy_are_removed_and_no_others() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let ours = [".4x4.save.Xy12Ab", ".5x3-win4096.save.000000"];
    let others = [
        ".my.save.backup",
        ".4x4.save.bak",
        ".4x4.save.damaged",
        ".thesis.save.Xy12Ab",
        "4x4.save.Xy12Ab",
    ];
    for name in ours.into_iter().chain(others) {
        fs::write(dir.path().join(name), "half").expect("the folder is writable");
    }
    fs::create_dir(dir.path().join(".4x4.save.Folder")).expect("the folder is writable");
    let _folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    for name in ours {
        assert!(!dir.path().join(name).exists(), "{name}");
    }
    for name in others.into_iter().chain([".4x4.save.Folder"]) {
        assert!(dir.path().join(name).exists(), "{name}");
    }
}

#[test]
fn the_writers_own_temporary_file_is_recognized() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::read_only(dir.path());
    let file = AtomicWriteFile::open(folder.file(&Rules::default())).expect("it is writable");
    // A killed program leaves it behind.
    std::mem::forget(file);
    let names = || fs::read_dir(dir.path()).expect("the folder is there");
    assert_eq!(names().count(), 1);
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let left: Vec<_> = names().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, [LOCK_FILE], "{folder:?}");
}

#[test]
fn a_file_in_the_folders_place_is_one_sentence() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let path = dir.path().join("file");
    fs::write(&path, "").expect("the folder is writable");
    let error = SaveFolder::open(&path)
        .expect_err("a file is no folder")
        .to_string();
    assert!(error.contains("cannot be used"), "{error}");
    assert!(!error.contains('\n'));
}

/// A save of format version 3 that holds a best score of 70.
fn newer() -> Vec<u8> {
    let body = r#"{"best":70,"anything":"else"}"#;
    let crc = crc32fast::hash(body.as_bytes());
    format!(
        "bevy_2048 save 3 crc32 {crc:08x} bytes {}\n{body}",
        body.len()
    )
    .into_bytes()
}

#[test]
fn a_file_of_a_newer_version_is_reported_and_stays_as_it_is() {
    let game = game();
    let rules = game.rules();
    for newer_is_synced in [true, false] {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
        let (newer_file, other_file) = if newer_is_synced {
            (folder.file(rules), folder.recent(rules))
        } else {
            (folder.recent(rules), folder.file(rules))
        };
        let old = format::encode(&saved(&game, 1, 60)).expect("a game can be encoded");
        fs::write(&newer_file, newer()).expect("the folder is writable");
        fs::write(&other_file, &old).expect("the folder is writable");

        let loaded = folder.load(rules);
        assert!(loaded.resumed.is_none());
        assert_eq!(loaded.best.own, game.score().max(70));
        let notice = loaded.notice.expect("the newer version is reported");
        assert!(
            notice.starts_with("A newer version of the game wrote ")
                && notice.contains(&newer_file.display().to_string())
                && notice.contains("save format 3")
                && notice.contains("update the game"),
            "{notice}"
        );
        assert!(folder.last_serial(rules).is_err());
        let stored = folder.store(rules, &saved(&game, 9, 0));
        assert!(matches!(stored, Err(SaveError::Newer { version: 3, .. })));
        // The writer does not touch them either, but saves games of other rules.
        let other = Game::new(Rules::new(3, 3).expect("3 is a side"), 1);
        let writer = crate::save::SaveWriter::start(folder.clone()).expect("there are threads");
        writer.submit(*rules, saved(&game, 0, 0));
        writer.submit(*other.rules(), saved(&other, 0, 0));
        drop(writer);
        assert_eq!(fs::read(&newer_file).ok(), Some(newer()));
        assert_eq!(fs::read(&other_file).ok(), Some(old));
        assert_eq!(*resumed(&folder, other.rules()).game, other);
        let names = fs::read_dir(dir.path()).expect("the folder is there");
        // Two files for each rules, the lock, and the rules played last.
        assert_eq!(names.count(), 6);
    }
}

#[test]
fn saving_begins_once_the_newer_file_is_gone() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let game = game();
    let file = folder.file(game.rules());
    fs::write(&file, newer()).expect("the folder is writable");
    let writer = crate::save::SaveWriter::start(folder.clone()).expect("there are threads");
    let next_result = || {
        loop {
            if let Some(result) = writer.results().pop() {
                return result;
            }
            std::thread::yield_now();
        }
    };
    writer.submit(*game.rules(), saved(&game, 0, 0));
    assert!(matches!(next_result(), Err(SaveError::Newer { .. })));
    fs::remove_file(&file).expect("the folder is writable");
    writer.submit(*game.rules(), saved(&game, 0, 0));
    assert!(next_result().is_ok());
    drop(writer);
    assert_eq!(*resumed(&folder, game.rules()).game, game);
}

#[test]
fn the_rules_played_last_are_remembered() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let file = dir.path().join("last-played");
    assert_eq!(folder.last_played(), None);
    let rules = Rules::new(5, 3).expect("these are sides");
    for rules in [rules, Rules::default(), rules] {
        folder.store_last_played(&rules).expect("it is writable");
        let reader = SaveFolder::read_only(dir.path());
        assert_eq!(reader.last_played(), Some(rules));
    }
    for damaged in ["", "bevy_2048 last-played 1\n{\"width\":5"] {
        fs::write(&file, damaged).expect("the folder is writable");
        assert_eq!(folder.last_played(), None);
        folder.store_last_played(&rules).expect("it is writable");
        assert_eq!(folder.last_played(), Some(rules));
    }
    fs::write(&file, "somebody's notes").expect("the folder is writable");
    assert_eq!(folder.last_played(), None);
    assert!(folder.store_last_played(&rules).is_err());
    let notes = fs::read_to_string(&file);
    assert_eq!(notes.ok().as_deref(), Some("somebody's notes"));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_no_record_of_the_rules_played_last() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let file = dir.path().join("last-played");
    make_pipe(&file, |path| drop(fs::write(path, "")));
    assert_eq!(folder.last_played(), None);
    assert!(folder.store_last_played(&Rules::default()).is_err());
    assert!(file.exists());
}

#[test]
fn a_file_too_long_for_a_save_is_kept_aside() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let game = game();
    store(&folder, &game, 0);
    let file = folder.file(game.rules());
    // A sparse file, which would take 4 GiB of memory if it were read completely.
    File::options()
        .write(true)
        .open(&file)
        .and_then(|file| file.set_len(1 << 32))
        .expect("the folder is writable");
    let notice = folder.load(game.rules()).notice.expect("that is no save");
    assert!(notice.contains("longer than 1048576 bytes"), "{notice}");
    assert!(!file.exists());
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_not_read() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let game = game();
    store(&folder, &game, 0);
    let recent = folder.recent(game.rules());
    make_pipe(&recent, |path| drop(fs::write(path, "")));
    // Without the lock, the pipe is not renamed.
    for handle in [&SaveFolder::read_only(dir.path()), &folder] {
        assert!(recent.exists());
        let loaded = handle.load(game.rules());
        assert_eq!(
            loaded.resumed.map(|found| *found.game).as_ref(),
            Some(&game)
        );
        let notice = loaded.notice.expect("the pipe is reported");
        let expected = "One of the two files of the saved game cannot be read: it is not a regular";
        assert!(notice.starts_with(expected), "{notice}");
    }
    assert!(!recent.exists());

    let file = folder.file(game.rules());
    fs::remove_file(&file).expect("the folder is writable");
    make_pipe(&file, |path| drop(fs::write(path, "")));
    let stored = folder.store(game.rules(), &saved(&game, 2, 0));
    assert!(matches!(stored, Err(SaveError::Write { .. })));
    let loaded = folder.load(game.rules());
    assert!(loaded.resumed.is_none());
    let notice = loaded.notice.expect("the pipe is reported");
    assert!(
        notice.starts_with("The saved game cannot be read: it is not"),
        "{notice}"
    );
    assert!(!file.exists());
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_not_written_to() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::read_only(dir.path());
    let game = game();
    make_pipe(&folder.recent(game.rules()), |path| drop(fs::read(path)));
    let stored = folder.store_quickly(game.rules(), &saved(&game, 1, 0));
    assert!(matches!(stored, Err(SaveError::Write { .. })));

    make_pipe(&dir.path().join(LOCK_FILE), |path| drop(fs::read(path)));
    let error = SaveFolder::open(dir.path()).expect_err("a pipe is no lock");
    assert!(error.to_string().contains("not a regular file"), "{error}");
}

/// Makes a named pipe and opens its other end, so that code which opens the
/// pipe fails the test instead of waiting for ever.
#[cfg(unix)]
fn make_pipe(path: &Path, open_other_end: fn(PathBuf)) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()));
    let path = path.to_owned();
    std::thread::spawn(move || open_other_end(path));
}

#[test]
fn documents_name_the_folder_on_windows() {
    use etcetera::app_strategy::Windows;
    let folder = Windows::new(program())
        .expect("the user has a home")
        .data_dir();
    assert!(folder.ends_with("bevy_2048/data"), "{folder:?}");
    for document in [
        include_str!("../../../README.md"),
        include_str!("../../../docs/SAVES.md"),
    ] {
        assert!(document.contains(r"`%APPDATA%\bevy_2048\data`"));
        assert!(!document.contains(r"`%APPDATA%\bevy_2048`"));
    }
}

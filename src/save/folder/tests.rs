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
    assert_eq!(loaded.damage, None);
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
    assert_eq!(resumed.best, 9_999);
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
    assert_eq!(resumed(&folder, game.rules()).best, game.score());
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
    assert!(loaded.damage.is_some());
    assert_eq!(loaded.resumed.map(|resumed| *resumed.game), Some(game));
}

#[test]
fn a_damaged_file_is_kept_aside_each_time() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = SaveFolder::open(dir.path()).expect("nobody else uses it");
    let rules = Rules::default();
    for number in 1..=2 {
        fs::write(folder.file(&rules), "not a game").expect("the folder is writable");
        let sentence = folder.load(&rules).damage.expect("that was no game");
        let kept = dir.path().join(format!("4x4.save.damaged-{number}"));
        assert!(sentence.contains(&kept.display().to_string()), "{sentence}");
        assert_eq!(fs::read_to_string(kept).expect("it was kept"), "not a game");
        let again = folder.load(&rules);
        assert!(again.resumed.is_none() && again.damage.is_none());
    }
}

#[test]
fn a_second_copy_reads_but_does_not_write_or_rename() {
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
    assert!(second.load(game.rules()).damage.is_some());
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
    // A killed program does not remove it either.
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

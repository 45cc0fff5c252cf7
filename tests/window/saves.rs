//! Saves: closing and coming back, damage, a second copy, a full disk.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use bevy_2048::game::Rules;

use crate::agreement::play_along;
use crate::desktop::Desktop;
use crate::picture::shows_board;
use crate::playing::{Line, Playing, arrow};
use crate::scenes::{Saves, midgame};
use crate::wait::within_limit;

#[test]
fn a_closed_game_resumes_as_it_was_with_its_dice_and_its_history() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();

    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    play_along(&playing, &mut game, 5, arrow);
    // Right after the last turn: closing must wait for the save.
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(saves.game(game.rules()).as_ref(), Ok(&game));

    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    assert_eq!(playing.log(), [Line::of(&game)]);
    playing.wait_to_see("the board", |picture| {
        shows_board(picture, game.board(), 1.0)
    });
    // Turns of before can be taken back, and the spawns to come are the same.
    for _ in 0..8 {
        assert!(game.undo());
        playing.press("u");
    }
    playing.wait_until_logged(&game);
    play_along(&playing, &mut game, 12, arrow);
    assert!(playing.close().status.success());
    assert_eq!(saves.names(), ["4x4.recent", "4x4.save", "lock"]);
}

#[test]
fn a_damaged_save_is_kept_aside_and_a_new_game_starts() {
    let rules = Rules::default();
    let saves = Saves::with(&midgame());
    let file = saves.file(&rules);
    let mut bytes = fs::read(&file).expect("it was just written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).expect("the folder is writable");

    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(saves.path()));
    playing.wait_until_said("The saved game cannot be read: its checksum does not match");
    let aside = saves.path().join("4x4.save.damaged-1");
    playing.wait_until_said(&aside.display().to_string());
    assert_eq!(fs::read(&aside).ok(), Some(bytes));
    assert_eq!(playing.latest().moves, 0);

    let mut game = playing.wait_for("the new game's save", |_| saves.game(&rules));
    play_along(&playing, &mut game, 3, arrow);
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(saves.game(&rules), Ok(game));
}

#[test]
fn a_second_copy_says_so_and_leaves_the_saves_alone() {
    let mut game = midgame();
    let saves = Saves::with(&game);
    let desktop = Desktop::open();
    let first = Playing::start(&desktop, desktop.game(saves.path()));
    play_along(&first, &mut game, 2, arrow);
    first.wait_for("the save", |_| {
        (saves.game(game.rules())? == game)
            .then_some(())
            .ok_or_else(String::new)
    });

    let second = Playing::start(&desktop, desktop.game(saves.path()));
    second.wait_until_said("Another running copy of the game is saving to");
    let mut copy = game.clone();
    play_along(&second, &mut copy, 6, arrow);
    second.wait_to_see("the copy's board", |picture| {
        shows_board(picture, copy.board(), 1.0)
    });
    assert!(second.close().status.success());
    assert_eq!(saves.game(game.rules()).as_ref(), Ok(&game));

    // The first plays on and saves as if nothing had been.
    first.focus();
    play_along(&first, &mut game, 1, arrow);
    assert!(first.close().status.success());
    assert_eq!(saves.game(game.rules()), Ok(game));
    assert_eq!(saves.names(), ["4x4.recent", "4x4.save", "lock"]);
}

#[test]
fn a_file_in_the_folders_place_is_said_in_a_sentence_and_play_goes_on() {
    let saves = Saves::none();
    let file = saves.path().join("file");
    fs::write(&file, "not a folder").expect("the folder is writable");
    let desktop = Desktop::open();
    let playing = Playing::start(&desktop, desktop.game(&file));
    playing.wait_until_said("cannot be used");
    play_blindly(&playing);
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    let said = ended.errors.lines().filter(|line| line.contains("saved"));
    assert_eq!(said.count(), 1, "{}", ended.errors);
    assert_eq!(
        fs::read_to_string(&file).ok().as_deref(),
        Some("not a folder")
    );
}

#[test]
fn a_save_too_large_for_the_user_is_said_once_and_play_goes_on() {
    let saves = Saves::none();
    let desktop = Desktop::open();
    // The settings are too large as well, even for the window's place.
    let settings = "[preferences]\ntheme = \"Dark\"\n";
    let file = desktop.settings().join("settings.toml");
    fs::create_dir_all(desktop.settings()).expect("the home is writable");
    fs::write(&file, settings).expect("the folder is writable");
    let playing = Playing::start(
        &desktop,
        in_shell(&desktop, &saves, "trap '' XFSZ; ulimit -f 0; exec \"$@\""),
    );
    playing.wait_until_said("could not be saved");
    play_blindly(&playing);
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(
        ended.errors.matches("could not be saved").count(),
        1,
        "{}",
        ended.errors
    );
    assert!(
        ended.errors.contains("The settings cannot be saved"),
        "{}",
        ended.errors
    );
    assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some(settings));
    let beside = fs::read_dir(desktop.settings()).expect("it was just written");
    assert_eq!(beside.count(), 1, "no half a file is left");
    let left = saves.names();
    let known = ["4x4.recent", "lock"];
    assert!(
        left.iter().all(|name| known.contains(&name.as_str())),
        "no half a file is left: {left:?}"
    );
}

#[test]
fn a_full_disk_is_said_once_and_saving_goes_on_as_soon_as_there_is_room() {
    let saves = Saves::none();
    let disk = "mount -t tmpfs -o size=64k tmpfs \"$DISK\"";
    let desktop = Desktop::open();
    let mut trial = Command::new("unshare");
    trial
        .args(["--map-root-user", "--mount", "sh", "-c", disk])
        .env("DISK", saves.path());
    match within_limit("the trial of a disk", move || trial.output()) {
        Ok(output) if output.status.success() => {}
        other => {
            eprintln!("skipped: no disk of one's own can be had here: {other:?}");
            return;
        }
    }
    let script = format!(
        "exec unshare --map-root-user --mount sh -c '{disk} || exit 1
         head -c 60k /dev/zero >\"$DISK/filler\"; head -c 9k /dev/zero >>\"$DISK/filler\"
         exec \"$@\"' sh \"$@\""
    );
    let playing = Playing::start(&desktop, in_shell(&desktop, &saves, &script));
    playing.wait_until_said("could not be saved");
    playing.wait_until_said("No space left on device");
    play_blindly(&playing);

    // The disk is seen only from inside.
    let inside = PathBuf::from(format!("/proc/{}/root", playing.id()))
        .join(saves.path().strip_prefix("/").expect("it is absolute"));
    fs::remove_file(inside.join("filler")).expect("the filler is there");
    // No turn is needed for that.
    playing.wait_until_said("The game is being saved again.");
    playing.wait_for("the save", |playing| {
        let saved =
            fs::read_to_string(inside.join("4x4.save")).map_err(|error| error.to_string())?;
        let board = serde_json::to_string(&playing.latest().board).expect("rows are plain data");
        saved
            .contains(&format!("\"board\":{board}"))
            .then_some(())
            .ok_or(saved)
    });
    let ended = playing.close();
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(
        ended.errors.matches("could not be saved").count(),
        1,
        "{}",
        ended.errors
    );
}

/// The game as the last words of a shell's command.
fn in_shell(desktop: &Desktop, saves: &Saves, script: &str) -> Command {
    let game = desktop.game(saves.path());
    let mut shell = Command::new("sh");
    desktop.dress(&mut shell);
    shell
        .args(["-c", script, "sh"])
        .arg(game.get_program())
        .args(game.get_args())
        .env("DISK", saves.path());
    shell
}

/// Plays until a turn is logged that was not there, with no copy of the game.
fn play_blindly(playing: &Playing) {
    let before = playing.latest().moves;
    playing.press("Left Up Right Down");
    playing.wait_for("a turn", |playing| {
        let moves = playing.latest().moves;
        (moves > before)
            .then_some(())
            .ok_or_else(|| format!("still {moves} moves"))
    });
}

//! Games to start from, and the folders that they are saved in.

use std::path::{Path, PathBuf};

use bevy_2048::game::{Direction, Game, Outcome, Rules};
use bevy_2048::save::{SaveFolder, Saved};
use tempfile::TempDir;

use crate::playing::board;

/// A folder of saved games.
pub struct Saves {
    folder: TempDir,
}

impl Saves {
    /// A folder without games.
    pub fn none() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder can be made"),
        }
    }

    /// A folder with a game in it, and a best score above the game's own.
    pub fn with(game: &Game) -> Self {
        let saves = Self::none();
        let saved = Saved {
            serial: 1,
            best: game.score() + 1000,
            helped_best: 0,
            game: game.record(),
        };
        SaveFolder::open(saves.path())
            .and_then(|folder| folder.store(game.rules(), &saved))
            .expect("the folder is writable");
        saves
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The file of a game of some rules.
    pub fn file(&self, rules: &Rules) -> PathBuf {
        SaveFolder::read_only(self.path()).file(rules)
    }

    /// The game saved for some rules now.
    pub fn game(&self, rules: &Rules) -> Result<Game, String> {
        let loaded = SaveFolder::read_only(self.path()).load(rules);
        let notice = loaded
            .notice
            .unwrap_or_else(|| "nothing is saved".to_owned());
        loaded.resumed.map(|resumed| *resumed.game).ok_or(notice)
    }

    /// The names of the files in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .path()
            .read_dir()
            .expect("the folder is there")
            .map(|entry| entry.expect("it can be read").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// A game in its middle, the same every time.
pub fn midgame() -> Game {
    let mut game = Game::new(Rules::default(), 2048);
    for turn in 0..60 {
        game.turn(Direction::ALL[turn % 4]);
    }
    assert_eq!(game.outcome(), Outcome::Playing);
    game
}

/// A game of the original rules that starts from a board of one's own.
pub fn scene(rows: &[&[u128]]) -> Game {
    Game::from_board(Rules::default(), board(rows), 7).expect("four by four")
}

/// A game that a move to the left wins.
pub fn before_the_win() -> Game {
    scene(&[
        &[1024, 1024, 8, 2],
        &[128, 64, 32, 4],
        &[16, 8, 4, 2],
        &[2, 0, 0, 0],
    ])
}

/// A game that a move to the right ends, whatever tile the dice bring.
pub fn before_the_end() -> Game {
    scene(&[
        &[2, 4, 2, 4],
        &[4, 2, 4, 2],
        &[16, 4, 8, 4],
        &[8, 16, 32, 0],
    ])
}

//! The user who runs the compositor and the game.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::wait::run;

/// The number of `nobody` and of its group on Linux.
const NOBODY: u32 = 65534;

/// The user of the tests or, since `sway` does not run as root, `nobody`.
#[derive(Clone, Copy)]
pub enum User {
    Own,
    Nobody,
}

impl User {
    /// Chooses the user, who gets the test's home.
    pub fn with_home(home: &Path) -> Self {
        let owner = fs::metadata(home).expect("the home was just made").uid();
        let user = if owner == 0 { Self::Nobody } else { Self::Own };
        user.give(home);
        user
    }

    /// Makes this user the owner of a file, or of a folder and its files.
    pub fn give(self, path: &Path) {
        if matches!(self, Self::Own) {
            return;
        }
        let give = |path: &Path| {
            chown(path, Some(NOBODY), Some(NOBODY))
                .unwrap_or_else(|error| panic!("{} for nobody: {error}", path.display()));
        };
        give(path);
        for entry in path.read_dir().into_iter().flatten() {
            give(&entry.expect("the folder can be read").path());
        }
        assert!(
            self.may("-r", path),
            "nobody cannot reach {}: set TMPDIR to a folder that everybody may enter",
            path.display()
        );
    }

    /// Runs a command as this user.
    pub fn runs(self, command: &mut Command) {
        if matches!(self, Self::Nobody) {
            // This drops the other groups of root as well.
            command.uid(NOBODY).gid(NOBODY);
        }
    }

    /// A program where this user can run it: in its place, or copied home.
    pub fn program(self, program: &Path, home: &Path) -> PathBuf {
        if self.may("-x", program) {
            return program.to_owned();
        }
        // Not the program's own name, which its folders in the home have.
        let copy = home.join("program");
        if !copy.exists() {
            fs::copy(program, &copy).expect("the program can be copied");
        }
        self.give(&copy);
        copy
    }

    /// Whether this user may do something with a file, as `test` puts it.
    fn may(self, what: &str, path: &Path) -> bool {
        let mut test = Command::new("test");
        self.runs(test.arg(what).arg(path).current_dir("/"));
        run(&mut test).status.success()
    }
}

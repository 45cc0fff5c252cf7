//! The settings file: TOML with one table for each group of settings, in the
//! platform's folder for preferences.
//!
//! A file that cannot be used is set aside under another name and never
//! overwritten. A write that fails leaves the old file in place.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;
use bevy::{platform::dirs::preferences_dir, prelude::*};
use serde::{Serialize, de::DeserializeOwned};
use toml::Table;

/// The name of the folder within the platform's folder for preferences.
const FOLDER: &str = "bevy_2048";

/// The name of the file in it.
const FILE: &str = "settings.toml";

/// The most bytes of a file that are read; a full one has a few hundred.
const LONGEST: u64 = 64 << 10;

/// The most files that are set aside.
const MOST_ASIDE: u32 = 1000;

/// The settings as they are in the file, by group.
///
/// Groups and keys that this version does not know are kept as they are.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsFile {
    /// `None` to keep settings only as long as the app runs.
    path: Option<PathBuf>,
    table: Table,
}

/// Why a settings file is not used.
enum Unreadable {
    /// It exists, but the system does not let it be read.
    System(io::Error),
    /// It is not a settings file, for this reason.
    Content(String),
}

impl SettingsFile {
    /// Opens the player's own file. Returns a sentence for the player as well
    /// if the file exists but cannot be used.
    pub(in crate::app) fn open() -> (Self, Option<String>) {
        match preferences_dir() {
            Some(folder) => Self::open_at(&folder.join(FOLDER).join(FILE)),
            None => (Self::default(), None),
        }
    }

    /// Opens a file, which need not exist.
    fn open_at(path: &Path) -> (Self, Option<String>) {
        let mut file = Self {
            path: Some(path.to_owned()),
            table: Table::new(),
        };
        match read(path) {
            Ok(table) => {
                file.table = table.unwrap_or_default();
                (file, None)
            }
            Err(Unreadable::System(error)) => {
                // What cannot be read must not be replaced either.
                file.path = None;
                let notice = format!(
                    "The settings in {} cannot be read ({error}); changes to them will not be kept.",
                    path.display()
                );
                (file, Some(notice))
            }
            Err(Unreadable::Content(reason)) => {
                let notice = file.set_aside(&reason);
                (file, Some(notice))
            }
        }
    }

    /// The settings of a group, or their defaults if the file has none.
    ///
    /// If the group cannot be used, returns a sentence for the player as well.
    /// The whole file is then set aside, and only this group is reset.
    pub fn group<T: DeserializeOwned + Default>(&mut self, name: &str) -> (T, Option<String>) {
        let Some(value) = self.table.get(name) else {
            return (T::default(), None);
        };
        match value.clone().try_into() {
            Ok(group) => (group, None),
            Err(error) => {
                let reason = format!("[{name}]: {}", first_line(&error.to_string()));
                let notice = self.set_aside(&reason);
                self.table.remove(name);
                // The other groups are in the file that was set aside as well,
                // and are written again with the next change at the latest.
                let _ = self.write();
                (T::default(), Some(notice))
            }
        }
    }

    /// Changes the settings of a group and writes the file.
    ///
    /// What another running copy of the game has written into other groups is
    /// kept.
    ///
    /// # Errors
    ///
    /// The error of the system if the file cannot be written; the old one is
    /// then still there.
    pub fn set_group<T: Serialize>(&mut self, name: &str, group: &T) -> io::Result<()> {
        let group = Table::try_from(group).map_err(io::Error::other)?;
        if let Some(path) = &self.path {
            match read(path) {
                Ok(Some(table)) => self.table = table,
                Ok(None) => {}
                Err(Unreadable::System(error)) => return Err(error),
                // Somebody has edited it since it was opened.
                Err(Unreadable::Content(reason)) => {
                    set_aside(path).map_err(|error| {
                        io::Error::other(format!("{reason}, and it cannot be set aside: {error}"))
                    })?;
                }
            }
        }
        match self.table.get_mut(name) {
            Some(toml::Value::Table(known)) => known.extend(group),
            _ => {
                self.table.insert(name.to_owned(), group.into());
            }
        }
        self.write()
    }

    /// Replaces the file, all of it or nothing.
    fn write(&self) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Without the commit, the temporary file is removed.
        let mut file = AtomicWriteFile::open(path)?;
        file.write_all(self.table.to_string().as_bytes())?;
        file.commit()
    }

    /// Sets the file aside, and returns a sentence about it. If that fails, the
    /// file is left alone from now on.
    fn set_aside(&mut self, reason: &str) -> String {
        let Some(path) = &self.path else {
            return format!("The settings cannot be used ({reason}).");
        };
        match set_aside(path) {
            Ok(aside) => format!(
                "The settings cannot be used ({reason}); they are kept in {}, and the defaults apply.",
                aside.display()
            ),
            Err(error) => {
                let notice = format!(
                    "The settings in {} cannot be used ({reason}) and cannot be set aside \
                     ({error}); changes to settings will not be kept.",
                    path.display()
                );
                self.path = None;
                notice
            }
        }
    }
}

/// Renames a file to a name that is still free, and returns it.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let aside = (1..=MOST_ASIDE)
        .map(|number| path.with_file_name(format!("{FILE}.damaged-{number}")))
        .find(|aside| !aside.exists())
        .ok_or_else(|| io::Error::other("no name is free"))?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Reads a file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Table>, Unreadable> {
    // Opening a pipe would wait for somebody to write to it.
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Unreadable::System(error)),
        Ok(found) if !found.is_file() => {
            return Err(Unreadable::System(io::Error::other("it is not a file")));
        }
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Unreadable::System)?;
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(Unreadable::System)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Unreadable::Content(format!(
            "the file is longer than {LONGEST} bytes"
        )));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Unreadable::Content("the file is not UTF-8".to_owned()))?;
    match text.parse() {
        Ok(table) => Ok(Some(table)),
        Err(error) => Err(Unreadable::Content(place(&text, &error))),
    }
}

/// The line of an error, and what is wrong there.
fn place(text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |span| span.start);
    let lines = text.bytes().take(start).filter(|&byte| byte == b'\n');
    format!(
        "line {}: {}",
        1 + lines.count(),
        first_line(error.message())
    )
}

fn first_line(words: &str) -> &str {
    words.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
    #[serde(default)]
    struct Group {
        volume: u8,
        muted: bool,
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("the system has a folder for temporary files")
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("the folder exists")
            .map(|entry| entry.expect("it can be read").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn settings_survive_and_unknown_ones_are_kept() {
        let folder = folder();
        let path = folder.path().join("new").join(FILE);
        let (mut file, notice) = SettingsFile::open_at(&path);
        assert_eq!(notice, None);
        let group = Group {
            volume: 7,
            muted: true,
        };
        file.set_group("sound", &group).expect("it can be written");

        let text = fs::read_to_string(&path).expect("it was written");
        fs::write(&path, format!("{text}later = 1\n[unknown]\nkey = 2\n")).expect("it is ours");
        let (mut file, notice) = SettingsFile::open_at(&path);
        assert_eq!(notice, None);
        assert_eq!(file.group::<Group>("sound"), (group, None));
        file.set_group("sound", &Group::default())
            .expect("it can be written");
        let text = fs::read_to_string(&path).expect("it was written");
        assert!(
            text.contains("later = 1") && text.contains("key = 2"),
            "{text}"
        );
    }

    #[test]
    fn a_broken_file_is_set_aside_and_told() {
        for (broken, reason) in [
            (&b"[sound]\nvolume = = 3\n"[..], "line 2"),
            (b"\xff\xfe", "not UTF-8"),
            (b"[sound]\nvolume = \"loud\"\n", "[sound]"),
        ] {
            let folder = folder();
            let path = folder.path().join(FILE);
            fs::write(&path, broken).expect("the folder is ours");
            let (mut file, notice) = SettingsFile::open_at(&path);
            let (group, group_notice) = file.group::<Group>("sound");
            assert_eq!(group, Group::default());
            let told = notice.or(group_notice).expect("the player is told");
            assert!(told.contains(reason), "{told}");
            file.set_group("sound", &Group::default())
                .expect("it can be written");
            let kept = fs::read(folder.path().join("settings.toml.damaged-1"));
            assert_eq!(kept.expect("it was set aside"), broken);
        }
    }

    #[test]
    fn a_broken_file_is_told_once_and_its_other_groups_stay() {
        let good = "[other]\nkey = 2\n";
        for broken in ["[sound]\nvolume = = 3\n", "[sound]\nvolume = \"loud\"\n"] {
            let folder = folder();
            let path = folder.path().join(FILE);
            fs::write(&path, format!("{broken}{good}")).expect("the folder is ours");
            let told: Vec<_> = (0..3)
                .map(|_| {
                    let (mut file, notice) = SettingsFile::open_at(&path);
                    notice.or(file.group::<Group>("sound").1)
                })
                .collect();
            assert!(matches!(told[..], [Some(_), None, None]), "{told:?}");
            let kept = names(folder.path());
            let kept = kept.iter().filter(|name| name.contains("damaged"));
            assert_eq!(kept.count(), 1);
        }
        let folder = folder();
        let path = folder.path().join(FILE);
        let broken_group = format!("[sound]\nvolume = \"loud\"\n{good}");
        fs::write(&path, broken_group).expect("the folder is ours");
        let (mut file, _) = SettingsFile::open_at(&path);
        let _ = file.group::<Group>("sound");
        assert_eq!(
            fs::read_to_string(&path).expect("it was written again"),
            good
        );
    }

    #[test]
    fn two_copies_keep_each_others_settings() {
        let folder = folder();
        let path = folder.path().join(FILE);
        let [(mut one, _), (mut other, _)] = [(); 2].map(|()| SettingsFile::open_at(&path));
        let loud = Group {
            volume: 9,
            muted: false,
        };
        one.set_group("sound", &loud).expect("it can be written");
        other
            .set_group("other", &Group::default())
            .expect("it can be written");
        let (mut file, _) = SettingsFile::open_at(&path);
        assert_eq!(file.group::<Group>("sound"), (loud, None));
    }

    #[test]
    fn a_file_that_was_broken_while_the_game_runs_is_set_aside_too() {
        let folder = folder();
        let path = folder.path().join(FILE);
        let (mut file, _) = SettingsFile::open_at(&path);
        let broken = "[sound\nvolume = 3\n";
        fs::write(&path, broken).expect("the folder is ours");
        file.set_group("sound", &Group::default())
            .expect("it can be written");
        let kept = fs::read_to_string(folder.path().join("settings.toml.damaged-1"));
        assert_eq!(kept.expect("it was set aside"), broken);
    }

    #[test]
    fn a_failed_write_leaves_the_good_file() {
        let folder = folder();
        let path = folder.path().join(FILE);
        fs::write(&path, "[sound]\nvolume = 3\n").expect("the folder is ours");
        let (mut file, _) = SettingsFile::open_at(&path);
        // A group that is no table cannot be written.
        assert!(file.set_group("sound", &3).is_err());
        assert_eq!(
            fs::read_to_string(&path).expect("it is still there"),
            "[sound]\nvolume = 3\n"
        );
        assert_eq!(names(folder.path()), [FILE]);
    }

    #[test]
    fn what_is_no_file_is_neither_waited_for_nor_replaced() {
        let folder = folder();
        let path = folder.path().join(FILE);
        fs::create_dir(&path).expect("the folder is ours");
        let (mut file, notice) = SettingsFile::open_at(&path);
        assert!(notice.expect("the player is told").contains("not a file"));
        file.set_group("sound", &Group::default())
            .expect("it is kept in memory");
        assert!(path.is_dir());
    }
}

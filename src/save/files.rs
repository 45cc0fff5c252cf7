//! Reading and replacing files. Reads are bounded in time and memory, and a failed write changes
//! nothing.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

use super::{format, names};

/// Reads a regular file. Returns `None` if there is no file.
///
/// At most one byte more than [`format::LONGEST`] is read, which is enough to detect a file that
/// is too long.
///
/// # Errors
///
/// Those of [`check_regular`], and the error of the system if the file cannot be read.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if !check_regular(path)? {
        return Ok(None);
    }
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(format::LONGEST as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Whether a regular file exists. Returns `false` if the path does not exist.
///
/// Call this before opening a file, because opening a named pipe waits until another program opens
/// its other end.
///
/// # Errors
///
/// [`ErrorKind::InvalidInput`] if the path is something else, such as a folder, a pipe or a device,
/// and the error of the system if this cannot be found out.
pub(super) fn check_regular(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(true),
        Ok(_) => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is not a regular file",
        )),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Replaces the contents of a file, and waits until the disk has them.
///
/// # Errors
///
/// The error of the system, for example that the disk is full. The file then has its old contents,
/// and no temporary file is left.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| {
        file.write_all(bytes)?;
        // Some file systems report a failed write only here, so sync before the rename.
        file.sync_all()
    })
}

/// Replaces the contents of a file with what `write` writes, if it succeeds.
fn replace_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(path)?;
    match write(&mut file) {
        // A failed commit leaves the temporary file behind, and every retry would leave another.
        Ok(()) => file.commit().inspect_err(|_| remove_temporaries(path)),
        Err(error) => {
            // The caller needs the error of the write, not that of the cleanup.
            let _ = file.discard();
            Err(error)
        }
    }
}

/// Removes the temporary files of `path`, to which no thread may be writing.
fn remove_temporaries(path: &Path) {
    let (Some(folder), Some(target)) = (path.parent(), path.file_name()) else {
        return;
    };
    remove_files(folder, |name| {
        names::target_of_temporary(name).is_some_and(|found| target == found)
    });
}

/// Removes the regular files in a folder for whose names `chosen` returns `true`, as far as
/// possible.
pub(super) fn remove_files(folder: &Path, chosen: impl Fn(&str) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(&chosen) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sorted names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("the folder is there")
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_failed_write_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("4x4.save");
        replace(&path, b"good").expect("the folder is writable");
        let failures: [fn(&mut File) -> io::Result<()>; 3] = [
            |_| Err(ErrorKind::StorageFull.into()),
            // The disk gets full while the file is written.
            |file| {
                file.write_all(b"ha")?;
                Err(ErrorKind::StorageFull.into())
            },
            // The file is written but not synced.
            |file| {
                file.write_all(b"half")?;
                Err(io::Error::other("syncing failed"))
            },
        ];
        for failure in failures {
            assert!(replace_with(&path, failure).is_err());
            assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"good"[..]));
            assert_eq!(names(folder.path()), ["4x4.save"]);
        }
        replace(&path, b"better").expect("the folder is writable");
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"better"[..]));
    }

    #[test]
    fn a_failed_rename_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("4x4.save");
        fs::create_dir(&path).expect("the folder is writable");
        fs::write(folder.path().join(".5x5.save.Xy12Ab"), "").expect("the folder is writable");
        for _ in 0..3 {
            assert!(replace(&path, b"good").is_err());
            // Another thread may be writing to the other temporary file.
            assert_eq!(names(folder.path()), [".5x5.save.Xy12Ab", "4x4.save"]);
        }
    }
}

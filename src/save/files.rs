//! Reading and replacing the files of the data folder: reads are bounded in time and memory, and
//! a failed write changes nothing.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

use super::{format, slot};

/// The contents of a regular file, or `None` where there is no file.
///
/// At most one byte more than [`format::LONGEST`] is read, which is enough to tell that the file
/// is too long.
///
/// # Errors
///
/// As [`check_regular`], and what the system says if the file cannot be read.
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

/// Whether there is a regular file; `false` if there is nothing.
///
/// This is asked before a file is opened, because opening a named pipe waits until another program
/// opens its other end.
///
/// # Errors
///
/// [`ErrorKind::InvalidInput`] if there is something else, such as a folder, a pipe or a device,
/// and what the system says if it does not tell.
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
/// What the system says, for example that the disk is full. The old contents are then still there,
/// and no temporary file is.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| {
        file.write_all(bytes)?;
        // Some file systems report a failed write only here, so this comes before the rename.
        file.sync_all()
    })
}

/// Replaces the contents of a file by what `write` writes, if it succeeds.
fn replace_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(path)?;
    match write(&mut file) {
        // A failed commit leaves the temporary file behind, and so would each later attempt.
        Ok(()) => file.commit().inspect_err(|_| remove_temporaries(path)),
        Err(error) => {
            // The error of the write matters, not that of the tidying up.
            let _ = file.discard();
            Err(error)
        }
    }
}

/// Removes the temporary files of a file that is not being written.
fn remove_temporaries(path: &Path) {
    let (Some(folder), Some(target)) = (path.parent(), path.file_name()) else {
        return;
    };
    remove_files(folder, |name| {
        slot::target_of_temporary(name).is_some_and(|found| target == found)
    });
}

/// Removes the regular files of a folder whose names are `chosen`.
///
/// A file that cannot be removed stays; it is harmless.
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

    /// The names of what is in a folder, sorted.
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
            // The disk is full after half of the file.
            |file| {
                file.write_all(b"ha")?;
                Err(ErrorKind::StorageFull.into())
            },
            // All of it is written, but the disk does not take it.
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
            // The other file may be in use by another thread.
            assert_eq!(names(folder.path()), [".5x5.save.Xy12Ab", "4x4.save"]);
        }
    }
}

//! Reading the files of the data folder, in bounded time and memory.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::format;

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

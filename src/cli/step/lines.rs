//! Input line by line, in bounded memory.

use std::io::{self, BufRead, Read};
use std::str;

/// The number of bytes that a line may have, its end not counted.
pub(in crate::cli) const LONGEST: usize = 16 << 20;

/// What the next line turned out to be.
pub(in crate::cli) enum Line<'a> {
    /// There is no further line.
    End,
    /// Nothing but white space.
    Blank,
    /// The text of the line.
    Text(&'a str),
    /// Why there is no text to be had from the line; it has been skipped to its end.
    Unreadable(String),
}

/// Reads the next line, for which `buffer` lends the memory.
pub(in crate::cli) fn read<'a>(
    input: &mut impl BufRead,
    buffer: &'a mut Vec<u8>,
) -> io::Result<Line<'a>> {
    buffer.clear();
    input
        .by_ref()
        .take(LONGEST as u64 + 1)
        .read_until(b'\n', buffer)?;
    if buffer.is_empty() {
        return Ok(Line::End);
    }
    if buffer.len() > LONGEST && !buffer.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Line::Unreadable(format!(
            "the line is longer than {LONGEST} bytes"
        )));
    }
    Ok(match str::from_utf8(buffer).map(str::trim_ascii) {
        Ok("") => Line::Blank,
        Ok(text) => Line::Text(text),
        Err(error) => Line::Unreadable(format!("the line is not UTF-8: {error}")),
    })
}

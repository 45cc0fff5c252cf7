//! Subcommands that answer each line of standard input with a line of standard output, both JSON
//! objects.

use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::process::ExitCode;
use std::str;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::complain;

/// The longest line that is read, in bytes without its line feed.
const LONGEST: usize = 16 << 20;

/// What is written in answer to a line that is wrong.
#[derive(Serialize)]
struct LineError {
    /// The number of the line, from 1.
    line: u64,
    error: String,
}

/// Answers standard input on standard output, and returns the exit status of the subcommand of
/// this name.
///
/// `answer` is called with each line that is not blank; its error is one sentence about what is
/// wrong with the line. Then the other lines are answered all the same, and the exit status is 1.
pub(super) fn run<T: Serialize>(
    subcommand: &str,
    answer: impl FnMut(&str) -> Result<T, String>,
) -> ExitCode {
    match answer_all(answer, io::stdin().lock(), io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The reader, such as `head`, has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!(
                "{subcommand} stopped because its input or output failed: {error}"
            ));
            ExitCode::FAILURE
        }
    }
}

/// Reads the JSON object in a line. An error is one sentence, which ends with the `expected` form
/// of the object.
pub(super) fn parse<T: DeserializeOwned>(line: &str, expected: &str) -> Result<T, String> {
    if !line.starts_with('{') {
        return Err("the line is not a JSON object".to_owned());
    }
    serde_json::from_str(line).map_err(|error| {
        // The text is a single line, so only the column tells where the error is.
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}"));
        format!(
            "column {column}: {}; write {expected}",
            message.unwrap_or("this cannot be read")
        )
    })
}

/// Answers each line of the input in turn; returns whether all of them were right.
pub(super) fn answer_all<T: Serialize>(
    mut answer: impl FnMut(&str) -> Result<T, String>,
    input: impl Read,
    output: impl Write,
) -> io::Result<bool> {
    let mut input = BufReader::new(input);
    let mut output = BufWriter::new(output);
    let mut buffer = Vec::new();
    let mut all_right = true;
    for line in 1.. {
        // Another program may wait for the answers so far before it writes the next line.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let result = match read_line(&mut input, &mut buffer)? {
            Line::End => break,
            Line::Blank => continue,
            Line::Text(text) => answer(text),
            Line::Unreadable(error) => Err(error),
        };
        match result {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(error) => {
                all_right = false;
                serde_json::to_writer(&mut output, &LineError { line, error })?;
            }
        }
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(all_right)
}

/// The next line of an input.
enum Line<'a> {
    /// There is no further line.
    End,
    /// Nothing but white space.
    Blank,
    /// The text of the line.
    Text(&'a str),
    /// Why the line has no text; the input is at the next line.
    Unreadable(String),
}

/// Reads the next line into `buffer`, whose memory never holds more than the longest line.
fn read_line<'a>(input: &mut impl BufRead, buffer: &'a mut Vec<u8>) -> io::Result<Line<'a>> {
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

#[cfg(test)]
mod tests;

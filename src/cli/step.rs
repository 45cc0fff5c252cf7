//! `bevy_2048 step`: moves on given boards, as JSON lines, for checking the rules from outside.

mod answer;
pub(super) mod lines;

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::process::ExitCode;

use serde::Serialize;

use super::complain;
use answer::Answer;
use lines::Line;

/// Make moves on boards read from standard input, without new tiles
///
/// Each line read is a JSON object {"board": [[0, 2], [4, 0]], "moves": "UDLR"}: rows of face
/// values from top to bottom, where 0 is an empty cell, on 2x2 to 8x8 cells, and the moves to make
/// one after the other. Other fields are ignored, and so are blank lines.
///
/// Each line written is a JSON object in answer: "board", the final board; "gain", the sum of all
/// tiles made by merges; "moved", for each move whether it changed the board; "motions", for each
/// move a list of the tiles that changed cell or took part in a merge, with the cells "from" and
/// "to" as [row, column] from 0, the "value" before the move, and whether it "merged"; "over",
/// whether no move is left on the final board.
///
/// A line that is wrong is answered by {"line": n, "error": "…"}, where n counts all lines from 1,
/// and the exit status is then 1 at the end.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct StepArguments {}

/// The answer to a line that is wrong.
#[derive(Serialize)]
struct Complaint {
    line: u64,
    error: String,
}

/// Answers standard input on standard output, and returns the exit status.
pub(super) fn run() -> ExitCode {
    match answer_all(io::stdin().lock(), io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The reader, such as `head`, has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!(
                "step stopped, as its input or output failed: {error}"
            ));
            ExitCode::FAILURE
        }
    }
}

/// Answers each line of the input in turn; returns whether all of them were right.
fn answer_all(input: impl Read, output: impl Write) -> io::Result<bool> {
    let mut input = BufReader::new(input);
    let mut output = BufWriter::new(output);
    let mut buffer = Vec::new();
    let mut all_right = true;
    for line in 1.. {
        // Whoever waits for the answers so far before writing on must not wait in vain.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let answer = match lines::read(&mut input, &mut buffer)? {
            Line::End => break,
            Line::Blank => continue,
            Line::Text(text) => Answer::to(text),
            Line::Unreadable(error) => Err(error),
        };
        match answer {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(error) => {
                all_right = false;
                serde_json::to_writer(&mut output, &Complaint { line, error })?;
            }
        }
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(all_right)
}

#[cfg(test)]
mod tests;

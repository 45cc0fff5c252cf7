//! The save file: one line of header, then one line of JSON.
//!
//! ```text
//! bevy_2048 save 2 crc32 8a1c03f2 bytes 512
//! {"serial":77,"best":1234,"game":{…}}
//! ```
//!
//! The header names the version of the format, the CRC-32 (ISO-HDLC, as in
//! zlib) and the length in bytes of the body, which is everything after the
//! header's line feed. A file that was cut short or changed by a single bit is
//! therefore told from a good one before its body is parsed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::GameRecord;

/// The version that [`encode`] writes.
///
/// Version 2 added what tells of a computer player's help; [`decode`] reads version 1 as well, in
/// which nobody was helped.
pub const VERSION: u32 = 2;

/// The oldest version that [`decode`] reads.
const OLDEST: u32 = 1;

/// The first words of every save file.
const MAGIC: &str = "bevy_2048 save";

/// Everything one save file holds: a game with its history, and the best score
/// ever reached under its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// Rises with every save of the same rules, so that of two files the newer
    /// one is known; the writer of saves sets it.
    pub serial: u64,
    /// The highest score of any game played under these rules without help, in points.
    pub best: u64,
    /// The highest score of any game that a computer player had a hand in.
    #[serde(default)]
    pub helped_best: u64,
    /// The game itself.
    pub game: GameRecord,
}

/// Why bytes are not a save file that this program can read.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The header is missing or is not one.
    #[error("it does not begin like a save file of this game")]
    NotASave,
    /// The file was written by another, most likely newer, version.
    #[error("it has format version {0}, and this program reads versions up to {VERSION}")]
    Version(u32),
    /// The body is shorter or longer than the header says.
    #[error("it holds {found} bytes where {expected} were written")]
    Length {
        /// Bytes that the header promises.
        expected: usize,
        /// Bytes that follow the header.
        found: usize,
    },
    /// The body differs from what was written.
    #[error("its checksum does not match its contents")]
    Checksum,
    /// The body is intact but is not what this version writes.
    #[error("its contents could not be understood ({0})")]
    Body(#[from] serde_json::Error),
}

/// The bytes of a save file.
///
/// # Errors
///
/// [`FormatError::Body`] if the contents cannot be put as JSON, which no
/// [`Saved`] made from a game brings about.
pub fn encode(saved: &Saved) -> Result<Vec<u8>, FormatError> {
    let mut body = serde_json::to_vec(saved)?;
    body.push(b'\n');
    let crc = crc32fast::hash(&body);
    let mut bytes =
        format!("{MAGIC} {VERSION} crc32 {crc:08x} bytes {}\n", body.len()).into_bytes();
    bytes.append(&mut body);
    Ok(bytes)
}

/// Reads back what [`encode`] wrote.
///
/// # Errors
///
/// Every kind of [`FormatError`], for bytes of any other origin.
pub fn decode(bytes: &[u8]) -> Result<Saved, FormatError> {
    let (header, body) = split(bytes)?;
    read_body(&header, body)
}

/// Reads back what [`encode`] wrote from the front of bytes that go on.
pub(super) fn decode_front(bytes: &[u8]) -> Result<Saved, FormatError> {
    let (header, body) = split(bytes)?;
    read_body(&header, body.get(..header.length).unwrap_or(body))
}

/// The header, and everything after it.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), FormatError> {
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or(FormatError::NotASave)?;
    let header = Header::parse(&bytes[..end]).ok_or(FormatError::NotASave)?;
    Ok((header, &bytes[end + 1..]))
}

fn read_body(header: &Header, body: &[u8]) -> Result<Saved, FormatError> {
    if !(OLDEST..=VERSION).contains(&header.version) {
        return Err(FormatError::Version(header.version));
    }
    if header.length != body.len() {
        return Err(FormatError::Length {
            expected: header.length,
            found: body.len(),
        });
    }
    if header.crc != crc32fast::hash(body) {
        return Err(FormatError::Checksum);
    }
    Ok(serde_json::from_slice(body)?)
}

/// The words of the header after [`MAGIC`].
struct Header {
    version: u32,
    crc: u32,
    length: usize,
}

impl Header {
    fn parse(line: &[u8]) -> Option<Self> {
        let line = str::from_utf8(line).ok()?.strip_prefix(MAGIC)?;
        let mut words = line.split_ascii_whitespace();
        let version = words.next()?.parse().ok()?;
        let crc = (words.next()? == "crc32").then(|| words.next())??;
        let length = (words.next()? == "bytes").then(|| words.next())??;
        Some(Self {
            version,
            crc: u32::from_str_radix(crc, 16).ok()?,
            length: length.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Direction, Game, Rules};

    fn saved() -> Saved {
        let mut game = Game::new(Rules::default(), 7);
        for turn in 0..40 {
            game.turn(Direction::ALL[turn % 4]);
        }
        Saved {
            serial: 3,
            best: 12_345,
            helped_best: 23_456,
            game: game.record(),
        }
    }

    #[test]
    fn a_save_reads_back_as_it_was_written() {
        let saved = saved();
        let bytes = encode(&saved).expect("a game can be put as JSON");
        assert_eq!(
            decode(&bytes).expect("these bytes were just written"),
            saved
        );
    }

    #[test]
    fn a_save_cut_short_anywhere_is_refused() {
        let bytes = encode(&saved()).expect("a game can be put as JSON");
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_err(), "cut to {length} bytes");
        }
    }

    #[test]
    fn a_save_with_any_bit_changed_is_refused_or_means_the_same() {
        let original = saved();
        let bytes = encode(&original).expect("a game can be put as JSON");
        for position in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[position] ^= 1 << bit;
                // A changed letter case in the checksum's digits is the one
                // harmless change: the number stays the same.
                if let Ok(read) = decode(&changed) {
                    assert_eq!(read, original, "bit {bit} of byte {position}");
                }
            }
        }
    }

    #[test]
    fn a_newer_version_is_named() {
        let bytes = encode(&saved()).expect("a game can be put as JSON");
        let text = String::from_utf8(bytes).expect("the format is text");
        let newer = text.replacen("save 2 ", "save 3 ", 1);
        assert!(matches!(
            decode(newer.as_bytes()),
            Err(FormatError::Version(3))
        ));
    }

    /// A file as version 1 wrote it, before there were computer players.
    const OF_VERSION_1: &str = concat!(
        "bevy_2048 save 1 crc32 5b8f17b6 bytes 261\n",
        r#"{"serial":9,"best":120,"game":{"rules":{"width":2,"height":2,"four_chance":0.1,"#,
        r#""win_tile":2048},"seed":5,"kept_going":false,"oldest":{"board":[[2,2],[0,0]],"#,
        r#""score":0,"moves":0,"spawns":0,"won":false},"directions":"","played":0,"#,
        r#""board":[[2,2],[0,0]],"score":0}}"#,
        "\n"
    );

    #[test]
    fn a_save_of_version_1_is_read_as_one_without_help() {
        let saved = decode(OF_VERSION_1.as_bytes()).expect("version 1 is known");
        assert_eq!((saved.serial, saved.best, saved.helped_best), (9, 120, 0));
        let game = Game::from_record(saved.game).expect("the record is whole");
        assert!(!game.helped());
    }
}

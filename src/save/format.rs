//! The save file: one line of header, then one line of JSON.
//!
//! ```text
//! bevy_2048 save 2 crc32 8a1c03f2 bytes 512
//! {"serial":77,"best":1234,"game":{…}}
//! ```
//!
//! The header names the version of the format, the CRC-32 (ISO-HDLC, as in
//! zlib) of the body, and the length of the body in bytes. The body is
//! everything after the header's line feed. A file that was cut short, or in
//! which a single bit changed, is therefore detected before its body is parsed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::GameRecord;

/// The version that [`encode`] writes.
///
/// Version 2 added `helped` and `helped_best`. [`decode`] reads version 1 as
/// well, in which no game was helped.
pub const VERSION: u32 = 2;

/// The oldest version that [`decode`] reads.
const OLDEST: u32 = 1;

/// The longest file that [`decode`] reads, in bytes.
///
/// The longest history on the largest board takes some 14,000 bytes, so this
/// leaves room for newer versions, and still is read at once.
pub const LONGEST: usize = 1 << 20;

/// The first words of every save file.
const MAGIC: &str = "bevy_2048 save ";

/// The best scores under some rules, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestScores {
    /// The highest score of games that were played without help.
    pub own: u64,
    /// The highest score of games in which a computer player helped.
    pub helped: u64,
}

impl BestScores {
    /// The higher of each of the two scores.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            own: self.own.max(other.own),
            helped: self.helped.max(other.helped),
        }
    }
}

/// The contents of a save: a game with its history, and the best scores under its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The serial number, by which the newer of two saves is found. It rises with
    /// every save of the same rules; the writer of saves sets it.
    pub serial: u64,
    /// The highest score of games that were played without help, in points.
    pub best: u64,
    /// The highest score of games in which a computer player helped, in points.
    #[serde(default)]
    pub helped_best: u64,
    /// The game.
    pub game: GameRecord,
}

/// Why a save cannot be read. Each error is a clause about the file.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The header is missing or malformed, or has a version that never existed.
    #[error("it does not start with the header of a saved game")]
    NotASave,
    /// A newer version of the program wrote the file.
    #[error("a newer version of the game wrote it, in format {}", .0.version)]
    Newer(NewerSave),
    /// The file is longer than [`LONGEST`].
    #[error("it is longer than {LONGEST} bytes")]
    TooLong,
    /// The body has another length than the header says.
    #[error("it has {found} of {expected} bytes after its header")]
    Length {
        /// The length in the header, in bytes.
        expected: usize,
        /// The length of the body, in bytes.
        found: usize,
    },
    /// The body has another checksum than the header says.
    #[error("its checksum does not match its contents")]
    Checksum,
    /// The body is intact, but is not the JSON of a [`Saved`].
    #[error("its contents are not those of a saved game ({0})")]
    Body(#[from] serde_json::Error),
}

/// What can be read of a save that a newer version wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewerSave {
    /// The version of its format.
    pub version: u32,
    /// Its best scores, or 0 if they cannot be read.
    pub best: BestScores,
}

/// Encodes a save.
///
/// # Errors
///
/// [`FormatError::Body`] if the JSON encoder fails, which does not occur for a
/// game.
pub fn encode(saved: &Saved) -> Result<Vec<u8>, FormatError> {
    let mut body = serde_json::to_vec(saved)?;
    body.push(b'\n');
    let crc = crc32fast::hash(&body);
    let mut bytes = format!("{MAGIC}{VERSION} crc32 {crc:08x} bytes {}\n", body.len()).into_bytes();
    bytes.append(&mut body);
    Ok(bytes)
}

/// Decodes a save.
///
/// # Errors
///
/// A [`FormatError`] if the bytes are not what [`encode`] returned.
pub fn decode(bytes: &[u8]) -> Result<Saved, FormatError> {
    decode_body(bytes, |body, _| body)
}

/// Decodes a save that other bytes may follow.
pub(super) fn decode_front(bytes: &[u8]) -> Result<Saved, FormatError> {
    decode_body(bytes, |body, length| body.get(..length).unwrap_or(body))
}

/// The version in the header, if it is newer than [`VERSION`].
pub(super) fn newer_version(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(MAGIC.as_bytes())?;
    let end = digits.iter().position(|byte| b" \n".contains(byte));
    let digits = str::from_utf8(&digits[..end.unwrap_or(digits.len())]).ok()?;
    digits.parse().ok().filter(|&version| version > VERSION)
}

/// Decodes a save. `cut` returns the body, given all bytes after the header and
/// the length in the header.
fn decode_body(bytes: &[u8], cut: impl Fn(&[u8], usize) -> &[u8]) -> Result<Saved, FormatError> {
    let checked = check(bytes, cut);
    if let Some(version) = newer_version(bytes) {
        let best = checked.ok().and_then(|(_, body)| read_best(body));
        return Err(FormatError::Newer(NewerSave {
            version,
            best: best.unwrap_or_default(),
        }));
    }
    let (version, body) = checked?;
    if version < OLDEST {
        return Err(FormatError::NotASave);
    }
    Ok(serde_json::from_slice(body)?)
}

/// Checks the length and the checksum of the body, and returns the version in
/// the header and the body.
fn check(bytes: &[u8], cut: impl Fn(&[u8], usize) -> &[u8]) -> Result<(u32, &[u8]), FormatError> {
    if bytes.len() > LONGEST {
        return Err(FormatError::TooLong);
    }
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or(FormatError::NotASave)?;
    let header = Header::parse(&bytes[..end]).ok_or(FormatError::NotASave)?;
    let body = cut(&bytes[end + 1..], header.length);
    if header.length != body.len() {
        return Err(FormatError::Length {
            expected: header.length,
            found: body.len(),
        });
    }
    if header.crc != crc32fast::hash(body) {
        return Err(FormatError::Checksum);
    }
    Ok((header.version, body))
}

/// The best scores in the body of a newer version, whatever else it contains.
fn read_best(body: &[u8]) -> Option<BestScores> {
    #[derive(Deserialize)]
    struct Body {
        #[serde(default)]
        best: u64,
        #[serde(default)]
        helped_best: u64,
    }
    let Body { best, helped_best } = serde_json::from_slice(body).ok()?;
    Some(BestScores {
        own: best,
        helped: helped_best,
    })
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
    fn a_save_is_decoded_as_it_was_encoded() {
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
                // Only a change of letter case in the checksum's digits is
                // accepted, because the number stays the same.
                if let Ok(read) = decode(&changed) {
                    assert_eq!(read, original, "bit {bit} of byte {position}");
                }
            }
        }
    }

    /// A file of version 3 with this body.
    fn newer(body: &str) -> Vec<u8> {
        let crc = crc32fast::hash(body.as_bytes());
        let length = body.len();
        format!("bevy_2048 save 3 crc32 {crc:08x} bytes {length}\n{body}").into_bytes()
    }

    #[test]
    fn a_newer_version_is_named_with_its_best_scores() {
        let all = r#"{"serial":1,"best":70,"helped_best":80,"replay":[1,2],"game":"compressed"}"#;
        let mut damaged = newer(all);
        damaged[60] ^= 1;
        let long = format!(r#"{{"best":70,"history":"{}"}}"#, " ".repeat(LONGEST));
        for (bytes, own, helped) in [
            (newer(all), 70, 80),
            (newer(r#"{"best":70}"#), 70, 0),
            (newer(r#"{"scores":[70]}"#), 0, 0),
            (newer("not JSON"), 0, 0),
            (newer(&long), 0, 0),
            (damaged, 0, 0),
            (b"bevy_2048 save 3 zstd 55\n\x00\xff".to_vec(), 0, 0),
            (b"bevy_2048 save 3\n".to_vec(), 0, 0),
        ] {
            let expected = NewerSave {
                version: 3,
                best: BestScores { own, helped },
            };
            match decode(&bytes) {
                Err(FormatError::Newer(found)) => assert_eq!(found, expected),
                other => panic!("{other:?}"),
            }
            assert_eq!(newer_version(&bytes), Some(3));
        }
        for bytes in [
            &b"bevy_2048 save 0 crc32 00000000 bytes 0\n"[..],
            b"bevy_2048 save x3\n",
            b"bevy_2048 save 3x\n",
            b"",
        ] {
            assert!(matches!(decode(bytes), Err(FormatError::NotASave)));
            assert_eq!(newer_version(bytes), None);
        }
    }

    #[test]
    fn a_file_of_any_other_length_is_refused() {
        let mut bytes = encode(&saved()).expect("a game can be put as JSON");
        bytes.resize(LONGEST + 1, b' ');
        assert!(matches!(decode(&bytes), Err(FormatError::TooLong)));
    }

    /// A file of version 1, which had no computer players.
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

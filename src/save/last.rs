//! The record of the rules played last: a line of header, then a line of JSON.
//!
//! ```text
//! bevy_2048 last-played 1
//! {"width":4,"height":4,"four_chance":0.1,"win_tile":2048}
//! ```

use crate::game::Rules;

/// The name of the file.
pub(super) const FILE: &str = "last-played";

/// The first words of the file.
const MAGIC: &[u8] = b"bevy_2048 last-played ";

/// The version that is written. No other version is read.
const VERSION: &[u8] = b"1\n";

/// The contents of the file for these rules.
///
/// # Errors
///
/// An error of the encoder, which does not occur for rules.
pub(super) fn encode(rules: &Rules) -> serde_json::Result<Vec<u8>> {
    let mut bytes = [MAGIC, VERSION].concat();
    serde_json::to_writer(&mut bytes, rules)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The rules in the file, or `None` if it is damaged or of another version.
pub(super) fn decode(bytes: &[u8]) -> Option<Rules> {
    let rules = bytes.strip_prefix(MAGIC)?.strip_prefix(VERSION)?;
    serde_json::from_slice(rules).ok()
}

/// Whether any version of this program wrote the file.
pub(super) fn is_ours(bytes: &[u8]) -> bool {
    bytes.is_empty() || bytes.starts_with(MAGIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_and_damage_does_not() {
        let rules = Rules::new(5, 3)
            .and_then(|rules| rules.with_four_chance(0.25))
            .and_then(|rules| rules.with_win_tile(1 << 65))
            .expect("these rules can be chosen");
        let bytes = encode(&rules).expect("rules can be put as JSON");
        assert_eq!(decode(&bytes), Some(rules));
        // The line feed at the end is not needed.
        for length in 0..bytes.len() - 1 {
            assert_eq!(decode(&bytes[..length]), None, "cut to {length} bytes");
        }
        let text = String::from_utf8(bytes).expect("JSON is UTF-8");
        for wrong in [
            text.replace("played 1", "played 2"),
            text.replace("\"width\":5", "\"width\":9"),
            "5x3\n".to_owned(),
        ] {
            assert_eq!(decode(wrong.as_bytes()), None, "{wrong}");
        }
    }
}

//! The options of a game, chosen before it starts.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Board, BoardError, Tile};

/// The probability that a spawn is a 4 in gabrielecirulli/2048.
const CLASSIC_FOUR_CHANCE: f64 = 0.1;

/// The winning tile in gabrielecirulli/2048: 2048, or 2^11.
const CLASSIC_WIN_TILE: Tile = Tile::from_rank(11).expect("11 is a rank");

/// The smallest face that can be the winning tile.
const SMALLEST_WIN: u128 = 8;

/// The largest face that can be the winning tile: the largest reachable on 8 × 8 cells.
const LARGEST_WIN: u128 = 1 << 65;

/// The rules of a game: the size of the board, the chance of a 4, and the winning tile.
///
/// The default is the original game: 4 × 4 cells, one spawn in ten a 4, and 2048 to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Rules {
    width: u8,
    height: u8,
    four_chance: f64,
    win_tile: Tile,
}

/// Why rules are invalid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RulesError {
    /// A side of the board is out of range.
    #[error(transparent)]
    Size(#[from] BoardError),
    /// The chance of a 4 is not a probability.
    #[error("the chance of a 4 is {0}, which is not a number from 0 to 1")]
    FourChance(f64),
    /// The winning tile is not a tile or is out of range.
    #[error(
        "the winning tile is {0}, which is not a power of two from {SMALLEST_WIN} to {LARGEST_WIN}"
    )]
    WinTile(u128),
}

impl Rules {
    /// The original rules on a board of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// [`RulesError::Size`] if a side is outside [`SIDES`](super::SIDES).
    pub fn new(width: u8, height: u8) -> Result<Self, RulesError> {
        Board::empty(width, height)?;
        Ok(Self {
            width,
            height,
            ..Self::default()
        })
    }

    /// The same rules with a different probability that a spawn is a 4 instead of a 2.
    ///
    /// # Errors
    ///
    /// [`RulesError::FourChance`] unless `chance` is within 0.0..=1.0.
    pub fn with_four_chance(self, chance: f64) -> Result<Self, RulesError> {
        if (0.0..=1.0).contains(&chance) {
            // Taking the magnitude turns -0.0 into 0.0.
            Ok(Self {
                four_chance: chance.abs(),
                ..self
            })
        } else {
            Err(RulesError::FourChance(chance))
        }
    }

    /// The same rules with a different winning tile, given by its face.
    ///
    /// The winning tile may be too large for the board. Such a game cannot be won.
    ///
    /// # Errors
    ///
    /// [`RulesError::WinTile`] unless `face` is a power of two from 8 to 2^65.
    pub fn with_win_tile(self, face: u128) -> Result<Self, RulesError> {
        match Tile::from_face(face) {
            Some(win_tile) if (SMALLEST_WIN..=LARGEST_WIN).contains(&face) => {
                Ok(Self { win_tile, ..self })
            }
            _ => Err(RulesError::WinTile(face)),
        }
    }

    /// The number of columns, from 2 to 8.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows, from 2 to 8.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The probability that a spawn is a 4 instead of a 2, from 0.0 to 1.0.
    #[must_use]
    pub const fn four_chance(&self) -> f64 {
        self.four_chance
    }

    /// The winning tile: a merge that makes it wins the game.
    #[must_use]
    pub const fn win_tile(&self) -> Tile {
        self.win_tile
    }

    /// An empty board of this size.
    #[must_use]
    pub fn empty_board(&self) -> Board {
        Board::of_checked_size(self.width, self.height)
    }

    /// A short name for these rules that can be used as a file name.
    ///
    /// It starts with columns × rows. The chance of a 4 and the winning tile follow only where they
    /// differ from the original: `4x4`, or `5x3-four0.2-win4096`. Different rules have different
    /// names. A name has fewer than 64 characters: lower-case letters, digits, points and hyphens.
    #[must_use]
    pub fn slot_name(&self) -> String {
        let four = match self.four_chance {
            CLASSIC_FOUR_CHANCE => String::new(),
            // Plain digits would need hundreds of zeros for the smallest chances.
            chance @ f64::MIN_POSITIVE..1e-4 => format!("-four{chance:e}"),
            chance => format!("-four{chance}"),
        };
        let win = match self.win_tile {
            CLASSIC_WIN_TILE => String::new(),
            tile => format!("-win{tile}"),
        };
        format!("{}x{}{four}{win}", self.width, self.height)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            width: 4,
            height: 4,
            four_chance: CLASSIC_FOUR_CHANCE,
            win_tile: CLASSIC_WIN_TILE,
        }
    }
}

impl fmt::Display for Rules {
    /// Writes `4 × 4 to 2048`, and the chance of a 4 if it differs from the original.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} to {}", self.width, self.height, self.win_tile)?;
        match self.four_chance {
            CLASSIC_FOUR_CHANCE => Ok(()),
            chance => write!(f, ", a 4 with chance {chance}"),
        }
    }
}

/// The stored form of the rules, before validation.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    width: u8,
    height: u8,
    four_chance: f64,
    win_tile: u128,
}

impl TryFrom<Fields> for Rules {
    type Error = RulesError;

    fn try_from(fields: Fields) -> Result<Self, RulesError> {
        Self::new(fields.width, fields.height)?
            .with_four_chance(fields.four_chance)?
            .with_win_tile(fields.win_tile)
    }
}

impl From<Rules> for Fields {
    fn from(rules: Rules) -> Self {
        Self {
            width: rules.width,
            height: rules.height,
            four_chance: rules.four_chance,
            win_tile: rules.win_tile.face(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(width: u8, height: u8, four_chance: f64, win: u128) -> Result<Rules, RulesError> {
        Rules::new(width, height)?
            .with_four_chance(four_chance)?
            .with_win_tile(win)
    }

    #[test]
    fn the_default_is_the_original_game() {
        let original = Rules::default();
        assert_eq!(Ok(original), rules(4, 4, 0.1, 2048));
        assert_eq!((original.width(), original.height()), (4, 4));
        assert_eq!(original.win_tile().face(), 2048);
    }

    #[test]
    fn rules_out_of_range_are_rejected() {
        for (width, height) in [(1, 4), (4, 1), (9, 4), (4, 9), (0, 0)] {
            assert!(matches!(
                rules(width, height, 0.1, 2048),
                Err(RulesError::Size(_))
            ));
        }
        for chance in [-0.1, 1.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(matches!(
                rules(4, 4, chance, 2048),
                Err(RulesError::FourChance(_))
            ));
        }
        for face in [0, 1, 2, 4, 7, 2047, 1 << 66, u128::MAX] {
            assert_eq!(rules(4, 4, 0.1, face), Err(RulesError::WinTile(face)));
        }
        for face in [8, 1 << 65] {
            assert_eq!(
                rules(2, 2, 0.1, face).map(|rules| rules.win_tile().face()),
                Ok(face)
            );
        }
    }

    #[test]
    fn the_slot_name_holds_what_differs_from_the_original() {
        for (width, height, four_chance, win, name) in [
            (4, 4, 0.1, 2048, "4x4"),
            (5, 3, 0.1, 2048, "5x3"),
            (4, 4, 0.2, 4096, "4x4-four0.2-win4096"),
            (4, 4, 0.0, 2048, "4x4-four0"),
            (4, 4, -0.0, 2048, "4x4-four0"),
            (4, 4, 1.0, 8, "4x4-four1-win8"),
            (4, 4, 0.000_1, 2048, "4x4-four0.0001"),
            (4, 4, 2.5e-7, 2048, "4x4-four2.5e-7"),
            (8, 8, 0.1, 1 << 65, "8x8-win36893488147419103232"),
        ] {
            let name_made = rules(width, height, four_chance, win).map(|rules| rules.slot_name());
            assert_eq!(name_made.as_deref(), Ok(name));
        }
        let longest = rules(8, 8, f64::MIN_POSITIVE, 1 << 65).map(|rules| rules.slot_name().len());
        assert!(longest.is_ok_and(|length| length < 64));
    }

    #[test]
    fn the_display_form_names_size_goal_and_chance() {
        let text = |rules: Result<Rules, RulesError>| rules.map(|rules| rules.to_string());
        assert_eq!(text(rules(4, 4, 0.1, 2048)).as_deref(), Ok("4 × 4 to 2048"));
        let odd = text(rules(3, 5, 0.25, 512));
        assert_eq!(odd.as_deref(), Ok("3 × 5 to 512, a 4 with chance 0.25"));
    }

    #[test]
    fn stored_rules_are_validated_when_read() {
        let stored = serde_json::to_string(&Rules::default()).expect("rules are plain data");
        assert_eq!(
            stored,
            r#"{"width":4,"height":4,"four_chance":0.1,"win_tile":2048}"#
        );
        assert_eq!(
            serde_json::from_str::<Rules>(&stored).ok(),
            Some(Rules::default())
        );
        for wrong in [
            stored.replace("\"width\":4", "\"width\":9"),
            stored.replace("0.1", "1.5"),
            stored.replace("2048", "2047"),
            stored.replace("width", "breadth"),
        ] {
            assert!(serde_json::from_str::<Rules>(&wrong).is_err(), "{wrong}");
        }
    }
}

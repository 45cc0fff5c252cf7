//! The four directions of a move.

use std::fmt;

/// The direction of a move: all tiles slide toward this edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Toward the top row.
    Up,
    /// Toward the last column.
    Right,
    /// Toward the bottom row.
    Down,
    /// Toward the first column.
    Left,
}

impl Direction {
    /// All four directions, clockwise from [`Up`](Self::Up) as in gabrielecirulli/2048.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The upper-case initial: `U`, `R`, `D` or `L`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
        }
    }

    /// The direction with this [`letter`](Self::letter), which must be upper case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'U' => Some(Self::Up),
            'R' => Some(Self::Right),
            'D' => Some(Self::Down),
            'L' => Some(Self::Left),
            _ => None,
        }
    }

    /// Whether it is [`Up`](Self::Up) or [`Down`](Self::Down).
    #[must_use]
    pub const fn is_vertical(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_four_letters_name_a_direction() {
        for direction in Direction::ALL {
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
        }
        let named = ('\0'..=char::MAX).filter(|&letter| Direction::from_letter(letter).is_some());
        assert_eq!(named.collect::<String>(), "DLRU");
    }

    #[test]
    fn the_opposite_of_the_opposite_is_the_same_direction() {
        for direction in Direction::ALL {
            assert_ne!(direction.opposite(), direction);
            assert_eq!(direction.opposite().opposite(), direction);
        }
        assert_eq!(Direction::Up.opposite(), Direction::Down);
    }
}

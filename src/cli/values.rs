//! The values of arguments that several subcommands take.

use std::time::Duration;

/// Reads the size of a board, written as columns, an `x` and rows.
///
/// The rules check whether a board can have this size.
pub(super) fn read_size(text: &str) -> Result<(u8, u8), &'static str> {
    text.split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
        .ok_or("write the columns, an x and the rows, such as 4x4")
}

/// Reads a probability.
pub(super) fn read_probability(text: &str) -> Result<f64, &'static str> {
    text.parse::<f64>()
        .ok()
        .filter(|probability| (0.0..=1.0).contains(probability))
        .map(f64::abs)
        .ok_or("write a number from 0 to 1")
}

/// Reads a number of milliseconds above 0, at most an hour.
pub(super) fn read_milliseconds(text: &str) -> Result<Duration, &'static str> {
    text.parse::<f64>()
        .ok()
        .filter(|&milliseconds| milliseconds > 0.0 && milliseconds <= 3.6e6)
        .map(|milliseconds| Duration::from_secs_f64(milliseconds / 1000.0))
        .ok_or("write a number of milliseconds above 0, such as 20 or 0.5")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_range_are_read() {
        assert_eq!(read_size("5x3"), Ok((5, 3)));
        for (text, expected) in [("0", 0.0), ("-0", 0.0), ("0.25", 0.25), ("1", 1.0)] {
            let probability = read_probability(text).expect("it is one");
            assert_eq!(probability.to_bits(), f64::to_bits(expected), "{text}");
        }
        assert_eq!(read_milliseconds("0.5"), Ok(Duration::from_micros(500)));
        assert_eq!(read_milliseconds("3600000"), Ok(Duration::from_hours(1)));
    }

    #[test]
    fn other_values_are_refused() {
        for text in [
            "", "4", "x4", "4x", "4x4x4", "4 x 4", "300x2", "-4x4", "4X4",
        ] {
            assert!(read_size(text).is_err(), "{text}");
        }
        for text in ["", "some", "-0.1", "1.1", "NaN", "inf"] {
            assert!(read_probability(text).is_err(), "{text}");
        }
        for text in ["", "0", "-1", "NaN", "inf", "3600001", "20ms"] {
            assert!(read_milliseconds(text).is_err(), "{text}");
        }
    }
}

//! Charts of results, as SVG.

use std::fmt::Write;

/// The size and margins of a chart, in pixels.
const SIZE: [f64; 2] = [800.0, 420.0];
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// The number of bars of a histogram.
const BARS: usize = 40;

/// A histogram of scores with 40 bars of equal width.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "coordinates need few digits, and the index of a bar is below the number of bars"
)]
pub fn distribution(title: &str, scores: &[u64]) -> String {
    let most = round_up(scores.iter().copied().max().unwrap_or(1).max(1) as f64);
    let mut counts = [0_u32; BARS];
    for &score in scores {
        let bar = (score as f64 / most * BARS as f64) as usize;
        counts[bar.min(BARS - 1)] += 1;
    }
    let highest = round_up(f64::from(counts.into_iter().max().unwrap_or(1).max(1)));
    let frame = Frame {
        x: most,
        y: highest,
    };
    let mut svg = frame.start(title, "score", "games");
    for (bar, count) in counts.into_iter().enumerate() {
        let [from, to] = [bar, bar + 1].map(|bar| frame.x(bar as f64 / BARS as f64 * most));
        let top = frame.y(f64::from(count));
        let (width, height) = (to - from - 1.0, frame.y(0.0) - top);
        let _ = writeln!(
            svg,
            r##"<rect x="{from:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="#f2b179"/>"##
        );
    }
    svg + "</svg>\n"
}

/// A line chart through points in ascending order of x, with names for both axes.
#[must_use]
pub fn line(title: &str, x: &str, y: &str, points: &[(f64, f64)]) -> String {
    let most = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(1.0, f64::max);
    let frame = Frame {
        x: round_up(most(|point| point.0)),
        y: round_up(most(|point| point.1)),
    };
    let mut svg = frame.start(title, x, y);
    let places: Vec<String> = points
        .iter()
        .map(|&(x, y)| format!("{:.1},{:.1}", frame.x(x), frame.y(y)))
        .collect();
    let _ = writeln!(
        svg,
        r##"<polyline points="{}" fill="none" stroke="#f65e3b" stroke-width="2"/>"##,
        places.join(" ")
    );
    svg + "</svg>\n"
}

/// The next larger axis limit: one significant digit, or 1.5 or 2.5 times a power of ten.
fn round_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
        .into_iter()
        .map(|step| step * power)
        .find(|&step| step >= value)
        .unwrap_or(10.0 * power)
}

/// The axes of a chart, which start at 0 and end at these values.
struct Frame {
    x: f64,
    y: f64,
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        LEFT + value / self.x * (SIZE[0] - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        SIZE[1] - BOTTOM - value / self.y * (SIZE[1] - TOP - BOTTOM)
    }

    /// The SVG up to the data: background, title, and axes with five divisions each.
    fn start(&self, title: &str, x: &str, y: &str) -> String {
        let [width, height] = SIZE;
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13" fill="#776e65">
<rect width="{width}" height="{height}" fill="#faf8ef"/>
<text x="{LEFT}" y="24" font-size="16">{}</text>
<text x="{}" y="{}" text-anchor="end">{}</text>
<text x="{LEFT}" y="36" font-size="11">{}</text>
"##,
            escape(title),
            width - RIGHT,
            height - 10.0,
            escape(x),
            escape(y),
        );
        for step in 0..=5 {
            let share = f64::from(step) / 5.0;
            let (at, label) = (self.y(share * self.y), number(share * self.y));
            let _ = writeln!(
                svg,
                r##"<line x1="{LEFT}" x2="{}" y1="{at:.1}" y2="{at:.1}" stroke="#bbada0" stroke-width="0.5"/><text x="{}" y="{:.1}" text-anchor="end">{label}</text>"##,
                width - RIGHT,
                LEFT - 8.0,
                at + 4.0
            );
            let (at, label) = (self.x(share * self.x), number(share * self.x));
            let _ = writeln!(
                svg,
                r#"<text x="{at:.1}" y="{}" text-anchor="middle">{label}</text>"#,
                height - BOTTOM + 18.0
            );
        }
        svg
    }
}

/// A label for an axis, with suffixes for thousands, millions and billions.
fn number(value: f64) -> String {
    match value {
        1e9.. => format!("{}G", value / 1e9),
        1e6.. => format!("{}M", value / 1e6),
        1e4.. => format!("{}k", value / 1e3),
        _ => format!("{value}"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers_that_include_the_data() {
        for (value, end) in [(1.0, 1.0), (1.2, 1.5), (38_000.0, 40_000.0), (91.0, 100.0)] {
            assert!((round_up(value) - end).abs() < 1e-9, "{value}");
        }
    }

    #[test]
    fn a_histogram_has_all_bars_and_escapes_its_title() {
        let svg = distribution("a < b", &[0, 10, 100, 100]);
        assert_eq!(svg.matches("<rect").count(), 1 + BARS);
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_line_chart_passes_through_its_points() {
        let svg = line("curve", "games", "score", &[(0.0, 0.0), (10.0, 10.0)]);
        assert!(svg.contains(r#"points="80.0,370.0 780.0,40.0""#), "{svg}");
    }
}

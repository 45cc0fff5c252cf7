//! The progress bar on standard error.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of this length, drawn by a template of `indicatif`.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    // With a template that cannot be parsed, the bar keeps its plain style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

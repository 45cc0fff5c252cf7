//! The pointer, which `xdotool` moves and clicks with.

use crate::picture::Area;
use crate::playing::Playing;

impl Playing<'_> {
    /// Clicks a button, however few frames see it, and leaves the pointer there.
    pub fn click(&self, button: Area) {
        let (x, y) = button.middle();
        self.desktop.xdotool(&format!("mousemove {x} {y} click 1"));
    }
}

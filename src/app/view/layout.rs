//! Where things lie in a window of any size: the arithmetic, and the resource
//! that follows the window.

use bevy::{prelude::*, window::PrimaryWindow};

use crate::app::frame::FrameSystems;
use crate::app::play::turn::CurrentGame;
use crate::game::Cell;

/// The size of the smallest window, in logical pixels.
pub const SMALLEST: Vec2 = Vec2::new(320.0, 420.0);

/// The gap between tiles, as a share of a tile (15 of 106.25 in the original).
const GAP: f32 = 15.0 / 106.25;

/// The radius of the board's corners, as a share of a tile (6 of 106.25 in the
/// original).
const BOARD_CORNER: f32 = 6.0 / 106.25;

/// The radius of a tile's corners, as a share of a tile (3 of 106.25 in the
/// original; a little rounder here).
pub(super) const TILE_CORNER: f32 = 5.0 / 106.25;

/// The height of the panel above the board, including margins, in units.
const PANEL_HEIGHT: f32 = 146.0;

/// The height of the panel above the board, excluding margins, in units.
pub const PANEL_LEAST: f32 = 112.0;

/// The width of the panel beside the board, excluding margins, in units.
pub const PANEL_WIDTH: f32 = 232.0;

/// The least width of the panel above the board, in units. A narrower board is
/// centred below it.
pub const PANEL_MIN: f32 = 440.0;

/// The margin around everything, in units.
pub const MARGIN: f32 = 14.0;

/// The portrait window in which a unit is one logical pixel.
const PORTRAIT_UNIT: Vec2 = Vec2::new(480.0, 672.0);

/// The landscape window in which a unit is one logical pixel.
const LANDSCAPE_UNIT: Vec2 = Vec2::new(832.0, 512.0);

/// The range of a unit, in logical pixels.
const UNIT: std::ops::RangeInclusive<f32> = 0.625..=2.25;

/// Which side of the board the panel is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// The panel is above the board.
    #[default]
    Portrait,
    /// The panel is to the left of the board.
    Landscape,
}

/// The measures of everything in the window, in units.
///
/// A unit is a pixel of a [`Node`], which Bevy's [`UiScale`] scales with the
/// window. Text and panels have fixed sizes in units. Tiles and gaps have whole
/// numbers of physical pixels, so that all gaps look the same.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    /// Which side of the board the panel is on.
    pub arrangement: Arrangement,
    /// The side of a tile.
    pub tile: f32,
    /// The space between two tiles, and between the tiles and the edge of the
    /// board.
    pub gap: f32,
    /// The width and height of the board.
    pub board: Vec2,
    /// The logical pixels in a unit.
    pub unit: f32,
    /// The width and height of the window.
    pub window: Vec2,
    /// The side of a physical pixel.
    pub pixel: f32,
}

impl Layout {
    /// The layout for a window, in the arrangement with the larger tiles.
    ///
    /// `window` is in logical pixels. `scale` is the number of physical pixels in
    /// a logical one.
    #[must_use]
    pub fn fit(window: Vec2, scale: f32, columns: u8, rows: u8) -> Self {
        let window = window.max(Vec2::ONE);
        let portrait = {
            let unit = (window / PORTRAIT_UNIT)
                .min_element()
                .clamp(*UNIT.start(), *UNIT.end());
            let space = window - unit * Vec2::new(2.0 * MARGIN, PANEL_HEIGHT + MARGIN);
            Self::of(
                Arrangement::Portrait,
                window,
                unit,
                space,
                scale,
                columns,
                rows,
            )
        };
        let landscape = {
            let unit = (window / LANDSCAPE_UNIT)
                .min_element()
                .clamp(*UNIT.start(), *UNIT.end());
            let space = window - unit * Vec2::new(PANEL_WIDTH + 3.0 * MARGIN, 2.0 * MARGIN);
            Self::of(
                Arrangement::Landscape,
                window,
                unit,
                space,
                scale,
                columns,
                rows,
            )
        };
        if landscape.tile * landscape.unit > portrait.tile * portrait.unit {
            landscape
        } else {
            portrait
        }
    }

    fn of(
        arrangement: Arrangement,
        window: Vec2,
        unit: f32,
        space: Vec2,
        scale: f32,
        columns: u8,
        rows: u8,
    ) -> Self {
        let cells = Vec2::new(f32::from(columns), f32::from(rows));
        let fit = (space * scale / (cells + (cells + 1.0) * GAP)).min_element();
        let gap = (fit * GAP).round().max(1.0);
        let tile = ((space * scale - (cells + 1.0) * gap) / cells)
            .min_element()
            .floor()
            .max(1.0);
        let pixels = scale * unit;
        Self {
            arrangement,
            tile: tile / pixels,
            gap: gap / pixels,
            board: (cells * tile + (cells + 1.0) * gap) / pixels,
            unit,
            window: window / unit,
            pixel: pixels.recip(),
        }
    }

    /// Rounds a length to whole physical pixels.
    #[must_use]
    pub fn whole(&self, length: f32) -> f32 {
        (length / self.pixel).round() * self.pixel
    }

    /// The width and height of the panel.
    #[must_use]
    pub fn panel(&self) -> Vec2 {
        match self.arrangement {
            Arrangement::Portrait => {
                let widest = self.window.x - 2.0 * MARGIN;
                let width = self.board.x.max(PANEL_MIN).min(widest);
                Vec2::new(width, self.whole(PANEL_LEAST))
            }
            Arrangement::Landscape => Vec2::new(self.whole(PANEL_WIDTH), self.board.y),
        }
    }

    /// The space between the panel and the board.
    #[must_use]
    pub fn spacing(&self) -> f32 {
        self.whole(MARGIN)
    }

    /// The vector from the centre of the window to the centre of the board.
    #[must_use]
    pub fn board_offset(&self) -> Vec2 {
        let beside = self.panel() + self.spacing();
        match self.arrangement {
            Arrangement::Portrait => Vec2::new(0.0, beside.y / 2.0),
            Arrangement::Landscape => Vec2::new(beside.x / 2.0, 0.0),
        }
    }

    /// What to add to the size of a group of nodes, so that it starts on a whole
    /// physical pixel when it is centred in the window.
    #[must_use]
    pub fn centring(&self, size: Vec2) -> Vec2 {
        let spare = ((self.window - size) / self.pixel).round();
        (spare - 2.0 * (spare / 2.0).floor()) * self.pixel
    }

    /// The distance between the left edges of two neighbouring cells.
    #[must_use]
    pub fn pitch(&self) -> f32 {
        self.tile + self.gap
    }

    /// The top left corner of a cell, relative to that of the board.
    #[must_use]
    pub fn corner_of(&self, cell: Cell) -> Vec2 {
        self.gap + self.pitch() * Vec2::new(f32::from(cell.column), f32::from(cell.row))
    }

    /// The radius of a tile's corners.
    #[must_use]
    pub fn tile_radius(&self) -> Val {
        Val::Px(self.tile * TILE_CORNER)
    }

    /// The radius of the board's corners.
    #[must_use]
    pub fn board_radius(&self) -> Val {
        Val::Px(self.tile * BOARD_CORNER + self.gap * 0.5)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Layout>()
        .configure_sets(
            Update,
            Placing
                .after(LayoutUpdate)
                .in_set(FrameSystems::Show)
                .ambiguous_with(Placing),
        )
        .add_systems(Startup, follow_window)
        .add_systems(
            Update,
            follow_window
                .in_set(FrameSystems::Show)
                .in_set(LayoutUpdate),
        );
}

/// The set in which [`Layout`] follows the window.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutUpdate;

/// The set of systems that place nodes according to [`Layout`]. Each of them has
/// its own nodes, so they can run in any order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placing;

fn follow_window(
    windows: Query<&Window, With<PrimaryWindow>>,
    current: Res<CurrentGame>,
    mut layout: ResMut<Layout>,
    mut ui_scale: ResMut<UiScale>,
) {
    let Ok(window) = windows.single() else { return };
    let board = current.board();
    let fitted = Layout::fit(
        window.size(),
        window.scale_factor(),
        board.width(),
        board.height(),
    );
    if layout.set_if_neq(fitted) {
        ui_scale.0 = fitted.unit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board in windows of many shapes and scale factors.
    fn all() -> impl Iterator<Item = (Vec2, f32, u8, u8, Layout)> {
        let windows = [
            (320.0, 420.0),
            (420.0, 320.0),
            (600.0, 760.0),
            (1280.0, 720.0),
            (1920.0, 1080.0),
            (3840.0, 2160.0),
            (334.0, 1999.0),
        ];
        windows.into_iter().flat_map(|(x, y)| {
            [1.0, 1.25, 2.0, 3.0].into_iter().flat_map(move |scale| {
                (2..=8).flat_map(move |columns| {
                    (2..=8).map(move |rows| {
                        let window = Vec2::new(x, y);
                        (
                            window,
                            scale,
                            columns,
                            rows,
                            Layout::fit(window, scale, columns, rows),
                        )
                    })
                })
            })
        })
    }

    #[test]
    fn the_board_and_the_panel_fit_the_window() {
        for (window, scale, columns, rows, layout) in all() {
            let panel = match layout.arrangement {
                Arrangement::Portrait => Vec2::new(2.0 * MARGIN, PANEL_HEIGHT + MARGIN),
                Arrangement::Landscape => Vec2::new(PANEL_WIDTH + 3.0 * MARGIN, 2.0 * MARGIN),
            };
            let used = (layout.board + panel) * layout.unit;
            assert!(
                used.x <= window.x + 0.01 && used.y <= window.y + 0.01,
                "{columns} × {rows} at {window} × {scale}: {used}"
            );
        }
    }

    #[test]
    fn tiles_lie_on_whole_physical_pixels() {
        for (window, scale, columns, rows, layout) in all() {
            for value in [layout.tile, layout.gap].map(|value| value * layout.unit * scale) {
                assert!(
                    (value - value.round()).abs() < 1e-3 && value >= 1.0,
                    "{columns} × {rows} at {window} × {scale}: {value}"
                );
            }
        }
    }

    #[test]
    fn a_board_is_never_tiny_in_a_window_of_usual_size() {
        let classic = Layout::fit(SMALLEST, 1.0, 4, 4);
        assert!(classic.tile * classic.unit >= 60.0, "{classic:?}");
        let largest = Layout::fit(SMALLEST, 1.0, 8, 8);
        assert!(largest.tile * largest.unit >= 28.0, "{largest:?}");
        let wide = Layout::fit(Vec2::new(1280.0, 720.0), 1.0, 4, 4);
        assert_eq!(wide.arrangement, Arrangement::Landscape);
        assert!(wide.board.y * wide.unit > 650.0, "{wide:?}");
    }

    #[test]
    fn a_board_beside_the_panel_is_as_high_as_what_is_on_the_panel() {
        // The name, the scores and three rows of buttons, with spaces between.
        let least = 58.0 + 14.0 + 58.0 + 20.0 + 142.0;
        for (x, y) in (320..2000)
            .step_by(60)
            .flat_map(|x| (420..1500).step_by(60).map(move |y| (x, y)))
        {
            for (columns, rows) in (2..=8).flat_map(|side| (2..=8).map(move |rows| (side, rows))) {
                let layout = Layout::fit(UVec2::new(x, y).as_vec2(), 1.0, columns, rows);
                assert!(
                    layout.arrangement == Arrangement::Portrait || layout.board.y > least,
                    "{columns} × {rows} in {x} × {y}: {layout:?}"
                );
            }
        }
    }

    #[test]
    fn cells_tile_the_board() {
        let layout = Layout::fit(Vec2::new(600.0, 760.0), 1.0, 5, 3);
        let last = layout.corner_of(Cell { row: 2, column: 4 });
        assert!((last + layout.tile + layout.gap).abs_diff_eq(layout.board, 1e-3));
    }
}

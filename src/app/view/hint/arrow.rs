//! The pictures of an arrow, drawn pixel by pixel for the size that they have.
//!
//! The shaft lies in the gutter between two columns or rows of tiles. The two
//! wings of the head start in the gutter across, run over the corners of two
//! tiles and meet at the tip. No number is covered.

use bevy::{
    asset::RenderAssetUsages,
    image::Image,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::way;
use crate::app::view::layout::Layout;
use crate::app::view::theme::{Swatch, Theme};
use crate::game::{Board, Direction};

/// The largest distance of the head's crossing of gutters from the middle of the
/// board, as a share of the board's length.
const REACH: f32 = 0.3;

/// How far the wings reach to either side and back from the tip, as a share of a
/// tile.
const WING: f32 = 0.38;

/// The least distance from the middle of the board to the end of the shaft, as a
/// share of a tile.
const SHORTEST: f32 = 0.8;

/// The least width of a stroke with its rim, in pixels. In a wider gutter the
/// stroke is as wide as the gutter.
const THINNEST: f32 = 6.0;

/// The width of the rim around the strokes, as a share of the gutter.
const RIM: f32 = 0.18;

/// How far the shadow reaches beyond the rim, as a share of the gutter.
const SHADOW: f32 = 0.22;

/// The opacity of the shadow at the rim, from 0 to 1.
const DARKNESS: f32 = 0.3;

/// The positions of the gutters that arrows lie in, in cells from the middle of a
/// board of this width: the gutter in the middle, or the two beside the middle
/// cells.
pub(super) fn lanes(across: u8) -> &'static [f32] {
    if across.is_multiple_of(2) {
        &[0.0]
    } else {
        &[-0.5, 0.5]
    }
}

/// An arrow on a board. Lengths are in physical pixels; tiles and gutters have
/// whole numbers of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arrow {
    direction: Direction,
    theme: Theme,
    tile: f32,
    gap: f32,
    /// The number of cells along the arrow, and across it.
    along: u8,
    across: u8,
}

/// The pictures that were drawn for the current board, window and theme, at most
/// one for each direction.
#[derive(Resource, Debug, Default)]
pub(super) struct Arrows(Vec<(Arrow, Handle<Image>)>);

impl Arrows {
    /// The picture of an arrow, drawn if it is not there yet.
    pub(super) fn image(&mut self, arrow: Arrow, images: &mut Assets<Image>) -> Handle<Image> {
        if let Some((_, image)) = self.0.iter().find(|(drawn, _)| *drawn == arrow) {
            return image.clone();
        }
        self.0.retain(|(drawn, _)| drawn.is_like(&arrow));
        let image = images.add(arrow.draw());
        self.0.push((arrow, image.clone()));
        image
    }
}

impl Arrow {
    /// The arrow that points in a direction on a board.
    pub(super) fn new(direction: Direction, board: &Board, layout: &Layout, theme: Theme) -> Self {
        let (along, across) = if direction.is_vertical() {
            (board.height(), board.width())
        } else {
            (board.width(), board.height())
        };
        Self {
            direction,
            theme,
            tile: (layout.tile / layout.pixel).round(),
            gap: (layout.gap / layout.pixel).round(),
            along,
            across,
        }
    }

    /// Whether another arrow differs only in its direction.
    fn is_like(&self, other: &Self) -> bool {
        let size = |arrow: &Self| {
            if arrow.direction.is_vertical() {
                (arrow.across, arrow.along)
            } else {
                (arrow.along, arrow.across)
            }
        };
        let look = |arrow: &Self| (arrow.theme, arrow.tile, arrow.gap);
        size(self) == size(other) && look(self) == look(other)
    }

    fn pitch(&self) -> f32 {
        self.tile + self.gap
    }

    /// The length of a side of the board with this number of cells.
    fn side(&self, cells: u8) -> f32 {
        f32::from(cells) * self.pitch() + self.gap
    }

    /// Where the shaft begins and ends, from the middle of the board in the
    /// direction of the arrow. The wings reach back to a crossing of gutters.
    fn shaft(&self) -> (f32, f32) {
        let nearest = if self.along.is_multiple_of(2) {
            0.0
        } else {
            0.5
        };
        let crossings = (REACH * f32::from(self.along) - nearest).floor();
        let tip = (nearest + crossings) * self.pitch() + WING * self.tile;
        (-tip.max(SHORTEST * self.tile), tip)
    }

    /// Half the width of a stroke with its rim, and without it.
    fn halves(&self) -> (f32, f32) {
        let overlap = ((THINNEST - self.gap) / 2.0).ceil().max(0.0);
        let outer = self.gap / 2.0 + overlap;
        (outer, outer - (RIM * self.gap).round().max(1.0))
    }

    /// How far the picture reaches beyond the centre lines of the strokes.
    fn margin(&self) -> f32 {
        self.halves().0 + SHADOW * self.gap + 1.0
    }

    /// Where the picture begins and ends, from the edge of the board behind the
    /// arrow.
    fn ends(&self) -> (f32, f32) {
        let middle = self.side(self.along) / 2.0;
        let (tail, tip) = self.shaft();
        (
            (middle + tail - self.margin()).floor(),
            (middle + tip + self.margin()).ceil(),
        )
    }

    /// Half the width of the picture. The edges of the gutter in its middle lie on
    /// whole pixels, and so do its own.
    fn half_width(&self) -> f32 {
        (WING * self.tile + self.margin() - self.gap / 2.0).ceil() + self.gap / 2.0
    }

    /// The place on the board of the picture in one of the [`lanes`].
    pub(super) fn place(&self, lane: f32) -> Rect {
        let (start, end) = self.ends();
        let (start, end) = if way(self.direction).element_sum() > 0.0 {
            (start, end)
        } else {
            let length = self.side(self.along);
            (length - end, length - start)
        };
        let across = self.side(self.across) / 2.0 + lane * self.pitch();
        let (left, right) = (across - self.half_width(), across + self.half_width());
        if self.direction.is_vertical() {
            Rect::new(left, start, right, end)
        } else {
            Rect::new(start, left, end, right)
        }
    }

    /// The distance of a point from the centre line of the nearest stroke. `along`
    /// is measured from the middle of the board in the direction of the arrow,
    /// `across` from the centre line of the shaft.
    fn distance(&self, along: f32, across: f32) -> f32 {
        let (tail, tip) = self.shaft();
        // The wings are mirror images, so one of them is enough.
        let point = Vec2::new(along, across.abs());
        let (tail, tip) = (Vec2::new(tail, 0.0), Vec2::new(tip, 0.0));
        let wing = tip + WING * self.tile * Vec2::new(-1.0, 1.0);
        distance_from(point, tail, tip).min(distance_from(point, tip, wing))
    }

    /// Draws the picture, with edges that are antialiased over one pixel.
    fn draw(&self) -> Image {
        let [stroke, rim] =
            [Swatch::HintArrow, Swatch::HintRim].map(|swatch| self.theme.color(swatch).to_srgba());
        let (outer, inner) = self.halves();
        let place = self.place(0.0);
        let middle = Vec2::new(self.side(self.along), self.side(self.across)) / 2.0;
        let middle = if self.direction.is_vertical() {
            middle.yx()
        } else {
            middle
        };
        let way = way(self.direction);
        // It consists of whole pixels.
        let size = place.size().as_uvec2();
        let mut data = Vec::with_capacity(4 * (size.x * size.y) as usize);
        for row in 0..size.y {
            for column in 0..size.x {
                let pixel = UVec2::new(column, row).as_vec2() + 0.5;
                let point = place.min + pixel - middle;
                let distance = self.distance(point.dot(way), point.perp_dot(way));
                let inside = |edge: f32| (edge - distance + 0.5).clamp(0.0, 1.0);
                let fade = 1.0 - ((distance - outer) / (SHADOW * self.gap)).clamp(0.0, 1.0);
                let shadow = Srgba::BLACK.with_alpha(DARKNESS * fade * fade);
                let rim = rim.with_alpha(rim.alpha * inside(outer));
                let stroke = stroke.with_alpha(stroke.alpha * inside(inner));
                data.extend(over(stroke, over(rim, shadow)).to_u8_array());
            }
        }
        Image::new(
            Extent3d {
                width: size.x,
                height: size.y,
                depth_or_array_layers: 1,
            },
            TextureDimension::D2,
            data,
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::RENDER_WORLD,
        )
    }
}

/// The distance of a point from the line between two others.
fn distance_from(point: Vec2, start: Vec2, end: Vec2) -> f32 {
    let way = end - start;
    let along = ((point - start).dot(way) / way.length_squared()).clamp(0.0, 1.0);
    point.distance(start + way * along)
}

/// One colour blended over another.
fn over(above: Srgba, below: Srgba) -> Srgba {
    let rest = below.alpha * (1.0 - above.alpha);
    let alpha = above.alpha + rest;
    if alpha <= 0.0 {
        return below;
    }
    let mix =
        |above_part: f32, below_part: f32| (above_part * above.alpha + below_part * rest) / alpha;
    Srgba::new(
        mix(above.red, below.red),
        mix(above.green, below.green),
        mix(above.blue, below.blue),
        alpha,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::view::tiles::number_size;
    use crate::game::Tile;

    /// Arrows in each direction, on boards and in windows of many sizes.
    fn all() -> impl Iterator<Item = (Board, Arrow)> {
        let windows = [
            (Vec2::new(320.0, 420.0), 1.0),
            (Vec2::new(600.0, 760.0), 1.25),
            (Vec2::new(1280.0, 720.0), 1.0),
        ];
        let boards = [(4, 4), (3, 3), (5, 3), (2, 2), (2, 8), (6, 7), (8, 8)];
        windows.into_iter().flat_map(move |(window, scale)| {
            boards.into_iter().flat_map(move |(columns, rows)| {
                let layout = Layout::fit(window, scale, columns, rows);
                let board = Board::empty(columns, rows).expect("a size on offer");
                Direction::ALL.map(|direction| {
                    let arrow = Arrow::new(direction, &board, &layout, Theme::default());
                    (board, arrow)
                })
            })
        })
    }

    /// The places of an arrow's pictures on the board.
    fn places(arrow: &Arrow) -> Vec<Rect> {
        let lanes = lanes(arrow.across).iter();
        lanes.map(|&lane| arrow.place(lane)).collect()
    }

    /// The alpha of a picture's pixels, with their centres from its corner.
    fn alphas(image: &Image) -> impl Iterator<Item = (Vec2, u8)> {
        let data = image.data.as_ref().expect("it was drawn into memory");
        let width = image.width() as usize;
        data.chunks(4).enumerate().map(move |(index, pixel)| {
            #[expect(clippy::cast_possible_truncation, reason = "a picture is small")]
            let at = UVec2::new((index % width) as u32, (index / width) as u32);
            (at.as_vec2() + 0.5, pixel[3])
        })
    }

    #[test]
    fn no_arrow_covers_a_number() {
        let numbers: Vec<Vec2> = (1..=24)
            .map(|rank| number_size(Tile::from_rank(rank).expect("a reachable rank")))
            .collect();
        for (board, arrow) in all() {
            let image = arrow.draw();
            for place in places(&arrow) {
                for (at, alpha) in alphas(&image) {
                    let cell = (place.min + at - arrow.gap) / arrow.pitch();
                    let from_corner = (cell - cell.floor()) * arrow.pitch();
                    let from_middle = (from_corner / arrow.tile - 0.5).abs();
                    let is_clear = numbers
                        .iter()
                        .all(|number| from_middle.cmpgt(number / 2.0).any());
                    assert!(alpha < 16 || is_clear, "{arrow:?} on {board:?} at {cell}");
                }
            }
        }
    }

    #[test]
    fn pictures_lie_on_whole_pixels_within_the_board_and_apart() {
        for (_, arrow) in all() {
            let image = arrow.draw();
            let board = Vec2::new(arrow.side(arrow.along), arrow.side(arrow.across));
            let board = if arrow.direction.is_vertical() {
                board.yx()
            } else {
                board
            };
            let places = places(&arrow);
            for place in &places {
                assert_eq!(place.min, place.min.round(), "{arrow:?}");
                assert_eq!(place.size(), image.size_f32(), "{arrow:?}");
                assert!(place.min.min_element() >= 0.0, "{arrow:?}");
                assert!(place.max.cmple(board).all(), "{arrow:?}");
            }
            if let [one, other] = places[..] {
                assert!(one.intersect(other).is_empty(), "{arrow:?}");
            }
        }
    }

    #[test]
    fn arrows_point_where_they_say() {
        for (_, arrow) in all() {
            let image = arrow.draw();
            let middle = image.size_f32() / 2.0;
            // Only the head is wider than the shaft.
            let mut ahead = 0;
            let mut behind = 0;
            for (at, alpha) in alphas(&image) {
                assert!(
                    alpha < 12
                        || (at.min_element() > 1.0 && (2.0 * middle - at).min_element() > 1.0),
                    "{arrow:?} is cut off"
                );
                let along = (at - middle).dot(way(arrow.direction));
                let across = (at - middle).perp_dot(way(arrow.direction));
                if alpha == 255 && across.abs() > arrow.gap {
                    *(if along > 0.0 { &mut ahead } else { &mut behind }) += 1;
                }
            }
            assert!(ahead > 4 * behind, "{arrow:?}: {ahead} and {behind}");
        }
    }

    #[test]
    fn an_arrow_can_be_told_from_every_tile() {
        use crate::app::{settings::ThemeName, view::theme::contrast};
        for theme in [ThemeName::Light, ThemeName::Dark].map(Theme) {
            let behind = (1..=65)
                .map(|rank| Swatch::Tile(Tile::from_rank(rank).expect("a reachable rank")))
                .chain([Swatch::Board, Swatch::EmptyCell]);
            for swatch in behind {
                let ratio = [Swatch::HintArrow, Swatch::HintRim]
                    .map(|part| contrast(theme.color(part), theme.color(swatch)))
                    .into_iter()
                    .fold(0.0, f32::max);
                assert!(ratio >= 3.0, "{theme:?} {swatch:?} has {ratio:.2} : 1");
            }
        }
    }
}

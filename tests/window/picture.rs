//! What a screenshot shows, pixel by pixel.

use std::ops::Range;

use bevy::color::{Color, ColorToPacked, LinearRgba, Srgba};
use bevy::math::Vec2;
use bevy_2048::app::view::layout::Layout;
use bevy_2048::app::view::theme::{Swatch, Theme};
use bevy_2048::game::{Board, Cell, Tile};

/// Red, green and blue.
pub type Pixel = [u8; 3];

/// How far a channel may be from the colour that was asked for.
const TOLERANCE: u8 = 2;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    fn columns(self) -> Range<usize> {
        self.left..self.left + self.width
    }

    fn rows(self) -> Range<usize> {
        self.top..self.top + self.height
    }

    /// The pixel in the middle.
    pub fn middle(self) -> (usize, usize) {
        (self.left + self.width / 2, self.top + self.height / 2)
    }
}

/// A screenshot.
pub struct Picture {
    width: usize,
    pixels: Vec<Pixel>,
}

impl Picture {
    /// Reads a binary PPM file.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut word = || {
            let end = rest.iter().position(u8::is_ascii_whitespace)?;
            let (word, after) = rest.split_at(end);
            rest = &after[1..];
            str::from_utf8(word).ok()
        };
        let magic = word()?;
        let [width, height, most] = [word()?, word()?, word()?].map(str::parse::<usize>);
        let (width, height) = (width.ok()?, height.ok()?);
        let (pixels, _) = rest.as_chunks();
        let sound = magic == "P6" && most == Ok(255) && pixels.len() == width * height;
        sound.then(|| Self {
            width,
            pixels: pixels.to_vec(),
        })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// All of it.
    pub fn area(&self) -> Area {
        Area {
            left: 0,
            top: 0,
            width: self.width,
            height: self.height(),
        }
    }

    pub fn at(&self, x: usize, y: usize) -> Pixel {
        self.pixels[y * self.width + x]
    }

    /// How many pixels of an area have this colour.
    pub fn count(&self, area: Area, color: Pixel) -> usize {
        let (rows, columns) = (area.rows(), area.columns());
        rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
            .filter(|&(x, y)| alike(self.at(x, y), color))
            .count()
    }

    /// The smallest area with all pixels of this colour in an area.
    pub fn bounds(&self, area: Area, color: Pixel) -> Option<Area> {
        let in_row = |y: usize| area.columns().any(|x| alike(self.at(x, y), color));
        let in_column = |x: usize| area.rows().any(|y| alike(self.at(x, y), color));
        let (top, bottom) = (
            area.rows().find(|&y| in_row(y))?,
            area.rows().rfind(|&y| in_row(y))?,
        );
        let left = area.columns().find(|&x| in_column(x))?;
        let right = area.columns().rfind(|&x| in_column(x))?;
        Some(Area {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        })
    }

    /// Boxes of this colour that lie side by side in an area, such as buttons.
    pub fn boxes(&self, area: Area, color: Pixel) -> Vec<Area> {
        let Some(bounds) = self.bounds(area, color) else {
            return Vec::new();
        };
        // A little below the top edge there is no text yet.
        let y = bounds.top + bounds.height / 8;
        let mut boxes: Vec<Area> = Vec::new();
        for x in bounds.columns().filter(|&x| alike(self.at(x, y), color)) {
            match boxes.last_mut() {
                Some(last) if last.left + last.width == x => last.width += 1,
                _ => boxes.push(Area {
                    left: x,
                    width: 1,
                    ..bounds
                }),
            }
        }
        boxes
    }
}

/// Whether two pixels have the same colour, but for rounding.
pub fn alike(one: Pixel, other: Pixel) -> bool {
    one.iter()
        .zip(other)
        .all(|(&one, other)| one.abs_diff(other) <= TOLERANCE)
}

/// The pixel that a swatch of the theme in use gives.
pub fn pixel(swatch: Swatch) -> Pixel {
    let [red, green, blue, _] = color_of(swatch).to_srgba().to_u8_array();
    [red, green, blue]
}

/// The pixel of a swatch that lets the one below it shine through.
pub fn blended(over: Swatch, below: Swatch) -> Pixel {
    let (over, below) = (color_of(over), color_of(below));
    let share = over.to_linear().alpha;
    let light = LinearRgba::from(over) * share + LinearRgba::from(below) * (1.0 - share);
    let [red, green, blue, _] = Srgba::from(light).to_u8_array();
    [red, green, blue]
}

fn color_of(swatch: Swatch) -> Color {
    Theme::default().color(swatch)
}

/// Whether a picture shows this board and nothing else on the field: each
/// tile's shape, colour and number in its place.
pub fn shows_board(picture: &Picture, board: &Board, scale: f32) -> Result<(), String> {
    let window = Vec2::new(lossless(picture.width()), lossless(picture.height())) / scale;
    let layout = Layout::fit(window, scale, board.width(), board.height());
    let pixels = layout.unit * scale;
    let size = [layout.board.x, layout.board.y].map(|side| whole(side * pixels));
    let gap = whole(layout.gap * pixels);
    let (left, top) = field(picture, size, gap)?;
    for cell in board.cells() {
        let corner = layout.corner_of(cell) * pixels;
        let place = Area {
            left: left + whole(corner.x),
            top: top + whole(corner.y),
            width: whole(layout.tile * pixels),
            height: whole(layout.tile * pixels),
        };
        shows_cell(picture, place, gap, board.get(cell))
            .map_err(|what| format!("{}: {what}", name(cell, board)))?;
    }
    Ok(())
}

/// The top left corner of the field, found by its gaps, which run through it
/// from edge to edge.
fn field(picture: &Picture, size: [usize; 2], gap: usize) -> Result<(usize, usize), String> {
    let color = pixel(Swatch::Board);
    let across = (0..picture.height())
        .map(|y| longest_run((0..picture.width()).map(|x| alike(picture.at(x, y), color))))
        .max_by_key(ExactSizeIterator::len)
        .unwrap_or_default();
    let x = across.start + gap / 2;
    let down = longest_run((0..picture.height()).map(|y| alike(picture.at(x, y), color)));
    if across.len().abs_diff(size[0]) > 1 || down.len().abs_diff(size[1]) > 2 * gap {
        return Err(format!(
            "the field is {across:?} wide and {down:?} high, and not {size:?}"
        ));
    }
    // Where the corners are rounded the run down falls short at both ends.
    let middle = (down.start + down.end).div_ceil(2);
    Ok((across.start, middle - size[1] / 2))
}

/// The longest stretch that is true.
fn longest_run(row: impl Iterator<Item = bool>) -> Range<usize> {
    let (mut longest, mut run) = (0..0, 0..0);
    for (index, inside) in row.enumerate() {
        if inside && run.end == index {
            run.end += 1;
        } else if inside {
            run = index..index + 1;
        }
        if run.len() > longest.len() {
            longest = run.clone();
        }
    }
    longest
}

fn name(cell: Cell, board: &Board) -> String {
    board.get(cell).map_or_else(
        || format!("{cell}, empty"),
        |tile| format!("{cell}, {tile}"),
    )
}

/// Whether a cell is filled with its colour, up to rounded corners and no
/// further, and carries its number or nothing.
fn shows_cell(
    picture: &Picture,
    place: Area,
    gap: usize,
    tile: Option<Tile>,
) -> Result<(), String> {
    let face = pixel(tile.map_or(Swatch::EmptyCell, Swatch::Tile));
    let board = pixel(Swatch::Board);
    let (left, top) = (place.left, place.top);
    let (right, bottom) = (left + place.width - 1, top + place.height - 1);
    let (middle_x, middle_y) = place.middle();
    // A number leaves this margin.
    let inset = (place.width / 30).max(1);
    let beside = (gap / 2).max(1);
    for (what, x, y, wanted) in [
        ("left edge", left + inset, middle_y, face),
        ("right edge", right - inset, middle_y, face),
        ("top edge", middle_x, top + inset, face),
        ("bottom edge", middle_x, bottom - inset, face),
        ("left gap", left - beside, middle_y, board),
        ("right gap", right + beside, middle_y, board),
        ("top gap", middle_x, top - beside, board),
        ("bottom gap", middle_x, bottom + beside, board),
    ] {
        let found = picture.at(x, y);
        if !alike(found, wanted) {
            return Err(format!(
                "its {what} is {found:?} at {x}, {y}, and not {wanted:?}"
            ));
        }
    }
    for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
        if alike(picture.at(x, y), face) {
            return Err(format!("its corner at {x}, {y} is not rounded"));
        }
    }
    let filled = picture.count(place, face);
    let area = place.width * place.height;
    match tile {
        None if filled < area * 97 / 100 => Err("it is not empty".to_owned()),
        Some(_) if filled < area / 2 => Err("its face is covered".to_owned()),
        Some(tile) if picture.count(place, pixel(Swatch::TileText(tile))) < area / 200 => {
            Err("its number is missing".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether a picture shows an overlay: a veil over the whole window, and in the
/// middle of a 4 × 4 board a card with a title and two buttons, one of them with
/// the ring of the focus.
pub fn shows_overlay(picture: &Picture, veil: Swatch) -> Result<(), String> {
    let veiled = blended(veil, Swatch::Page);
    let (right, bottom) = (picture.width() - 3, picture.height() - 3);
    for (x, y) in [(2, 2), (right, 2), (2, bottom), (right, bottom)] {
        let found = picture.at(x, y);
        if !alike(found, veiled) {
            return Err(format!(
                "the veil is {found:?} at {x}, {y}, and not {veiled:?}"
            ));
        }
    }
    let card = card(picture)?;
    let window = Vec2::new(lossless(picture.width()), lossless(picture.height()));
    let layout = Layout::fit(window, 1.0, 4, 4);
    let wanted = (window / 2.0 + layout.board_offset() * layout.unit).to_array();
    let (x, y) = card.middle();
    if x.abs_diff(whole(wanted[0])) > 2 || y.abs_diff(whole(wanted[1])) > 2 {
        return Err(format!("the card is not on the board: {card:?}"));
    }
    if picture.count(card, pixel(Swatch::Heading)) < 100 {
        return Err("the card has no title".to_owned());
    }
    let buttons = buttons(picture, card);
    if buttons.len() != 2 {
        return Err(format!("the card has these buttons: {buttons:?}"));
    }
    focused(picture).map(drop)
}

/// The card of an overlay, which has the page's colour where the page has not.
pub fn card(picture: &Picture) -> Result<Area, String> {
    picture
        .bounds(picture.area(), pixel(Swatch::Card))
        .ok_or_else(|| "there is no card".to_owned())
}

/// The buttons of a card, or of the panel, that stand side by side.
pub fn buttons(picture: &Picture, area: Area) -> Vec<Area> {
    picture.boxes(area, pixel(Swatch::Button))
}

/// Which of the two buttons of an overlay has the ring of the focus, from 0.
pub fn focused(picture: &Picture) -> Result<usize, String> {
    let card = card(picture)?;
    let ring = picture
        .bounds(card, pixel(Swatch::Focus))
        .ok_or("no button has the focus")?;
    let holds = |button: &Area| {
        ring.left < button.left
            && ring.top < button.top
            && button.left + button.width < ring.left + ring.width
            && button.top + button.height < ring.top + ring.height
    };
    buttons(picture, card)
        .iter()
        .position(holds)
        .ok_or_else(|| format!("the ring is at {ring:?}"))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a screen has some thousands of pixels"
)]
fn lossless(pixels: usize) -> f32 {
    pixels as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a length on the screen"
)]
fn whole(pixels: f32) -> usize {
    pixels.round() as usize
}

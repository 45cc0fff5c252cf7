//! The picture of an arrow, drawn for the pixels that it is shown on.

use bevy::{
    asset::RenderAssetUsages,
    image::Image,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use crate::app::theme::{Swatch, Theme};

/// The strokes of an arrow that points up, in a square from -1 to 1 with the
/// y axis pointing down.
const STROKES: [[Vec2; 2]; 3] = [
    [Vec2::new(0.0, -0.60), Vec2::new(0.0, 0.62)],
    [Vec2::new(0.0, -0.60), Vec2::new(-0.50, -0.06)],
    [Vec2::new(0.0, -0.60), Vec2::new(0.50, -0.06)],
];

/// Half the width of a stroke.
const STROKE: f32 = 0.135;

/// The width of the rim around the strokes.
const RIM: f32 = 0.055;

/// How far the shadow around the rim reaches.
const SHADOW: f32 = 0.14;

/// How dark the shadow is at the rim, of 1.
const DARKNESS: f32 = 0.34;

/// The picture drawn last, which serves until the window or the theme changes.
#[derive(Resource, Debug, Default)]
pub(super) struct Arrows(Option<(u32, Theme, Handle<Image>)>);

impl Arrows {
    /// The arrow in a square of this side in physical pixels.
    pub(super) fn image(
        &mut self,
        side: f32,
        theme: Theme,
        images: &mut Assets<Image>,
    ) -> Handle<Image> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a side is less than the window's, which is a whole number"
        )]
        let side = side.round().max(1.0) as u32;
        match &self.0 {
            Some((drawn, dressed, image)) if (*drawn, *dressed) == (side, theme) => image.clone(),
            _ => {
                let image = images.add(draw(side, theme));
                self.0 = Some((side, theme, image.clone()));
                image
            }
        }
    }
}

/// Draws the arrow, with soft edges of one pixel.
#[expect(
    clippy::cast_precision_loss,
    reason = "pixels of a picture are few enough"
)]
fn draw(side: u32, theme: Theme) -> Image {
    let [stroke, rim] =
        [Swatch::HintArrow, Swatch::HintRim].map(|swatch| theme.color(swatch).to_srgba());
    let pixel = 2.0 / side as f32;
    let mut data = Vec::with_capacity(4 * (side * side) as usize);
    for row in 0..side {
        for column in 0..side {
            let point = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * pixel - 1.0;
            let distance = distance(point);
            let inside = |edge: f32| ((edge - distance) / pixel + 0.5).clamp(0.0, 1.0);
            let fade = 1.0 - ((distance - STROKE - RIM) / SHADOW).clamp(0.0, 1.0);
            let shadow = Srgba::BLACK.with_alpha(DARKNESS * fade * fade);
            let rim = rim.with_alpha(rim.alpha * inside(STROKE + RIM));
            let around = over(rim, shadow);
            // The stroke is seen through: it lies beside the rim and not on it.
            let color = around.mix(&stroke, inside(STROKE));
            data.extend(color.to_u8_array());
        }
    }
    Image::new(
        Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// The distance of a point from the nearest stroke's middle line.
fn distance(point: Vec2) -> f32 {
    let from = |[start, end]: [Vec2; 2]| {
        let way = end - start;
        let along = ((point - start).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        point.distance(start + along * way)
    };
    STROKES.map(from).into_iter().fold(f32::INFINITY, f32::min)
}

/// One colour seen through another.
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

    fn alpha(image: &Image, x: u32, y: u32) -> u8 {
        let data = image.data.as_ref().expect("it was drawn into memory");
        data[4 * (y * image.width() + x) as usize + 3]
    }

    #[test]
    fn an_arrow_points_up_and_ends_within_its_picture() {
        for side in [20, 133, 400] {
            let image = draw(side, Theme::default());
            let (middle, last) = (side / 2, side - 1);
            for along in 0..side {
                for (x, y) in [(along, 0), (along, last), (0, along), (last, along)] {
                    assert!(alpha(&image, x, y) < 12, "{x}, {y} of {side}");
                }
            }
            // The shaft reaches from below the middle to the point above.
            for y in [side / 5, middle, side * 3 / 4] {
                assert!(alpha(&image, middle, y) > 100, "{y} of {side}");
            }
            // The head is above: wings beside the shaft there, none below.
            let [left, right] = [side * 3 / 10, side * 7 / 10];
            for x in [left, right] {
                assert!(alpha(&image, x, side * 2 / 5) > 100, "{x} of {side}");
                assert!(alpha(&image, x, side * 7 / 10) < 12, "{x} of {side}");
            }
        }
    }
}

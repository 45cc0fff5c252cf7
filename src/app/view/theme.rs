//! Colours and fonts. Nodes carry [`Swatch`]es, and the [`Theme`] gives those
//! their colours.

use bevy::prelude::*;

use crate::app::frame::FrameSystems;
use crate::app::settings::{Preferences, SettingsSystems, ThemeName};
use crate::game::Tile;

/// A colour, named by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swatch {
    /// No colour.
    Clear,
    /// The background of the window.
    Page,
    /// The field behind the cells.
    Board,
    /// An empty cell.
    EmptyCell,
    /// The background of a tile.
    Tile(Tile),
    /// The number on a tile.
    TileText(Tile),
    /// The name of the game.
    Heading,
    /// Plain text on the page and on cards.
    Text,
    /// The box behind a score.
    ScoreBox,
    /// The label in a score box.
    ScoreLabel,
    /// The number in a score box.
    ScoreText,
    /// A button.
    Button,
    /// A button under the pointer.
    ButtonHover,
    /// A button that is held down.
    ButtonPressed,
    /// A button that shows the current choice.
    ButtonSelected,
    /// A disabled button.
    ButtonDisabled,
    /// Text on a button.
    ButtonText,
    /// Text on a disabled button.
    ButtonTextDisabled,
    /// The card of an overlay.
    Card,
    /// The ring around the button that has the focus.
    Focus,
    /// The veil behind the card of a win.
    VeilWon,
    /// The veil behind all other cards.
    Veil,
    /// The strip of a notice.
    Notice,
    /// Text on that strip.
    NoticeText,
    /// The arrow of a hint.
    HintArrow,
    /// The outline of that arrow.
    HintRim,
    /// The groove around a bar of a hint.
    HintGroove,
    /// A bar of a hint.
    HintBar,
    /// The bar of the move that a hint recommends.
    HintBest,
    /// The box behind the score of a helped game.
    HelpedBox,
}

/// The palette in use.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme(pub ThemeName);

impl Theme {
    /// The colour of a swatch.
    ///
    /// Tiles up to 2048 have the colours of the original (gabrielecirulli/2048,
    /// `style/main.css`). Its numbers have contrasts of only 1.4 to 3.0 : 1. The
    /// ones here have at least 4.5 : 1, which a test checks for every tile.
    #[must_use]
    pub fn color(self, swatch: Swatch) -> Color {
        match swatch {
            Swatch::Clear => Color::NONE,
            Swatch::Tile(tile) => tile_color(tile),
            Swatch::TileText(tile) => tile_text_color(tile),
            other => match self.0 {
                ThemeName::Light => light(other),
                ThemeName::Dark => dark(other),
            },
        }
    }
}

/// The light palette, without tiles.
#[expect(
    clippy::match_same_arms,
    reason = "a palette is a table, a line for each use"
)]
fn light(swatch: Swatch) -> Color {
    match swatch {
        Swatch::Page | Swatch::Card => rgb(0xfa_f8_ef),
        Swatch::Board => rgb(0xbb_ad_a0),
        Swatch::EmptyCell => rgb(0xcd_c1_b4),
        Swatch::Heading | Swatch::Text => rgb(0x6a_60_57),
        Swatch::ScoreBox => rgb(0x6f_62_56),
        Swatch::ScoreLabel => rgb(0xf3_e9_dc),
        Swatch::ScoreText | Swatch::ButtonText => rgb(0xff_ff_ff),
        Swatch::Button => rgb(0x7d_69_55),
        Swatch::ButtonHover => rgb(0x6c_59_47),
        Swatch::ButtonPressed => rgb(0x59_49_3a),
        Swatch::ButtonSelected => rgb(0xb4_53_10),
        Swatch::ButtonDisabled => rgb(0xe6_de_d2),
        Swatch::ButtonTextDisabled => rgb(0x9a_8e_80),
        Swatch::Focus => rgb(0xc2_5b_14),
        Swatch::VeilWon => rgb(0xed_c2_2e).with_alpha(0.5),
        Swatch::Veil => rgb(0xee_e4_da).with_alpha(0.6),
        Swatch::Notice => rgb(0x4a_3f_35),
        Swatch::NoticeText => rgb(0xff_f7_ea),
        Swatch::HintArrow => rgb(0x2f_3a_6e),
        Swatch::HintRim => rgb(0xff_ff_ff),
        Swatch::HintGroove => rgb(0x6f_62_56),
        Swatch::HintBar => rgb(0xf3_e9_dc),
        Swatch::HintBest => rgb(0xff_c2_4a),
        Swatch::HelpedBox => rgb(0x4f_5b_8c),
        Swatch::Clear | Swatch::Tile(_) | Swatch::TileText(_) => Color::NONE,
    }
}

/// The dark palette, without tiles.
#[expect(
    clippy::match_same_arms,
    reason = "a palette is a table, a line for each use"
)]
fn dark(swatch: Swatch) -> Color {
    match swatch {
        Swatch::Page => rgb(0x1f_1c_19),
        Swatch::Card => rgb(0x2d_28_23),
        Swatch::Board => rgb(0x38_32_2c),
        Swatch::EmptyCell => rgb(0x4a_43_3b),
        Swatch::Heading | Swatch::Text => rgb(0xee_e4_da),
        Swatch::ScoreBox => rgb(0x38_32_2c),
        Swatch::ScoreLabel => rgb(0xcf_c2_b3),
        Swatch::ScoreText | Swatch::ButtonText => rgb(0xff_ff_ff),
        Swatch::Button => rgb(0x76_63_50),
        Swatch::ButtonHover => rgb(0x84_70_5c),
        Swatch::ButtonPressed => rgb(0x5f_4f_3f),
        Swatch::ButtonSelected => rgb(0xb4_53_10),
        Swatch::ButtonDisabled => rgb(0x2d_28_23),
        Swatch::ButtonTextDisabled => rgb(0x7c_71_65),
        Swatch::Focus => rgb(0xff_b3_5c),
        Swatch::VeilWon => rgb(0x6b_56_10).with_alpha(0.6),
        Swatch::Veil => rgb(0x12_10_0e).with_alpha(0.6),
        Swatch::Notice => rgb(0xee_e4_da),
        Swatch::NoticeText => rgb(0x2d_28_23),
        Swatch::HintArrow => rgb(0x2f_3a_6e),
        Swatch::HintRim => rgb(0xff_f7_ea),
        Swatch::HintGroove => rgb(0x1f_1c_19),
        Swatch::HintBar => rgb(0xcf_c2_b3),
        Swatch::HintBest => rgb(0xff_b3_5c),
        Swatch::HelpedBox => rgb(0x40_4b_74),
        Swatch::Clear | Swatch::Tile(_) | Swatch::TileText(_) => Color::NONE,
    }
}

/// The colours of the tiles from 2 to 131072, in order. Up to 2048 they are the
/// original's. Beyond, they go round the colour circle, so that no two look
/// alike.
const TILE_COLORS: [u32; 17] = [
    0xee_e4_da, 0xed_e0_c8, 0xf2_b1_79, 0xf5_95_63, 0xf6_7c_5f, 0xf6_5e_3b, 0xed_cf_72, 0xed_cc_61,
    0xed_c8_50, 0xed_c5_3f, 0xed_c2_2e, 0x3d_7d_3a, 0x0f_7a_72, 0x1f_6f_a8, 0x4a_5a_c0, 0x7a_48_b0,
    0xa6_35_7a,
];

/// The step in hue from one tile to the next above 131072, in degrees. The golden
/// angle keeps neighbouring ranks apart.
const GOLDEN_ANGLE: f32 = 137.5;

fn tile_color(tile: Tile) -> Color {
    let index = usize::from(tile.rank()) - 1;
    TILE_COLORS.get(index).map_or_else(
        || Oklcha::lch(0.42, 0.09, (f32::from(tile.rank()) * GOLDEN_ANGLE) % 360.0).into(),
        |&color| rgb(color),
    )
}

fn tile_text_color(tile: Tile) -> Color {
    match tile.rank() {
        1 | 2 => rgb(0x6a_60_57),
        3..=6 => rgb(0x38_1c_0c),
        7..=11 => rgb(0x4a_36_06),
        _ => rgb(0xff_ff_ff),
    }
}

/// A colour from its six hexadecimal digits.
fn rgb(hex: u32) -> Color {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color::srgb_u8(red, green, blue)
}

/// The swatch of a node's background.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(BackgroundColor)]
pub struct Fill(pub Swatch);

/// The swatch of a node's text.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(TextColor)]
pub struct Ink(pub Swatch);

/// The two fonts, which are embedded in the program.
#[derive(Resource, Clone, Debug)]
pub struct Fonts {
    /// For numbers, titles and buttons.
    pub bold: Handle<Font>,
    /// For sentences.
    pub medium: Handle<Font>,
}

impl FromWorld for Fonts {
    fn from_world(world: &mut World) -> Self {
        let mut fonts = world.resource_mut::<Assets<Font>>();
        let mut add = |bytes: &[u8]| fonts.add(Font::from_bytes(bytes.to_vec()));
        Self {
            bold: add(include_bytes!(
                "../../../assets/fonts/ClearSans2048-Bold.ttf"
            )),
            medium: add(include_bytes!(
                "../../../assets/fonts/ClearSans2048-Medium.ttf"
            )),
        }
    }
}

/// The set in which swatches become colours, in [`Update`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Painting;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Theme>()
        .init_resource::<Fonts>()
        .insert_resource(ClearColor(Theme::default().color(Swatch::Page)))
        .configure_sets(Update, Painting.in_set(FrameSystems::Settle))
        .add_systems(
            Update,
            follow_preferences
                .run_if(resource_changed::<Preferences>)
                .after(SettingsSystems)
                .in_set(FrameSystems::Choose),
        )
        .add_systems(
            Update,
            (
                paint_all.run_if(resource_changed::<Theme>),
                (paint_fills, paint_inks),
            )
                .chain()
                .in_set(Painting),
        );
}

fn follow_preferences(preferences: Res<Preferences>, mut theme: ResMut<Theme>) {
    theme.set_if_neq(Theme(preferences.theme));
}

/// Marks everything to be painted with a new theme.
fn paint_all(
    theme: Res<Theme>,
    mut clear: ResMut<ClearColor>,
    mut fills: Query<&mut Fill>,
    mut inks: Query<&mut Ink>,
) {
    clear.0 = theme.color(Swatch::Page);
    fills.iter_mut().for_each(|mut fill| fill.set_changed());
    inks.iter_mut().for_each(|mut ink| ink.set_changed());
}

fn paint_fills(theme: Res<Theme>, mut fills: Query<(&Fill, &mut BackgroundColor), Changed<Fill>>) {
    for (fill, mut background) in &mut fills {
        background.0 = theme.color(fill.0);
    }
}

fn paint_inks(theme: Res<Theme>, mut inks: Query<(&Ink, &mut TextColor), Changed<Ink>>) {
    for (ink, mut text) in &mut inks {
        text.0 = theme.color(ink.0);
    }
}

/// The contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2, 1.4.3).
#[cfg(test)]
pub(super) fn contrast(one: Color, other: Color) -> f32 {
    let [one, other] = [one, other].map(|color| {
        let color = color.to_linear();
        0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
    });
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [Theme; 2] = [Theme(ThemeName::Light), Theme(ThemeName::Dark)];

    #[test]
    fn every_number_on_a_tile_can_be_read() {
        for rank in 1..=65 {
            let tile = Tile::from_rank(rank).expect("a reachable rank");
            let ratio = contrast(tile_color(tile), tile_text_color(tile));
            assert!(ratio >= 4.5, "rank {rank} has {ratio:.2} : 1");
        }
    }

    #[test]
    fn every_other_text_can_be_read() {
        for theme in THEMES {
            for (text, behind) in [
                (Swatch::Heading, Swatch::Page),
                (Swatch::Text, Swatch::Page),
                (Swatch::Text, Swatch::Card),
                (Swatch::ScoreLabel, Swatch::ScoreBox),
                (Swatch::ScoreText, Swatch::ScoreBox),
                (Swatch::ButtonText, Swatch::Button),
                (Swatch::ButtonText, Swatch::ButtonHover),
                (Swatch::ButtonText, Swatch::ButtonPressed),
                (Swatch::ButtonText, Swatch::ButtonSelected),
                (Swatch::NoticeText, Swatch::Notice),
                (Swatch::ScoreLabel, Swatch::HelpedBox),
                (Swatch::ScoreText, Swatch::HelpedBox),
            ] {
                let ratio = contrast(theme.color(text), theme.color(behind));
                assert!(
                    ratio >= 4.5,
                    "{theme:?} {text:?} on {behind:?} has {ratio:.2} : 1"
                );
            }
            for bar in [Swatch::HintBar, Swatch::HintBest] {
                let ratio = contrast(theme.color(bar), theme.color(Swatch::HintGroove));
                assert!(ratio >= 3.0, "{theme:?} {bar:?} has {ratio:.2} : 1");
            }
            let ring = contrast(theme.color(Swatch::Focus), theme.color(Swatch::Page));
            assert!(ring >= 3.0, "{theme:?} the focus ring has {ring:.2} : 1");
        }
    }

    #[test]
    fn tiles_of_neighbouring_ranks_differ() {
        for rank in 1..65 {
            let [one, other] = [rank, rank + 1]
                .map(|rank| Tile::from_rank(rank).expect("a reachable rank"))
                .map(|tile| Oklaba::from(tile_color(tile)));
            let distance = (one.lightness - other.lightness)
                .hypot(one.a - other.a)
                .hypot(one.b - other.b);
            // The golds of the original are close to each other.
            let least = if rank < 11 { 0.005 } else { 0.05 };
            assert!(
                distance > least,
                "ranks {rank} and {} are {distance:.3} apart",
                rank + 1
            );
        }
    }
}

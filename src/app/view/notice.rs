//! A strip that tells the player one thing that went wrong, and goes away.
//!
//! It lies over the panel and covers no tile.

use bevy::prelude::*;

use crate::app::failure::say;
use crate::app::frame::FrameSystems;
use crate::app::messages::{Notice, Request, TurnPlayed};
use crate::app::view::layout::{Arrangement, Layout, LayoutUpdate, MARGIN, PANEL_WIDTH, Placing};
use crate::app::view::panel::ROWS_OF_BUTTONS;
use crate::app::view::stage::Stage;
use crate::app::view::theme::{Fill, Fonts, Swatch};
use crate::app::view::widgets::paragraph;

/// The space between the strip and the edge of the window or the buttons, in
/// units.
const EDGE: f32 = 8.0;

/// Turns after which a notice has been seen.
const READ_AFTER: u8 = 6;

/// The strip; counts down the turns it is left to be read.
#[derive(Component, Clone, Copy, Debug)]
pub struct NoticeStrip {
    turns_left: u8,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (dismiss, show)
                .chain()
                .before(LayoutUpdate)
                .in_set(FrameSystems::Show),
            place.in_set(Placing),
        ),
    );
}

/// Says it in the window and, for those who started it there, in the terminal.
fn show(
    mut notices: MessageReader<Notice>,
    stage: Single<Entity, With<Stage>>,
    strips: Query<Entity, With<NoticeStrip>>,
    fonts: Res<Fonts>,
    mut commands: Commands,
) {
    let sentences: Vec<&str> = notices.read().map(|notice| notice.0.as_str()).collect();
    if sentences.is_empty() {
        return;
    }
    for sentence in &sentences {
        say(sentence);
    }
    for strip in &strips {
        commands.entity(strip).despawn();
    }
    let strip = commands
        .spawn((
            NoticeStrip {
                turns_left: READ_AFTER,
            },
            ChildOf(*stage),
            Node {
                position_type: PositionType::Absolute,
                padding: UiRect::axes(px(16), px(10)),
                border_radius: BorderRadius::all(px(8)),
                ..default()
            },
            BoxShadow::new(Color::BLACK.with_alpha(0.3), px(0), px(3), px(0), px(12)),
            Fill(Swatch::Notice),
            GlobalZIndex(20),
            children![paragraph(
                sentences.join("\n"),
                15.0,
                &fonts.medium,
                Swatch::NoticeText
            )],
        ))
        .id();
    commands
        .entity(strip)
        .observe(|click: On<Pointer<Click>>, mut commands: Commands| {
            commands.entity(click.entity).despawn();
        });
}

/// Places the strip in the panel: over the name and the scores in portrait, above
/// the buttons in landscape.
fn place(layout: Res<Layout>, mut strips: Query<(Ref<NoticeStrip>, &mut Node)>) {
    for (strip, mut node) in &mut strips {
        if !(strip.is_added() || layout.is_changed()) {
            continue;
        }
        match layout.arrangement {
            Arrangement::Portrait => {
                node.top = px(EDGE);
                (node.left, node.bottom) = (auto(), auto());
                node.max_width = percent(96);
            }
            Arrangement::Landscape => {
                let used = PANEL_WIDTH + MARGIN + layout.board.x;
                node.left = px(((layout.window.x - used) / 2.0).max(EDGE));
                let below = (layout.window.y - layout.board.y) / 2.0 + ROWS_OF_BUTTONS;
                (node.top, node.bottom) = (auto(), px(below + EDGE));
                node.max_width = px(PANEL_WIDTH);
            }
        }
    }
}

/// Escape, or a few turns, and the notice has been read.
fn dismiss(
    mut requests: MessageReader<Request>,
    mut turns: MessageReader<TurnPlayed>,
    mut strips: Query<(Entity, &mut NoticeStrip)>,
    mut commands: Commands,
) {
    let played = u8::try_from(turns.read().count()).unwrap_or(u8::MAX);
    let closed = requests.read().any(|&request| request == Request::Close);
    for (entity, mut strip) in &mut strips {
        if played > 0 {
            strip.turns_left = strip.turns_left.saturating_sub(played);
        }
        if closed || strip.turns_left == 0 {
            commands.entity(entity).despawn();
        }
    }
}

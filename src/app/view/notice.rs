//! What the player is told: a strip for what went wrong once, and a line for
//! what stays wrong.
//!
//! The strip lies over the panel, covers no tile, and goes away once it was
//! read. The line has a place of its own in the panel.

use bevy::{prelude::*, text::LineHeight};

use crate::app::failure::say;
use crate::app::frame::FrameSystems;
use crate::app::messages::{Notice, Request, TurnPlayed};
use crate::app::play::{help::ActiveHelp, saving::NotSaved};
use crate::app::view::layout::{Arrangement, Layout, LayoutUpdate, MARGIN, PANEL_WIDTH, Placing};
use crate::app::view::panel::ROWS_OF_BUTTONS;
use crate::app::view::stage::{Panel, Stage};
use crate::app::view::theme::{Fill, Fonts, Swatch};
use crate::app::view::widgets::{paragraph, text};

/// The space between the strip and the edge of the window or the buttons, in
/// units.
const EDGE: f32 = 8.0;

/// Turns by the player after which a notice counts as read.
const READ_AFTER: u8 = 6;

/// The height of the line, in units; the margin above a panel has room for it.
const LINE: f32 = 16.0;

/// The strip, which counts down the turns until it was read.
#[derive(Component, Clone, Copy, Debug)]
pub struct NoticeStrip {
    turns_left: u8,
}

/// The line that says why the game is not being saved.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingLine(&'static str);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (dismiss, show, show_standing)
                .chain()
                .before(LayoutUpdate)
                .in_set(FrameSystems::Show),
            (place, place_standing).in_set(Placing),
        ),
    );
}

/// Shows notices in the window, and writes them to the terminal for players
/// who started the game there.
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

/// Takes the strip away once it was read: after Escape, or after a few turns
/// by the player. Turns by the computer do not count, since nobody may be
/// looking.
fn dismiss(
    mut requests: MessageReader<Request>,
    mut turns: MessageReader<TurnPlayed>,
    help: Res<ActiveHelp>,
    mut autoplay_before: Local<bool>,
    mut strips: Query<(Entity, &mut NoticeStrip)>,
    mut commands: Commands,
) {
    let played = u8::try_from(turns.read().count()).unwrap_or(u8::MAX);
    // The last turn of a game by the computer ends its help in the same frame.
    let by_computer = help.autoplay || *autoplay_before;
    *autoplay_before = help.autoplay;
    let closed = requests.read().any(|&request| request == Request::Close);
    for (entity, mut strip) in &mut strips {
        if played > 0 && !by_computer {
            strip.turns_left = strip.turns_left.saturating_sub(played);
        }
        if closed || strip.turns_left == 0 {
            commands.entity(entity).despawn();
        }
    }
}

/// Shows the line for as long as the game is not being saved. A strip, which
/// may lie over its place, comes first.
fn show_standing(
    not_saved: Res<NotSaved>,
    strips: Query<(), With<NoticeStrip>>,
    lines: Query<(Entity, &StandingLine)>,
    panel: Single<Entity, With<Panel>>,
    fonts: Res<Fonts>,
    mut commands: Commands,
) {
    let wanted = not_saved.0.filter(|_| strips.is_empty());
    if wanted == lines.iter().next().map(|(_, line)| line.0) {
        return;
    }
    for (entity, _) in &lines {
        commands.entity(entity).despawn();
    }
    let Some(reason) = wanted else { return };
    commands.spawn((
        StandingLine(reason),
        ChildOf(*panel),
        Node {
            position_type: PositionType::Absolute,
            height: px(LINE),
            ..default()
        },
        Pickable::IGNORE,
        children![(
            text(
                format!("Not saving: {reason}"),
                14.0,
                &fonts.medium,
                Swatch::Text
            ),
            LineHeight::Px(LINE),
        )],
    ));
}

/// Puts the line into the margin above the panel in portrait, and above the
/// buttons in landscape.
fn place_standing(layout: Res<Layout>, mut lines: Query<(Ref<StandingLine>, &mut Node)>) {
    for (line, mut node) in &mut lines {
        if !(line.is_added() || layout.is_changed()) {
            continue;
        }
        (node.top, node.bottom) = match layout.arrangement {
            Arrangement::Portrait => (px(-LINE), auto()),
            Arrangement::Landscape => (auto(), px(ROWS_OF_BUTTONS + EDGE)),
        };
    }
}

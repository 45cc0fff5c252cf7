//! The panel: the name, the scores, the number of moves, the goal and the
//! buttons.

use bevy::{
    input_focus::tab_navigation::TabGroup, prelude::*, text::LineHeight, ui::InteractionDisabled,
};
use bevy_tweening::{AnimCompletedEvent, AnimationSystem};

use crate::app::frame::FrameSystems;
use crate::app::messages::{Help, Request, TurnPlayed};
use crate::app::play::{best::BestScore, help::ActiveHelp, turn::CurrentGame};
use crate::app::view::layout::{Arrangement, Layout, LayoutUpdate, Placing};
use crate::app::view::motion::{self, TurnMotion};
use crate::app::view::stage::Panel;
use crate::app::view::theme::{Fill, Fonts, Swatch, Theme};
use crate::app::view::tiles::POWERS_FROM;
use crate::app::view::widgets::{
    BUTTON_HEIGHT, ButtonLabel, Does, Selected, button, mark, readout, text,
};
use crate::game::{Game, Rules, Tile};

/// The space between two buttons, and between the boxes of the scores, in units.
const SPACE: f32 = 8.0;

/// The height of the buttons in landscape, three rows of two, in units.
pub(super) const ROWS_OF_BUTTONS: f32 = 3.0 * BUTTON_HEIGHT + 2.0 * SPACE;

/// A number in the panel.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Readout {
    Score,
    Best,
    Moves,
}

/// The box of a score, which shows whether the game was helped.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBox {
    label: &'static str,
    helped_label: &'static str,
}

/// The words above a score.
#[derive(Component, Clone, Copy, Debug, Default)]
struct ScoreLabel;

/// The name of the game. Gains rise beside it.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Title;

/// A rising "+N".
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Gain;

/// A part of the panel: a row in portrait, a column in landscape.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Strip;

/// A row of boxes or buttons within a strip.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Cluster;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, build).add_systems(
        Update,
        (
            (
                (read_out, mark_helped, name_autoplay)
                    .chain()
                    .before(LayoutUpdate),
                (offer_time_travel, mark_help).before(LayoutUpdate),
                show_gains,
            )
                .in_set(FrameSystems::Show),
            arrange.run_if(resource_changed::<Layout>).in_set(Placing),
            drop_gains
                .after(AnimationSystem::AnimationUpdate)
                .in_set(FrameSystems::Settle),
        ),
    );
}

/// The number of some things, as in "1 move" and "1,024 moves".
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number))
}

/// The goal of a game: a number, or a power of two as on its tile.
fn goal(tile: Tile) -> String {
    match u64::try_from(tile.face()) {
        Ok(face) if tile.rank() < POWERS_FROM => grouped(face),
        _ => format!("2^{}", tile.rank()),
    }
}

/// A whole number with commas between its thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn build(mut commands: Commands, panel: Single<Entity, With<Panel>>, fonts: Res<Fonts>) {
    let strip = || {
        (
            Strip,
            Node {
                justify_content: JustifyContent::SpaceBetween,
                ..default()
            },
        )
    };
    let cluster = || {
        (
            Cluster,
            Node {
                column_gap: px(SPACE),
                ..default()
            },
        )
    };
    commands.entity(*panel).insert((
        TabGroup::new(0),
        children![
            (
                strip(),
                children![
                    (
                        Node {
                            height: px(58),
                            flex_direction: FlexDirection::Column,
                            justify_content: JustifyContent::SpaceBetween,
                            align_items: AlignItems::Start,
                            ..default()
                        },
                        children![
                            (
                                Title,
                                Node {
                                    // The digits reach below their line.
                                    padding: UiRect::bottom(px(2)),
                                    ..default()
                                },
                                children![(
                                    text("2048", 46.0, &fonts.bold, Swatch::Heading),
                                    LineHeight::Px(36.0),
                                )],
                            ),
                            (
                                Readout::Moves,
                                readout("", 16.0, &fonts.medium, Swatch::Text),
                                LineHeight::Px(20.0),
                            ),
                        ],
                    ),
                    (
                        cluster(),
                        children![
                            score_box("SCORE", "HELPED SCORE", Readout::Score, &fonts),
                            score_box("BEST", "HELPED BEST", Readout::Best, &fonts),
                        ]
                    ),
                ],
            ),
            (
                strip(),
                children![(
                    cluster(),
                    children![
                        button("Hint", Does::Ask(Request::Help(Help::Hint)), &fonts),
                        button("Auto", Does::Ask(Request::Help(Help::Autoplay)), &fonts),
                        button("Undo", Does::Ask(Request::Undo), &fonts),
                        button("Redo", Does::Ask(Request::Redo), &fonts),
                        button("Menu", Does::Ask(Request::Menu), &fonts),
                        button("New game", Does::Ask(Request::Restart), &fonts),
                    ]
                )],
            ),
        ],
    ));
}

/// A box with a label above a number.
fn score_box(
    label: &'static str,
    helped_label: &'static str,
    score: Readout,
    fonts: &Fonts,
) -> impl Bundle {
    (
        ScoreBox {
            label,
            helped_label,
        },
        Node {
            min_width: px(110),
            height: px(58),
            padding: UiRect::horizontal(px(6)),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(6)),
            flex_grow: 1.0,
            ..default()
        },
        Fill(Swatch::ScoreBox),
        Pickable::IGNORE,
        children![
            (
                ScoreLabel,
                text(label, 13.0, &fonts.bold, Swatch::ScoreLabel)
            ),
            (score, readout("0", 24.0, &fonts.bold, Swatch::ScoreText)),
        ],
    )
}

/// Lays out the strips and clusters for the arrangement.
fn arrange(
    layout: Res<Layout>,
    mut strips: Query<&mut Node, (With<Strip>, Without<Cluster>)>,
    mut clusters: Query<(&mut Node, &Children), With<Cluster>>,
    mut buttons: Query<&mut Node, (With<Does>, Without<Strip>, Without<Cluster>)>,
) {
    let portrait = layout.arrangement == Arrangement::Portrait;
    for mut strip in &mut strips {
        strip.flex_direction = if portrait {
            FlexDirection::Row
        } else {
            FlexDirection::Column
        };
        strip.row_gap = px(14);
    }
    // In portrait all buttons are in one row, in landscape there are two in each.
    for (mut cluster, children) in &mut clusters {
        for &child in children {
            let Ok(mut button) = buttons.get_mut(child) else {
                continue;
            };
            cluster.flex_grow = 1.0;
            cluster.row_gap = px(SPACE);
            button.flex_grow = 1.0;
            // Six buttons have to fit the narrowest panel.
            button.padding = UiRect::horizontal(px(8));
            (cluster.flex_wrap, button.flex_basis) = if portrait {
                (FlexWrap::NoWrap, auto())
            } else {
                (FlexWrap::Wrap, px(100))
            };
        }
    }
}

fn read_out(
    current: Res<CurrentGame>,
    best: Res<BestScore>,
    mut readouts: Query<(&Readout, &mut Text, &mut TextFont), Without<ButtonLabel>>,
) {
    if !(current.is_changed() || best.is_changed()) {
        return;
    }
    for (readout, mut text, mut font) in &mut readouts {
        let words = match readout {
            Readout::Score => grouped(current.score()),
            Readout::Best => grouped(best.beside(&current)),
            Readout::Moves => moves_and_goal(&current),
        };
        font.font_size = FontSize::Px(match readout {
            Readout::Score | Readout::Best => score_size(&words),
            Readout::Moves => moves_size(&words),
        });
        text.set_if_neq(Text(words));
    }
}

/// The number of moves, and the goal where it is not the usual one.
fn moves_and_goal(game: &Game) -> String {
    let moves = counted(game.moves(), "move");
    let win_tile = game.rules().win_tile();
    if win_tile == Rules::default().win_tile() {
        moves
    } else {
        format!("{moves} · goal {}", goal(win_tile))
    }
}

/// Marks the scores of a helped game.
fn mark_helped(
    current: Res<CurrentGame>,
    mut boxes: Query<(&ScoreBox, &mut Fill, &Children)>,
    mut labels: Query<(&mut Text, &mut TextFont), With<ScoreLabel>>,
) {
    if !current.is_changed() {
        return;
    }
    let helped = current.helped();
    for (score_box, mut fill, children) in &mut boxes {
        let (swatch, words, size) = if helped {
            (Swatch::HelpedBox, score_box.helped_label, 12.0)
        } else {
            (Swatch::ScoreBox, score_box.label, 13.0)
        };
        fill.set_if_neq(Fill(swatch));
        for &child in children {
            if let Ok((mut text, mut font)) = labels.get_mut(child)
                && text.set_if_neq(Text::new(words))
            {
                font.font_size = FontSize::Px(size);
            }
        }
    }
}

/// While autoplay runs, its button stops it, and says so.
fn name_autoplay(
    help: Res<ActiveHelp>,
    buttons: Query<(&Does, &Children)>,
    mut labels: Query<&mut Text, (With<ButtonLabel>, Without<ScoreLabel>)>,
) {
    if !help.is_changed() {
        return;
    }
    let words = if help.autoplay { "Stop" } else { "Auto" };
    for (does, children) in &buttons {
        if *does != Does::Ask(Request::Help(Help::Autoplay)) {
            continue;
        }
        for &child in children {
            if let Ok(mut text) = labels.get_mut(child) {
                text.set_if_neq(Text::new(words));
            }
        }
    }
}

/// Marks the buttons of the help that is on.
fn mark_help(
    help: Res<ActiveHelp>,
    buttons: Query<(Entity, &Does, Has<Selected>)>,
    mut commands: Commands,
) {
    if !help.is_changed() {
        return;
    }
    for (entity, does, marked) in &buttons {
        let wanted = match does {
            Does::Ask(Request::Help(Help::Hint)) => help.hint,
            Does::Ask(Request::Help(Help::Autoplay)) => help.autoplay,
            _ => continue,
        };
        mark::<Selected>(&mut commands, entity, marked, wanted);
    }
}

/// The font size at which a score fits the narrowest box.
fn score_size(words: &str) -> f32 {
    match words.len() {
        0..=7 => 24.0,
        8..=9 => 19.0,
        10 => 17.0,
        _ => 15.0,
    }
}

/// The font size at which the moves and the goal fit beside the scores in the
/// narrowest panel.
fn moves_size(words: &str) -> f32 {
    match words.chars().count() {
        0..=25 => 16.0,
        26..=27 => 14.0,
        28..=30 => 13.0,
        _ => 12.0,
    }
}

/// Enables the buttons of undo and redo while there is a turn in that direction.
fn offer_time_travel(
    current: Res<CurrentGame>,
    buttons: Query<(Entity, &Does, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    if !current.is_changed() {
        return;
    }
    for (entity, does, disabled) in &buttons {
        let enabled = match does {
            Does::Ask(Request::Undo) => current.can_undo(),
            Does::Ask(Request::Redo) => current.can_redo(),
            _ => continue,
        };
        mark::<InteractionDisabled>(&mut commands, entity, disabled, !enabled);
    }
}

/// Lets the points of this frame's turns rise beside the name.
fn show_gains(
    mut turns: MessageReader<TurnPlayed>,
    title: Single<Entity, With<Title>>,
    rising: Query<Entity, With<Gain>>,
    fonts: Res<Fonts>,
    theme: Res<Theme>,
    motion: TurnMotion,
    mut commands: Commands,
) {
    let gain: u64 = turns
        .read()
        .map(|turn| turn.gain)
        .fold(0, u64::saturating_add);
    if gain == 0 || !motion.is_on() {
        return;
    }
    // As in the original, a new gain replaces the last one.
    for entity in &rising {
        commands.entity(entity).despawn();
    }
    let words = format!("+{}", grouped(gain));
    // Six digits have to fit between the name and the scores.
    let size = match words.len() {
        0..=6 => 24.0,
        7 => 18.0,
        _ => 15.0,
    };
    // A node can have only one tween: the outer one rises, the inner one fades.
    let color = theme.color(Swatch::Heading);
    commands.spawn((
        Gain,
        ChildOf(*title),
        Node {
            position_type: PositionType::Absolute,
            left: percent(100),
            bottom: px(0),
            padding: UiRect::left(px(10)),
            ..default()
        },
        ZIndex(10),
        UiTransform::IDENTITY,
        // Above the name there is little more than the margin.
        motion::rise(60.0),
        Pickable::IGNORE,
        children![(
            text(words, size, &fonts.bold, Swatch::Heading),
            motion::fade_text(color),
        )],
    ));
}

/// Removes the gains that have risen.
fn drop_gains(
    mut completed: MessageReader<AnimCompletedEvent>,
    gains: Query<(), With<Gain>>,
    mut commands: Commands,
) {
    for event in completed.read() {
        if gains.contains(event.anim_entity) {
            commands.entity(event.anim_entity).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        for (number, words) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (3_932_100, "3,932,100"),
        ] {
            assert_eq!(grouped(number), words);
        }
    }
}

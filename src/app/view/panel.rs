//! The panel: the name, the scores, the count of moves and the buttons.

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
use crate::app::view::widgets::{ButtonLabel, Does, Selected, button, readout, text};
use crate::game::Tile;

/// A number in the panel.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Readout {
    Score,
    Best,
    Moves,
}

/// A box of a score, which shows whether the score was helped.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBox {
    label: &'static str,
    helped_label: &'static str,
}

/// The words above a score.
#[derive(Component, Clone, Copy, Debug, Default)]
struct ScoreLabel;

/// The name of the game, beside which gains rise.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Title;

/// A "+N" on its way up.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Gain;

/// A part of the panel that is a row in portrait and a column in landscape.
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
                (offer_undo, mark_help).before(LayoutUpdate),
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

/// The goal of a game in words: a number, or a power of two as on its tile.
#[must_use]
pub fn goal(tile: Tile) -> String {
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
                column_gap: px(8),
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
                        Title,
                        Node {
                            height: px(58),
                            flex_direction: FlexDirection::Column,
                            justify_content: JustifyContent::SpaceBetween,
                            align_self: AlignSelf::Start,
                            ..default()
                        },
                        children![
                            (
                                text("2048", 46.0, &fonts.bold, Swatch::Heading),
                                LineHeight::Px(36.0),
                            ),
                            (
                                Readout::Moves,
                                readout("", 16.0, &fonts.medium, Swatch::Text),
                                LineHeight::Px(18.0),
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
                        button("Menu", Does::Ask(Request::Menu), &fonts),
                        button("Undo", Does::Ask(Request::Undo), &fonts),
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

/// Puts the strips and clusters where the arrangement wants them.
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
    // Portrait has one full row of buttons, landscape has two to a row.
    for (mut cluster, children) in &mut clusters {
        for &child in children {
            let Ok(mut button) = buttons.get_mut(child) else {
                continue;
            };
            cluster.flex_grow = 1.0;
            cluster.row_gap = px(8);
            button.flex_grow = 1.0;
            button.padding = UiRect::horizontal(px(10));
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
            Readout::Moves => counted(current.moves(), "move"),
        };
        if *readout != Readout::Moves {
            font.font_size = FontSize::Px(score_size(&words));
        }
        text.set_if_neq(Text(words));
    }
}

/// Marks the scores of a game that a computer player had a hand in.
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

/// The button of autoplay stops it while it runs.
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

/// The buttons of the help that is on look so.
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
        if wanted && !marked {
            commands.entity(entity).insert(Selected);
        } else if marked && !wanted {
            commands.entity(entity).remove::<Selected>();
        }
    }
}

/// The size at which a score leaves room around it in the narrowest box.
fn score_size(words: &str) -> f32 {
    match words.len() {
        0..=7 => 24.0,
        8..=9 => 19.0,
        10 => 17.0,
        _ => 15.0,
    }
}

/// The undo button can be pressed only where there is something to undo.
fn offer_undo(
    current: Res<CurrentGame>,
    buttons: Query<(Entity, &Does, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    if !current.is_changed() {
        return;
    }
    for (entity, does, disabled) in &buttons {
        if *does == Does::Ask(Request::Undo) && disabled == current.can_undo() {
            if disabled {
                commands.entity(entity).remove::<InteractionDisabled>();
            } else {
                commands.entity(entity).insert(InteractionDisabled);
            }
        }
    }
}

/// Lets the points of this frame's turns rise from the score.
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
    // As in the original, a new gain takes the place of the last one.
    for entity in &rising {
        commands.entity(entity).despawn();
    }
    let words = format!("+{}", grouped(gain));
    // Six digits have to find room beside the name, too.
    let size = match words.len() {
        0..=6 => 24.0,
        7 => 18.0,
        _ => 15.0,
    };
    // A node can carry one tween: the outer one rises, the inner one fades.
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
        motion::rise(120.0),
        Pickable::IGNORE,
        children![(
            text(words, size, &fonts.bold, Swatch::Heading),
            motion::fade_text(color),
        )],
    ));
}

/// Drops gains that have risen.
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

//! Hints: an arrow on the board for the move that the computer player would
//! make, and a bar at each edge for the value of the move towards it.

mod arrow;

use bevy::prelude::*;

use self::arrow::{Arrow, Arrows, lanes};
use crate::app::computer::thinking::{Asking, Thinking};
use crate::app::frame::{FrameSystems, InputSystems};
use crate::app::messages::Request;
use crate::app::play::{help::ActiveHelp, turn::CurrentGame};
use crate::app::screen::Screen;
use crate::app::settings::{AnimationSpeed, Pace, Preferences};
use crate::app::view::layout::{Layout, LayoutUpdate, Placing};
use crate::app::view::motion;
use crate::app::view::stage::Field;
use crate::app::view::theme::{Fill, Swatch, Theme};
use crate::game::Direction;
use crate::solver::Thought;

/// The arrow of a hint, and its direction. Its node covers the board; its
/// pictures are its children.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct HintArrow(pub Direction);

/// A picture of the arrow, and the distance of its gutter from the middle of the
/// board, in cells.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Node)]
pub struct HintPicture(pub f32);

/// The groove at the edge that a direction points to. It is there while hints
/// are on, and empty while the computer thinks.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct HintGroove(pub Direction);

/// The bar in a groove. It is longer for a better move.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Node)]
pub struct HintBar {
    /// The direction of its groove.
    pub direction: Direction,
    /// Its length as a share of the groove, above 0 and up to 1.
    pub share: f32,
}

/// The length of a groove, as a share of the shorter side of the board.
const GROOVE: f32 = 0.42;

/// The width of a groove, as a share of the gap between the tiles and the edge of
/// the board, in which it lies.
const GROOVE_WIDTH: f32 = 0.56;

/// The shortest bar, as a share of its groove. Even the worst move has one.
const SHORTEST: f32 = 0.08;

/// The powers of ten of loss between the longest bar and none.
const DECADES: f64 = 4.0;

/// How far the arrow moves as it appears, in percent of a cell.
const WAY: f32 = 12.0;

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Advice {
    best: Direction,
    shares: [Option<f32>; 4],
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Arrows>().add_systems(
        Update,
        (
            announce.in_set(InputSystems::Advise),
            (lay_grooves, show)
                .chain()
                .after(Asking)
                .before(LayoutUpdate)
                .in_set(FrameSystems::Show),
            (place_grooves, place_bars, place_arrow).in_set(Placing),
        ),
    );
}

/// The length of the bar of a move with this value, as a share of the groove.
///
/// Each player values moves in units of its own, so only ratios count: the loss
/// of a move is the share of the best value that it gives away. A bar is a
/// quarter shorter for each tenfold loss. It has three quarters of its length
/// where a thousandth is lost, half where a hundredth is lost, and a quarter
/// where a tenth is lost.
fn share(value: f64, best: f64) -> f32 {
    let loss = (best - value) / best.abs();
    // Where all values are zero, the loss is not a number.
    if loss.is_nan() || loss <= 0.0 {
        return 1.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a length needs few digits")]
    let share = (-loss.log10() / DECADES) as f32;
    share.clamp(SHORTEST, 1.0)
}

impl Advice {
    /// The advice that follows from a thought, if there is a move.
    fn of(thought: &Thought) -> Option<Self> {
        let best = thought.best?;
        let highest = thought.values.iter().flatten().copied().reduce(f64::max)?;
        let shares = thought
            .values
            .map(|value| value.map(|value| share(value, highest)));
        Some(Self { best, shares })
    }
}

/// Whether hints are on, and stay long enough to be seen: during a fast autoplay
/// they do not.
fn can_be_seen(help: ActiveHelp, preferences: Preferences) -> bool {
    help.hint && !(help.autoplay && preferences.pace.interval() < Pace::Two.interval())
}

/// Requests that a hint is noted in the frame that will show it.
fn announce(
    help: Res<ActiveHelp>,
    preferences: Res<Preferences>,
    thinking: Res<Thinking>,
    current: Res<CurrentGame>,
    screen: Res<State<Screen>>,
    mut requests: MessageWriter<Request>,
) {
    let comes = can_be_seen(*help, *preferences) && thinking.thought().is_some();
    if comes && !current.helped() && *screen.get() == Screen::Playing {
        requests.write(Request::Hinted(*current.board()));
    }
}

/// Adds the grooves when hints are turned on, and removes them afterwards.
fn lay_grooves(
    help: Res<ActiveHelp>,
    preferences: Res<Preferences>,
    field: Single<Entity, With<Field>>,
    grooves: Query<Entity, With<HintGroove>>,
    mut commands: Commands,
) {
    let wanted = can_be_seen(*help, *preferences);
    if wanted != grooves.is_empty() {
        return;
    }
    for groove in &grooves {
        commands.entity(groove).despawn();
    }
    if !wanted {
        return;
    }
    for direction in Direction::ALL {
        commands.spawn((
            HintGroove(direction),
            ChildOf(*field),
            Node {
                position_type: PositionType::Absolute,
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            Fill(Swatch::HintGroove),
            Pickable::IGNORE,
        ));
    }
}

/// Shows the thought about the current board, and removes the last one.
fn show(
    help: Res<ActiveHelp>,
    thinking: Res<Thinking>,
    current: Res<CurrentGame>,
    preferences: Res<Preferences>,
    field: Single<Entity, With<Field>>,
    grooves: Query<(Entity, &HintGroove)>,
    shown: Query<Entity, Or<(With<HintArrow>, With<HintBar>)>>,
    mut last: Local<Option<Advice>>,
    mut commands: Commands,
) {
    // The game is marked as helped before a hint is seen.
    let wanted = can_be_seen(*help, *preferences) && current.helped();
    let advice = thinking.thought().filter(|_| wanted).and_then(Advice::of);
    if advice == *last {
        return;
    }
    *last = advice;
    for entity in &shown {
        commands.entity(entity).despawn();
    }
    let Some(advice) = advice else { return };
    let moves = preferences.motion != AnimationSpeed::Off;
    for (groove, &HintGroove(direction)) in &grooves {
        let Some(share) = advice.shares[direction as usize] else {
            continue;
        };
        let swatch = if direction == advice.best {
            Swatch::HintBest
        } else {
            Swatch::HintBar
        };
        let bar = HintBar { direction, share };
        let mut bar = commands.spawn((bar, ChildOf(groove), Fill(swatch), Pickable::IGNORE));
        if moves {
            bar.insert(motion::grow(if direction.is_vertical() {
                Vec2::new(0.0, 1.0)
            } else {
                Vec2::new(1.0, 0.0)
            }));
        }
    }
    let arrow = commands
        .spawn((
            HintArrow(advice.best),
            ChildOf(*field),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                ..default()
            },
            UiTransform::IDENTITY,
            ZIndex(5),
            Pickable::IGNORE,
        ))
        .id();
    let board = current.board();
    let (along, across) = if advice.best.is_vertical() {
        (board.height(), board.width())
    } else {
        (board.width(), board.height())
    };
    for &lane in lanes(across) {
        let node = Node {
            position_type: PositionType::Absolute,
            ..default()
        };
        let picture = (HintPicture(lane), ImageNode::default(), node);
        let mut picture = commands.spawn((picture, ChildOf(arrow), Pickable::IGNORE));
        if moves {
            picture.insert(motion::fade_in());
        }
    }
    if moves {
        let start = -WAY / f32::from(along) * way(advice.best);
        commands.entity(arrow).insert(motion::come(start));
    }
}

/// The unit vector of a direction on the screen.
fn way(direction: Direction) -> Vec2 {
    match direction {
        Direction::Up => Vec2::NEG_Y,
        Direction::Right => Vec2::X,
        Direction::Down => Vec2::Y,
        Direction::Left => Vec2::NEG_X,
    }
}

/// The length and the width of a groove.
fn groove_size(layout: &Layout) -> Vec2 {
    let length = layout.whole(GROOVE * layout.board.min_element());
    let width = layout.whole(GROOVE_WIDTH * layout.gap);
    Vec2::new(length, width.max(2.0 * layout.pixel)).min(Vec2::new(length, layout.gap))
}

/// Places grooves in the middle of each edge of the board, beside the tiles.
fn place_grooves(layout: Res<Layout>, mut grooves: Query<(Ref<HintGroove>, &mut Node)>) {
    for (groove, mut node) in &mut grooves {
        if !(groove.is_added() || layout.is_changed()) {
            continue;
        }
        let size = groove_size(&layout);
        let size = if groove.0.is_vertical() {
            size
        } else {
            size.yx()
        };
        // From the middle of the board to the middle of the groove.
        let reach = (layout.board - layout.gap) / 2.0;
        let corner = layout.board / 2.0 + reach * way(groove.0) - size / 2.0;
        node.left = px(layout.whole(corner.x));
        node.top = px(layout.whole(corner.y));
        node.width = px(size.x);
        node.height = px(size.y);
        node.border_radius = BorderRadius::MAX;
    }
}

/// Gives bars the length of their share.
fn place_bars(layout: Res<Layout>, mut bars: Query<(Ref<HintBar>, &mut Node)>) {
    for (bar, mut node) in &mut bars {
        if !(bar.is_added() || layout.is_changed()) {
            continue;
        }
        let groove = groove_size(&layout);
        // No bar is shorter than its two round ends.
        let length = layout.whole(groove.x * bar.share).max(groove.y);
        let (width, height) = if bar.direction.is_vertical() {
            (length, groove.y)
        } else {
            (groove.y, length)
        };
        node.width = px(width);
        node.height = px(height);
        node.border_radius = BorderRadius::MAX;
    }
}

/// Places the pictures of the arrow in their gutters, and draws them for their
/// size there.
fn place_arrow(
    layout: Res<Layout>,
    theme: Res<Theme>,
    current: Res<CurrentGame>,
    arrows: Query<&HintArrow>,
    mut drawn: ResMut<Arrows>,
    mut images: ResMut<Assets<Image>>,
    mut pictures: Query<(Ref<HintPicture>, &ChildOf, &mut Node, &mut ImageNode)>,
) {
    for (picture, parent, mut node, mut image) in &mut pictures {
        if !(picture.is_added() || layout.is_changed() || theme.is_changed()) {
            continue;
        }
        let Ok(arrow) = arrows.get(parent.parent()) else {
            continue;
        };
        let arrow = Arrow::new(arrow.0, current.board(), &layout, *theme);
        let place = arrow.place(picture.0);
        node.left = px(place.min.x * layout.pixel);
        node.top = px(place.min.y * layout.pixel);
        node.width = px(place.width() * layout.pixel);
        node.height = px(place.height() * layout.pixel);
        image.image = drawn.image(arrow, &mut images);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_a_quarter_shorter_for_each_tenfold_loss() {
        for (value, length) in [
            (1000.0, 1.0),
            (999.95, 1.0),
            (999.0, 0.75),
            (990.0, 0.5),
            (900.0, 0.25),
            (0.0, SHORTEST),
        ] {
            for unit in [1.0, 1e-3, 1e6] {
                let share = share(value * unit, 1000.0 * unit);
                assert!((share - length).abs() < 1e-3, "{value}: {share}");
            }
        }
        assert!((share(0.0, 0.0) - 1.0).abs() < f32::EPSILON);
        assert!((share(-3.0, 0.0) - SHORTEST).abs() < f32::EPSILON);
    }

    #[test]
    fn advice_has_a_bar_for_each_move_that_there_is() {
        let thought = Thought::of_values([None, Some(5.0), Some(50.0), None], 1, 1);
        let advice = Advice::of(&thought).expect("there is a move");
        assert_eq!(advice.best, Direction::Down);
        assert_eq!(
            advice.shares.map(|share| share.is_some()),
            [false, true, true, false]
        );
        assert_eq!(Advice::of(&Thought::of_values([None; 4], 1, 0)), None);
    }
}

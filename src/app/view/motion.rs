//! How things move: the tweens of slides, merges, spawns, gains and veils.
//!
//! Durations and curves are those of the original (gabrielecirulli/2048,
//! `style/main.scss`).

use std::time::Duration;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tweening::{
    AnimationSystem, Delay, EaseMethod, Lens, Tween, TweenAnim, TweeningPlugin,
    lens::{TextColorLens, UiTransformScaleLens},
};

use crate::app::frame::FrameSystems;
use crate::app::play::help::ActiveHelp;
use crate::app::settings::{AnimationSpeed, Preferences};

/// A slide, of any distance.
pub const SLIDE: Duration = Duration::from_millis(100);

/// The growth of a new tile and the pop of a merged one; both start after
/// [`SLIDE`].
pub const APPEAR: Duration = Duration::from_millis(200);

/// The rise of a "+N".
pub const GAIN: Duration = Duration::from_millis(600);

/// How long the last turn stays in view before a veil falls.
pub const VEIL_DELAY: Duration = Duration::from_millis(1200);

/// How long a veil takes to fall.
pub const VEIL: Duration = Duration::from_millis(800);

/// How long a card takes to open that the player asked for.
pub const QUESTION: Duration = Duration::from_millis(150);

/// How long a hint takes to appear.
pub const HINT: Duration = Duration::from_millis(220);

/// Longer than any animation.
const LONGEST: Duration = Duration::from_mins(1);

/// How far above its size a merged tile pops.
const POP: f32 = 1.2;

/// Whether turns are animated, or each shows its result at once.
#[derive(SystemParam)]
pub struct TurnMotion<'w> {
    preferences: Res<'w, Preferences>,
    help: Res<'w, ActiveHelp>,
}

impl TurnMotion<'_> {
    /// Whether they are animated.
    #[must_use]
    pub fn is_on(&self) -> bool {
        let skipped = self.help.autoplay && self.preferences.skip_animations;
        self.preferences.motion != AnimationSpeed::Off && !skipped
    }
}

/// The CSS curve `ease`.
fn ease(ratio: f32) -> f32 {
    CubicSegment::new_bezier_easing((0.25, 0.1), (0.25, 1.0)).ease(ratio)
}

/// The CSS curve `ease-in`.
fn ease_in(ratio: f32) -> f32 {
    CubicSegment::new_bezier_easing((0.42, 0.0), (1.0, 1.0)).ease(ratio)
}

/// The CSS curve `ease-in-out`.
fn ease_in_out(ratio: f32) -> f32 {
    CubicSegment::new_bezier_easing((0.42, 0.0), (0.58, 1.0)).ease(ratio)
}

/// Moves a node from an offset to where its layout puts it.
///
/// The offset is in percent of the node's own size, so that it stays right
/// when the window is resized in the middle of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetLens {
    /// Where the slide starts, from where it ends.
    pub start: Vec2,
}

impl Lens<UiTransform> for OffsetLens {
    fn lerp(&mut self, mut target: Mut<UiTransform>, ratio: f32) {
        target.translation = offset(self.start * (1.0 - ratio));
    }
}

/// A translation in percent of the node's own size.
#[must_use]
pub fn offset(percent: Vec2) -> Val2 {
    Val2::percent(percent.x, percent.y)
}

/// The percents of such a translation; zero for any other.
#[must_use]
pub fn offset_of(transform: &UiTransform) -> Vec2 {
    match transform.translation {
        Val2 {
            x: Val::Percent(x),
            y: Val::Percent(y),
        } => Vec2::new(x, y),
        _ => Vec2::ZERO,
    }
}

/// Fades a node's background from one colour to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BackgroundLens {
    start: Color,
    end: Color,
}

impl Lens<BackgroundColor> for BackgroundLens {
    fn lerp(&mut self, mut target: Mut<BackgroundColor>, ratio: f32) {
        target.0 = self.start.mix(&self.end, ratio);
    }
}

/// Fades an image in.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AppearLens;

impl Lens<ImageNode> for AppearLens {
    fn lerp(&mut self, mut target: Mut<ImageNode>, ratio: f32) {
        target.color.set_alpha(ratio);
    }
}

/// A tween with one of the curves above.
fn tween<T: Component<Mutability = bevy::ecs::component::Mutable>>(
    curve: fn(f32) -> f32,
    duration: Duration,
    lens: impl Lens<T> + Send + Sync + 'static,
) -> Tween {
    Tween::new::<T, _>(EaseMethod::CustomFunction(curve), duration, lens)
}

fn scale(curve: fn(f32) -> f32, duration: Duration, start: f32, end: f32) -> Tween {
    tween(
        curve,
        duration,
        UiTransformScaleLens {
            start: Vec2::splat(start),
            end: Vec2::splat(end),
        },
    )
}

/// A tile's slide from `start`, in percent of its size, to its cell.
#[must_use]
pub fn slide(start: Vec2) -> impl Bundle {
    (
        UiTransform {
            translation: offset(start),
            ..default()
        },
        TweenAnim::new(tween(ease_in_out, SLIDE, OffsetLens { start })),
    )
}

/// The growth of a spawned tile from nothing, after `delay`.
#[must_use]
pub fn appear(delay: Duration) -> impl Bundle {
    let grow = scale(ease, APPEAR, 0.0, 1.0);
    (UiTransform::from_scale(Vec2::ZERO), after(delay, grow))
}

/// A merged tile's pop once its two sources have arrived.
#[must_use]
pub fn pop() -> impl Bundle {
    let half = APPEAR / 2;
    (
        UiTransform::from_scale(Vec2::ZERO),
        TweenAnim::new(
            Delay::new(SLIDE)
                .then(scale(ease, half, 0.0, POP))
                .then(scale(ease, half, POP, 1.0)),
        ),
    )
}

/// The rise of a "+N" over `distance` in percent of its own height.
#[must_use]
pub fn rise(distance: f32) -> impl Bundle {
    #[derive(Clone, Copy)]
    struct RiseLens(f32);
    impl Lens<UiTransform> for RiseLens {
        fn lerp(&mut self, mut target: Mut<UiTransform>, ratio: f32) {
            target.translation = offset(Vec2::new(0.0, -self.0 * ratio));
        }
    }
    TweenAnim::new(tween(ease_in, GAIN, RiseLens(distance)))
}

/// The fading of a "+N".
#[must_use]
pub fn fade_text(color: Color) -> impl Bundle {
    TweenAnim::new(tween(
        ease_in,
        GAIN,
        TextColorLens {
            start: color,
            end: color.with_alpha(0.0),
        },
    ))
}

/// The arrival of a hint's arrow from `start`, in percent of its size.
#[must_use]
pub fn come(start: Vec2) -> impl Bundle {
    (
        UiTransform {
            translation: offset(start),
            ..default()
        },
        TweenAnim::new(tween(ease, HINT, OffsetLens { start })),
    )
}

/// The fading in of an image.
#[must_use]
pub fn fade_in() -> impl Bundle {
    TweenAnim::new(tween(ease, HINT, AppearLens))
}

/// The growth of a bar from its middle; `start` is its scale on either axis.
#[must_use]
pub fn grow(start: Vec2) -> impl Bundle {
    let end = Vec2::ONE;
    (
        UiTransform::from_scale(start),
        TweenAnim::new(tween(ease, HINT, UiTransformScaleLens { start, end })),
    )
}

/// The fall of a veil of this colour.
#[must_use]
pub fn veil(color: Color, delay: Duration, duration: Duration) -> impl Bundle {
    let start = color.with_alpha(0.0);
    (
        BackgroundColor(start),
        after(
            delay,
            tween(ease, duration, BackgroundLens { start, end: color }),
        ),
    )
}

/// The opening of a card in the middle of a veil.
#[must_use]
pub fn open(delay: Duration, duration: Duration) -> impl Bundle {
    (
        UiTransform::from_scale(Vec2::ZERO),
        after(delay, scale(ease, duration, 0.0, 1.0)),
    )
}

/// A tween that starts later. `Delay` panics for a length of zero.
fn after(delay: Duration, tween: Tween) -> TweenAnim {
    if delay.is_zero() {
        TweenAnim::new(tween)
    } else {
        TweenAnim::new(Delay::new(delay).then(tween))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(TweeningPlugin)
        .configure_sets(
            Update,
            AnimationSystem::AnimationUpdate
                .after(FrameSystems::Show)
                .before(FrameSystems::Settle),
        )
        .add_systems(Update, (follow_speed, finish).in_set(FrameSystems::Show));
}

/// Ends every running animation in the frame in which motion is turned off.
fn finish(motion: TurnMotion, mut was_on: Local<bool>, mut commands: Commands) {
    let is_on = motion.is_on();
    if *was_on && !is_on {
        commands.queue(|world: &mut World| TweenAnim::step_all(world, LONGEST));
    }
    *was_on = is_on;
}

/// Lets time run at the speed that the player chose.
fn follow_speed(preferences: Res<Preferences>, mut time: ResMut<Time<Virtual>>) {
    if preferences.is_changed() {
        time.set_relative_speed(match preferences.motion {
            AnimationSpeed::Fast => 2.0,
            AnimationSpeed::Normal | AnimationSpeed::Off => 1.0,
        });
    }
}

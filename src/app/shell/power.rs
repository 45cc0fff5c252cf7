//! Frames are drawn while something moves, and none while nothing does.

use std::time::{Duration, Instant};

use bevy::{
    ecs::system::SystemParam,
    prelude::*,
    render::renderer::RenderAdapterInfo,
    window::{Monitor, RequestRedraw},
    winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings},
};
use bevy_tweening::TweenAnim;
use wgpu_types::DeviceType;

use crate::app::messages::{BoardReplaced, Notice, Request, TurnPlayed};
use crate::app::screen::Screen;
use crate::app::settings::Choice;
use crate::app::wake::Alarm;

/// Frames drawn after the last change, so that what follows a message a frame
/// later is seen too.
const AFTERGLOW: u8 = 3;

/// What the first frame after a rest counts as. The clock would say that the
/// whole rest has passed, and an animation begun now would be over at once.
const FIRST_STEP: Duration = Duration::from_micros(16_667);

/// The longest step of an animation while frames follow each other.
const LONGEST_STEP: Duration = Duration::from_millis(100);

/// The time from one frame to the next with a software renderer. It saves
/// processor time, and thirty frames a second still look smooth.
const SOFTWARE_PERIOD: Duration = Duration::from_millis(33);

/// The refresh rate assumed if no screen reports one, in thousandths of a hertz.
const USUAL_RATE: u32 = 60_000;

/// Draws frames only while something on the screen changes.
pub fn plugin(app: &mut App) {
    let sleepy = UpdateMode::Reactive {
        wait: Duration::MAX,
        react_to_device_events: false,
        react_to_user_events: true,
        react_to_window_events: true,
    };
    app.insert_resource(WinitSettings {
        focused_mode: sleepy,
        unfocused_mode: sleepy,
    })
    .init_resource::<FrameStart>()
    .add_systems(First, start_frame)
    .add_systems(Last, stay_awake);
}

/// When this frame started and when the one before it did.
///
/// Bevy's clock cannot tell: it has the time at which the previous frame ended.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct FrameStart {
    this: Option<Instant>,
    previous: Option<Instant>,
}

fn start_frame(mut start: ResMut<FrameStart>) {
    start.previous = start.this.replace(Instant::now());
}

/// Requests the next frame of an animation when it is due.
#[derive(SystemParam)]
struct Pace<'w, 's> {
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
    adapter: Option<Res<'w, RenderAdapterInfo>>,
    monitors: Query<'w, 's, &'static Monitor>,
    start: Res<'w, FrameStart>,
    alarm: Local<'s, Alarm>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

impl Pace<'_, '_> {
    fn request_frame(&mut self) {
        let start = self.start.this.unwrap_or_else(Instant::now);
        let previous = self.start.previous;
        let since = previous.map(|previous| start.saturating_duration_since(previous));
        match due_in(self.is_software(), self.refresh_period(), since) {
            // Without a window system, frames come by themselves.
            Some(period) if self.proxy.is_some() => {
                self.alarm.set(start + period, self.proxy.as_deref());
            }
            _ => {
                self.redraw.write(RequestRedraw);
            }
        }
    }

    fn is_software(&self) -> bool {
        let adapter = self.adapter.as_ref();
        adapter.is_some_and(|adapter| adapter.device_type == DeviceType::Cpu)
    }

    /// The time from one frame to the next on the fastest screen.
    fn refresh_period(&self) -> Duration {
        let rates = self
            .monitors
            .iter()
            .filter_map(|monitor| monitor.refresh_rate_millihertz);
        let rate = rates.max().unwrap_or(USUAL_RATE).max(1);
        Duration::from_secs(1_000) / rate
    }
}

/// How long after the start of this frame the next one is due, or `None` if it
/// is due at once.
///
/// Where presenting a frame waits for the screen, the frames pace themselves.
/// Not every driver waits; then frames would follow each other without end.
fn due_in(is_software: bool, refresh: Duration, since_last: Option<Duration>) -> Option<Duration> {
    if is_software {
        return Some(SOFTWARE_PERIOD.max(refresh));
    }
    let waits = since_last.is_none_or(|since| since >= refresh.mul_f32(0.7));
    (!waits).then_some(refresh)
}

/// Asks for another frame as long as one is needed.
fn stay_awake(
    tweens: Query<(), With<TweenAnim>>,
    screen: Res<State<Screen>>,
    (mut requests, mut turns, mut boards, mut notices, mut choices): (
        MessageReader<Request>,
        MessageReader<TurnPlayed>,
        MessageReader<BoardReplaced>,
        MessageReader<Notice>,
        MessageReader<Choice>,
    ),
    mut frames_left: Local<u8>,
    mut frames_moving: Local<u8>,
    mut time: ResMut<Time<Virtual>>,
    mut pace: Pace,
) {
    // All readers have to read, whichever of them has something.
    let news = [
        requests.read().count(),
        turns.read().count(),
        boards.read().count(),
        notices.read().count(),
        choices.read().count(),
    ];
    if news.into_iter().any(|count| count > 0) || screen.is_changed() {
        *frames_left = AFTERGLOW;
    }
    let moving = !tweens.is_empty();
    if moving || *frames_left > 0 {
        *frames_left = frames_left.saturating_sub(1);
        pace.request_frame();
    }
    // The clock may tell of the rest a frame late (bevyengine/bevy#20412), so
    // the second frame of an animation is as short as the first.
    *frames_moving = if moving {
        frames_moving.saturating_add(1)
    } else {
        0
    };
    time.set_max_delta(if *frames_moving > 1 {
        LONGEST_STEP
    } else {
        FIRST_STEP
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_follow_each_other_no_faster_than_the_screen_shows_them() {
        let ms = Duration::from_millis;
        let refresh = ms(16);
        assert_eq!(due_in(false, refresh, None), None);
        assert_eq!(due_in(false, refresh, Some(ms(16))), None, "it waits");
        assert_eq!(due_in(false, refresh, Some(ms(3))), Some(refresh));
        assert_eq!(due_in(true, refresh, Some(ms(16))), Some(SOFTWARE_PERIOD));
        let slow = ms(40);
        assert_eq!(due_in(true, slow, None), Some(slow), "a slow screen");
    }
}

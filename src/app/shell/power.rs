//! Frames are drawn while something moves, and none while nothing does.

use std::time::Duration;

use bevy::{
    prelude::*,
    window::RequestRedraw,
    winit::{UpdateMode, WinitSettings},
};
use bevy_tweening::TweenAnim;

use crate::app::messages::{BoardReplaced, Notice, Request, TurnPlayed};
use crate::app::screen::Screen;
use crate::app::settings::Choice;

/// Frames drawn after the last change, so that what follows a message a frame
/// later is seen too.
const AFTERGLOW: u8 = 3;

/// What the first frame after a rest counts as. The clock would say that the
/// whole rest has passed, and an animation begun now would be over at once.
const FIRST_STEP: Duration = Duration::from_micros(16_667);

/// The longest step of an animation while frames follow each other.
const LONGEST_STEP: Duration = Duration::from_millis(100);

/// Draws no frame that nobody would see a difference in.
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
    .add_systems(Last, stay_awake);
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
    mut redraw: MessageWriter<RequestRedraw>,
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
        redraw.write(RequestRedraw);
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

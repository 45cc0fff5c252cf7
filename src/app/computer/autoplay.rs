//! Autoplay: the moves of the computer player become requests, at the chosen
//! pace.

use std::time::{Duration, Instant};

use bevy::{prelude::*, winit::EventLoopProxyWrapper};

use super::thinking::Thinking;
use crate::app::frame::InputSystems;
use crate::app::messages::Request;
use crate::app::play::help::ActiveHelp;
use crate::app::screen::Screen;
use crate::app::settings::Preferences;
use crate::app::wake::Alarm;

/// When the next move is due, and the alarm that wakes the window then.
#[derive(Resource, Default)]
struct Metronome {
    /// `None` before the first move, which is made as soon as it is found.
    due: Option<Instant>,
    alarm: Alarm,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Metronome>()
        .add_systems(Update, play.in_set(InputSystems::Advise));
}

/// Requests the move that was found, once it is due.
///
/// There is one search for each board and one move in each frame, so every
/// board is seen.
fn play(
    help: Res<ActiveHelp>,
    thinking: Res<Thinking>,
    preferences: Res<Preferences>,
    screen: Res<State<Screen>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut metronome: ResMut<Metronome>,
    mut requests: MessageWriter<Request>,
) {
    if !help.autoplay {
        if metronome.due.is_some() {
            *metronome = Metronome::default();
        }
        return;
    }
    let direction = thinking.thought().and_then(|thought| thought.best);
    let (Some(direction), Screen::Playing) = (direction, screen.get()) else {
        return;
    };
    let interval = preferences.pace.interval();
    let now = Instant::now();
    match metronome.due {
        Some(due) if now < due => {
            metronome.alarm.set(due, proxy.as_deref());
        }
        due => {
            requests.write(Request::Play(direction));
            metronome.due = Some(next(due, now, interval));
        }
    }
}

/// When the next move is due: one interval after this one was due, which keeps
/// the beat even, unless a search was late by more than one interval.
fn next(due: Option<Instant>, now: Instant, interval: Duration) -> Instant {
    let even = due.unwrap_or(now) + interval;
    if even < now { now + interval } else { even }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beat_is_even_unless_a_thought_comes_late() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let beat = Duration::from_millis(100);
        assert_eq!(next(None, at(5), beat), at(105));
        assert_eq!(next(Some(at(105)), at(112), beat), at(205));
        assert_eq!(next(Some(at(205)), at(290), beat), at(305));
        assert_eq!(next(Some(at(305)), at(999), beat), at(1099));
        assert_eq!(next(Some(at(305)), at(999), Duration::ZERO), at(999));
    }
}

//! Gamepads: the D-pad and the left stick move, the buttons do the rest.
//!
//! A thread waits for the gamepads and wakes the window when one is used. While
//! none is used, the window draws no frame for them.

mod pad;

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use bevy::{
    platform::cell::SyncCell, prelude::*, window::PrimaryWindow, winit::EventLoopProxyWrapper,
};
use gilrs::GilrsBuilder;

pub use self::pad::Pads;
use super::{Action, queue::Queue};
use crate::app::failure;
use crate::app::screen::Screen;
use crate::app::wake::Wake;

/// The first pause after a wait that ended at once and without an event.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// The sending end of the channel for the gamepads' actions, for any thread.
#[derive(Resource, Clone, Debug, Deref)]
pub struct PadSender(Sender<Action>);

/// The receiving end of that channel.
#[derive(Resource)]
pub(super) struct PadReceiver(SyncCell<Receiver<Action>>);

pub(super) fn plugin(app: &mut App) {
    let (sender, receiver) = mpsc::channel();
    app.insert_resource(PadSender(sender))
        .insert_resource(PadReceiver(SyncCell::new(receiver)))
        .add_systems(Startup, start);
}

/// Starts the thread that listens, if there is a window to wake.
fn start(sender: Res<PadSender>, proxy: Option<Res<EventLoopProxyWrapper>>) {
    let Some(proxy) = proxy else { return };
    let sender = sender.0.clone();
    let wake = Wake::new(Some(&proxy));
    // If the system has no thread to give, the game is played without gamepads.
    let _ = thread::Builder::new()
        .name("gamepads".to_owned())
        // A panic in the gamepad library ends this thread but not the game.
        .spawn(move || failure::attempt(|| listen(&sender, &wake)));
}

/// Sends the gamepads' actions until the receiver is gone. Returns at once if
/// gamepads cannot be read at all.
fn listen(sender: &Sender<Action>, wake: &Wake) {
    // Force feedback would start another thread, which never sleeps for long.
    let Ok(mut gilrs) = GilrsBuilder::new().with_force_feedback(false).build() else {
        return;
    };
    let mut pads = Pads::default();
    let mut pause = SHORTEST_PAUSE;
    loop {
        let asked = Instant::now();
        let Some(event) = gilrs.next_event_blocking(None) else {
            // A report without a meaning ends a wait as well. If waits end at
            // once again and again, a device is gone but not reported so yet, or
            // the source has failed.
            pause = if asked.elapsed() < SHORTEST_PAUSE {
                thread::sleep(pause);
                LONGEST_PAUSE.min(pause * 2)
            } else {
                SHORTEST_PAUSE
            };
            continue;
        };
        pause = SHORTEST_PAUSE;
        pads.read(event.id.into(), event.event, event.time);
        while let Some(event) = gilrs.next_event() {
            pads.read(event.id.into(), event.event, event.time);
        }
        let actions = pads.take();
        if actions.is_empty() {
            continue;
        }
        for action in actions {
            if sender.send(action).is_err() {
                return;
            }
        }
        drop(wake.clone());
    }
}

/// Queues the gamepads' actions, unless another window has the focus.
pub(super) fn receive(
    mut receiver: ResMut<PadReceiver>,
    window: Single<&Window, With<PrimaryWindow>>,
    screen: Res<State<Screen>>,
    mut queue: ResMut<Queue>,
) {
    for action in receiver.0.get().try_iter() {
        if window.focused {
            queue.push(action, *screen.get());
        }
    }
}

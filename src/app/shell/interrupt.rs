//! Ctrl+C in the terminal closes the window, asleep or not.
//!
//! Bevy's own handler looks for the signal in every frame, and a sleeping window
//! draws none.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::{prelude::*, winit::EventLoopProxyWrapper};

use crate::app::wake::Wake;

/// The exit status after Ctrl+C, as shells have it: 128 and the signal's number.
const INTERRUPTED: u8 = 130;

/// Whether the signal has come.
#[derive(Resource, Clone, Debug, Default)]
struct Interrupted(Arc<AtomicBool>);

pub(in crate::app) fn plugin(app: &mut App) {
    let interrupted = Interrupted::default();
    let seen = Arc::clone(&interrupted.0);
    let wake = Wake::new(app.world().get_resource::<EventLoopProxyWrapper>());
    let handler = move || {
        seen.store(true, Ordering::Relaxed);
        drop(wake.clone());
    };
    // Without a handler, the system ends the program at once; the game is saved
    // in either case.
    if ctrlc::try_set_handler(handler).is_ok() {
        app.insert_resource(interrupted).add_systems(First, close);
    }
}

fn close(interrupted: Res<Interrupted>, mut exit: MessageWriter<AppExit>) {
    if interrupted.0.load(Ordering::Relaxed) {
        exit.write(AppExit::from_code(INTERRUPTED));
    }
}

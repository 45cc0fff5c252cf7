//! What mouse and fingers do, given to Bevy's picking so that it sees all of it.
//!
//! Bevy 0.19's picking looks once a frame at what lies under a pointer. When
//! more than one thing happens between two frames it takes the press for one
//! on what lies under the end of the way, and the release for one on what lay
//! under its beginning: a quick drag off a button presses it, and a quick
//! click on one does not.

use std::collections::VecDeque;

use bevy::{
    ecs::message::MessageCursor,
    picking::{
        PickingSystems,
        pointer::{PointerAction, PointerId, PointerInput, PointerLocation},
    },
    prelude::*,
    window::{CursorLeft, PrimaryWindow, RequestRedraw},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waiting>()
        .add_systems(First, hand_out.in_set(PickingSystems::PostInput))
        .add_systems(
            PreUpdate,
            take_pointer_off
                .after(PickingSystems::ProcessInput)
                .before(PickingSystems::Backend),
        );
}

/// What happened, and is for frames to come.
#[derive(Resource, Debug, Default)]
struct Waiting(VecDeque<PointerInput>);

impl Waiting {
    /// What picking sees rightly in one frame: a press is the last of it, as
    /// it counts for where the frame ends, and no move comes before a release,
    /// which counts for where the frame began.
    fn next_frame(&mut self) -> Vec<PointerInput> {
        let mut seen = Vec::new();
        let mut moved = false;
        while let Some(input) = self.0.pop_front() {
            match input.action {
                PointerAction::Press(_) => {
                    seen.push(input);
                    break;
                }
                PointerAction::Release(_) if moved => {
                    self.0.push_front(input);
                    break;
                }
                PointerAction::Move { .. } => moved = true,
                _ => {}
            }
            seen.push(input);
        }
        seen
    }
}

/// Hands picking what it can see in this frame, and asks for another one for
/// the rest.
fn hand_out(
    mut inputs: ResMut<Messages<PointerInput>>,
    mut cursor: Local<MessageCursor<PointerInput>>,
    mut waiting: ResMut<Waiting>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if inputs.is_empty() && waiting.0.is_empty() {
        return;
    }
    waiting.0.extend(cursor.read(&inputs).cloned());
    // What the last frame left here was read in it.
    inputs.clear();
    inputs.write_batch(waiting.next_frame());
    cursor.clear(&inputs);
    if !waiting.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Takes the pointer off everything when it leaves the window: picking keeps
/// it where it was seen last.
fn take_pointer_off(
    mut left: MessageReader<CursorLeft>,
    mut gone: Local<bool>,
    waiting: Res<Waiting>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut pointers: Query<(&PointerId, &mut PointerLocation)>,
) {
    *gone |= left.read().count() > 0;
    // Who has come back between two frames has not left.
    *gone &= window.cursor_position().is_none();
    if !*gone || !waiting.0.is_empty() {
        return;
    }
    *gone = false;
    for (id, mut location) in &mut pointers {
        if id.is_mouse() {
            location.location = None;
        }
    }
}

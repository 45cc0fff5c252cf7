//! Writes a line to standard output for each frame: how long the parts of the
//! main schedule took. A script checks with it that no frame waits for a search.

use std::io::{self, Write};
use std::time::Instant;

use bevy::prelude::*;
use bevy_tweening::AnimationSystem;
use serde::Serialize;

use crate::app::computer::thinking::Thinking;
use crate::app::frame::FrameSystems;
use crate::app::play::saving::wait_until_safe;

/// The moments of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Start,
    Input,
    Turn,
    Show,
    Tweens,
    Settle,
    End,
}

/// The times of these moments in this frame.
#[derive(Resource, Default)]
struct Marks {
    at: [Option<Instant>; 7],
    searching: bool,
}

/// How long the parts of a frame took, in milliseconds.
#[derive(Serialize)]
struct Line {
    /// From the first schedule to the last, without rendering.
    frame: f64,
    input: f64,
    turn: f64,
    show: f64,
    tweens: f64,
    settle: f64,
    /// Everything after [`Update`], with the wait for the save.
    rest: f64,
    /// Whether a search was running at the start or the end of the frame.
    searching: bool,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Marks>();
    app.add_systems(First, (write, mark(Mark::Start)).chain())
        .add_systems(
            Update,
            (
                mark(Mark::Input)
                    .after(FrameSystems::Input)
                    .before(FrameSystems::Turn),
                mark(Mark::Turn)
                    .after(FrameSystems::Turn)
                    .before(FrameSystems::Show),
                mark(Mark::Show)
                    .after(FrameSystems::Show)
                    .before(AnimationSystem::AnimationUpdate),
                mark(Mark::Tweens)
                    .after(AnimationSystem::AnimationUpdate)
                    .before(FrameSystems::Settle),
                mark(Mark::Settle).after(FrameSystems::Settle),
            ),
        )
        .add_systems(Last, mark(Mark::End).after(wait_until_safe));
}

fn mark(mark: Mark) -> impl FnMut(ResMut<Marks>, Res<Thinking>) {
    move |mut marks, thinking| {
        marks.at[mark as usize] = Some(Instant::now());
        marks.searching |= thinking.is_searching();
    }
}

/// Writes the line of the last frame.
fn write(mut marks: ResMut<Marks>) {
    let Marks { at, searching } = std::mem::take(&mut *marks);
    let took = |from: Mark, to: Mark| match (at[from as usize], at[to as usize]) {
        (Some(from), Some(to)) => to.saturating_duration_since(from).as_secs_f64() * 1000.0,
        _ => 0.0,
    };
    let line = Line {
        frame: took(Mark::Start, Mark::End),
        input: took(Mark::Start, Mark::Input),
        turn: took(Mark::Input, Mark::Turn),
        show: took(Mark::Turn, Mark::Show),
        tweens: took(Mark::Show, Mark::Tweens),
        settle: took(Mark::Tweens, Mark::Settle),
        rest: took(Mark::Settle, Mark::End),
        searching,
    };
    if let Ok(line) = serde_json::to_string(&line) {
        // The game goes on if nobody reads the output any more.
        let _ = writeln!(io::stdout(), "{line}");
    }
}

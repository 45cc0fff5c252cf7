//! A line on standard output for each frame, with what the main schedule took:
//! for the script that sees to it that no frame waits for a search.

use std::io::{self, Write};
use std::time::Instant;

use bevy::prelude::*;
use bevy_tweening::AnimationSystem;
use serde::Serialize;

use crate::app::computer::thinking::Thinking;
use crate::app::frame::FrameSystems;
use crate::app::play::saving::wait_until_safe;

/// The moments of a frame, in their order.
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

/// When the moments of this frame were.
#[derive(Resource, Default)]
struct Marks {
    at: [Option<Instant>; 7],
    searching: bool,
}

/// What a frame took, in milliseconds.
#[derive(Serialize)]
struct Line {
    /// From the first schedule to the last; drawing comes after.
    frame: f64,
    input: f64,
    turn: f64,
    show: f64,
    tweens: f64,
    settle: f64,
    /// What comes after [`Update`], with the wait for the save.
    rest: f64,
    /// Whether a search was under way when it began or when it ended.
    searching: bool,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Marks>();
    app.add_systems(First, (tell, mark(Mark::Start)).chain())
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

/// Writes what the last frame took.
fn tell(mut marks: ResMut<Marks>) {
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
        // A reader that went away is no reason to stop playing.
        let _ = writeln!(io::stdout(), "{line}");
    }
}

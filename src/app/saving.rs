//! Hands every change of the game to the writer of saves.

use std::time::Duration;

use bevy::prelude::*;

use super::FrameSystems;
use super::messages::Notice;
use super::turn::{BestScore, CurrentGame};
use crate::save::{SaveWriter, Saved};

/// The writer; none while playing without saving.
#[derive(Resource, Default)]
pub struct Saving(pub Option<SaveWriter>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saving>()
        .add_systems(
            Update,
            (
                save.in_set(FrameSystems::Show),
                tell_failures.in_set(FrameSystems::Settle),
            ),
        )
        .add_systems(Last, wait_until_safe);
}

fn save(saving: Res<Saving>, current: Res<CurrentGame>, best: Res<BestScore>) {
    if let Some(writer) = &saving.0
        && (current.is_changed() || best.is_changed())
    {
        writer.submit(
            *current.rules(),
            Saved {
                serial: 0,
                best: best.own,
                helped_best: best.helped,
                game: current.record(),
            },
        );
    }
}

/// The longest that a frame waits for a turn to be safe from the program's end.
/// It takes a fraction of a millisecond, since no disk is waited for, and more
/// only where other programs leave the thread no processor.
const PATIENCE: Duration = Duration::from_millis(100);

/// Lets no turn be seen that the end of the program could still lose.
pub(super) fn wait_until_safe(saving: Res<Saving>) {
    if let Some(writer) = &saving.0 {
        writer.wait_until_noted(PATIENCE);
    }
}

/// Says once that saves fail, and once that they work again.
fn tell_failures(
    saving: Res<Saving>,
    mut failing: Local<bool>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(writer) = &saving.0 else { return };
    for result in writer.results() {
        match (result, *failing) {
            (Err(error), false) => {
                notices.write(Notice(format!(
                    "{}; play goes on, and saving is tried again each turn.",
                    sentence_start(&error.to_string())
                )));
                *failing = true;
            }
            (Ok(()), true) => {
                notices.write(Notice("The game is being saved again.".to_owned()));
                *failing = false;
            }
            (Ok(()), false) | (Err(_), true) => {}
        }
    }
}

/// The same words with a capital at the front.
pub(super) fn sentence_start(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

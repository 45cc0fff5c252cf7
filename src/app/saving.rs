//! Hands every change of the game to the writer of saves.

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
        .add_systems(Update, (save, tell_failures).in_set(FrameSystems::Settle));
}

fn save(saving: Res<Saving>, current: Res<CurrentGame>, best: Res<BestScore>) {
    if let Some(writer) = &saving.0
        && (current.is_changed() || best.is_changed())
    {
        writer.submit(
            *current.rules(),
            Saved {
                serial: 0,
                best: best.points(),
                game: current.record(),
            },
        );
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

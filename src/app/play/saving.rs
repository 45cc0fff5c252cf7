//! Hands every change of the game to the writer of saves.

use std::time::{Duration, Instant};

use bevy::{prelude::*, winit::EventLoopProxyWrapper};

use super::best::BestScore;
use super::turn::CurrentGame;
use crate::app::frame::FrameSystems;
use crate::app::messages::Notice;
use crate::app::wake::Alarm;
use crate::save::{SaveWriter, Saved};

/// The writer; none while playing without saving.
#[derive(Resource, Default)]
pub struct Saving(pub Option<SaveWriter>);

/// How long after a save the window is woken for the disk's word on it, which
/// most often comes before the turn has come to rest.
const WORD_DUE: Duration = Duration::from_secs(1);

/// Wakes the window for the word on a save, which may come while it sleeps.
#[derive(Resource, Default)]
struct Watch {
    /// When to look, while a save is without an answer.
    due: Option<Instant>,
    alarm: Alarm,
}

impl Watch {
    /// A save was handed over; returns when to look for the word on it.
    fn begin(&mut self, now: Instant) -> Instant {
        let due = now + WORD_DUE;
        self.due = Some(due);
        due
    }

    /// Takes note of whether there was a word; returns when to look again, if
    /// it was due and did not come.
    fn look(&mut self, answered: bool, now: Instant) -> Option<Instant> {
        if answered {
            self.due = None;
        }
        let late = self.due.is_some_and(|due| due <= now);
        late.then(|| self.begin(now))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saving>()
        .init_resource::<Watch>()
        .add_systems(
            Update,
            (
                save.in_set(FrameSystems::Show),
                tell_failures.in_set(FrameSystems::Settle),
            ),
        )
        .add_systems(Last, wait_until_safe);
}

fn save(
    saving: Res<Saving>,
    current: Res<CurrentGame>,
    best: Res<BestScore>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut watch: ResMut<Watch>,
) {
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
        let due = watch.begin(Instant::now());
        watch.alarm.set(due, proxy.as_deref());
    }
}

/// The longest that a frame waits for a turn to be safe from the program's end.
/// It takes a fraction of a millisecond, since no disk is waited for, and more
/// only where other programs leave the thread no processor.
const PATIENCE: Duration = Duration::from_millis(100);

/// Lets no turn be seen that the end of the program could still lose.
pub(in crate::app) fn wait_until_safe(saving: Res<Saving>) {
    if let Some(writer) = &saving.0 {
        writer.wait_until_noted(PATIENCE);
    }
}

/// Says once that saves fail, and once that they work again.
fn tell_failures(
    saving: Res<Saving>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut watch: ResMut<Watch>,
    mut failing: Local<bool>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(writer) = &saving.0 else { return };
    let results = writer.results();
    if let Some(due) = watch.look(!results.is_empty(), Instant::now()) {
        watch.alarm.set(due, proxy.as_deref());
    }
    for result in results {
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
pub(in crate::app) fn sentence_start(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_on_a_save_is_looked_for_until_it_comes() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut watch = Watch::default();
        assert_eq!(watch.look(false, at(5000)), None, "nothing was saved");
        assert_eq!(watch.begin(start), at(1000));
        assert_eq!(watch.look(false, at(999)), None);
        assert_eq!(watch.look(false, at(1001)), Some(at(2001)));
        assert_eq!(watch.look(false, at(1500)), None);
        assert_eq!(watch.look(false, at(2001)), Some(at(3001)));
        assert_eq!(watch.look(true, at(3001)), None);
        assert_eq!(watch.look(false, at(9000)), None, "it has come");
    }
}

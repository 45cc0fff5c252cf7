//! Hands every change of the game to the writer of saves, and keeps track of
//! whether saving works.

use std::io;
use std::time::{Duration, Instant};

use bevy::{prelude::*, winit::EventLoopProxyWrapper};

use super::best::BestScore;
use super::turn::CurrentGame;
use crate::app::frame::FrameSystems;
use crate::app::messages::Notice;
use crate::app::wake::Alarm;
use crate::save::{SaveError, SaveWriter, Saved};

/// The writer of saves; `None` while playing without saving.
#[derive(Resource, Default)]
pub struct Saving(pub Option<SaveWriter>);

/// Why the game is not being saved, for as long as it is not; `None` while
/// saving works.
///
/// The reason is a few words that follow "Not saving: ".
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotSaved(pub Option<&'static str>);

impl NotSaved {
    /// The short form of an error.
    #[must_use]
    pub fn because(error: &SaveError) -> Self {
        Self(Some(match error {
            SaveError::NoFolder => "no folder for games",
            SaveError::Locked { .. } => "another copy runs",
            SaveError::Newer { .. } => "the save is newer",
            SaveError::Folder { source, .. } => cause(source).unwrap_or("the folder is unusable"),
            SaveError::Write { source, .. } => cause(source).unwrap_or("the last save failed"),
            SaveError::Encode(_) => "the last save failed",
        }))
    }
}

/// What the system complains about, where a player can do something about it.
fn cause(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some("the disk is full"),
        io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
            Some("the folder is read-only")
        }
        _ => None,
    }
}

/// How long after a save the window is woken to look for its result, which
/// usually arrives while the turn is still being animated.
const RESULT_DUE: Duration = Duration::from_secs(1);

/// How long after a failed save it is tried again, if no turn is played.
const RETRY: Duration = Duration::from_secs(10);

/// Wakes the sleeping window for the result of a save, and to try again after
/// a failure.
#[derive(Resource, Default)]
struct Watch {
    /// When to look for the result, while a save has none.
    due: Option<Instant>,
    /// When to try again, while saving fails.
    retry: Option<Instant>,
    alarm: Alarm,
}

impl Watch {
    /// A save was handed over; returns when to look for its result.
    fn begin(&mut self, now: Instant) -> Instant {
        let due = now + RESULT_DUE;
        self.due = Some(due);
        self.retry = None;
        due
    }

    /// Notes whether a result has arrived. Returns when to look again, if it
    /// is overdue.
    fn look(&mut self, arrived: bool, now: Instant) -> Option<Instant> {
        if arrived {
            self.due = None;
        }
        let overdue = self.due.is_some_and(|due| due <= now);
        overdue.then(|| {
            let due = now + RESULT_DUE;
            self.due = Some(due);
            due
        })
    }

    /// The last save failed; returns when to try again.
    fn fail(&mut self, now: Instant) -> Instant {
        *self.retry.insert(now + RETRY)
    }

    /// Whether it is time to try again.
    fn retries(&self, now: Instant) -> bool {
        self.retry.is_some_and(|retry| retry <= now)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saving>()
        .init_resource::<NotSaved>()
        .init_resource::<Watch>()
        .add_systems(
            Update,
            (
                save.in_set(FrameSystems::Show),
                read_results.in_set(FrameSystems::Settle),
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
    let Some(writer) = &saving.0 else { return };
    let now = Instant::now();
    if current.is_changed() || best.is_changed() || watch.retries(now) {
        writer.submit(
            *current.rules(),
            Saved {
                serial: 0,
                best: best.own,
                helped_best: best.helped,
                game: current.record(),
            },
        );
        let due = watch.begin(now);
        watch.alarm.set(due, proxy.as_deref());
    }
}

/// The longest that a frame waits until the end of the program can no longer
/// lose its turn.
///
/// The wait is usually a fraction of a millisecond, since the file is written
/// but not synced. It is longer only while other programs leave the writer no
/// processor.
const PATIENCE: Duration = Duration::from_millis(100);

/// Shows no turn that the end of the program could still lose.
pub(in crate::app) fn wait_until_safe(saving: Res<Saving>) {
    if let Some(writer) = &saving.0 {
        writer.wait_until_noted(PATIENCE);
    }
}

/// Says once that saves fail, and once that they work again; in between,
/// [`NotSaved`] has the reason.
fn read_results(
    saving: Res<Saving>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut watch: ResMut<Watch>,
    mut not_saved: ResMut<NotSaved>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(writer) = &saving.0 else { return };
    let now = Instant::now();
    let results = writer.results();
    if let Some(due) = watch.look(!results.is_empty(), now) {
        watch.alarm.set(due, proxy.as_deref());
    }
    for result in results {
        let failed = not_saved.0.is_some();
        match &result {
            Err(error) if !failed => {
                notices.write(Notice(format!(
                    "{}; play goes on, and saving is tried again.",
                    sentence_start(&error.to_string())
                )));
            }
            Ok(()) if failed => {
                notices.write(Notice("The game is being saved again.".to_owned()));
            }
            _ => {}
        }
        match &result {
            Ok(()) => {
                not_saved.set_if_neq(NotSaved(None));
                watch.retry = None;
            }
            Err(error) => {
                not_saved.set_if_neq(NotSaved::because(error));
                let retry = watch.fail(now);
                watch.alarm.set(retry, proxy.as_deref());
            }
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
    fn the_result_of_a_save_is_looked_for_until_it_arrives() {
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
        assert_eq!(watch.look(false, at(9000)), None, "it has arrived");
    }

    #[test]
    fn a_failed_save_is_tried_again_unless_a_turn_does_so_before() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::default();
        assert!(!watch.retries(at(60)));
        watch.begin(start);
        assert_eq!(watch.fail(at(1)), at(11));
        assert!(!watch.retries(at(10)));
        assert!(watch.retries(at(11)));
        watch.begin(at(11));
        assert!(!watch.retries(at(60)), "its result is not known yet");
    }

    #[test]
    fn what_a_player_can_do_something_about_is_named() {
        let path = std::path::PathBuf::from("games");
        for (kind, words) in [
            (io::ErrorKind::StorageFull, "the disk is full"),
            (io::ErrorKind::PermissionDenied, "the folder is read-only"),
            (io::ErrorKind::TimedOut, "the last save failed"),
        ] {
            let error = SaveError::Write {
                path: path.clone(),
                source: kind.into(),
            };
            assert_eq!(NotSaved::because(&error), NotSaved(Some(words)));
        }
        let locked = SaveError::Locked { path };
        let words = "another copy runs";
        assert_eq!(NotSaved::because(&locked), NotSaved(Some(words)));
    }
}

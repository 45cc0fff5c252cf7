//! The thoughts of the computer player: one search at a time, on the task pool.
//!
//! A search is begun as soon as a hint or autoplay wants to know of a board, and
//! is stopped by whatever changes the board, the player or its time. Its answer
//! comes through a channel, and wakes the window where that sleeps. The player
//! with its memory is made and kept by the tasks themselves, so that neither
//! making it nor waiting for it costs the main thread anything.

mod mind;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::{prelude::*, tasks::AsyncComputeTaskPool, winit::EventLoopProxyWrapper};

use self::mind::{Mind, Question};
use super::FrameSystems;
use super::input::Devices;
use super::messages::{BoardReplaced, TurnPlayed};
use super::power::Wake;
use super::screen::Screen;
use super::settings::{Computer, Preferences};
use super::turn::{CurrentGame, Help};
use crate::game::Outcome;
use crate::solver::{Budget, Thought};

/// What the computer player thinks of the board as it lies.
#[derive(Resource, Default)]
pub struct Thinking {
    mind: Arc<Mutex<Mind>>,
    state: Stage,
}

/// How far the thinking about this board has come.
#[derive(Default)]
enum Stage {
    #[default]
    NotAsked,
    Searching(Search),
    Done(Thought),
    /// The player had nothing to say, which asking again would not change.
    Mute,
}

/// A running search, which ends soon after this is dropped.
struct Search {
    stop: Arc<AtomicBool>,
    /// In a mutex only to be shared between threads; it is never contended.
    answer: Mutex<Receiver<Option<Thought>>>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The other end of a search; the fields are dropped in their order, so that
/// who is woken finds the answer, or finds that there will be none.
struct Reply {
    answer: Sender<Option<Thought>>,
    _wake: Wake,
}

impl Thinking {
    /// What has been found out about the board as it lies.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        match &self.state {
            Stage::Done(thought) => Some(thought),
            _ => None,
        }
    }

    /// Whether a search is under way.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        matches!(self.state, Stage::Searching(_))
    }

    /// Starts a search on the task pool.
    fn ask(&mut self, question: Question, wake: Wake) {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        self.state = Stage::Searching(Search {
            stop: Arc::clone(&stop),
            answer: Mutex::new(receiver),
        });
        let mind = Arc::clone(&self.mind);
        let reply = Reply {
            answer: sender,
            _wake: wake,
        };
        let task = async move { think(&mind, &question, &stop, &reply) };
        AsyncComputeTaskPool::get().spawn(task).detach();
    }
}

/// What a task does. Where another one has not noticed yet that it was stopped,
/// it waits for it, a fraction of a millisecond.
fn think(mind: &Mutex<Mind>, question: &Question, stop: &AtomicBool, reply: &Reply) {
    let mut mind = mind.lock().unwrap_or_else(|poisoned| {
        // A player that panicked is not to be trusted with another board.
        let mut mind = poisoned.into_inner();
        *mind = Mind::default();
        mind
    });
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let thought = mind.think(question, stop);
    // Nobody waits for a thought about a board that is gone.
    let _ = reply.answer.send(thought);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Thinking>()
        .configure_sets(
            Update,
            Advising
                .after(Devices)
                .in_set(FrameSystems::Input)
                .ambiguous_with(Advising),
        )
        .add_systems(
            Update,
            (
                receive.before(Advising).in_set(FrameSystems::Input),
                ask.in_set(Asking).in_set(FrameSystems::Show),
            ),
        );
}

/// When thoughts become requests: after those of the player, who comes first.
/// Their order among each other is of no account.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Advising;

/// When thoughts about what is no more are dropped, and new searches begun.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asking;

/// Takes in the answer of the search, if there is one.
fn receive(mut thinking: ResMut<Thinking>) {
    let Stage::Searching(search) = &mut thinking.bypass_change_detection().state else {
        return;
    };
    let answer = search
        .answer
        .get_mut()
        .unwrap_or_else(PoisonError::into_inner)
        .try_recv();
    thinking.state = match answer {
        Err(TryRecvError::Empty) => return,
        Ok(Some(thought)) => Stage::Done(thought),
        Ok(None) | Err(TryRecvError::Disconnected) => Stage::Mute,
    };
}

/// Drops what was thought of another board or by another player, and begins a
/// search where one is wanted.
fn ask(
    mut turns: MessageReader<TurnPlayed>,
    mut boards: MessageReader<BoardReplaced>,
    current: Res<CurrentGame>,
    help: Res<Help>,
    preferences: Res<Preferences>,
    screen: Res<State<Screen>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut asked_of: Local<Option<(Computer, Duration)>>,
    mut thinking: ResMut<Thinking>,
) {
    let player = (preferences.computer, preferences.thinking_time());
    let outdated = turns.read().count() + boards.read().count() > 0 || *asked_of != Some(player);
    *asked_of = Some(player);
    if outdated && !matches!(thinking.state, Stage::NotAsked) {
        thinking.state = Stage::NotAsked;
    }
    let goes_on = matches!(current.outcome(), Outcome::Playing | Outcome::KeptPlaying);
    let wanted = (help.hint || help.autoplay) && *screen.get() == Screen::Playing && goes_on;
    if wanted && matches!(thinking.state, Stage::NotAsked) {
        let question = Question {
            board: *current.board(),
            four_chance: current.rules().four_chance(),
            seed: current.seed(),
            computer: preferences.computer,
            budget: Budget {
                time: Some(preferences.thinking_time()),
                ..Budget::default()
            },
        };
        thinking.ask(question, Wake::new(proxy.as_deref()));
    } else if !wanted && thinking.is_searching() {
        thinking.state = Stage::NotAsked;
    }
}

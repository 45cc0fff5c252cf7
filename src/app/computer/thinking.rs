//! The searches of the computer player: one at a time, on the task pool.
//!
//! A search starts when a hint or autoplay needs a move for the board, and stops
//! when the board, the player or its time changes. The result comes through a
//! channel and wakes a sleeping window. The tasks create and keep the player,
//! so the main thread neither creates it nor waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::{prelude::*, tasks::AsyncComputeTaskPool, winit::EventLoopProxyWrapper};

use super::mind::{Mind, SearchRequest};
use crate::app::failure::attempt;
use crate::app::frame::{FrameSystems, InputSystems};
use crate::app::messages::{BoardReplaced, Notice, Request, TurnPlayed};
use crate::app::play::{help::ActiveHelp, turn::CurrentGame};
use crate::app::screen::Screen;
use crate::app::settings::{Computer, Preferences};
use crate::app::wake::Wake;
use crate::game::Outcome;
use crate::solver::{Budget, Thought};

/// What the computer player has found out about the current board.
#[derive(Resource, Default)]
pub struct Thinking {
    mind: Arc<Mutex<Mind>>,
    state: Progress,
}

/// The progress of the search for the current board.
#[derive(Default)]
enum Progress {
    #[default]
    NotAsked,
    Searching(Search),
    Done(Thought),
}

/// The result of a search that was not stopped, or why it failed.
type SearchResult = Result<Thought, String>;

/// A running search, which stops soon after this is dropped.
struct Search {
    stop: Arc<AtomicBool>,
    /// The mutex only makes it shareable between threads; it is never contended.
    answer: Mutex<Receiver<SearchResult>>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The task's end of a search. Its fields are dropped in order, so the window
/// wakes after the result was sent or the channel was closed.
struct Reply {
    answer: Sender<SearchResult>,
    _wake: Wake,
}

impl Thinking {
    /// The result for the current board, if the search is done.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        match &self.state {
            Progress::Done(thought) => Some(thought),
            _ => None,
        }
    }

    /// Whether a search is running.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        matches!(self.state, Progress::Searching(_))
    }

    /// Starts a search on the task pool.
    fn ask(&mut self, question: SearchRequest, wake: Wake) {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        self.state = Progress::Searching(Search {
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

/// Runs in a task. If an earlier task has not noticed yet that it was stopped,
/// this waits for it, a fraction of a millisecond.
fn think(mind: &Mutex<Mind>, question: &SearchRequest, stop: &AtomicBool, reply: &Reply) {
    let mut mind = mind.lock().unwrap_or_else(PoisonError::into_inner);
    if stop.load(Ordering::Relaxed) {
        return;
    }
    // Autoplay would request an impossible move again and again.
    let moves = |thought: &Thought| {
        thought
            .best
            .is_some_and(|best| question.board.can_slide(best))
    };
    let answer = match attempt(|| mind.think(question, stop)) {
        Ok(Some(thought)) if moves(&thought) => Ok(thought),
        Ok(_) if stop.load(Ordering::Relaxed) => return,
        Ok(_) => Err("it has no move".to_owned()),
        Err(words) => {
            // A player that panicked may be left in a broken state.
            *mind = Mind::default();
            Err(words)
        }
    };
    // Nobody waits for a result about a board that is gone.
    let _ = reply.answer.send(answer);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Thinking>().add_systems(
        Update,
        (
            receive.in_set(InputSystems::Receive),
            ask.in_set(Asking).in_set(FrameSystems::Show),
        ),
    );
}

/// When outdated results are dropped and new searches start.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct Asking;

/// Receives the result of the search, if there is one. After a failure, help
/// stays off until the player asks for it again.
fn receive(
    mut thinking: ResMut<Thinking>,
    mut requests: MessageWriter<Request>,
    mut notices: MessageWriter<Notice>,
) {
    let Progress::Searching(search) = &mut thinking.bypass_change_detection().state else {
        return;
    };
    let answer = search
        .answer
        .get_mut()
        .unwrap_or_else(PoisonError::into_inner)
        .try_recv();
    let words = match answer {
        Err(TryRecvError::Empty) => return,
        Ok(Ok(thought)) => {
            thinking.state = Progress::Done(thought);
            return;
        }
        Ok(Err(words)) => words,
        Err(TryRecvError::Disconnected) => "it gave no answer".to_owned(),
    };
    thinking.state = Progress::NotAsked;
    requests.write(Request::EndHelp);
    notices.write(Notice(format!(
        "The computer player failed on this board ({words}); your game goes on."
    )));
}

/// Drops the result for another board or by another player, and starts a search
/// if one is needed.
fn ask(
    mut turns: MessageReader<TurnPlayed>,
    mut boards: MessageReader<BoardReplaced>,
    current: Res<CurrentGame>,
    help: Res<ActiveHelp>,
    preferences: Res<Preferences>,
    screen: Res<State<Screen>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut asked_of: Local<Option<(Computer, Duration)>>,
    mut thinking: ResMut<Thinking>,
) {
    let player = (preferences.computer, preferences.thinking_time());
    let outdated = turns.read().count() + boards.read().count() > 0 || *asked_of != Some(player);
    *asked_of = Some(player);
    if outdated && !matches!(thinking.state, Progress::NotAsked) {
        thinking.state = Progress::NotAsked;
    }
    let goes_on = matches!(current.outcome(), Outcome::Playing | Outcome::KeptPlaying);
    let wanted = (help.hint || help.autoplay) && *screen.get() == Screen::Playing && goes_on;
    if wanted && matches!(thinking.state, Progress::NotAsked) {
        let question = SearchRequest {
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
        thinking.state = Progress::NotAsked;
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::app::computer::mind::tests::Stub;
    use crate::app::messages::Help;
    use crate::app::play::{
        PlayPlugin,
        best::BestScore,
        shelf::{GameSource, Start},
    };
    use crate::app::view::theme::Theme;
    use crate::app::{frame, messages, screen, settings};
    use crate::game::{Board, Direction, Game, Rules};

    /// The turns and the thoughts of the app, whose greedy player is a stub.
    fn app(stub: Stub) -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .configure_sets(
                Update,
                (FrameSystems::Input, FrameSystems::Turn, FrameSystems::Show).chain(),
            )
            .init_resource::<Theme>();
        let rows = [[2, 4, 2, 0], [4, 0, 0, 0], [0; 4], [0; 4]].map(|row| row.to_vec());
        let board = Board::from_faces(&rows).expect("the rows are a board");
        let start = Start {
            game: Game::from_board(Rules::default(), board, 1).expect("the sizes agree"),
            best: BestScore::default(),
            notices: Vec::new(),
        };
        let source: GameSource = Arc::new(|rules| Start::new_game(rules, 1));
        app.add_plugins(PlayPlugin {
            start,
            source,
            seed: 1,
        })
        .add_plugins((
            frame::FramePlugin,
            messages::plugin,
            screen::plugin,
            settings::plugin,
            plugin,
        ));
        let mind = Mind::with(stub, app.world().resource::<CurrentGame>());
        app.insert_resource(Thinking {
            mind: Arc::new(Mutex::new(mind)),
            state: Progress::NotAsked,
        });
        app.world_mut().resource_mut::<Preferences>().computer = Computer::Greedy;
        app.update();
        app
    }

    fn ask_for(app: &mut App, request: Request) {
        app.world_mut().write_message(request);
        app.update();
        let start = Instant::now();
        while app.world().resource::<Thinking>().is_searching() {
            let waited = start.elapsed();
            assert!(waited < Duration::from_mins(1), "no answer to {request:?}");
            thread::yield_now();
            app.update();
        }
    }

    #[test]
    fn a_player_that_fails_ends_the_help_with_a_notice_and_may_be_asked_again() {
        for (stub, words) in [
            (Stub::Panics, "a stub"),
            (Stub::IsMute, "no move"),
            (Stub::IsWrong, "no move"),
        ] {
            for request in [Request::Help(Help::Hint), Request::Help(Help::Autoplay)] {
                let mut app = app(stub);
                let mut notices = app
                    .world()
                    .resource::<Messages<Notice>>()
                    .get_cursor_current();
                ask_for(&mut app, request);
                assert_eq!(*app.world().resource::<ActiveHelp>(), ActiveHelp::default());
                let told: Vec<_> = notices
                    .read(app.world().resource::<Messages<Notice>>())
                    .map(|notice| notice.0.clone())
                    .collect();
                let [told] = &told[..] else {
                    panic!("{stub:?} is told of as {told:?}")
                };
                assert!(told.contains(words), "{told}");
                // The game goes on, and a player that panicked was replaced.
                let way = Direction::ALL
                    .into_iter()
                    .find(|&way| app.world().resource::<CurrentGame>().board().can_slide(way))
                    .expect("the game has just begun");
                ask_for(&mut app, Request::Move(way));
                assert_eq!(app.world().resource::<CurrentGame>().moves(), 1);
                ask_for(&mut app, request);
                let has_thought = app.world().resource::<Thinking>().thought().is_some();
                assert_eq!(has_thought, stub == Stub::Panics);
            }
        }
    }
}

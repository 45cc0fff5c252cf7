//! The game being played, and the only system that changes it.
//!
//! A request changes [`CurrentGame`] at once and completely. Animations follow
//! the facts that are written here; nothing waits for them.

use bevy::{ecs::system::SystemParam, prelude::*};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::best::BestScore;
use super::dialog::{Dialog, Dialogs, FreshOutcome};
use super::help::{ActiveHelp, HelpAgreed, TookOver, ends_autoplay};
use super::shelf::{Shelf, Start};
use crate::app::frame::FrameSystems;
use crate::app::messages::{
    BoardReplaced, FocusSteered, Help, Notice, Replacement, Request, TileMerged, TileMoved,
    TileSpawned, TurnPlayed,
};
use crate::app::screen::Screen;
use crate::game::{Direction, Game, Outcome, Rules, Turn};

/// The moves after which a game is worth keeping: the player is asked before it
/// is discarded, and before it becomes a helped game.
const WORTH_KEEPING: u64 = 10;

/// The game being played: board, dice, score, history.
///
/// Any system may read it. Only this module changes it.
#[derive(Resource, Clone, Debug, Deref)]
pub struct CurrentGame(Game);

/// Seeds of new games.
#[derive(Resource)]
struct Seeds(ChaCha8Rng);

pub(super) fn set_up(app: &mut App, start: &Start, seed: u64) {
    app.insert_resource(CurrentGame(start.game.clone()))
        .insert_resource(Seeds(ChaCha8Rng::seed_from_u64(seed)))
        .add_systems(Startup, announce(start.notices.clone()))
        .add_systems(Update, take_requests.in_set(FrameSystems::Turn));
}

/// Tells the views about the first board, and the player about what happened
/// when it was loaded.
fn announce(
    notices: Vec<String>,
) -> impl FnMut(Res<CurrentGame>, MessageWriter<BoardReplaced>, MessageWriter<Notice>) {
    move |current, mut replaced, mut written| {
        replaced.write(BoardReplaced {
            board: *current.board(),
            cause: Replacement::Resumed,
        });
        written.write_batch(notices.iter().cloned().map(Notice));
    }
}

/// The messages that a turn becomes.
#[derive(SystemParam)]
struct Facts<'w> {
    moved: MessageWriter<'w, TileMoved>,
    merged: MessageWriter<'w, TileMerged>,
    spawned: MessageWriter<'w, TileSpawned>,
    played: MessageWriter<'w, TurnPlayed>,
    replaced: MessageWriter<'w, BoardReplaced>,
    steered: MessageWriter<'w, FocusSteered>,
    notices: MessageWriter<'w, Notice>,
}

impl Facts<'_> {
    fn turn(&mut self, serial: u64, turn: &Turn) {
        let slide = &turn.slide;
        self.moved.write_batch(
            slide
                .motions
                .iter()
                .map(|&motion| TileMoved { serial, motion }),
        );
        self.merged
            .write_batch(slide.merges.iter().map(|merge| TileMerged {
                serial,
                cell: merge.cell,
                tile: merge.tile,
            }));
        let spawn = turn.spawn;
        self.spawned.write(TileSpawned {
            serial,
            cell: spawn.cell,
            tile: spawn.tile,
        });
        self.played.write(TurnPlayed {
            serial,
            direction: turn.direction,
            gain: u64::try_from(slide.gain).unwrap_or(u64::MAX),
            largest_merge: slide.merges.iter().map(|merge| merge.tile).max(),
            outcome: turn.outcome,
        });
    }

    fn replaced(&mut self, game: &Game, cause: Replacement) {
        self.replaced.write(BoardReplaced {
            board: *game.board(),
            cause,
        });
    }
}

/// Everything that a request may change.
#[derive(SystemParam)]
struct Session<'w> {
    current: ResMut<'w, CurrentGame>,
    best: ResMut<'w, BestScore>,
    help: ResMut<'w, ActiveHelp>,
    agreed: ResMut<'w, HelpAgreed>,
    took_over: ResMut<'w, TookOver>,
    dialogs: ResMut<'w, Dialogs>,
    fresh: ResMut<'w, FreshOutcome>,
    shelf: ResMut<'w, Shelf>,
    seeds: ResMut<'w, Seeds>,
    facts: Facts<'w>,
}

/// Takes the requests in their order, then goes to the screen that follows from
/// them.
fn take_requests(
    mut requests: MessageReader<Request>,
    mut session: Session,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut serial: Local<u64>,
) {
    for &request in requests.read() {
        session.take(request, &mut serial);
    }
    let wanted = session.screen();
    if *screen.get() != wanted {
        next.set(wanted);
    }
}

impl Session<'_> {
    /// What the player sees now.
    fn screen(&self) -> Screen {
        self.dialogs.screen(self.current.outcome())
    }

    fn take(&mut self, request: Request, serial: &mut u64) {
        let autoplay = self.help.autoplay;
        if autoplay && ends_autoplay(request) {
            self.help.autoplay = false;
        }
        match request {
            Request::Move(_) => self.took_over.0 = autoplay,
            Request::MoveOn(_) => self.took_over.0 |= autoplay,
            _ => {}
        }
        match (request, self.screen()) {
            // A player who takes over from the computer cannot know the board
            // that its last move left.
            (Request::Move(_) | Request::MoveOn(_), Screen::Playing) if self.took_over.0 => {}
            (Request::Move(direction) | Request::MoveOn(direction), Screen::Playing) => {
                self.play(direction, serial);
            }
            (Request::Move(direction) | Request::MoveOn(direction), _) => {
                self.facts.steered.write(FocusSteered(direction));
            }
            (Request::Play(direction), Screen::Playing) if autoplay => {
                self.play_for_player(direction, serial);
            }
            (Request::Help(Help::Autoplay), _) if autoplay => {}
            (Request::Help(help @ Help::Hint), Screen::Playing)
            | (Request::Help(help @ Help::Autoplay), Screen::Playing | Screen::Won) => {
                self.ask_for_help(help);
            }
            (Request::HelpConfirmed, Screen::ConfirmHelp) => self.confirm_help(),
            (Request::Hinted(board), Screen::Playing)
                if self.help.hint && board == *self.current.board() =>
            {
                self.mark_helped();
            }
            (Request::EndHelp, _) => *self.help = ActiveHelp::default(),
            (Request::Undo, Screen::Playing | Screen::Won | Screen::Over) => {
                self.travel(Game::can_undo, Game::undo);
            }
            (Request::Redo, Screen::Playing | Screen::Won | Screen::Over) => {
                self.travel(Game::can_redo, Game::redo);
            }
            (Request::KeepGoing | Request::Close, Screen::Won) => self.keep_going(),
            (Request::Restart, Screen::Playing | Screen::Won) if self.is_worth_keeping() => {
                self.open(Dialog::ConfirmRestart);
            }
            (Request::Restart, Screen::Playing | Screen::Won | Screen::Over)
            | (Request::RestartConfirmed, Screen::ConfirmRestart | Screen::Won) => self.restart(),
            (Request::Menu, Screen::Playing | Screen::Won | Screen::Over) => {
                self.open(Dialog::Menu);
            }
            (Request::Menu, Screen::Menu | Screen::ComputerMenu | Screen::SizeMenu)
            | (Request::Close, Screen::ConfirmRestart | Screen::ConfirmHelp | Screen::Menu) => {
                self.dialogs.open = None;
            }
            (Request::ComputerMenu, Screen::Menu) => self.open(Dialog::ComputerMenu),
            (Request::SizeMenu, Screen::Menu) => self.open(Dialog::SizeMenu),
            (Request::Close, Screen::ComputerMenu | Screen::SizeMenu) => self.open(Dialog::Menu),
            (Request::Close, Screen::Over) => self.dialogs.end_dismissed = true,
            (Request::Resize { columns, rows }, Screen::SizeMenu) => self.resize(columns, rows),
            _ => {}
        }
    }

    /// Opens a card over the board.
    fn open(&mut self, dialog: Dialog) {
        self.dialogs.open = Some(dialog);
        self.fresh.0 = false;
    }

    /// Plays a turn, if anything can move that way.
    fn play(&mut self, direction: Direction, serial: &mut u64) {
        if !self.current.board().can_slide(direction) {
            return;
        }
        if let Some(turn) = self.current.0.turn(direction) {
            *serial += 1;
            self.fresh.0 = true;
            self.facts.turn(*serial, &turn);
            self.raise_best();
        }
    }

    /// Goes on after a win. If no move is left, the end follows at once.
    fn keep_going(&mut self) {
        self.current.0.keep_going();
        self.fresh.0 = false;
    }

    /// Plays a turn for the player. Autoplay does not stop at a win; it stops at
    /// the end of the game.
    fn play_for_player(&mut self, direction: Direction, serial: &mut u64) {
        self.mark_helped();
        self.play(direction, serial);
        self.current.0.keep_going();
        if !self.current.board().can_move() {
            self.help.autoplay = false;
        }
    }

    /// Turns help on or off. If this would turn a game worth keeping into a
    /// helped one, the player is asked first.
    fn ask_for_help(&mut self, help: Help) {
        let is_known = self.current.helped() || self.agreed.0 || self.help.is_on(help);
        let can_help = self.current.board().can_move();
        if !is_known && can_help && self.is_worth_keeping() {
            self.open(Dialog::ConfirmHelp(help));
        } else {
            self.toggle_help(help);
        }
    }

    fn confirm_help(&mut self) {
        let Some(Dialog::ConfirmHelp(help)) = self.dialogs.open.take() else {
            return;
        };
        self.agreed.0 = true;
        self.toggle_help(help);
    }

    fn toggle_help(&mut self, help: Help) {
        match (help, self.screen()) {
            (Help::Hint, Screen::Playing) => {
                self.help.hint = !self.help.hint && self.current.board().can_move();
            }
            (Help::Autoplay, Screen::Playing | Screen::Won) => {
                self.keep_going();
                self.help.autoplay = self.current.board().can_move();
            }
            _ => {}
        }
    }

    fn mark_helped(&mut self) {
        if !self.current.helped() {
            self.current.0.mark_helped();
            self.raise_best();
        }
    }

    /// Steps through the history, if there is a turn in that direction.
    fn travel(&mut self, can: fn(&Game) -> bool, step: fn(&mut Game) -> bool) {
        if can(&self.current) && step(&mut self.current.0) {
            *self.dialogs = Dialogs::default();
            self.fresh.0 = false;
            self.facts.replaced(&self.current, Replacement::TimeTravel);
        }
    }

    fn is_worth_keeping(&self) -> bool {
        self.current.outcome() != Outcome::Over && self.current.moves() >= WORTH_KEEPING
    }

    fn restart(&mut self) {
        let rules = *self.current.rules();
        let game = Game::new(rules, self.seeds.0.next_u64());
        self.put_in_play(game, Replacement::NewGame);
    }

    /// Puts this game on the shelf and takes the one on a board of another size
    /// from it. The dice and the goal stay the same.
    fn resize(&mut self, columns: u8, rows: u8) {
        let now = *self.current.rules();
        let wanted = Rules::new(columns, rows)
            .and_then(|rules| rules.with_four_chance(now.four_chance()))
            .and_then(|rules| rules.with_win_tile(now.win_tile().face()));
        // The menu offers only sides that a board can have.
        let Ok(rules) = wanted else { return };
        if rules == now {
            self.dialogs.open = None;
            return;
        }
        self.shelf.put(self.current.0.clone(), *self.best);
        let start = self.shelf.take(rules);
        let notices = start.notices.into_iter().map(Notice);
        self.facts.notices.write_batch(notices);
        *self.best = start.best;
        self.put_in_play(start.game, Replacement::Resumed);
    }

    /// Puts another game in place of the one being played.
    ///
    /// Help ends with the old game, because a hint would make the new one a
    /// helped game.
    fn put_in_play(&mut self, game: Game, cause: Replacement) {
        self.current.0 = game;
        *self.help = ActiveHelp::default();
        *self.agreed = HelpAgreed::default();
        *self.dialogs = Dialogs::default();
        self.fresh.0 = false;
        self.facts.replaced(&self.current, cause);
    }

    fn raise_best(&mut self) {
        if self.best.bypass_change_detection().rise_with(&self.current) {
            self.best.set_changed();
        }
    }
}

//! The board and the dice, and the only system that asks the rules.
//!
//! [`CurrentGame`] is final the moment a request was taken: nothing waits for
//! an animation, and an animation is an echo of the facts written here.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::FrameSystems;
use super::messages::{
    BoardReplaced, FocusSteered, Notice, Replacement, Request, TileMerged, TileMoved, TileSpawned,
    TurnPlayed,
};
use super::screen::Screen;
use crate::game::{Direction, Game, Outcome, Rules, Turn};

/// Turns after which a game is worth a question before it is thrown away.
const WORTH_KEEPING: u64 = 10;

/// The game being played: board, dice, score, history.
///
/// Everyone may read it; only this module changes it.
#[derive(Resource, Clone, Debug, Deref)]
pub struct CurrentGame(Game);

/// The highest scores ever reached under the rules being played, in points.
///
/// A game that a computer player had a hand in never raises the player's own.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestScore {
    /// Without help.
    pub own: u64,
    /// With help.
    pub helped: u64,
}

impl BestScore {
    /// The one that a game's score is measured by.
    #[must_use]
    pub fn beside(self, game: &Game) -> u64 {
        if game.helped() { self.helped } else { self.own }
    }

    /// Rises with the score of a game and never falls, not by undo either.
    fn rise_with(&mut self, game: &Game) -> bool {
        let best = if game.helped() {
            &mut self.helped
        } else {
            &mut self.own
        };
        let rises = game.score() > *best;
        *best = game.score().max(*best);
        rises
    }
}

/// What the computer does for the player.
///
/// It is kept here since the order of requests counts: a move pressed after
/// autoplay was begun ends it, also when both arrive between two frames.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// It shows its move on each board.
    pub hint: bool,
    /// It plays.
    pub autoplay: bool,
}

/// A game to begin with, and what is known of its rules.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game, new or resumed.
    pub game: Game,
    /// The best scores under its rules.
    pub best: BestScore,
    /// What the player ought to be told, one sentence each.
    pub notices: Vec<String>,
}

/// Where the games of other rules come from.
pub type GameSource = Arc<dyn Fn(Rules) -> Start + Send + Sync>;

/// Games that are not on the table: those left in this run, and behind them
/// the source, which reads what was saved earlier.
#[derive(Resource)]
struct Shelf {
    left: HashMap<String, (Game, BestScore)>,
    source: GameSource,
}

/// Seeds of new games.
#[derive(Resource)]
struct Seeds(ChaCha8Rng);

/// What lies over the board at the player's own wish.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Dialog {
    #[default]
    None,
    /// Whether to throw the game away.
    Question,
    Menu,
    ComputerMenu,
    /// The end of the game was seen and put aside, to look at the board.
    Dismissed,
}

/// Whether the last move asked for took over from the computer: then the key
/// that is held down for it moves nothing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TookOver(bool);

/// Puts a game on the table and takes requests.
pub struct TurnPlugin {
    /// The game to begin with.
    pub start: Start,
    /// Where the games of other rules come from.
    pub source: GameSource,
    /// What the seeds of new games are drawn from.
    pub seed: u64,
}

impl Plugin for TurnPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(CurrentGame(self.start.game.clone()))
            .insert_resource(self.start.best)
            .insert_resource(Shelf {
                left: HashMap::new(),
                source: Arc::clone(&self.source),
            })
            .insert_resource(Seeds(ChaCha8Rng::seed_from_u64(self.seed)))
            .init_resource::<Help>()
            .init_resource::<TookOver>()
            .init_resource::<Dialog>()
            .add_systems(Startup, announce(self.start.notices.clone()))
            .add_systems(Update, take_requests.in_set(FrameSystems::Turn));
    }
}

impl Start {
    /// A game that nobody has played yet.
    #[must_use]
    pub fn new_game(rules: Rules, seed: u64) -> Self {
        Self {
            game: Game::new(rules, seed),
            best: BestScore::default(),
            notices: Vec::new(),
        }
    }
}

/// Tells the views of the first board, and the player of what was found.
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

/// The facts that a turn is told by.
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

/// Everything that a request can change.
#[derive(SystemParam)]
struct Table<'w> {
    current: ResMut<'w, CurrentGame>,
    best: ResMut<'w, BestScore>,
    help: ResMut<'w, Help>,
    took_over: ResMut<'w, TookOver>,
    dialog: ResMut<'w, Dialog>,
    shelf: ResMut<'w, Shelf>,
    seeds: ResMut<'w, Seeds>,
    facts: Facts<'w>,
}

/// Takes the requests in their order, then shows the screen that follows.
fn take_requests(
    mut requests: MessageReader<Request>,
    mut table: Table,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut serial: Local<u64>,
) {
    for &request in requests.read() {
        table.take(request, &mut serial);
    }
    let wanted = table.screen();
    if *screen.get() != wanted {
        next.set(wanted);
    }
}

impl Table<'_> {
    /// What the player sees now.
    fn screen(&self) -> Screen {
        match (*self.dialog, self.current.outcome()) {
            (Dialog::Question, _) => Screen::Question,
            (Dialog::Menu, _) => Screen::Menu,
            (Dialog::ComputerMenu, _) => Screen::ComputerMenu,
            (Dialog::None, Outcome::Won) => Screen::Won,
            (Dialog::None, Outcome::Over) => Screen::Over,
            (Dialog::None | Dialog::Dismissed, _) => Screen::Playing,
        }
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
            // Whoever takes over from the computer knows neither the board that
            // it leaves nor what this key would do there.
            (Request::Move(_) | Request::MoveOn(_), Screen::Playing) if self.took_over.0 => {}
            (Request::Move(direction) | Request::MoveOn(direction), Screen::Playing) => {
                self.play(direction, serial);
            }
            (Request::Move(direction) | Request::MoveOn(direction), _) => {
                self.facts.steered.write(FocusSteered(direction));
            }
            (Request::Play(direction), Screen::Playing) if autoplay => {
                self.help(direction, serial);
            }
            (Request::Hint, Screen::Playing) => self.help.hint = !self.help.hint,
            (Request::Hinted(board), Screen::Playing)
                if self.help.hint && board == *self.current.board() =>
            {
                self.mark_helped();
            }
            (Request::Autoplay, Screen::Playing | Screen::Won) if !autoplay => {
                self.current.0.keep_going();
                self.help.autoplay = self.current.board().can_move();
            }
            (Request::EndHelp, _) => *self.help = Help::default(),
            (Request::Undo, Screen::Playing | Screen::Won | Screen::Over) => {
                self.travel(Game::can_undo, Game::undo);
            }
            (Request::Redo, Screen::Playing | Screen::Won | Screen::Over) => {
                self.travel(Game::can_redo, Game::redo);
            }
            (Request::KeepGoing | Request::Close, Screen::Won) => {
                self.current.0.keep_going();
            }
            (Request::Restart, Screen::Playing | Screen::Won) if self.is_worth_keeping() => {
                *self.dialog = Dialog::Question;
            }
            (Request::Restart, Screen::Playing | Screen::Won | Screen::Over)
            | (Request::RestartConfirmed, Screen::Question | Screen::Won) => self.restart(),
            (Request::Menu, Screen::Playing | Screen::Won | Screen::Over) => {
                *self.dialog = Dialog::Menu;
            }
            (Request::Menu, Screen::Menu | Screen::ComputerMenu)
            | (Request::Close, Screen::Question | Screen::Menu) => *self.dialog = Dialog::None,
            (Request::ComputerMenu, Screen::Menu) => *self.dialog = Dialog::ComputerMenu,
            (Request::Close, Screen::ComputerMenu) => *self.dialog = Dialog::Menu,
            (Request::Close, Screen::Over) => *self.dialog = Dialog::Dismissed,
            (Request::Columns(columns), Screen::Menu) => {
                self.resize(columns, self.current.rules().height());
            }
            (Request::Rows(rows), Screen::Menu) => {
                self.resize(self.current.rules().width(), rows);
            }
            _ => {}
        }
    }

    /// Plays a turn, if anything can move that way.
    fn play(&mut self, direction: Direction, serial: &mut u64) {
        if !self.current.board().can_slide(direction) {
            return;
        }
        if let Some(turn) = self.current.0.turn(direction) {
            *serial += 1;
            self.facts.turn(*serial, &turn);
            self.raise_best();
        }
    }

    /// Plays a turn for the player, who is not asked whether to go on after a
    /// win; the end of the game ends the help.
    fn help(&mut self, direction: Direction, serial: &mut u64) {
        self.mark_helped();
        self.play(direction, serial);
        self.current.0.keep_going();
        if !self.current.board().can_move() {
            self.help.autoplay = false;
        }
    }

    fn mark_helped(&mut self) {
        if !self.current.helped() {
            self.current.0.mark_helped();
            self.raise_best();
        }
    }

    /// Steps through the history, where there is any in that direction.
    fn travel(&mut self, can: fn(&Game) -> bool, step: fn(&mut Game) -> bool) {
        if can(&self.current) && step(&mut self.current.0) {
            *self.dialog = Dialog::None;
            self.facts.replaced(&self.current, Replacement::TimeTravel);
        }
    }

    fn is_worth_keeping(&self) -> bool {
        self.current.outcome() != Outcome::Over && self.current.moves() >= WORTH_KEEPING
    }

    fn restart(&mut self) {
        let rules = *self.current.rules();
        self.current.0 = Game::new(rules, self.seeds.0.next_u64());
        // A hint would make a helped game of the new one unasked.
        *self.help = Help::default();
        *self.dialog = Dialog::None;
        self.facts.replaced(&self.current, Replacement::NewGame);
    }

    /// Shelves this game and takes the one on a board of another size, with
    /// the same dice and goal.
    fn resize(&mut self, width: u8, height: u8) {
        let now = *self.current.rules();
        let wanted = Rules::new(width, height)
            .and_then(|rules| rules.with_four_chance(now.four_chance()))
            .and_then(|rules| rules.with_win_tile(now.win_tile().face()));
        // A side that no board has is no button of the menu's either.
        let Ok(rules) = wanted else { return };
        if rules == now {
            return;
        }
        let leaving = (self.current.0.clone(), *self.best);
        self.shelf
            .left
            .insert(self.current.rules().slot_name(), leaving);
        let left = self.shelf.left.remove(&rules.slot_name());
        let (game, best) = left.unwrap_or_else(|| {
            let start = (self.shelf.source)(rules);
            let notices = start.notices.into_iter().map(Notice);
            self.facts.notices.write_batch(notices);
            (start.game, start.best)
        });
        self.current.0 = game;
        *self.best = best;
        *self.help = Help::default();
        self.facts.replaced(&self.current, Replacement::Resumed);
    }

    fn raise_best(&mut self) {
        if self.best.bypass_change_detection().rise_with(&self.current) {
            self.best.set_changed();
        }
    }
}

/// Whether a request takes the game out of the computer's hands.
///
/// Only a hint can be looked at meanwhile.
fn ends_autoplay(request: Request) -> bool {
    !matches!(
        request,
        Request::Play(_) | Request::Hint | Request::Hinted(_)
    )
}

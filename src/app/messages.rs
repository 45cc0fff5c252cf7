//! What the features of the app tell each other.
//!
//! Data flows one way: input writes [`Request`], the turn system asks the rules
//! and writes the facts of what happened, and everything that shows or keeps
//! something reads those facts.

use bevy::prelude::*;

use crate::game::{Board, Cell, Direction, Motion, Outcome, Tile};

/// What a player asks for, by whatever device.
///
/// All requests share one queue, since their order counts: of a move and an
/// undo that arrive between two frames, the one pressed first comes first.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum Request {
    /// Move all tiles; while the computer plays, only take over from it.
    Move(Direction),
    /// The same again, since the key is still held down; nothing if that key
    /// took over from the computer.
    MoveOn(Direction),
    /// Move all tiles, asked for by autoplay.
    Play(Direction),
    /// Turn a kind of help on or off, after a question if that would make a
    /// helped game of one worth keeping.
    Help(Help),
    /// Help with this game: the question was answered.
    HelpConfirmed,
    /// A hint is about to be shown on this board, unless it changes before.
    Hinted(Board),
    /// The computer player has failed: there is no more help from it for now.
    EndHelp,
    /// Take the last turn back.
    Undo,
    /// Play a turn again that was taken back.
    Redo,
    /// Go on after a win.
    KeepGoing,
    /// Start again, after a question if that throws away a game worth keeping.
    Restart,
    /// Start again without a question: it was answered, or the win asks it.
    RestartConfirmed,
    /// Open the menu, or close it.
    Menu,
    /// Go from the menu on to the settings of the computer player.
    ComputerMenu,
    /// Go from the menu on to the choice of a board.
    SizeMenu,
    /// Close whatever lies over the board.
    Close,
    /// Go over to the game on a board of another size, saved or new.
    Resize {
        /// Columns, from 2 to 8.
        columns: u8,
        /// Rows, from 2 to 8.
        rows: u8,
    },
}

/// A kind of help by the computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// It shows which move it would make.
    Hint,
    /// It plays.
    Autoplay,
}

/// A move was asked for while something lay over the board: it goes to the
/// buttons there, whose focus it moves.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FocusSteered(pub Direction);

/// A tile changed its cell or went into a merge.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TileMoved {
    /// The turn it belongs to, as in [`TurnPlayed::serial`].
    pub serial: u64,
    /// From where to where, and whether it merged there.
    pub motion: Motion,
}

/// Two tiles became one.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TileMerged {
    /// The turn it belongs to, as in [`TurnPlayed::serial`].
    pub serial: u64,
    /// Where the new tile is.
    pub cell: Cell,
    /// The new tile.
    pub tile: Tile,
}

/// A tile came out of the dice.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TileSpawned {
    /// The turn it belongs to, as in [`TurnPlayed::serial`].
    pub serial: u64,
    /// Where the new tile is.
    pub cell: Cell,
    /// The new tile.
    pub tile: Tile,
}

/// A turn was played; written after the turn's other messages.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TurnPlayed {
    /// Counts the turns since the program started, from 1, undone ones too.
    pub serial: u64,
    /// Which way.
    pub direction: Direction,
    /// Points won by this turn's merges.
    pub gain: u64,
    /// The largest tile made by a merge of this turn.
    pub largest_merge: Option<Tile>,
    /// How the game stands now.
    pub outcome: Outcome,
}

/// The board is another one, not by a turn: a view starts afresh from it.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct BoardReplaced {
    /// The board as it is now.
    pub board: Board,
    /// Why it was replaced.
    pub cause: Replacement,
}

/// Why a board was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The program started and found or made this game.
    Resumed,
    /// A new game began.
    NewGame,
    /// A turn was taken back or played again.
    TimeTravel,
}

/// One sentence the player ought to read, for example that a save failed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice(pub String);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Request>()
        .add_message::<FocusSteered>()
        .add_message::<TileMoved>()
        .add_message::<TileMerged>()
        .add_message::<TileSpawned>()
        .add_message::<TurnPlayed>()
        .add_message::<BoardReplaced>()
        .add_message::<Notice>();
}

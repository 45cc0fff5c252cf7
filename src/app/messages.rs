//! What the features of the app tell each other.
//!
//! Data flows one way: input writes [`Request`], the turn system applies the
//! rules and writes what happened, and views, sound and saving read that.

use bevy::prelude::*;

use crate::game::{Board, Cell, Direction, Motion, Outcome, Tile};

/// What a player asks for, by whatever device.
///
/// All requests share one queue because their order matters: if a move and an
/// undo arrive between two frames, the one pressed first is taken first.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum Request {
    /// Move all tiles. While the computer plays, only take over from it.
    Move(Direction),
    /// Move again because the key is still held down. Does nothing if that key
    /// took over from the computer.
    MoveOn(Direction),
    /// Move all tiles, on behalf of autoplay.
    Play(Direction),
    /// Turn a kind of help on or off, after a question if that would make a
    /// helped game of one worth keeping.
    Help(Help),
    /// Help with this game: the question was answered.
    HelpConfirmed,
    /// A hint is about to be shown for this board, unless the board changes first.
    Hinted(Board),
    /// Turn all help off because the computer player has failed.
    EndHelp,
    /// Take the last turn back.
    Undo,
    /// Replay a turn that was taken back.
    Redo,
    /// Go on after a win.
    KeepGoing,
    /// Start a new game, after a question if that discards one worth keeping.
    Restart,
    /// Start a new game without a question: it was answered, or the win asks it.
    RestartConfirmed,
    /// Open the menu, or close it.
    Menu,
    /// Open the menu's page of the computer player.
    ComputerMenu,
    /// Open the menu's page of board sizes.
    SizeMenu,
    /// Close the card over the board.
    Close,
    /// Switch to the game on a board of another size, saved or new.
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

/// A move was requested while a card lay over the board. It moves the focus
/// among the buttons there.
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

/// A tile was spawned.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TileSpawned {
    /// The turn it belongs to, as in [`TurnPlayed::serial`].
    pub serial: u64,
    /// Where the new tile is.
    pub cell: Cell,
    /// The new tile.
    pub tile: Tile,
}

/// A turn was played. Written after the turn's other messages.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TurnPlayed {
    /// Counts the turns since the program started, from 1, undone ones too.
    pub serial: u64,
    /// The direction of the move.
    pub direction: Direction,
    /// Points won by this turn's merges.
    pub gain: u64,
    /// The largest tile made by a merge of this turn.
    pub largest_merge: Option<Tile>,
    /// The state of the game after the turn.
    pub outcome: Outcome,
}

/// The board was replaced without a turn. Views start afresh from it.
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

/// One sentence for the player to read, for example that a save failed.
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

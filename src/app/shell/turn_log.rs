//! A line on standard output for each change of the game, for programs that
//! watch it: overlays of streamers, statistics, the tests of the saves.
//!
//! It is written at the start of the next frame, when the change has been seen
//! in the window.

use std::io::{self, Write};

use bevy::prelude::*;
use serde::Serialize;

use crate::app::messages::{BoardReplaced, TurnPlayed};
use crate::app::play::turn::CurrentGame;

/// What a line says of the game when a frame that changed it has been shown.
#[derive(Serialize)]
struct Line {
    moves: u64,
    score: u64,
    helped: bool,
    board: Vec<Vec<u128>>,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(First, write);
}

fn write(
    mut turns: MessageReader<TurnPlayed>,
    mut boards: MessageReader<BoardReplaced>,
    current: Res<CurrentGame>,
) {
    if turns.read().count() + boards.read().count() == 0 {
        return;
    }
    let line = Line {
        moves: current.moves(),
        score: current.score(),
        helped: current.helped(),
        board: current.board().to_faces(),
    };
    if let Ok(line) = serde_json::to_string(&line) {
        // A reader that went away is no reason to stop playing.
        let _ = writeln!(io::stdout(), "{line}");
    }
}

//! Writes a line to standard output for each change of the game, for programs
//! that watch it: stream overlays, statistics, tests.
//!
//! The line is written at the start of the next frame, when the window shows
//! the change.

use std::io::{self, Write};

use bevy::prelude::*;
use serde::Serialize;

use crate::app::messages::{BoardReplaced, TurnPlayed};
use crate::app::play::turn::CurrentGame;

/// The game after a change.
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
        // The game goes on if nobody reads the output any more.
        let _ = writeln!(io::stdout(), "{line}");
    }
}

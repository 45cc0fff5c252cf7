//! A game as it is told, saved and shown.

use bevy_2048::game::Game;

use crate::picture::shows_board;
use crate::playing::Playing;
use crate::scenes::Saves;

/// Waits until the log, the saved game and the picture all show this game.
pub fn agrees(playing: &Playing, saves: &Saves, game: &Game) {
    playing.wait_until_logged(game);
    playing.wait_for("the save", |_| {
        let saved = saves.game(game.rules())?;
        (saved == *game)
            .then_some(())
            .ok_or_else(|| format!("{:?} is saved", saved.record()))
    });
    playing.wait_to_see("the board", |picture| {
        shows_board(picture, game.board(), 1.0)
    });
}

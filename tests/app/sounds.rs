//! Which sounds are played. There is no sound card: each is an entity.

use bevy::{
    audio::{AudioPlayer, AudioSource},
    prelude::*,
};
use bevy_2048::app::{
    GamePlugin,
    messages::Request,
    play::{best::BestScore, shelf::Start},
    screen::Screen,
    settings::Preferences,
    sound,
};
use bevy_2048::game::{Direction, Game};

use crate::games::start;
use crate::headless::Headless;

/// A game with its sounds.
fn audible(start: Start) -> Headless {
    let mut game = Headless::with(GamePlugin::new(start, 1), |app| {
        app.init_asset::<AudioSource>().add_plugins(sound::plugin);
    });
    game.rest();
    game
}

/// A move to the left wins, with room to go on.
fn before_a_win() -> Start {
    start(&[[4, 4, 0, 0], [16, 0, 0, 0], [0; 4], [0; 4]], 8)
}

/// A move to the left ends the game.
fn before_the_end() -> Start {
    start(&[[0, 4], [8, 16]], 2048)
}

fn sounds(game: &mut Headless) -> usize {
    game.count::<With<AudioPlayer>>()
}

#[test]
fn a_win_and_an_end_are_heard_beside_their_last_move() {
    for (before, screen) in [
        (before_a_win(), Screen::Won),
        (before_the_end(), Screen::Over),
    ] {
        let mut game = audible(before);
        assert_eq!(sounds(&mut game), 0);
        game.play(Direction::Left);
        game.rest();
        assert_eq!((game.screen(), sounds(&mut game)), (screen, 2));
    }
}

#[test]
fn closing_the_menu_over_a_win_or_an_end_makes_no_sound() {
    for before in [before_a_win(), before_the_end()] {
        let mut game = audible(before);
        game.play(Direction::Left);
        game.rest();
        let (screen, heard) = (game.screen(), sounds(&mut game));
        for _ in 0..2 {
            game.ask(Request::Menu);
            game.rest();
            assert_eq!(game.screen(), Screen::Menu);
            game.ask(Request::Menu);
            game.rest();
            assert_eq!((game.screen(), sounds(&mut game)), (screen, heard));
        }
    }
}

#[test]
fn a_game_that_is_resumed_at_its_end_makes_no_sound() {
    for (before, screen) in [
        (before_a_win(), Screen::Won),
        (before_the_end(), Screen::Over),
    ] {
        let mut game = audible(before);
        game.play(Direction::Left);
        let mut resumed = audible(Start {
            game: Game::clone(game.game()),
            best: BestScore::default(),
            notices: Vec::new(),
        });
        assert_eq!((resumed.screen(), sounds(&mut resumed)), (screen, 0));
    }
}

#[test]
fn no_sound_is_played_where_sound_is_off_or_nothing_moves() {
    let mut game = audible(before_a_win());
    game.play(Direction::Up);
    assert_eq!(sounds(&mut game), 0, "nothing can move up");
    game.app.world_mut().resource_mut::<Preferences>().sound = false;
    game.play(Direction::Left);
    game.rest();
    assert_eq!((game.screen(), sounds(&mut game)), (Screen::Won, 0));
}

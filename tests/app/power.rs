//! Frames are drawn only while there is something new to see.

use std::time::{Duration, Instant};

use bevy::{prelude::*, window::RequestRedraw};
use bevy_2048::app::{
    GamePlugin,
    computer::thinking::Thinking,
    messages::{Help, Request},
    settings::Preferences,
    shell::power,
};
use bevy_2048::game::Direction;

use crate::games::start;
use crate::headless::{FRAME, Headless};
use crate::motion::{CORNER, slide_in_steps_of};

/// An 8 in the corner, and nothing moves any more.
fn at_rest() -> Headless {
    let board = start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], 2048);
    let mut game = Headless::with(GamePlugin::new(board, 1), |app| {
        app.add_plugins(power::plugin);
    });
    game.rest();
    for _ in 0..5 {
        game.frame();
    }
    game
}

/// Whether the last frame asked for another one.
fn is_awake(game: &mut Headless) -> bool {
    let world = game.app.world_mut();
    let mut asked = world.resource_mut::<Messages<RequestRedraw>>();
    asked.drain().count() > 0
}

#[test]
fn frames_are_asked_for_while_something_moves_and_then_no_more() {
    let mut game = at_rest();
    is_awake(&mut game);
    for _ in 0..10 {
        game.frame();
        assert!(!is_awake(&mut game), "nothing happens");
    }
    game.play(Direction::Right);
    for _ in 0..60 {
        let moving = game.tweens() > 0;
        assert!(is_awake(&mut game) || !moving);
        game.frame();
    }
    assert!(!is_awake(&mut game), "all is over after a second");
    for key in [KeyCode::KeyM, KeyCode::Escape] {
        game.tap(key);
        assert!(is_awake(&mut game), "the menu is to be seen");
        game.rest();
        for _ in 0..5 {
            is_awake(&mut game);
            game.frame();
        }
        assert!(!is_awake(&mut game));
    }
}

#[test]
fn thinking_draws_no_frames() {
    let mut game = at_rest();
    game.app.world_mut().resource_mut::<Preferences>().thinking = 500;
    game.ask(Request::Help(Help::Hint));
    let start = Instant::now();
    let (mut asked, mut awake) = (0, true);
    while game.app.world().resource::<Thinking>().is_searching() {
        assert!(start.elapsed() < Duration::from_mins(1), "no thought comes");
        std::thread::sleep(Duration::from_millis(1));
        game.frame();
        awake = is_awake(&mut game);
        asked += usize::from(awake);
    }
    // The first few frames show that the button is on.
    assert!(asked <= 8, "{asked} frames with a wish for another");
    // The hint comes with its motion, and then there is rest again.
    assert!(game.tweens() > 0 && awake);
    game.rest();
    for _ in 0..5 {
        is_awake(&mut game);
        game.frame();
    }
    assert!(!is_awake(&mut game));
}

/// How far an 8 that is sent to the right comes in each frame, of 1, after a
/// minute in which no frame was drawn and the clock tells of it `late` or not.
fn slide_after_a_rest(late: bool) -> Vec<f32> {
    let mut game = at_rest();
    let node = game.node_at(CORNER);
    let from = game.middle(node);
    let mut seen = Vec::new();
    let minute = Duration::from_mins(1);
    let gaps = if late {
        [FRAME, minute]
    } else {
        [minute, FRAME]
    };
    game.app
        .world_mut()
        .write_message(Request::Move(Direction::Right));
    for gap in gaps {
        game.frame_after(gap);
        seen.push(game.middle(node).x - from.x);
    }
    for _ in 0..8 {
        game.frame_after(FRAME);
        seen.push(game.middle(node).x - from.x);
    }
    let way = game.middle(node).x - from.x;
    assert!(way > 100.0);
    seen.into_iter().map(|come| come / way).collect()
}

#[test]
fn a_turn_after_a_rest_is_animated_in_full() {
    // Frames of 16.667 ms bring the curve to these, the first of them to 5 %.
    let usual = slide_in_steps_of(FRAME);
    assert!(usual[0] < 0.06 && usual[1] < 0.3, "{usual:?}");
    for late in [false, true] {
        let seen = slide_after_a_rest(late);
        for (come, expected) in seen.iter().zip(&usual) {
            assert!(
                (come - expected).abs() < 0.002,
                "{seen:?} for {usual:?}, late: {late}"
            );
        }
    }
}

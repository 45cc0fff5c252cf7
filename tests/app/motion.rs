//! Slides, merges and spawns: what is seen, and when.

use std::time::Duration;

use bevy::prelude::*;
use bevy_2048::app::{
    messages::{Help, Request},
    settings::{AnimationSpeed, Preferences},
    view::{panel::Gain, tiles::Leaving},
};
use bevy_2048::game::{Cell, Direction};

use crate::games::start;
use crate::headless::Headless;

pub const CORNER: Cell = Cell::new(0, 0);
const OPPOSITE: Cell = Cell::new(0, 3);

/// The goal of games that are not to be won here.
const FAR: u128 = 2048;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// An 8 in the corner, which no spawn can merge with.
fn lone_tile() -> Headless {
    let mut game = Headless::new(start(&[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]], FAR));
    game.rest();
    game
}

/// Two tiles that merge in the corner.
fn pair() -> Headless {
    let mut game = Headless::new(start(&[[8, 0, 0, 8], [0; 4], [0; 4], [0; 4]], FAR));
    game.rest();
    game
}

/// How far a slide to the right has come after each frame, of 1, with frames
/// so long.
pub fn slide_in_steps_of(step: Duration) -> Vec<f32> {
    let mut game = lone_tile();
    let node = game.node_at(CORNER);
    let from = game.middle(node);
    game.app
        .world_mut()
        .write_message(Request::Move(Direction::Right));
    let mut seen = Vec::new();
    while seen.len() < 2 || game.tweens() > 0 {
        assert!(seen.len() < 1000, "the slide does not end");
        game.frame_after(step);
        assert_eq!(game.node_at(OPPOSITE), node, "the node lies at its goal");
        seen.push(game.middle(node));
    }
    let to = game.middle(node);
    assert_eq!(from.y, to.y);
    assert!(to.x > from.x + 100.0, "from {from} to {to}");
    seen.into_iter()
        .map(|middle| (middle.x - from.x) / (to.x - from.x))
        .collect()
}

#[test]
fn a_slide_takes_a_tenth_of_a_second_and_starts_and_ends_gently() {
    let way = slide_in_steps_of(ms(1));
    assert!(way.is_sorted(), "{way:?}");
    // After so many milliseconds, as the CSS curve has it.
    for (after, least, most) in [
        (1, 0.0, 0.002),
        (25, 0.125, 0.135),
        (50, 0.495, 0.505),
        (75, 0.865, 0.875),
        (98, 0.99, 0.9999),
        (100, 1.0, 1.0),
        (200, 1.0, 1.0),
    ] {
        let come = way[after - 1];
        assert!((least..=most).contains(&come), "{come} after {after} ms");
    }
}

#[test]
fn a_slide_is_at_the_same_place_at_the_same_time_at_any_frame_rate() {
    let fine = slide_in_steps_of(ms(1));
    for step in [5, 16, 33, 70] {
        let coarse = slide_in_steps_of(ms(step));
        for (frame, come) in coarse.into_iter().enumerate() {
            let after = (frame + 1) * usize::try_from(step).expect("a few milliseconds");
            let expected = fine.get(after - 1).copied().unwrap_or(1.0);
            assert!(
                (come - expected).abs() < 0.002,
                "{come} for {expected} after {after} ms in steps of {step} ms"
            );
        }
    }
}

#[test]
fn both_tiles_of_a_merge_stay_and_slide_until_the_merged_one_pops_over_them() {
    let mut game = pair();
    let (still, sliding) = (game.node_at(CORNER), game.node_at(OPPOSITE));
    let (goal, start) = (game.middle(still), game.middle(sliding));
    game.app
        .world_mut()
        .write_message(Request::Move(Direction::Left));
    let (mut before, mut peak) = (start.x, 0.0_f32);
    for after in (10..300).step_by(10) {
        game.frame_after(ms(10));
        for source in [still, sliding] {
            assert!(game.app.world().get::<Leaving>(source).is_some());
            assert_eq!(game.scale(source), 1.0);
        }
        assert_eq!(game.middle(still), goal);
        let middle = game.middle(sliding);
        assert_eq!(middle.y, goal.y);
        if after <= 100 {
            assert!(middle.x < before, "{middle} after {after} ms");
        } else {
            assert_eq!(middle, goal);
        }
        before = middle.x;
        let merged = game.node_at(CORNER);
        let scale = game.scale(merged);
        assert_eq!(game.middle(merged), goal);
        match after {
            ..=100 => assert_eq!(scale, 0.0, "after {after} ms"),
            150 => assert!((0.9..1.15).contains(&scale), "{scale}"),
            200 => assert!((1.199..1.201).contains(&scale), "{scale}"),
            250 => assert!((1.0..1.1).contains(&scale), "{scale}"),
            _ => assert!(scale > 0.0, "after {after} ms"),
        }
        peak = peak.max(scale);
    }
    assert!(peak < 1.201, "{peak}");
    for _ in 0..3 {
        game.frame_after(ms(10));
        let merged = game.node_at(CORNER);
        assert_eq!(game.scale(merged), 1.0);
        assert_eq!(game.nodes_at(CORNER), [merged], "its sources are gone");
    }
    game.rest();
    assert_eq!(game.count::<With<Leaving>>(), 0);
}

#[test]
fn a_new_tile_grows_once_the_others_have_arrived() {
    let mut game = lone_tile();
    let old = game.node_at(CORNER);
    game.app
        .world_mut()
        .write_message(Request::Move(Direction::Right));
    let mut scales = Vec::new();
    for _ in 0..32 {
        game.frame_after(ms(10));
        let (cell, _) = *game
            .tiles()
            .iter()
            .find(|(cell, _)| *cell != OPPOSITE)
            .expect("a turn brings a tile");
        let new = game.node_at(cell);
        assert_ne!(new, old);
        scales.push(game.scale(new));
    }
    assert_eq!(scales[..10], [0.0; 10]);
    assert!(scales[10..30].is_sorted() && scales[10] > 0.0, "{scales:?}");
    assert!(scales[19] < 0.95, "half of it is not all of it: {scales:?}");
    assert_eq!(scales[29..], [1.0; 3]);
}

#[test]
fn a_move_in_the_middle_of_a_slide_goes_on_from_where_the_tile_is() {
    for second in [Direction::Down, Direction::Left] {
        let mut game = lone_tile();
        let node = game.node_at(CORNER);
        game.app
            .world_mut()
            .write_message(Request::Move(Direction::Right));
        game.frame_after(ms(48));
        let present = game.middle(node);
        game.app.world_mut().write_message(Request::Move(second));
        // No time passes in the frame of the second move.
        game.frame_after(Duration::ZERO);
        assert_eq!(game.game().moves(), 2);
        assert_near(game.middle(node), present);
        game.frame_after(ms(100));
        let goal = game.middle(node);
        assert_ne!(goal, present);
        game.rest();
        assert_near(game.middle(node), goal);
        let shown = (game.shown(), game.tiles());
        assert_eq!(shown.0, shown.1);
    }
}

#[test]
fn two_moves_between_two_frames_slide_a_tile_from_where_it_was_drawn() {
    let mut game = lone_tile();
    let node = game.node_at(CORNER);
    let present = game.middle(node);
    for direction in [Direction::Right, Direction::Down] {
        game.app.world_mut().write_message(Request::Move(direction));
    }
    game.frame_after(Duration::ZERO);
    assert_eq!(game.game().moves(), 2);
    assert_near(game.middle(node), present);
    game.frame_after(ms(50));
    let half = game.middle(node);
    game.rest();
    let goal = game.middle(node);
    assert!(goal.x > present.x && goal.y > present.y);
    assert_near(half, present.midpoint(goal));
}

#[test]
fn a_window_resized_in_the_middle_of_a_slide_has_the_tile_half_way_still() {
    let mut game = lone_tile();
    let node = game.node_at(CORNER);
    game.app
        .world_mut()
        .write_message(Request::Move(Direction::Right));
    game.frame_after(ms(50));
    game.frame_after(Duration::ZERO);
    game.resize(UVec2::new(900, 1000), 2.0);
    let present = game.middle(node);
    game.frame_after(ms(50));
    let goal = game.middle(node);
    game.play(Direction::Left);
    game.frame_after(ms(400));
    let corner = game.middle(node);
    assert_near(present, corner.midpoint(goal));
}

#[test]
fn without_motion_a_turn_shows_its_result_at_once() {
    let mut game = Headless::still(start(&[[8, 0, 0, 8], [4, 0, 0, 0]], FAR));
    let resting = game.node_at(CORNER);
    let goal = game.middle(resting);
    game.play(Direction::Left);
    assert_eq!(game.tweens(), 0);
    assert_eq!(game.count::<With<Leaving>>(), 0);
    let shown = (game.shown(), game.tiles());
    assert_eq!(shown.0, shown.1);
    let merged = game.node_at(CORNER);
    assert_eq!(game.middle(merged), goal);
    for (cell, _) in game.tiles() {
        let node = game.node_at(cell);
        assert_eq!(game.scale(node), 1.0);
    }
}

#[test]
fn motion_that_is_turned_off_ends_every_animation_at_once() {
    let turn_off: [fn(&mut Headless); 2] = [
        |game| preferences(game).motion = AnimationSpeed::Off,
        // The computer needs longer than a frame for its own first move.
        |game| {
            preferences(game).skip_animations = true;
            let help = Request::Help(Help::Autoplay);
            game.app.world_mut().write_message(help);
        },
    ];
    for turn_off in turn_off {
        let mut game = Headless::new(start(&[[8, 0, 0, 8], [4, 0, 0, 0], [0, 2, 0, 0]], FAR));
        game.rest();
        let sliding = game.node_at(Cell::new(2, 1));
        let goal = game.node_at(CORNER);
        let corner = game.middle(goal);
        game.app
            .world_mut()
            .write_message(Request::Move(Direction::Left));
        game.frame_after(ms(48));
        assert!(game.tweens() > 4 && game.middle(sliding).x > corner.x + 10.0);
        turn_off(&mut game);
        game.frame_after(ms(1));
        assert_eq!(game.game().moves(), 1);
        assert_eq!(game.tweens(), 0);
        assert_eq!(game.middle(sliding).x, corner.x);
        assert_eq!(game.count::<With<Leaving>>(), 0);
        assert_eq!(game.count::<With<Gain>>(), 0);
        for (cell, _) in game.tiles() {
            let node = game.node_at(cell);
            assert_eq!(game.scale(node), 1.0);
        }
    }
}

#[test]
fn a_card_that_opens_while_motion_is_turned_off_is_open_at_once() {
    let mut game = lone_tile();
    game.ask(Request::Menu);
    game.frame_after(ms(1));
    assert!(game.tweens() > 0);
    preferences(&mut game).motion = AnimationSpeed::Off;
    game.frame_after(ms(1));
    assert_eq!(game.tweens(), 0);
    let button = game.button("Back to the game");
    assert!(game.scale(button) == 1.0);
}

fn preferences(game: &mut Headless) -> Mut<'_, Preferences> {
    game.app.world_mut().resource_mut()
}

#[test]
fn fast_motion_takes_half_the_time() {
    let mut game = lone_tile();
    game.choose_motion(AnimationSpeed::Fast);
    let node = game.node_at(CORNER);
    game.app
        .world_mut()
        .write_message(Request::Move(Direction::Right));
    game.frame_after(ms(49));
    let almost = game.middle(node);
    game.frame_after(ms(1));
    let there = game.middle(node);
    assert_ne!(almost, there);
    game.rest();
    assert_eq!(game.middle(node), there);
}

#[track_caller]
fn assert_near(one: Vec2, other: Vec2) {
    assert!(one.distance(other) < 1.0, "{one} is not {other}");
}

//! Hints, autoplay, and the scores that were helped.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_2048::app::{
    computer::thinking::Thinking,
    messages::{Help, Request, TurnPlayed},
    play::{best::BestScore, help::ActiveHelp, shelf::Start},
    screen::Screen,
    settings::{AnimationSpeed, Computer, Pace, Preferences},
    view::hint::{HintArrow, HintBar, HintGroove},
    view::panel::ScoreBox,
    view::theme::{Fill, Swatch},
};
use bevy_2048::game::{Direction, Game, Outcome, Rules};

use crate::games::{classic, start};
use crate::headless::Headless;
use crate::menu::resize;

/// A limit that only a fault reaches.
const LIMIT: Duration = Duration::from_mins(1);

/// A game in which the greedy player helps, without animations.
fn greedy(start: Start) -> Headless {
    let mut game = Headless::still(start);
    let mut preferences = game.app.world_mut().resource_mut::<Preferences>();
    preferences.computer = Computer::Greedy;
    preferences.pace = Pace::Screen;
    game
}

/// A board on which the greedy player goes left: two sixteens make more than two
/// fours.
fn left_is_best() -> Start {
    start(&[[16, 16, 0, 4], [0, 0, 0, 4], [0; 4], [0; 4]], 2048)
}

fn help(game: &Headless) -> ActiveHelp {
    *game.app.world().resource::<ActiveHelp>()
}

fn thinking(game: &Headless) -> &Thinking {
    game.app.world().resource::<Thinking>()
}

fn choose(game: &mut Headless, choose: impl FnOnce(&mut Preferences)) {
    choose(&mut game.app.world_mut().resource_mut::<Preferences>());
    game.frame();
}

/// Draws frames until something is so.
#[track_caller]
fn wait_until(game: &mut Headless, what: &str, mut so: impl FnMut(&mut Headless) -> bool) {
    let start = Instant::now();
    while !so(game) {
        assert!(start.elapsed() < LIMIT, "{what} does not come");
        std::thread::sleep(Duration::from_millis(1));
        game.frame();
    }
}

/// Draws frames until the search that is under way has its answer.
#[track_caller]
fn wait_for_thought(game: &mut Headless) {
    wait_until(game, "a thought", |game| thinking(game).thought().is_some());
}

/// Where the arrow points, if there is one.
fn arrow(game: &mut Headless) -> Option<Direction> {
    let arrows = game.each::<&HintArrow, (), _>(|arrow| arrow.0);
    assert!(arrows.len() < 2, "{arrows:?}");
    arrows.first().copied()
}

/// The bars, in the order of [`Direction::ALL`].
fn bars(game: &mut Headless) -> Vec<(Direction, f32)> {
    let mut bars = game.each::<&HintBar, (), _>(|bar| (bar.direction, bar.share));
    bars.sort_by_key(|bar| bar.0);
    bars
}

#[test]
fn t_shows_the_move_and_what_each_is_worth_and_t_takes_it_away() {
    let mut game = greedy(left_is_best());
    game.rest();
    let entities = game.entities();
    for tap in [
        Headless::tap as fn(&mut Headless, KeyCode),
        |game, _| game.click("Hint"),
        |game, _| game.pad(gilrs::Button::LeftTrigger),
    ] {
        tap(&mut game, KeyCode::KeyT);
        assert!(help(&game).hint);
        wait_for_thought(&mut game);
        // Of two equal ones, the first in the order of directions.
        assert_eq!(arrow(&mut game), Some(Direction::Right));
        assert_eq!(game.count::<With<HintGroove>>(), 4);
        // Up and down make 8, right and left 32; up and down lose three
        // quarters of the value, which leaves a bar of the shortest kind.
        let [up, right, down, left] = bars(&mut game)[..] else {
            panic!("all four can be moved")
        };
        assert_eq!((right.1, left.1), (1.0, 1.0));
        assert!(up.1 < 0.1 && up.1 > 0.0 && up.1 == down.1, "{up:?}");
        tap(&mut game, KeyCode::KeyT);
        assert!(!help(&game).hint);
        assert_eq!(game.entities(), entities, "something is left over");
    }
    assert_eq!(game.game().moves(), 0, "a hint moves nothing");
}

#[test]
fn what_cannot_be_moved_has_no_bar() {
    let mut game = greedy(start(&[[2, 4], [4, 2], [8, 0]], 2048));
    game.tap(KeyCode::KeyT);
    wait_for_thought(&mut game);
    let directions: Vec<_> = bars(&mut game).into_iter().map(|bar| bar.0).collect();
    assert_eq!(directions, [Direction::Right, Direction::Down]);
    assert_eq!(arrow(&mut game), Some(Direction::Right));
}

#[test]
fn a_turn_takes_the_hint_away_and_the_next_one_comes_by_itself() {
    let mut game = greedy(left_is_best());
    game.tap(KeyCode::KeyT);
    wait_for_thought(&mut game);
    // With all the time there is, the search is still under way afterwards.
    choose(&mut game, |preferences| {
        preferences.computer = Computer::Expectimax;
        preferences.thinking = 500;
    });
    for ask in [Request::Move(Direction::Up), Request::Undo, Request::Redo] {
        wait_for_thought(&mut game);
        assert!(arrow(&mut game).is_some());
        let before = *game.game().board();
        game.ask(ask);
        assert_ne!(*game.game().board(), before);
        assert_eq!(arrow(&mut game), None, "it is of another board");
        assert_eq!(bars(&mut game), []);
        assert_eq!(game.count::<With<HintGroove>>(), 4);
        assert!(thinking(&game).is_searching());
    }
    wait_for_thought(&mut game);
    assert!(arrow(&mut game).is_some());
}

#[test]
fn an_answer_about_a_board_that_is_gone_is_never_seen() {
    let mut game = greedy(left_is_best());
    choose(&mut game, |preferences| {
        preferences.computer = Computer::Expectimax;
        preferences.thinking = 100;
    });
    game.tap(KeyCode::KeyT);
    let mut directions = Direction::ALL.into_iter().cycle();
    for _ in 0..200 {
        let board = *game.game().board();
        game.play(directions.next().expect("it goes on and on"));
        if *game.game().board() != board {
            assert!(thinking(&game).thought().is_none());
            assert_eq!(arrow(&mut game), None);
        }
        if let Some(thought) = thinking(&game).thought() {
            // What is thought fits the board that lies there.
            let open = Direction::ALL.map(|way| game.game().board().can_slide(way));
            assert_eq!(thought.values.map(|value| value.is_some()), open);
        }
        if game.screen() != Screen::Playing {
            game.ask(Request::RestartConfirmed);
            game.ask(Request::Restart);
            game.ask(Request::Help(Help::Hint));
        }
    }
    wait_for_thought(&mut game);
}

#[test]
fn a_hint_that_came_too_late_to_be_seen_is_no_help() {
    let mut game = greedy(left_is_best());
    game.ask(Request::Help(Help::Hint));
    // The answer comes between two frames, and so does the player's move.
    std::thread::sleep(Duration::from_millis(300));
    game.play(Direction::Up);
    assert_eq!((arrow(&mut game), game.game().helped()), (None, false));
    wait_for_thought(&mut game);
    assert!(game.game().helped());
}

#[test]
fn another_player_or_time_is_asked_anew() {
    let mut game = greedy(left_is_best());
    game.tap(KeyCode::KeyT);
    wait_for_thought(&mut game);
    assert_eq!(arrow(&mut game), Some(Direction::Right));
    choose(&mut game, |preferences| {
        preferences.computer = Computer::Random;
    });
    wait_for_thought(&mut game);
    let worth: Vec<f64> = thinking(&game)
        .thought()
        .expect("it was waited for")
        .values
        .into_iter()
        .flatten()
        .collect();
    assert!(worth.iter().all(|worth| *worth < 1.0), "{worth:?}");
}

#[test]
fn every_player_gives_a_hint_on_boards_of_every_kind() {
    for (width, height) in [(2, 2), (3, 2), (2, 4), (3, 3), (4, 4), (5, 3), (8, 8)] {
        for computer in [
            Computer::Network,
            Computer::Expectimax,
            Computer::Minimax,
            Computer::Greedy,
            Computer::Random,
        ] {
            let rules = Rules::new(width, height).expect("a size on offer");
            let mut game = greedy(Start::new_game(rules, 7));
            choose(&mut game, |preferences| {
                preferences.computer = computer;
                preferences.thinking = 1;
            });
            game.tap(KeyCode::KeyT);
            wait_for_thought(&mut game);
            let way = arrow(&mut game)
                .unwrap_or_else(|| panic!("{computer:?} has no advice on {width} × {height}"));
            assert!(game.game().board().can_slide(way));
        }
    }
}

#[test]
fn the_tables_of_a_small_board_are_exact() {
    let rules = Rules::new(2, 2).expect("a size on offer");
    let mut game = greedy(Start::new_game(rules, 7));
    choose(&mut game, |preferences| {
        preferences.computer = Computer::Network;
    });
    game.tap(KeyCode::KeyT);
    wait_for_thought(&mut game);
    let thought = thinking(&game).thought().expect("it was waited for");
    let best = thought.values.into_iter().flatten().fold(0.0, f64::max);
    // No score on so few cells is beyond a hundred or two; the look of a board
    // is worth hundreds of thousands.
    assert!(best > 10.0 && best < 200.0, "{best}");
}

#[test]
fn a_board_of_eight_cells_is_solved_beside_play() {
    let rules = Rules::new(2, 4).expect("a size on offer");
    let mut game = greedy(Start::new_game(rules, 7));
    choose(&mut game, |preferences| {
        preferences.computer = Computer::Network;
        preferences.thinking = 1;
    });
    game.ask(Request::Help(Help::Hint));
    let worth = |game: &Headless| {
        let values = thinking(game).thought()?.values;
        Some(values.into_iter().flatten().fold(0.0, f64::max))
    };
    // At first there is advice by rules of thumb, in hundreds of thousands.
    wait_until(&mut game, "a thought", |game| worth(game).is_some());
    assert!(worth(&game).is_some_and(|worth| worth > 100_000.0));
    // Each new board is asked about anew, until the table is there, whose
    // scores to come are some thousands at most.
    let mut ask = [Request::Move(Direction::Up), Request::Undo]
        .into_iter()
        .cycle();
    let start = Instant::now();
    while worth(&game).is_none_or(|worth| worth > 100_000.0) {
        assert!(start.elapsed() < LIMIT, "the board is not solved");
        wait_until(&mut game, "a thought", |game| worth(game).is_some());
        if worth(&game).is_some_and(|worth| worth > 100_000.0) {
            std::thread::sleep(Duration::from_millis(50));
            game.ask(ask.next().expect("it goes on and on"));
        }
    }
}

#[test]
fn p_plays_until_a_move_key_which_moves_nothing() {
    for key in [KeyCode::ArrowLeft, KeyCode::KeyW, KeyCode::KeyJ] {
        let mut game = greedy(classic());
        game.tap(KeyCode::KeyP);
        assert!(help(&game).autoplay);
        assert!(game.texts().contains(&"Stop".to_owned()));
        wait_until(&mut game, "a fifth move", |game| game.game().moves() >= 5);
        game.press(key);
        game.release(key);
        game.frame();
        assert!(!help(&game).autoplay);
        let moves = game.game().moves();
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(1));
            game.frame();
        }
        assert_eq!(game.game().moves(), moves, "the computer has let go");
        assert!(game.texts().contains(&"Auto".to_owned()));
        // The next key is the player's own again.
        let way = Direction::ALL
            .into_iter()
            .find(|&way| game.game().board().can_slide(way))
            .expect("the game has just begun");
        game.play(way);
        assert_eq!(game.game().moves(), moves + 1);
    }
}

#[test]
fn a_key_held_down_to_end_autoplay_moves_nothing_until_it_is_pressed_anew() {
    let mut game = greedy(classic());
    game.tap(KeyCode::KeyP);
    wait_until(&mut game, "a fifth move", |game| game.game().moves() >= 5);
    game.press(KeyCode::ArrowLeft);
    game.frame();
    assert!(!help(&game).autoplay);
    let moves = game.game().moves();
    let keys = [
        (KeyCode::ArrowUp, Direction::Up),
        (KeyCode::ArrowRight, Direction::Right),
        (KeyCode::ArrowDown, Direction::Down),
        (KeyCode::ArrowLeft, Direction::Left),
    ];
    let open = |game: &Headless| {
        keys.into_iter()
            .find(|&(_, way)| game.game().board().can_slide(way))
            .expect("the game has just begun")
            .0
    };
    for (key, _) in keys {
        game.repeat(key);
        game.frame();
    }
    assert_eq!(game.game().moves(), moves, "a key is still held");
    game.release(KeyCode::ArrowLeft);
    // Pressed anew it moves, and goes on as ever.
    let key = open(&game);
    game.press(key);
    game.frame();
    assert_eq!(game.game().moves(), moves + 1);
    let key = open(&game);
    game.repeat(key);
    game.frame();
    assert_eq!(game.game().moves(), moves + 2);
}

#[test]
fn a_move_pressed_right_after_p_ends_autoplay_and_a_second_one_moves() {
    let mut game = greedy(left_is_best());
    for key in [KeyCode::KeyP, KeyCode::ArrowLeft] {
        game.press(key);
        game.release(key);
    }
    game.frame();
    assert_eq!((help(&game).autoplay, game.game().moves()), (false, 0));
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.game().moves(), 1);
    assert!(!game.game().helped(), "nobody has helped so far");
}

#[test]
fn whatever_else_is_asked_for_ends_autoplay_as_well() {
    for (request, screen) in [
        (Request::Help(Help::Autoplay), Screen::Playing),
        (Request::Undo, Screen::Playing),
        (Request::Close, Screen::Playing),
        (Request::Menu, Screen::Menu),
        (Request::Restart, Screen::ConfirmRestart),
    ] {
        let mut game = greedy(classic());
        game.ask(Request::Help(Help::Autoplay));
        wait_until(&mut game, "a twelfth move", |game| {
            game.game().moves() >= 12
        });
        game.ask(request);
        game.frame();
        assert_eq!((help(&game).autoplay, game.screen()), (false, screen));
        let moves = game.game().moves();
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(1));
            game.frame();
        }
        assert_eq!(game.game().moves(), moves, "{request:?}");
    }
}

#[test]
fn a_hint_can_be_asked_for_while_the_computer_plays() {
    let mut game = greedy(classic());
    choose(&mut game, |preferences| preferences.pace = Pace::Two);
    game.ask(Request::Help(Help::Autoplay));
    game.ask(Request::Help(Help::Hint));
    assert!(help(&game).autoplay && help(&game).hint);
    wait_until(&mut game, "a hint between two moves", |game| {
        arrow(game).is_some()
    });
    // At a hasty pace they could not be looked at.
    choose(&mut game, |preferences| preferences.pace = Pace::Five);
    assert_eq!(arrow(&mut game), None);
    assert_eq!(game.count::<With<HintGroove>>(), 0);
}

#[test]
fn the_pace_is_kept_and_no_frame_has_more_than_one_move() {
    let mut game = greedy(classic());
    choose(&mut game, |preferences| preferences.pace = Pace::Ten);
    game.ask(Request::Help(Help::Autoplay));
    wait_until(&mut game, "the first move", |game| game.game().moves() > 0);
    let begun = Instant::now();
    let first = game.game().moves();
    let mut before = first;
    wait_until(&mut game, "five more", |game| {
        let moves = game.game().moves();
        assert!(moves <= before + 1, "{before} and then {moves}");
        before = moves;
        moves >= first + 5
    });
    let took = begun.elapsed();
    assert!(took > Duration::from_millis(400), "{took:?}");
}

#[test]
fn autoplay_plays_a_whole_game_past_its_win_to_its_end() {
    let rules = Rules::new(3, 3)
        .and_then(|rules| rules.with_win_tile(16))
        .expect("such rules are on offer");
    let mut game = greedy(Start::new_game(rules, 3));
    game.ask(Request::Help(Help::Autoplay));
    let mut won = false;
    wait_until(&mut game, "the end", |game| {
        assert_ne!(game.screen(), Screen::Won, "an observer is not asked");
        won |= game.game().outcome() == Outcome::KeptPlaying;
        game.game().outcome() == Outcome::Over
    });
    assert!(won, "a 16 is made in every game");
    game.frame();
    game.frame();
    assert_eq!(game.screen(), Screen::Over);
    assert_eq!(help(&game), ActiveHelp::default());
    assert!(game.game().helped());
    let said = game.texts();
    assert!(said.iter().any(|words| words.starts_with("A helped game")));
    // What was shown on the way agrees with the board at the end.
    assert_eq!(game.shown(), game.tiles());
}

#[test]
fn p_at_a_win_goes_on_and_t_and_p_do_nothing_at_the_end() {
    let mut game = greedy(start(&[[4, 4, 0, 0], [16, 0, 0, 0], [0; 4], [0; 4]], 8));
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.screen(), Screen::Won);
    game.tap(KeyCode::KeyT);
    assert!(!help(&game).hint, "there is a card over the board");
    game.tap(KeyCode::KeyP);
    assert_eq!(game.screen(), Screen::Playing);
    wait_until(&mut game, "a move", |game| game.game().moves() > 2);

    let mut game = greedy(start(&[[0, 4], [8, 16]], 2048));
    game.tap(KeyCode::ArrowLeft);
    assert_eq!(game.screen(), Screen::Over);
    let keys = [KeyCode::KeyT, KeyCode::KeyP];
    for key in [&keys[..], &[KeyCode::Escape], &keys].concat() {
        game.tap(key);
        assert!(!help(&game).autoplay && !help(&game).hint);
    }
    assert!(!game.game().helped());
}

#[test]
fn animations_are_shown_or_skipped_as_is_chosen() {
    for (skip, motion, moves) in [
        (false, AnimationSpeed::Normal, true),
        (true, AnimationSpeed::Normal, false),
        (false, AnimationSpeed::Off, false),
    ] {
        let mut game = greedy(classic());
        choose(&mut game, |preferences| {
            preferences.skip_animations = skip;
            preferences.motion = motion;
        });
        game.rest();
        game.ask(Request::Help(Help::Autoplay));
        let mut seen = 0;
        wait_until(&mut game, "ten moves", |game| {
            seen = seen.max(game.tweens());
            game.game().moves() >= 10
        });
        assert_eq!(seen > 0, moves, "{skip} {motion:?}: {seen}");
        // The player's own moves are animated all the same.
        game.ask(Request::Help(Help::Autoplay));
        game.rest();
        for way in Direction::ALL {
            game.play(way);
        }
        assert_eq!(game.tweens() > 0, motion == AnimationSpeed::Normal);
    }
}

/// The colours of the boxes of the scores.
fn boxes(game: &mut Headless) -> Vec<Swatch> {
    game.each::<&Fill, With<ScoreBox>, _>(|fill| fill.0)
}

#[test]
fn a_helped_score_is_marked_and_has_a_best_of_its_own() {
    let mut begin = left_is_best();
    begin.best = BestScore {
        own: 1000,
        helped: 2000,
    };
    let mut game = greedy(begin);
    assert!(!game.game().helped());
    assert_eq!(boxes(&mut game), [Swatch::ScoreBox; 2]);
    assert!(game.texts().contains(&"1,000".to_owned()));
    // Thinking is no help yet, seeing is.
    game.ask(Request::Help(Help::Hint));
    assert_eq!(arrow(&mut game).is_some(), game.game().helped());
    wait_for_thought(&mut game);
    assert!(arrow(&mut game).is_some() && game.game().helped());
    assert_eq!(boxes(&mut game), [Swatch::HelpedBox; 2]);
    let texts = game.texts();
    for words in ["HELPED SCORE", "HELPED BEST", "2,000"] {
        assert!(texts.contains(&words.to_owned()), "{words}");
    }
    // The mark belongs to the game, whatever is taken back.
    game.ask(Request::Help(Help::Hint));
    game.play(Direction::Left);
    game.ask(Request::Undo);
    assert!(game.game().helped());
    game.ask(Request::Restart);
    assert!(!game.game().helped());
    assert_eq!(boxes(&mut game), [Swatch::ScoreBox; 2]);
    assert!(game.texts().contains(&"1,000".to_owned()));
}

#[test]
fn a_helped_game_never_raises_the_own_best_score() {
    let mut game = greedy(left_is_best());
    game.ask(Request::Help(Help::Autoplay));
    wait_until(&mut game, "a score", |game| game.game().score() > 100);
    game.ask(Request::Help(Help::Autoplay));
    let best = *game.app.world().resource::<BestScore>();
    assert_eq!(best.own, 0);
    assert!(best.helped >= game.game().score());
    let score = game.game().score();
    // Nor do the player's own moves after that.
    for way in Direction::ALL.into_iter().cycle() {
        if game.game().score() > score {
            break;
        }
        game.play(way);
    }
    assert_eq!(game.best(), 0);
    // What was reached before the help stays the player's own.
    game.ask(Request::RestartConfirmed);
    let mut game = greedy(left_is_best());
    game.play(Direction::Left);
    let own = game.game().score();
    game.ask(Request::Help(Help::Autoplay));
    wait_until(&mut game, "more", |game| game.game().score() > own);
    assert_eq!(game.best(), own);
}

#[test]
fn a_new_game_and_another_board_begin_without_help() {
    let mut game = greedy(classic());
    game.ask(Request::Help(Help::Hint));
    wait_for_thought(&mut game);
    game.ask(Request::Restart);
    game.frame();
    assert_eq!(help(&game), ActiveHelp::default());
    assert_eq!(arrow(&mut game), None);
    assert!(!game.game().helped());
    game.ask(Request::Help(Help::Hint));
    wait_for_thought(&mut game);
    resize(&mut game, 5, 4);
    assert_eq!(help(&game), ActiveHelp::default());
    assert!(!game.game().helped());
    resize(&mut game, 4, 4);
    assert!(game.game().helped(), "the first game was");
}

#[test]
fn a_helped_game_is_saved_as_one() {
    let mut game = greedy(classic());
    game.ask(Request::Help(Help::Autoplay));
    wait_until(&mut game, "a move", |game| game.game().moves() > 0);
    let record = game.game().record();
    assert!(record.helped);
    let resumed = Game::from_record(record).expect("it was a game");
    assert_eq!(resumed, **game.game());
    assert!(resumed.helped());
}

#[test]
fn a_win_has_no_hint_until_the_game_goes_on() {
    let mut game = greedy(start(&[[4, 4, 0, 0], [16, 0, 0, 0], [0; 4], [0; 4]], 8));
    game.ask(Request::Help(Help::Hint));
    wait_for_thought(&mut game);
    game.play(Direction::Left);
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(1));
        game.frame();
        assert!(!thinking(&game).is_searching());
    }
    assert_eq!((game.screen(), arrow(&mut game)), (Screen::Won, None));
    game.ask(Request::KeepGoing);
    wait_for_thought(&mut game);
    assert!(arrow(&mut game).is_some());
}

#[test]
fn while_a_card_is_open_nobody_thinks() {
    let mut game = greedy(classic());
    choose(&mut game, |preferences| {
        preferences.computer = Computer::Expectimax;
        preferences.thinking = 500;
    });
    game.ask(Request::Help(Help::Hint));
    assert!(thinking(&game).is_searching());
    game.tap(KeyCode::KeyM);
    game.frame();
    assert_eq!(game.screen(), Screen::Menu);
    assert!(!thinking(&game).is_searching());
    game.tap(KeyCode::Escape);
    game.frame();
    assert!(thinking(&game).is_searching());
}

#[test]
fn the_moves_of_the_computer_are_turns_like_any() {
    let mut game = greedy(left_is_best());
    let mut turns = game
        .app
        .world()
        .resource::<Messages<TurnPlayed>>()
        .get_cursor_current();
    game.ask(Request::Help(Help::Autoplay));
    wait_until(&mut game, "a move", |game| game.game().moves() > 0);
    let messages = game.app.world().resource::<Messages<TurnPlayed>>();
    let turn = turns.read(messages).next().expect("it was told");
    assert_eq!((turn.direction, turn.gain), (Direction::Right, 32));
    let moves = game.game().moves();
    game.ask(Request::Undo);
    assert_eq!(game.game().moves(), moves - 1);
}

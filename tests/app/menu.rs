//! The menu: preferences and board sizes.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::{ecs::query::QueryFilter, prelude::*, ui_widgets::Button};
use bevy_2048::app::{
    GamePlugin,
    messages::Request,
    play::{
        saving::Saving,
        shelf::{GameSource, Start},
    },
    screen::Screen,
    settings::{AnimationSpeed, Preferences, ThemeName},
    view::theme::{Fill, Swatch, Theme},
    view::tiles::{At, TileView},
    view::widgets::{Does, Selected},
};
use bevy_2048::game::{Board, Direction, Game, Rules};
use bevy_2048::save::{SaveFolder, SaveWriter};

use crate::games::classic;
use crate::headless::Headless;

/// A game with its menu open and nothing moving.
fn menu() -> Headless {
    let mut game = Headless::still(classic());
    game.tap(KeyCode::KeyM);
    assert_eq!((game.screen(), game.overlays()), (Screen::Menu, 1));
    assert_eq!(game.focused().as_deref(), Some("Back to the game"));
    game
}

/// Walks down from the first button and presses the one that many steps away.
fn press(game: &mut Headless, steps: usize) {
    for _ in 0..steps {
        game.tap(KeyCode::ArrowDown);
    }
    game.tap(KeyCode::Enter);
    for _ in 0..steps {
        game.tap(KeyCode::ArrowUp);
    }
    assert_eq!(game.focused().as_deref(), Some("Back to the game"));
}

/// Goes over to a board of another size.
pub fn resize(game: &mut Headless, columns: u8, rows: u8) {
    game.ask(Request::Menu);
    game.ask(Request::SizeMenu);
    game.ask(Request::Resize { columns, rows });
    game.frame();
    assert_eq!(game.screen(), Screen::Playing);
}

fn preferences(game: &Headless) -> Preferences {
    *game.app.world().resource::<Preferences>()
}

#[test]
fn escape_m_and_its_first_button_close_the_menu() {
    for key in [KeyCode::Escape, KeyCode::KeyM, KeyCode::Enter] {
        let mut game = menu();
        game.tap(key);
        assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
        assert_eq!(game.focused(), None);
    }
}

#[test]
fn the_menu_leaves_nothing_behind() {
    let mut game = Headless::new(classic());
    game.rest();
    let entities = game.entities();
    for _ in 0..3 {
        game.tap(KeyCode::KeyM);
        game.rest();
        assert!(game.entities() > entities);
        game.tap(KeyCode::KeyM);
        game.rest();
        assert_eq!(game.entities(), entities);
    }
}

#[test]
fn the_theme_steps_on_and_is_painted() {
    let mut game = menu();
    for (name, words) in [
        (ThemeName::Dark, "Theme: dark"),
        (ThemeName::Light, "Theme: light"),
    ] {
        press(&mut game, 1);
        assert_eq!(preferences(&game).theme, name);
        assert!(game.texts().contains(&words.to_owned()));
        let page = Theme(name).color(Swatch::Page);
        assert_eq!(game.app.world().resource::<ClearColor>().0, page);
    }
}

#[test]
fn the_motion_steps_on() {
    let mut game = menu();
    for (motion, words) in [
        (AnimationSpeed::Normal, "Motion: normal"),
        (AnimationSpeed::Fast, "Motion: fast"),
        (AnimationSpeed::Off, "Motion: off"),
    ] {
        press(&mut game, 2);
        assert_eq!(preferences(&game).motion, motion);
        assert!(game.texts().contains(&words.to_owned()));
        let speed = game
            .app
            .world()
            .resource::<Time<Virtual>>()
            .relative_speed();
        assert_eq!(
            speed,
            if motion == AnimationSpeed::Fast {
                2.0
            } else {
                1.0
            }
        );
    }
}

#[test]
fn the_sound_steps_on() {
    let mut game = menu();
    for (sound, words) in [(false, "Sound: off"), (true, "Sound: on")] {
        press(&mut game, 3);
        assert_eq!(preferences(&game).sound, sound);
        assert!(game.texts().contains(&words.to_owned()));
    }
}

#[test]
fn the_page_of_the_computer_player_opens_steps_and_goes_back() {
    let mut game = menu();
    for _ in 0..4 {
        game.tap(KeyCode::ArrowDown);
    }
    assert_eq!(game.focused().as_deref(), Some("Computer player"));
    game.tap(KeyCode::Enter);
    assert_eq!((game.screen(), game.overlays()), (Screen::ComputerMenu, 1));
    assert_eq!(game.focused().as_deref(), Some("Back to the menu"));
    let defaults = preferences(&game);
    for labels in [
        &[
            "Player: expectimax",
            "Player: minimax",
            "Player: greedy",
            "Player: random",
            "Player: network",
        ][..],
        &[
            "Thinking time: 100 ms",
            "Thinking time: 500 ms",
            "Thinking time: 1 ms",
            "Thinking time: 5 ms",
            "Thinking time: 20 ms",
        ],
        &[
            "Pace: 10 moves a second",
            "Pace: 1 move a frame",
            "Pace: 1 move a second",
            "Pace: 2 moves a second",
            "Pace: 5 moves a second",
        ],
        &["Animations: skipped", "Animations: shown"],
    ] {
        game.tap(KeyCode::ArrowDown);
        for label in labels {
            let before = preferences(&game);
            game.tap(KeyCode::Enter);
            assert_eq!(game.focused().as_deref(), Some(*label));
            assert_ne!(preferences(&game), before);
            let about = preferences(&game).computer.about();
            assert!(game.texts().contains(&about.to_owned()));
        }
        assert_eq!(preferences(&game), defaults, "each comes round");
    }
    game.tap(KeyCode::Escape);
    assert_eq!(game.screen(), Screen::Menu);
    game.tap(KeyCode::Escape);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
}

#[test]
fn another_board_size_has_its_own_game_and_the_first_one_waits() {
    let mut game = Headless::still(classic());
    for direction in Direction::ALL {
        game.play(direction);
    }
    let classic = Game::clone(game.game());
    assert!(classic.moves() > 2);
    resize(&mut game, 5, 3);
    assert_size(&mut game, 5, 3);
    game.play(Direction::Left);
    game.play(Direction::Right);
    let wide = Game::clone(game.game());
    assert!(wide.moves() > 0);

    resize(&mut game, 4, 4);
    assert_size(&mut game, 4, 4);
    assert_eq!(**game.game(), classic);
    resize(&mut game, 5, 3);
    assert_eq!(**game.game(), wide);
}

#[test]
fn every_board_size_can_be_had() {
    let mut game = Headless::still(classic());
    for width in 2..=8 {
        for height in 2..=8 {
            resize(&mut game, width, height);
            assert_size(&mut game, width, height);
        }
    }
}

#[test]
fn the_size_that_is_played_already_changes_nothing() {
    let mut game = Headless::still(classic());
    let before = (Game::clone(game.game()), game.entities());
    resize(&mut game, 4, 4);
    game.rest();
    assert_eq!((Game::clone(game.game()), game.entities()), before);
}

/// What is counted of the games that a source is asked for: columns and rows.
type Asked = Arc<Mutex<Vec<(u8, u8)>>>;

/// A game with the page of board sizes open, that notes which other games are
/// asked for.
fn size_page() -> (Headless, Asked) {
    let asked = Asked::default();
    let source: GameSource = {
        let asked = Arc::clone(&asked);
        Arc::new(move |rules: Rules| {
            let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            asked.push((rules.width(), rules.height()));
            Start::new_game(rules, 1)
        })
    };
    let plugin = GamePlugin {
        start: classic(),
        source,
        seed: 1,
    };
    let mut game = Headless::with(plugin, |_| {});
    game.choose_motion(AnimationSpeed::Off);
    open_size_page(&mut game);
    (game, asked)
}

fn open_size_page(game: &mut Headless) {
    game.tap(KeyCode::KeyM);
    game.click("Board size");
    assert_eq!((game.screen(), game.overlays()), (Screen::SizeMenu, 1));
    assert_eq!(game.focused().as_deref(), Some("Back to the menu"));
    assert_eq!(picked(game), ["4", "4"]);
}

/// The buttons with some components, from the top to the bottom and from the
/// left to the right.
fn buttons<F: QueryFilter>(game: &mut Headless) -> Vec<Entity> {
    let mut buttons = game.each::<Entity, F, _>(|button| button);
    buttons.sort_by(|&one, &other| {
        let [one, other] = [one, other].map(|button| game.middle(button).yx().to_array());
        one.partial_cmp(&other).expect("all lie somewhere")
    });
    buttons
}

/// The numbers that are marked, of columns and rows.
fn picked(game: &mut Headless) -> Vec<String> {
    let marked = buttons::<With<Selected>>(game).into_iter();
    marked.filter_map(|button| game.label(button)).collect()
}

/// Clicks on the numbers of columns and of rows.
fn pick(game: &mut Headless, columns: u8, rows: u8) {
    let numbers = buttons::<(With<Button>, Without<Does>)>(game);
    let (upper, lower) = numbers.split_at(7);
    game.click_on(upper[usize::from(columns - 2)]);
    game.click_on(lower[usize::from(rows - 2)]);
    assert_eq!(picked(game), [columns.to_string(), rows.to_string()]);
}

fn asked_for(asked: &Asked) -> Vec<(u8, u8)> {
    asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Presses Tab so many times.
fn tab(game: &mut Headless, times: usize) {
    for _ in 0..times {
        game.tap(KeyCode::Tab);
    }
}

#[test]
fn columns_and_rows_are_picked_by_keys_and_then_applied_once() {
    let (mut game, asked) = size_page();
    // From the first button to the fourth number of the columns, ...
    tab(&mut game, 4);
    assert_eq!(game.focused().as_deref(), Some("5"));
    game.tap(KeyCode::Enter);
    assert_eq!(picked(&mut game), ["5", "4"]);
    // ... over the other columns to the second number of the rows, ...
    tab(&mut game, 5);
    assert_eq!(game.focused().as_deref(), Some("3"));
    game.tap(KeyCode::Enter);
    assert_eq!(picked(&mut game), ["5", "3"]);
    assert_size(&mut game, 4, 4);
    assert_eq!(asked_for(&asked), []);
    // ... and over the other rows to the button.
    tab(&mut game, 6);
    assert_eq!(game.focused().as_deref(), Some("Switch to 5 × 3"));
    game.tap(KeyCode::Enter);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert_size(&mut game, 5, 3);
    assert_eq!(asked_for(&asked), [(5, 3)]);
}

#[test]
fn columns_and_rows_are_picked_by_clicks_and_then_applied_once() {
    let (mut game, asked) = size_page();
    for (columns, rows) in [(2, 8), (7, 8), (7, 3), (5, 3)] {
        pick(&mut game, columns, rows);
        assert_size(&mut game, 4, 4);
    }
    assert_eq!(asked_for(&asked), []);
    game.click("Switch to 5 × 3");
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    assert_size(&mut game, 5, 3);
    assert_eq!(asked_for(&asked), [(5, 3)]);
}

#[test]
fn a_size_that_was_only_picked_is_forgotten() {
    let (mut game, asked) = size_page();
    pick(&mut game, 7, 2);
    game.tap(KeyCode::Escape);
    assert_eq!(game.screen(), Screen::Menu);
    game.tap(KeyCode::Escape);
    assert_eq!((game.screen(), game.overlays()), (Screen::Playing, 0));
    open_size_page(&mut game);
    assert_size(&mut game, 4, 4);
    assert_eq!(asked_for(&asked), []);
}

#[test]
fn the_size_that_is_played_cannot_be_applied() {
    let (mut game, asked) = size_page();
    for _ in 0..2 {
        game.click("Switch to 4 × 4");
        assert_eq!(game.screen(), Screen::SizeMenu);
        // Picking another one and this one again comes to the same.
        pick(&mut game, 3, 4);
        pick(&mut game, 4, 4);
    }
    assert_eq!(asked_for(&asked), []);
}

#[test]
fn nothing_is_saved_for_sizes_that_were_only_picked() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let saves = SaveFolder::open(folder.path()).expect("it is writable");
    let writer = SaveWriter::start(saves).expect("there is a thread");
    let mut game = Headless::with(GamePlugin::new(classic(), 1), |app| {
        app.insert_resource(Saving(Some(writer)));
    });
    game.choose_motion(AnimationSpeed::Off);
    open_size_page(&mut game);
    for (columns, rows) in [(2, 2), (8, 8), (7, 5), (5, 5)] {
        pick(&mut game, columns, rows);
    }
    game.click("Switch to 5 × 5");
    assert_size(&mut game, 5, 5);
    // The writer ends with the app, and saves what it was given first.
    drop(game);
    let mut names: Vec<_> = folder
        .path()
        .read_dir()
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name())
        .filter(|name| name.to_string_lossy().contains("save"))
        .collect();
    names.sort();
    assert_eq!(names, ["4x4.save", "5x5.save"]);
}

/// Checks the board and that the field shows it, each cell and each tile.
#[track_caller]
fn assert_size(game: &mut Headless, width: u8, height: u8) {
    let board: Board = *game.game().board();
    assert_eq!((board.width(), board.height()), (width, height));
    let (shown, tiles) = (game.shown(), game.tiles());
    assert_eq!(shown, tiles);
    let mut slots = game.each::<&At, Without<TileView>, _>(|at| at.0);
    slots.sort_by_key(|cell| (cell.row, cell.column));
    assert_eq!(slots, board.cells().collect::<Vec<_>>());
}

#[test]
fn a_button_is_lit_while_the_pointer_is_on_it_and_not_after_it_left_the_window() {
    let mut game = Headless::still(classic());
    let button = game.button("Menu");
    let look = |game: &Headless| game.app.world().get::<Fill>(button).map(|fill| fill.0);
    for _ in 0..2 {
        let point = game.middle(button);
        game.point(point);
        game.frame();
        assert_eq!(look(&game), Some(Swatch::ButtonHover));
        game.point_away();
        game.frame();
        assert_eq!(look(&game), Some(Swatch::Button));
    }
    // Who leaves and comes back between two frames has not left.
    let point = game.middle(button);
    game.point_away();
    game.point(point);
    game.frame();
    assert_eq!(look(&game), Some(Swatch::ButtonHover));
}

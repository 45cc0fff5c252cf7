//! Everything has its place in windows of many shapes and scales.

use std::time::Duration;

use bevy::{prelude::*, text::TextLayoutInfo};
use bevy_2048::app::{
    messages::{Help, Request},
    play::shelf::Start,
    screen::Screen,
    settings::{Computer, Pace, Preferences},
    view::hint::HintArrow,
    view::layout::Arrangement,
    view::panel::ScoreBox,
    view::stage::{Field, Panel},
};
use bevy_2048::game::{Direction, Rules};

use crate::games::{classic, face, late, late_by};
use crate::headless::Headless;
use crate::view::View;

/// Windows in logical pixels, from the smallest on.
const WINDOWS: [(u32, u32); 5] = [
    (320, 420),
    (420, 320),
    (600, 760),
    (1280, 720),
    (1920, 1080),
];

/// Physical pixels to the logical one.
const SCALES: [f32; 3] = [1.0, 1.5, 2.0];

/// Boards as columns by rows.
const BOARDS: [(u8, u8); 6] = [(4, 4), (3, 3), (8, 8), (5, 3), (8, 2), (2, 8)];

/// Seven faces of six digits: in rows of no multiple of seven, no two
/// neighbours are alike.
const STUCK: [u128; 7] = [
    1 << 17,
    1 << 18,
    1 << 19,
    1 << 15,
    1 << 16,
    1 << 14,
    1 << 13,
];

/// Looks at games in each window, and tells everything that is out of place at
/// once.
fn look(games: impl IntoIterator<Item = Headless>, check: impl Fn(&mut View)) {
    let mut faults = Vec::new();
    for game in games {
        let mut view = View::new(game);
        for (width, height) in WINDOWS {
            for scale in SCALES {
                view.resize(UVec2::new(width, height), scale);
                check(&mut view);
                let board = view.game.game().board();
                let (columns, rows) = (board.width(), board.height());
                faults.extend(view.faults.drain(..).map(|fault| {
                    format!("{columns} × {rows} cells in {width} × {height} at {scale}: {fault}")
                }));
            }
        }
    }
    let count = faults.len();
    assert!(faults.is_empty(), "{count} faults\n{}", faults.join("\n"));
}

/// A game of each size, brought to a screen by a key.
fn games(
    faces: &'static [u128],
    won: bool,
    key: Option<KeyCode>,
    screen: Screen,
) -> impl Iterator<Item = Headless> {
    BOARDS.into_iter().map(move |(columns, rows)| {
        let mut game = Headless::still(late(columns, rows, faces, won));
        if let Some(key) = key {
            game.tap(key);
        }
        assert_eq!(game.screen(), screen);
        game
    })
}

/// Tiles of six digits, all alike.
const WIDE: [u128; 1] = [1 << 17];

#[test]
fn the_game_fits_every_window() {
    look(games(&WIDE, false, None, Screen::Playing), View::check_all);
}

#[test]
fn the_goal_fits_every_window() {
    let goals = [1 << 12, 1 << 17, 1 << 23, 1 << 65];
    let games = goals.into_iter().flat_map(|goal| {
        BOARDS.into_iter().map(move |(columns, rows)| {
            let rules = Rules::new(columns, rows)
                .and_then(|rules| rules.with_win_tile(goal))
                .expect("the rules are in range");
            Headless::still(late_by(rules, &WIDE, false))
        })
    });
    look(games, View::check_all);
}

#[test]
fn the_menu_fits_every_window() {
    let games = games(&WIDE, false, Some(KeyCode::KeyM), Screen::Menu);
    look(games, View::check_all_and_card);
}

#[test]
fn the_page_of_the_computer_player_fits_every_window() {
    let games = BOARDS.into_iter().map(|(columns, rows)| {
        let mut game = Headless::still(late(columns, rows, &WIDE, false));
        // The sentence of the network is the longest one, and the pace has the
        // longest label.
        game.app.world_mut().resource_mut::<Preferences>().pace = Pace::Ten;
        game.ask(Request::Menu);
        game.ask(Request::ComputerMenu);
        game.frame();
        assert_eq!(game.screen(), Screen::ComputerMenu);
        game
    });
    look(games, View::check_all_and_card);
}

#[test]
fn a_hint_and_the_marks_of_a_helped_score_fit_every_window() {
    let games = BOARDS.into_iter().map(|(columns, rows)| {
        let mut game = Headless::still(late(columns, rows, &WIDE, false));
        game.app.world_mut().resource_mut::<Preferences>().computer = Computer::Greedy;
        game.ask(Request::Help(Help::Hint));
        game.ask(Request::HelpConfirmed);
        for _ in 0..10_000 {
            if game.count::<With<HintArrow>>() > 0 {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
            game.frame();
        }
        assert!(game.texts().contains(&"HELPED BEST".to_owned()));
        game
    });
    look(games, |view| {
        view.check_all();
        view.check_hint();
    });
}

#[test]
fn the_question_fits_every_window() {
    let games = games(&WIDE, false, Some(KeyCode::KeyR), Screen::ConfirmRestart);
    look(games, View::check_all_and_card);
}

#[test]
fn the_questions_about_help_fit_every_window() {
    for key in [KeyCode::KeyT, KeyCode::KeyP] {
        let games = games(&WIDE, false, Some(key), Screen::ConfirmHelp);
        look(games, View::check_all_and_card);
    }
}

#[test]
fn the_page_of_board_sizes_fits_every_window() {
    let games = BOARDS.into_iter().map(|(columns, rows)| {
        let mut game = Headless::still(late(columns, rows, &WIDE, false));
        game.ask(Request::Menu);
        game.ask(Request::SizeMenu);
        game.frame();
        assert_eq!(game.screen(), Screen::SizeMenu);
        game
    });
    look(games, View::check_all_and_card);
}

#[test]
fn the_win_fits_every_window() {
    let games = games(&WIDE, true, None, Screen::Won);
    look(games, View::check_all_and_card);
}

#[test]
fn the_end_fits_every_window() {
    let games = games(&STUCK, false, None, Screen::Over);
    look(games, View::check_all_and_card);
}

#[test]
fn every_number_fits_its_tile() {
    let ranks: Vec<u128> = (1..=65).map(face).collect();
    let games = [(4, 4), (8, 8)].into_iter().flat_map(|(columns, rows)| {
        let boards = ranks.chunks(usize::from(columns * rows));
        boards.map(move |faces| Headless::still(late(columns, rows, faces, false)))
    });
    look(games, View::check_all);
}

#[test]
fn the_digits_on_a_tile_stand_close_together() {
    let faces: Vec<u128> = (1..=16).map(face).collect();
    let mut game = Headless::still(late(4, 4, &faces, false));
    game.resize(UVec2::new(1200, 1400), 2.0);
    let mut gaps = 0;
    for face in faces {
        let name = face.to_string();
        for (text, layout, size) in
            game.each::<(&Text, &TextLayoutInfo, &TextFont), (), _>(|(text, layout, font)| {
                (text.0.clone(), layout.clone(), font.font_size)
            })
        {
            if text != name {
                continue;
            }
            let FontSize::Px(size) = size else {
                panic!("{text} has no size of its own")
            };
            let in_pixels = size * game.app.world().resource::<UiScale>().0 * 2.0;
            let digits = f32::from(u8::try_from(text.len()).expect("a few digits"));
            let width = layout.size.x / in_pixels;
            assert!(width < digits * 0.625 + 0.01, "{name} is {width} em wide");
            for pair in layout.glyphs.windows(2) {
                let [left, right] = [&pair[0], &pair[1]]
                    .map(|glyph| (glyph.position.x, glyph.atlas_info.rect.width() / 2.0));
                let gap = (right.0 - right.1 - left.0 - left.1) / in_pixels;
                assert!(gap < 0.15, "two digits of {name} are {gap} em apart");
                gaps += 1;
            }
        }
    }
    assert!(gaps > 30, "{gaps} gaps were measured");
}

#[test]
fn a_score_is_as_wide_whatever_its_digits_are() {
    let widths = [1_111_111, 2_345_678, 8_777_999].map(|best| {
        let mut start = classic();
        start.best.own = best;
        let mut game = Headless::still(start);
        let words = format!(
            "{},{:03},{:03}",
            best / 1_000_000,
            best / 1000 % 1000,
            best % 1000
        );
        let nodes = game.each::<(&Text, &ComputedNode), (), _>(|(text, node)| {
            (text.0 == words).then_some(node.size().x)
        });
        nodes
            .into_iter()
            .flatten()
            .next()
            .expect("the best score is shown")
    });
    assert_eq!(widths[0], widths[1]);
    assert_eq!(widths[0], widths[2]);
}

#[test]
fn a_notice_fits_every_window_and_covers_no_tile_and_no_button_in_landscape() {
    let sentence = "The saved game cannot be read: its checksum does not match its contents; it \
                    is kept as /home/somebody/.local/share/bevy_2048/4x4.save.damaged-1.";
    let games = BOARDS.into_iter().map(|(columns, rows)| {
        Headless::still(Start {
            notices: vec![sentence.to_owned()],
            ..late(columns, rows, &[1 << 17], false)
        })
    });
    look(games, |view| {
        let texts = view.texts();
        let text = texts
            .iter()
            .find(|text| text.name == sentence)
            .expect("the notice is shown");
        let strip = view.thing(view.parent(text.node), "the strip");
        view.check_within(text, "the strip", strip.place);
        view.check_within(&strip, "the window", view.window);
        let field = view.the::<Field>("the field");
        view.check_apart(&[strip.clone(), field]);
        // In portrait it may cover them.
        if view.arrangement() == Arrangement::Landscape {
            for button in view.panel_buttons() {
                view.check_apart(&[strip.clone(), button]);
            }
        }
    });
}

#[test]
fn a_gain_rises_clear_of_the_scores_in_every_window() {
    // Two pairs of 65536 merge.
    let faces = [[1 << 16; 4], [2, 4, 8, 16], [4, 8, 16, 2], [8, 16, 2, 4]];
    let rules = Rules::default()
        .with_win_tile(1 << 18)
        .expect("the goal is in range");
    let games = [1, 590].map(|after| {
        let mut game = Headless::new(late_by(rules, faces.as_flattened(), false));
        game.rest();
        game.play(Direction::Left);
        game.frame_after(Duration::from_millis(after));
        // It stays as it is while the windows change.
        game.frame_after(Duration::ZERO);
        game
    });
    look(games, |view| {
        let texts = view.texts();
        let (gains, others): (Vec<_>, Vec<_>) = texts
            .into_iter()
            .filter(|text| !text.name.is_empty())
            .partition(|text| text.name.starts_with('+'));
        let [gain] = &gains[..] else {
            panic!("there is one gain, not {}", gains.len());
        };
        view.check_within(gain, "the window", view.window);
        let panel = view.the::<Panel>("the panel").place;
        for other in others {
            if panel.contains(other.place.center()) {
                view.check_apart(&[gain.clone(), other]);
            }
        }
        let boxes = view.game.each::<Entity, With<ScoreBox>, _>(|node| node);
        for score in boxes {
            let score = view.thing(score, "the box of a score");
            view.check_apart(&[gain.clone(), score]);
        }
    });
}

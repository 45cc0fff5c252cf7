//! The main schedule of a frame, without a window system, a renderer or a
//! sound card.
//!
//! `cargo bench --bench frame` prints the median of many frames, at rest and
//! in the middle of animations, as a whole and by schedule. What counts is the
//! share of a frame at 60 Hz, and the ratios of one run.
//!
//! With `-- --loop moving` or `-- --loop rest` it does nothing but run frames
//! of that kind for ten seconds, for a profiler.

#[cfg(not(feature = "window"))]
fn main() {}

#[cfg(feature = "window")]
fn main() {
    frame::main();
}

#[cfg(feature = "window")]
mod frame {
    use std::time::{Duration, Instant};

    use bevy::{
        app::MainScheduleOrder, ecs::schedule::InternedScheduleLabel, prelude::*,
        render::settings::WgpuSettings, time::TimeUpdateStrategy, window::WindowResolution,
    };
    use bevy_2048::app::{GamePlugin, launch::engine, messages::Request, play::shelf::Start};
    use bevy_2048::game::{Direction, Rules};

    /// A frame at 60 Hz.
    const FRAME: Duration = Duration::from_micros(16_667);

    /// Frames between two moves, so that most of them show tiles in motion.
    const FRAMES_A_MOVE: usize = 12;

    /// Frames that are measured.
    const FRAMES: usize = 3000;

    pub fn main() {
        let words: Vec<String> = std::env::args().collect();
        if let Some(at) = words.iter().position(|word| word == "--loop") {
            let moves = words.get(at + 1).is_some_and(|word| word == "moving");
            let end = Instant::now() + Duration::from_secs(10);
            let mut app = app(8);
            let mut count = 0;
            while Instant::now() < end {
                if moves {
                    prepare(&mut app, count);
                }
                app.update();
                count += 1;
            }
            println!("{count} frames");
            return;
        }
        for (name, side, moves) in [
            ("4 × 4 at rest", 4, false),
            ("4 × 4 in motion", 4, true),
            ("8 × 8 at rest", 8, false),
            ("8 × 8 in motion", 8, true),
        ] {
            measure(name, side, moves);
        }
    }

    fn app(side: u8) -> App {
        let mut app = App::new();
        let rules = Rules::new(side, side).expect("a size on offer");
        let window = Window {
            resolution: WindowResolution::new(560, 700),
            ..default()
        };
        let no_renderer = WgpuSettings {
            backends: None,
            ..default()
        };
        app.add_plugins((
            engine::headless(window, no_renderer.into()),
            GamePlugin::new(Start::new_game(rules, 1), 1),
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        app.finish();
        app.cleanup();
        // A board that is well filled.
        for count in 0..120 {
            prepare(&mut app, count * FRAMES_A_MOVE);
            app.update();
        }
        for _ in 0..300 {
            app.update();
        }
        app
    }

    /// Asks for a move every few frames.
    fn prepare(app: &mut App, count: usize) {
        if count.is_multiple_of(FRAMES_A_MOVE) {
            // Any of them moves something; the others are ignored.
            let direction = Direction::ALL[count / FRAMES_A_MOVE % 4];
            app.world_mut().write_message(Request::Move(direction));
        }
    }

    fn measure(name: &str, side: u8, moves: bool) {
        let mut app = app(side);
        let mut whole = Vec::new();
        for count in 0..FRAMES {
            if moves {
                prepare(&mut app, count);
            }
            let start = Instant::now();
            app.update();
            whole.push(start.elapsed());
        }
        println!("{name}: {:.0} µs in the median", median(&mut whole));
        by_schedule(&mut app, moves);
    }

    /// Runs the schedules of the main schedule one by one.
    fn by_schedule(app: &mut App, moves: bool) {
        let labels: Vec<InternedScheduleLabel> =
            app.world().resource::<MainScheduleOrder>().labels.clone();
        let mut took = vec![Vec::new(); labels.len()];
        for count in 0..FRAMES {
            if moves {
                prepare(app, count);
            }
            for (label, took) in labels.iter().zip(&mut took) {
                let start = Instant::now();
                let _ = app.world_mut().try_run_schedule(*label);
                took.push(start.elapsed());
            }
            app.world_mut().clear_trackers();
        }
        for (label, took) in labels.iter().zip(&mut took) {
            let systems = app
                .world()
                .resource::<Schedules>()
                .get(*label)
                .map_or(0, Schedule::systems_len);
            println!("  {label:?}: {:.1} µs, {systems} systems", median(took));
        }
    }

    fn median(times: &mut [Duration]) -> f64 {
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1e6
    }
}

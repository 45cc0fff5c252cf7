//! The window opens where it was left, and as large as it was left.
//!
//! Its size, place and state are a group in the settings file, written when
//! the window has come to rest after a change, and when it closes.

use std::time::{Duration, Instant};

use bevy::{
    ecs::system::NonSendMarker,
    prelude::*,
    window::{Monitor, PrimaryMonitor, PrimaryWindow, WindowCloseRequested, WindowMode},
    winit::{EventLoopProxyWrapper, WINIT_WINDOWS},
};
use serde::{Deserialize, Serialize};

use crate::app::messages::Notice;
use crate::app::settings::SettingsFile;
use crate::app::view::layout::SMALLEST;
use crate::app::wake::Alarm;

/// The name of the group in the settings file.
const GROUP: &str = "window";

/// The size of the window when it first opens, in logical pixels. It fits the
/// screen of a small laptop.
const FIRST_SIZE: UVec2 = UVec2::new(560, 700);

/// The largest window that is opened before the monitors are known, in logical
/// pixels. Graphics devices limit the size of a picture.
const LARGEST: UVec2 = UVec2::splat(4096);

/// How long the window must stay as it is before that is written.
const REST: Duration = Duration::from_millis(500);

/// The height of a title bar, in logical pixels; about that of common desktops.
const TITLE_BAR: f32 = 28.0;

/// How the window was left.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::app) struct Geometry {
    /// Width and height of its content in logical pixels, while it is neither
    /// maximized nor full screen.
    size: UVec2,
    /// The top left corner of its frame on the desktop in physical pixels, as
    /// for `size`. `None` leaves the place to the window system.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<IVec2>,
    /// Whether it is maximized.
    maximized: bool,
    /// Whether it fills a screen.
    fullscreen: bool,
}

impl Default for Geometry {
    fn default() -> Self {
        Self {
            size: FIRST_SIZE,
            place: None,
            maximized: false,
            fullscreen: false,
        }
    }
}

/// What the window system reports about the window.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// As in [`Geometry`], but in any state of the window.
    size: UVec2,
    /// As in [`Geometry`], but in any state of the window. Wayland does not
    /// tell.
    place: Option<IVec2>,
    maximized: bool,
    fullscreen: bool,
    minimized: bool,
}

/// The part of the desktop that a monitor shows.
#[derive(Clone, Copy, Debug)]
struct Area {
    /// In physical pixels.
    rect: IRect,
    /// Physical pixels to the logical one.
    scale: f32,
    is_primary: bool,
}

impl Area {
    fn of(monitor: &Monitor, is_primary: bool) -> Self {
        let corner = monitor.physical_position;
        let size = monitor.physical_size().as_ivec2();
        #[expect(clippy::cast_possible_truncation, reason = "scales are small")]
        let scale = monitor.scale_factor as f32;
        Self {
            rect: IRect::from_corners(corner, corner + size),
            scale: if scale > 0.0 { scale } else { 1.0 },
            is_primary,
        }
    }

    /// Whether enough of a window's title bar is seen here to grab it: a
    /// quarter of its width, and half of its height.
    fn shows_title_bar(&self, place: IVec2, size: UVec2) -> bool {
        let bar = Vec2::new(size.as_vec2().x, TITLE_BAR) * self.scale;
        // A place from a damaged file could overflow the sum.
        let place = place.clamp(IVec2::splat(-1_000_000), IVec2::splat(1_000_000));
        let bar = IRect::from_corners(place, place + bar.as_ivec2());
        let seen = self.rect.intersect(bar);
        4 * seen.width() >= bar.width() && 2 * seen.height() >= bar.height()
    }

    /// The size in logical pixels.
    fn size(&self) -> UVec2 {
        (self.rect.size().as_vec2() / self.scale).as_uvec2()
    }

    /// Where a window of this size is in the middle.
    fn middle(&self, size: UVec2) -> IVec2 {
        let spare = self.rect.size() - (size.as_vec2() * self.scale).as_ivec2();
        self.rect.min + spare.max(IVec2::ZERO) / 2
    }
}

impl Geometry {
    /// Reads how the window was left. Returns a sentence for the player as
    /// well if that cannot be used.
    pub(in crate::app) fn read(file: &mut SettingsFile) -> (Self, Option<String>) {
        let (mut geometry, trouble) = file.group::<Self>(GROUP);
        geometry.size = geometry.size.clamp(SMALLEST.as_uvec2(), LARGEST);
        (geometry, trouble)
    }

    /// Gives a window that is not open yet this size and place.
    ///
    /// The window opens as an ordinary one even if it was left in another
    /// state, so that the window system knows what to go back to.
    pub(in crate::app) fn apply(self, window: &mut Window) {
        window.resolution = self.size.into();
        if let Some(place) = self.place {
            window.position = WindowPosition::At(place);
        }
    }

    /// The same on these monitors: no larger than one of them, and with its
    /// title bar in view.
    fn fitted(mut self, monitors: &[Area]) -> Self {
        let shows = |area: &&Area| {
            self.place
                .is_some_and(|place| area.shows_title_bar(place, self.size))
        };
        let home = monitors.iter().find(shows);
        let primary = monitors.iter().find(|area| area.is_primary);
        let Some(area) = home.or(primary).or(monitors.first()) else {
            return self;
        };
        self.size = self.size.min(area.size()).max(SMALLEST.as_uvec2());
        if home.is_none() {
            self.place = self.place.map(|_| area.middle(self.size));
        }
        self
    }

    /// What to remember of the window as it is seen now.
    fn updated(mut self, seen: Seen) -> Self {
        // A minimized window has a place and a size that mean nothing.
        if seen.minimized {
            return self;
        }
        self.fullscreen = seen.fullscreen;
        // Out of full screen, the window is what it was before.
        if !seen.fullscreen {
            self.maximized = seen.maximized;
            if !seen.maximized {
                self.size = seen.size;
                self.place = seen.place.or(self.place);
            }
        }
        self
    }
}

/// The part of a window that tells whether it has changed.
type Outline = (UVec2, WindowPosition, WindowMode);

/// Watches the window for changes.
#[derive(Resource, Default)]
struct Watch {
    seen: Option<Outline>,
    /// When the window has come to rest, after a change.
    due: Option<Instant>,
    /// Whether the window as it is now is to be remembered.
    is_final: bool,
    alarm: Alarm,
    /// Whether the player knows that the settings cannot be saved.
    told: bool,
}

impl Watch {
    /// Notes how the window is; returns when it will have come to rest, if it
    /// has just changed.
    fn look(&mut self, outline: Outline, now: Instant) -> Option<Instant> {
        if self.seen == Some(outline) {
            return None;
        }
        self.seen = Some(outline);
        self.due = Some(now + REST);
        self.due
    }

    /// Whether the window has come to rest after a change, or closes.
    fn ends(&mut self, closes: bool, now: Instant) -> bool {
        self.is_final = closes || self.due.is_some_and(|due| due <= now);
        if self.is_final {
            self.due = None;
        }
        self.is_final
    }
}

/// Opens the window as the resource [`Geometry`] says, and keeps that up to
/// date.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Geometry>()
        .init_resource::<Watch>()
        .add_systems(First, restore)
        .add_systems(
            PostUpdate,
            (watch, keep.run_if(|watch: Res<Watch>| watch.is_final)).chain(),
        );
}

/// Brings the window back to the monitors that there are now, which are known
/// once the window is open, and into the state that it was left in.
fn restore(
    geometry: Res<Geometry>,
    monitors: Query<(&Monitor, Has<PrimaryMonitor>)>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut done: Local<bool>,
) {
    if *done || monitors.is_empty() {
        return;
    }
    *done = true;
    let areas: Vec<_> = monitors
        .iter()
        .map(|(monitor, is_primary)| Area::of(monitor, is_primary))
        .collect();
    let fitted = geometry.fitted(&areas);
    if fitted.size != geometry.size {
        let size = fitted.size.as_vec2();
        window.resolution.set(size.x, size.y);
    }
    if let (Some(place), true) = (fitted.place, fitted.place != geometry.place) {
        window.position = WindowPosition::At(place);
    }
    if geometry.maximized {
        window.set_maximized(true);
    }
    if geometry.fullscreen {
        window.mode = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
    }
}

fn watch(
    window: Single<&Window, With<PrimaryWindow>>,
    mut closing: MessageReader<WindowCloseRequested>,
    mut exits: MessageReader<AppExit>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut watch: ResMut<Watch>,
) {
    let now = Instant::now();
    let outline = (window.physical_size(), window.position, window.mode);
    if let Some(due) = watch.look(outline, now) {
        watch.alarm.set(due, proxy.as_deref());
    }
    let closes = closing.read().count() + exits.read().count() > 0;
    watch.ends(closes, now);
}

/// Writes how the window is now, if that is new.
fn keep(
    window: Single<(Entity, &Window), With<PrimaryWindow>>,
    mut geometry: ResMut<Geometry>,
    mut file: ResMut<SettingsFile>,
    mut watch: ResMut<Watch>,
    mut notices: MessageWriter<Notice>,
    _main_thread: NonSendMarker,
) {
    let (entity, window) = *window;
    let Some(seen) = see(entity, window) else {
        return;
    };
    let updated = geometry.updated(seen);
    if updated == *geometry {
        return;
    }
    *geometry = updated;
    if let Err(error) = file.set_group(GROUP, &updated)
        && !watch.told
    {
        watch.told = true;
        notices.write(Notice(format!(
            "The settings cannot be saved ({error}); the window's size and place will be forgotten."
        )));
    }
}

/// Asks the window system about an open window.
fn see(entity: Entity, window: &Window) -> Option<Seen> {
    WINIT_WINDOWS.with_borrow(|windows| {
        let open = windows.get_window(entity)?;
        let place = open.outer_position().ok();
        Some(Seen {
            size: window.size().round().as_uvec2(),
            place: place.map(|place| IVec2::new(place.x, place.y)),
            maximized: open.is_maximized(),
            fullscreen: window.mode != WindowMode::Windowed,
            minimized: open.is_minimized() == Some(true)
                || window.physical_size().min_element() == 0,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Area = Area {
        rect: IRect {
            min: IVec2::ZERO,
            max: IVec2::new(1920, 1080),
        },
        scale: 1.0,
        is_primary: true,
    };

    /// Beside it, with twice the pixels.
    const RIGHT: Area = Area {
        rect: IRect {
            min: IVec2::new(1920, -200),
            max: IVec2::new(1920 + 2560, 1400),
        },
        scale: 2.0,
        is_primary: false,
    };

    fn at(x: i32, y: i32) -> Geometry {
        Geometry {
            place: Some(IVec2::new(x, y)),
            ..Geometry::default()
        }
    }

    #[test]
    fn a_window_with_its_title_bar_in_view_stays() {
        for place in [(0, 0), (-400, 500), (1700, 900), (1919, 1060), (4100, 0)] {
            let geometry = at(place.0, place.1);
            assert_eq!(geometry.fitted(&[LEFT, RIGHT]), geometry, "{place:?}");
        }
    }

    #[test]
    fn a_window_off_every_screen_is_brought_to_the_middle_of_the_primary_one() {
        let middle = at((1920 - 560) / 2, (1080 - 700) / 2);
        for place in [
            (-500, 10),
            (100, -20),
            (100, 1079),
            (4400, 0),
            (i32::MAX, i32::MIN),
        ] {
            let geometry = at(place.0, place.1);
            assert_eq!(geometry.fitted(&[RIGHT, LEFT]), middle, "{place:?}");
        }
        // The second screen is gone, and half of a bar is not on either.
        assert_eq!(at(2000, 100).fitted(&[LEFT]), middle);
        assert_eq!(at(2000, 100).fitted(&[]), at(2000, 100), "none is known");
    }

    #[test]
    fn a_place_that_nobody_knows_is_left_to_the_window_system() {
        assert_eq!(Geometry::default().fitted(&[LEFT]), Geometry::default());
    }

    #[test]
    fn a_window_is_no_larger_than_its_screen_and_no_smaller_than_it_can_be() {
        let large = |place: Option<IVec2>| Geometry {
            size: UVec2::new(3000, 2000),
            place,
            ..Geometry::default()
        };
        let sizes = [None, Some(IVec2::ZERO), Some(IVec2::new(1920, 0))]
            .map(|place| large(place).fitted(&[LEFT, RIGHT]).size);
        assert_eq!(
            sizes,
            [
                UVec2::new(1920, 1080),
                UVec2::new(1920, 1080),
                UVec2::new(1280, 800)
            ]
        );
        let tiny = Area {
            rect: IRect::new(0, 0, 200, 200),
            ..LEFT
        };
        let fitted = large(None).fitted(&[tiny]);
        assert_eq!(fitted.size, SMALLEST.as_uvec2());
    }

    #[test]
    fn a_maximized_or_minimized_window_keeps_the_size_from_before() {
        let before = at(30, 40);
        let seen = Seen {
            size: UVec2::new(1920, 1053),
            place: Some(IVec2::ZERO),
            maximized: false,
            fullscreen: false,
            minimized: false,
        };
        let maximized = before.updated(Seen {
            maximized: true,
            ..seen
        });
        let expected = Geometry {
            maximized: true,
            ..before
        };
        assert_eq!(maximized, expected);
        let fullscreen = maximized.updated(Seen {
            fullscreen: true,
            ..seen
        });
        let expected = Geometry {
            fullscreen: true,
            ..maximized
        };
        assert_eq!(fullscreen, expected);
        let minimized = Seen {
            minimized: true,
            ..seen
        };
        assert_eq!(before.updated(minimized), before);
        let moved = before.updated(seen);
        assert_eq!((moved.size, moved.place), (seen.size, seen.place));
        let nowhere = Seen {
            place: None,
            ..seen
        };
        assert_eq!(before.updated(nowhere).place, before.place, "on Wayland");
    }

    #[test]
    fn nothing_is_written_while_the_window_changes() {
        let start = Instant::now();
        let now = |milliseconds| start + Duration::from_millis(milliseconds);
        let outline = |x| (UVec2::ONE, WindowPosition::new(IVec2::new(x, 0)), default());
        let mut watch = Watch::default();
        assert_eq!(watch.look(outline(0), start), Some(now(500)));
        for step in 1..20 {
            let time = now(400 * step);
            assert!(!watch.ends(false, time));
            let x = i32::try_from(step).expect("a few");
            assert_eq!(watch.look(outline(x), time), Some(time + REST));
        }
        assert_eq!(watch.look(outline(19), now(8000)), None);
        assert!(watch.ends(false, now(8100)));
        assert!(!watch.ends(false, now(9000)), "once");
        watch.look(outline(0), now(9000));
        assert!(watch.ends(true, now(9001)), "it closes");
    }

    #[test]
    fn a_file_can_ask_for_no_size_that_cannot_be_drawn() {
        let mut file = SettingsFile::default();
        assert_eq!(Geometry::read(&mut file), (Geometry::default(), None));
        let huge = Geometry {
            size: UVec2::new(u32::MAX, 1),
            ..at(1, 2)
        };
        file.set_group(GROUP, &huge).expect("it is in memory");
        let (read, trouble) = Geometry::read(&mut file);
        assert_eq!((read.size, trouble), (UVec2::new(4096, 420), None));
        assert_eq!(read.place, huge.place);
    }
}

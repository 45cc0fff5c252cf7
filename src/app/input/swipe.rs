//! Drags of the mouse and swipes of a finger.

use bevy::{input::touch::TouchPhase, prelude::*};

use crate::game::Direction;

/// A way this short, in logical pixels, is a click and no swipe (the
/// original's limit).
const CLICK: f32 = 10.0;

/// A way this long counts at once, without waiting for the release.
const SURE: f32 = 40.0;

/// A press that may become a swipe.
#[derive(Clone, Copy, Debug)]
struct Press {
    /// `None` for the mouse.
    finger: Option<u64>,
    start: Vec2,
    end: Vec2,
    /// It has already moved the tiles.
    spent: bool,
}

/// Follows one pointer from press to release. A second finger ends the swipe
/// of the first: two fingers are no swipe.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swipe {
    cursor: Vec2,
    press: Option<Press>,
}

impl Swipe {
    /// The mouse button went down; `on_button` tells of a point in logical
    /// pixels whether a button is there, in which case nothing begins.
    pub(super) fn mouse_down(&mut self, on_button: impl Fn(Vec2) -> bool) {
        self.begin(None, self.cursor, on_button);
    }

    /// The cursor moved to this point.
    pub(super) fn mouse_moved(&mut self, position: Vec2) -> Option<Direction> {
        self.cursor = position;
        self.follow(None, position)
    }

    /// The mouse button went up.
    pub(super) fn mouse_up(&mut self) -> Option<Direction> {
        self.finish(None)
    }

    /// Anything a finger does.
    pub(super) fn touch(
        &mut self,
        touch: &TouchInput,
        on_button: impl Fn(Vec2) -> bool,
    ) -> Option<Direction> {
        let finger = Some(touch.id);
        match touch.phase {
            TouchPhase::Started if self.press.is_some() => {
                self.press = None;
                None
            }
            TouchPhase::Started => {
                self.begin(finger, touch.position, on_button);
                None
            }
            TouchPhase::Moved => self.follow(finger, touch.position),
            TouchPhase::Ended => self
                .follow(finger, touch.position)
                .or_else(|| self.finish(finger))
                .inspect(|_| self.cancel(finger)),
            TouchPhase::Canceled => {
                self.cancel(finger);
                None
            }
        }
    }

    /// Ends a drag or a swipe that is under way, without a move.
    pub(super) fn end(&mut self) {
        self.press = None;
    }

    fn begin(&mut self, finger: Option<u64>, point: Vec2, on_button: impl Fn(Vec2) -> bool) {
        let press = Press {
            finger,
            start: point,
            end: point,
            spent: false,
        };
        self.press = (!on_button(point)).then_some(press);
    }

    fn follow(&mut self, finger: Option<u64>, point: Vec2) -> Option<Direction> {
        let press = self
            .press
            .as_mut()
            .filter(|press| press.finger == finger && !press.spent)?;
        press.end = point;
        let direction = dominant(point - press.start, SURE)?;
        press.spent = true;
        Some(direction)
    }

    fn finish(&mut self, finger: Option<u64>) -> Option<Direction> {
        let press = self.press.take_if(|press| press.finger == finger)?;
        if press.spent {
            None
        } else {
            dominant(press.end - press.start, CLICK)
        }
    }

    fn cancel(&mut self, finger: Option<u64>) {
        self.press.take_if(|press| press.finger == finger);
    }
}

/// The direction of a way on the screen along its longer axis, if it is longer
/// than `least` there.
pub(super) fn dominant(way: Vec2, least: f32) -> Option<Direction> {
    let longest = way.abs().max_element();
    if longest <= least {
        return None;
    }
    Some(if way.x.abs() > way.y.abs() {
        if way.x > 0.0 {
            Direction::Right
        } else {
            Direction::Left
        }
    } else if way.y > 0.0 {
        Direction::Down
    } else {
        Direction::Up
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drag(from: Vec2, to: Vec2, button: bool) -> Vec<Direction> {
        let mut swipe = Swipe::default();
        let mut seen = Vec::new();
        seen.extend(swipe.mouse_moved(from));
        swipe.mouse_down(|_| button);
        for step in 1..=8 {
            #[expect(clippy::cast_precision_loss, reason = "eight steps")]
            seen.extend(swipe.mouse_moved(from.lerp(to, step as f32 / 8.0)));
        }
        seen.extend(swipe.mouse_up());
        seen.extend(swipe.mouse_moved(to + 500.0));
        seen
    }

    #[test]
    fn a_drag_moves_once_along_its_longer_axis() {
        let from = Vec2::splat(200.0);
        for (way, direction) in [
            (Vec2::new(120.0, 40.0), Direction::Right),
            (Vec2::new(-120.0, -119.0), Direction::Left),
            (Vec2::new(10.0, 90.0), Direction::Down),
            (Vec2::new(10.0, -15.0), Direction::Up),
        ] {
            assert_eq!(drag(from, from + way, false), [direction]);
        }
    }

    #[test]
    fn a_click_moves_nothing() {
        assert_eq!(drag(Vec2::ZERO, Vec2::new(9.0, -10.0), false), []);
    }

    #[test]
    fn a_drag_that_starts_on_a_button_moves_nothing() {
        assert_eq!(drag(Vec2::ZERO, Vec2::new(300.0, 0.0), true), []);
    }

    fn touch(swipe: &mut Swipe, id: u64, phase: TouchPhase, x: f32) -> Option<Direction> {
        let position = Vec2::new(x, 0.0);
        let touch = TouchInput {
            phase,
            position,
            window: Entity::PLACEHOLDER,
            force: None,
            id,
        };
        swipe.touch(&touch, |_| false)
    }

    #[test]
    fn a_finger_swipes_once() {
        let mut swipe = Swipe::default();
        assert_eq!(touch(&mut swipe, 1, TouchPhase::Started, 100.0), None);
        assert_eq!(touch(&mut swipe, 1, TouchPhase::Moved, 90.0), None);
        assert_eq!(
            touch(&mut swipe, 1, TouchPhase::Moved, 20.0),
            Some(Direction::Left)
        );
        assert_eq!(touch(&mut swipe, 1, TouchPhase::Ended, 0.0), None);
        assert_eq!(touch(&mut swipe, 2, TouchPhase::Started, 0.0), None);
        assert_eq!(
            touch(&mut swipe, 2, TouchPhase::Ended, 20.0),
            Some(Direction::Right)
        );
    }

    #[test]
    fn a_drag_that_was_ended_moves_nothing() {
        let mut swipe = Swipe::default();
        swipe.mouse_down(|_| false);
        assert_eq!(swipe.mouse_moved(Vec2::new(30.0, 0.0)), None);
        swipe.end();
        assert_eq!(swipe.mouse_moved(Vec2::new(300.0, 0.0)), None);
        assert_eq!(swipe.mouse_up(), None);
        swipe.mouse_down(|_| false);
        assert_eq!(
            swipe.mouse_moved(Vec2::new(100.0, 0.0)),
            Some(Direction::Left)
        );
    }

    #[test]
    fn two_fingers_are_no_swipe() {
        let mut swipe = Swipe::default();
        touch(&mut swipe, 1, TouchPhase::Started, 100.0);
        touch(&mut swipe, 2, TouchPhase::Started, 200.0);
        assert_eq!(touch(&mut swipe, 1, TouchPhase::Moved, 0.0), None);
        assert_eq!(touch(&mut swipe, 2, TouchPhase::Ended, 0.0), None);
    }
}

//! The queue of everything that the player's devices ask for.
//!
//! A move acts on the board, or on the focus if a card lies over it; Enter
//! presses the button that has the focus. So each action depends on the effects
//! of those before it, and some effects, such as opening a card, come only in the
//! next frame. A frame takes the actions that do not depend on such an effect and
//! leaves the rest to the next frame.

use std::collections::VecDeque;

use bevy::{
    input_focus::tab_navigation::TabGroup,
    prelude::*,
    window::{PrimaryWindow, RequestRedraw, WindowMode},
};

use super::Action;
use super::focus::{Focus, Way};
use crate::app::messages::Request;
use crate::app::screen::Screen;

/// What was asked for and has not been taken yet.
#[derive(Resource, Debug, Default)]
pub(super) struct Queue(VecDeque<Entry>);

#[derive(Clone, Copy, Debug)]
struct Entry {
    action: Action,
    /// What the player saw then.
    seen: Screen,
}

impl Queue {
    /// Puts an action at the end, asked for while the player saw this screen.
    pub(super) fn push(&mut self, action: Action, seen: Screen) {
        self.0.push_back(Entry { action, seen });
    }
}

/// Takes what this frame can take, and asks for another frame for the rest.
pub(super) fn hand_out(
    mut queue: ResMut<Queue>,
    screen: Res<State<Screen>>,
    groups: Query<Ref<TabGroup>>,
    mut focus: Focus,
    mut requests: MessageWriter<Request>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    if queue.0.is_empty() {
        return;
    }
    let screen = *screen.get();
    // The nodes of a new card are laid out at the end of this frame.
    let mut is_done = groups.iter().any(|group| group.modal && group.is_added());
    let mut may_steer = false;
    while !is_done
        && let Some(Entry { action, seen }) = queue
            .0
            .pop_front_if(|entry| !(may_steer && needs_focus(entry.action)))
    {
        match action {
            Action::Go(direction) => {
                requests.write(Request::Move(direction));
            }
            Action::GoOn(direction) => {
                requests.write(Request::MoveOn(direction));
            }
            Action::Ask(request) => {
                requests.write(request);
            }
            // The card of a win or an end opened after the key was pressed, so the
            // player did not mean its button.
            Action::Press if screen != seen && matches!(screen, Screen::Won | Screen::Over) => {}
            Action::Press => focus.press(&mut commands),
            Action::FocusNext => focus.step(Way::Forward),
            Action::FocusPrevious => focus.step(Way::Back),
            Action::ToggleFullscreen => toggle_fullscreen(&mut window),
        }
        may_steer |= is_for_game(action);
        is_done = opens_card(action, screen);
    }
    if !queue.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Whether it matters to an action which button has the focus.
fn needs_focus(action: Action) -> bool {
    matches!(
        action,
        Action::Press | Action::FocusNext | Action::FocusPrevious
    )
}

/// Whether the turn system takes an action, and may move the focus for it
/// later in the frame.
fn is_for_game(action: Action) -> bool {
    matches!(action, Action::Go(_) | Action::GoOn(_) | Action::Ask(_))
}

/// Whether what comes after an action may be for another card, which opens in
/// the next frame.
///
/// A question, a win or an end may open a card as well. But a player who goes on
/// playing before seeing it does not mean that card.
fn opens_card(action: Action, screen: Screen) -> bool {
    match action {
        Action::Press | Action::Ask(Request::Menu) => true,
        Action::Ask(Request::Close) => {
            matches!(screen, Screen::ComputerMenu | Screen::SizeMenu)
        }
        _ => false,
    }
}

fn toggle_fullscreen(window: &mut Window) {
    window.mode = match window.mode {
        WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        _ => WindowMode::Windowed,
    };
}

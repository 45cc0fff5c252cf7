//! What lies over the board: the win, the end, the question and the menu.
//!
//! Each is one card on a veil, spawned on entering its [`Screen`] and gone on
//! leaving it. The veil covers the whole window and keeps the pointer off what
//! is below; the card holds the keyboard.

mod ends;
mod menu;

use std::time::Duration;

use bevy::{
    input_focus::{InputFocus, InputFocusVisible, tab_navigation::TabGroup},
    prelude::*,
};

use super::messages::Request;
use super::motion;
use super::screen::Screen;
use super::settings::{Motion, Preferences};
use super::stage::Stage;
use super::theme::{Fill, Fonts, Painting, Swatch, Theme};
use super::widgets::{Does, button, paragraph, text};

/// The node of an overlay, which fills the window; the veil's colour is this
/// swatch.
#[derive(Component, Clone, Copy, Debug)]
pub struct Overlay(pub Swatch);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((ends::plugin, menu::plugin))
        .add_systems(OnEnter(Screen::Playing), clear_focus)
        .add_systems(
            Update,
            repaint_veil
                .run_if(resource_changed::<Theme>)
                .in_set(Painting),
        );
}

/// What it takes to show an overlay.
#[derive(bevy::ecs::system::SystemParam)]
struct Canvas<'w, 's> {
    commands: Commands<'w, 's>,
    stage: Single<'w, 's, Entity, With<Stage>>,
    fonts: Res<'w, Fonts>,
    theme: Res<'w, Theme>,
    preferences: Res<'w, Preferences>,
    focus_visible: ResMut<'w, InputFocusVisible>,
}

impl Canvas<'_, '_> {
    /// Lets a veil fall and opens a card with a title on it.
    ///
    /// Returns the card's node, to put more into.
    fn card(
        &mut self,
        screen: Screen,
        veil: Swatch,
        delay: Duration,
        duration: Duration,
        title: &str,
    ) -> Entity {
        // The first button has the focus, and Enter would press it.
        self.focus_visible.0 = true;
        let color = self.theme.color(veil);
        let root = self
            .commands
            .spawn((
                Overlay(veil),
                DespawnOnExit(screen),
                ChildOf(*self.stage),
                Node {
                    position_type: PositionType::Absolute,
                    width: percent(100),
                    height: percent(100),
                    align_items: AlignItems::Center,
                    justify_content: JustifyContent::Center,
                    ..default()
                },
                BackgroundColor(color),
                GlobalZIndex(10),
            ))
            .id();
        let card = self
            .commands
            .spawn((
                ChildOf(root),
                TabGroup::modal(),
                Node {
                    flex_direction: FlexDirection::Column,
                    align_items: AlignItems::Center,
                    row_gap: px(10),
                    padding: UiRect::axes(px(30), px(24)),
                    max_width: percent(94),
                    border_radius: BorderRadius::all(px(14)),
                    ..default()
                },
                BoxShadow::new(Color::BLACK.with_alpha(0.28), px(0), px(6), px(0), px(24)),
                Fill(Swatch::Card),
                children![(
                    Node {
                        margin: UiRect::bottom(px(4)),
                        ..default()
                    },
                    text(title, 40.0, &self.fonts.bold, Swatch::Heading),
                )],
            ))
            .id();
        if self.preferences.motion != Motion::Off {
            self.commands
                .entity(root)
                .insert(motion::veil(color, delay, duration));
            let opening = duration.min(motion::APPEAR);
            self.commands
                .entity(card)
                .insert(motion::open(delay, opening));
        }
        card
    }

    /// Puts a sentence on a card.
    fn line(&mut self, card: Entity, words: String) {
        let line = paragraph(words, 18.0, &self.fonts.medium, Swatch::Text);
        self.commands.spawn((ChildOf(card), line));
    }

    /// Puts a row of buttons on a card, the first of them with the focus.
    fn buttons(&mut self, card: Entity, buttons: [(&str, Request); 2]) {
        let row = Node {
            column_gap: px(12),
            margin: UiRect::top(px(8)),
            ..default()
        };
        let row = self.commands.spawn((ChildOf(card), row)).id();
        for (index, (label, request)) in buttons.into_iter().enumerate() {
            let button = button(label, Does::Ask(request), &self.fonts);
            let mut button = self.commands.spawn((ChildOf(row), button));
            if index == 0 {
                button.insert(bevy::input_focus::AutoFocus);
            }
        }
    }
}

/// A veil is not painted as a [`Fill`] is, since its tween fades it; it follows
/// a theme that is chosen while it hangs.
fn repaint_veil(
    theme: Res<Theme>,
    mut veils: Query<(&Overlay, &mut BackgroundColor), Without<Fill>>,
) {
    for (overlay, mut background) in &mut veils {
        background.0 = theme.color(overlay.0);
    }
}

/// Nothing of a closed overlay keeps the keyboard.
fn clear_focus(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

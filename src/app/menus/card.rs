//! The card of an overlay and the veil behind it.
//!
//! The veil covers the whole window and keeps the pointer off what is below;
//! the card holds the keyboard.

use std::time::Duration;

use bevy::{
    input_focus::{InputFocus, InputFocusVisible, tab_navigation::TabGroup},
    prelude::*,
};

use crate::app::messages::Request;
use crate::app::screen::Screen;
use crate::app::settings::{AnimationSpeed, Preferences};
use crate::app::view::motion;
use crate::app::view::stage::Stage;
use crate::app::view::theme::{Fill, Fonts, Painting, Swatch, Theme};
use crate::app::view::widgets::{Does, button, paragraph, text};

/// The node of an overlay, which fills the window; the veil's colour is this
/// swatch.
#[derive(Component, Clone, Copy, Debug)]
pub struct Overlay(pub Swatch);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Playing), clear_focus)
        .add_systems(
            Update,
            repaint_veil
                .run_if(resource_changed::<Theme>)
                .in_set(Painting),
        );
}

/// How a card opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// At once: the player asked for it, or has seen it before.
    AtOnce,
    /// After a delay that leaves the last turn in view.
    AfterTheTurn,
}

impl Opening {
    /// The delay before the veil falls, and how long it takes.
    fn times(self) -> (Duration, Duration) {
        match self {
            Self::AtOnce => (Duration::ZERO, motion::QUESTION),
            Self::AfterTheTurn => (motion::VEIL_DELAY, motion::VEIL),
        }
    }
}

/// What it takes to open a card.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Cards<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    stage: Single<'w, 's, Entity, With<Stage>>,
    pub(super) fonts: Res<'w, Fonts>,
    theme: Res<'w, Theme>,
    pub(super) preferences: Res<'w, Preferences>,
    focus_visible: ResMut<'w, InputFocusVisible>,
}

impl Cards<'_, '_> {
    /// Lets a veil fall and opens a card with a title on it, until the screen
    /// is left.
    ///
    /// Returns the card's node, for more children.
    pub(super) fn open(
        &mut self,
        screen: Screen,
        veil: Swatch,
        opening: Opening,
        title: &str,
    ) -> Entity {
        let (delay, duration) = opening.times();
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
        if self.preferences.motion != AnimationSpeed::Off {
            self.commands
                .entity(root)
                .insert(motion::veil(color, delay, duration));
            let growing = duration.min(motion::APPEAR);
            self.commands
                .entity(card)
                .insert(motion::open(delay, growing));
        }
        card
    }

    /// Puts a sentence on a card.
    pub(super) fn line(&mut self, card: Entity, words: String) {
        let line = paragraph(words, 18.0, &self.fonts.medium, Swatch::Text);
        self.commands.spawn((ChildOf(card), line));
    }

    /// Puts a row of buttons on a card, the first of them with the focus.
    pub(super) fn buttons(&mut self, card: Entity, buttons: [(&str, Request); 2]) {
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

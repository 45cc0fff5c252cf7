//! The card of an overlay and the veil behind it.
//!
//! The veil covers the whole window and keeps the pointer away from what is
//! below. The card is centred on the board and keeps the keyboard's focus.

use std::time::Duration;

use bevy::{
    input_focus::{InputFocus, InputFocusVisible, tab_navigation::TabGroup},
    prelude::*,
};

use crate::app::messages::Request;
use crate::app::screen::Screen;
use crate::app::settings::{AnimationSpeed, Preferences};
use crate::app::view::layout::{Arrangement, Layout, MARGIN, Placing};
use crate::app::view::motion;
use crate::app::view::stage::Stage;
use crate::app::view::theme::{Fill, Fonts, Painting, Swatch, Theme};
use crate::app::view::widgets::{Does, button, paragraph, text};

/// The widest card on a narrower board, in units.
const WIDEST: f32 = 440.0;

/// The node of an overlay, which fills the window and is painted with this
/// swatch as its veil.
#[derive(Component, Clone, Copy, Debug)]
pub struct Overlay(pub Swatch);

/// The node that moves a card away from the centre of the window. It is as long
/// as the panel takes space there, and shrinks where the card needs the space.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Node)]
struct Spacer;

/// The card of an overlay.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Node)]
pub struct Card;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Playing), clear_focus)
        .add_systems(
            Update,
            (
                place_cards.in_set(Placing),
                repaint_veil
                    .run_if(resource_changed::<Theme>)
                    .in_set(Painting),
            ),
        );
}

/// How a card opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// At once: the player asked for it, or has already seen it.
    AtOnce,
    /// After a delay in which the last turn is seen.
    AfterTheTurn,
}

impl Opening {
    /// The delay before the veil fades in, and the time that this takes.
    fn times(self) -> (Duration, Duration) {
        match self {
            Self::AtOnce => (Duration::ZERO, motion::QUESTION),
            Self::AfterTheTurn => (motion::VEIL_DELAY, motion::VEIL),
        }
    }
}

/// What is needed to open a card.
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
    /// Opens a card with a title on a veil. Both last until the screen is left.
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
        // The first button has the focus, so that Enter presses it.
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
                    padding: UiRect::all(px(MARGIN)),
                    align_items: AlignItems::Center,
                    ..default()
                },
                BackgroundColor(color),
                GlobalZIndex(10),
                children![(Spacer, Pickable::IGNORE)],
            ))
            .id();
        let card = self
            .commands
            .spawn((
                ChildOf(root),
                Card,
                TabGroup::modal(),
                Node {
                    flex_direction: FlexDirection::Column,
                    align_items: AlignItems::Center,
                    row_gap: px(10),
                    margin: UiRect::all(auto()),
                    padding: UiRect::axes(px(30), px(24)),
                    flex_shrink: 0.0,
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

    /// Adds a sentence to a card.
    pub(super) fn line(&mut self, card: Entity, words: String) {
        let line = paragraph(words, 18.0, &self.fonts.medium, Swatch::Text);
        self.commands.spawn((ChildOf(card), line));
    }

    /// Adds a row of buttons to a card. The first one has the focus.
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

/// Centres cards on the board. A card that is larger than the board is moved
/// as far as it must to lie within the window.
fn place_cards(
    layout: Res<Layout>,
    mut overlays: Query<(Ref<Overlay>, &Children, &mut Node)>,
    mut spacers: Query<&mut Node, (With<Spacer>, Without<Overlay>)>,
    mut cards: Query<&mut Node, (With<Card>, Without<Overlay>, Without<Spacer>)>,
) {
    for (overlay, children, mut root) in &mut overlays {
        if !(overlay.is_added() || layout.is_changed()) {
            continue;
        }
        root.flex_direction = match layout.arrangement {
            Arrangement::Portrait => FlexDirection::Column,
            Arrangement::Landscape => FlexDirection::Row,
        };
        for &child in children {
            if let Ok(mut spacer) = spacers.get_mut(child) {
                spacer.flex_basis = px(2.0 * layout.board_offset().max_element());
            }
            if let Ok(mut card) = cards.get_mut(child) {
                // Taffy does not wrap text for a maximum in pixels here.
                let window = layout.window.x - 2.0 * MARGIN;
                let widest = layout.board.x.max(WIDEST).min(window);
                card.max_width = percent(100.0 * widest / window);
            }
        }
    }
}

/// Paints veils when the theme changes. They are not painted as a [`Fill`],
/// because a tween fades them in.
fn repaint_veil(
    theme: Res<Theme>,
    mut veils: Query<(&Overlay, &mut BackgroundColor), Without<Fill>>,
) {
    for (overlay, mut background) in &mut veils {
        background.0 = theme.color(overlay.0);
    }
}

/// Takes the focus from the buttons of a closed overlay.
fn clear_focus(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

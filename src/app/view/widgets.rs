//! Text and buttons, for the panel and the overlays.
//!
//! The buttons are Bevy's headless ones, which handle presses, focus and screen
//! readers. Here they get a look and something to do.

use bevy::{
    ecs::system::SystemParam,
    input_focus::{InputFocus, InputFocusVisible, tab_navigation::TabIndex},
    picking::hover::Hovered,
    prelude::*,
    text::{FontFeatureTag, FontFeatures},
    ui::{InteractionDisabled, Pressed},
    ui_widgets::{Activate, Button},
};

use crate::app::frame::FrameSystems;
use crate::app::messages::Request;
use crate::app::settings::Choice;
use crate::app::view::theme::{Fill, Fonts, Ink, Painting, Swatch, Theme};

/// The height of a button, in units.
pub const BUTTON_HEIGHT: f32 = 42.0;

/// What a button does.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub enum Does {
    /// It writes a request.
    Ask(Request),
    /// It steps a preference to its next value.
    Choose(Choice),
}

/// One line of text, with a size in units.
pub fn text(words: impl Into<String>, size: f32, font: &Handle<Font>, ink: Swatch) -> impl Bundle {
    let features = FontFeatures::default();
    (
        TextLayout::no_wrap(),
        words_in(words, size, font, features, ink),
    )
}

/// One line of text for a number that changes in place. All digits have the same
/// width, so that the number does not jitter.
pub fn readout(
    words: impl Into<String>,
    size: f32,
    font: &Handle<Font>,
    ink: Swatch,
) -> impl Bundle {
    let features = [FontFeatureTag::TABULAR_FIGURES].into();
    (
        TextLayout::no_wrap(),
        words_in(words, size, font, features, ink),
    )
}

/// Centred text that is wrapped where it must be.
pub fn paragraph(
    words: impl Into<String>,
    size: f32,
    font: &Handle<Font>,
    ink: Swatch,
) -> impl Bundle {
    (
        // The path of a file may be wider than a line.
        TextLayout::new(Justify::Center, LineBreak::WordOrCharacter),
        words_in(words, size, font, FontFeatures::default(), ink),
    )
}

fn words_in(
    words: impl Into<String>,
    size: f32,
    font: &Handle<Font>,
    font_features: FontFeatures,
    ink: Swatch,
) -> impl Bundle {
    (
        Text::new(words),
        TextFont {
            font: font.clone().into(),
            font_size: FontSize::Px(size),
            font_features,
            ..default()
        },
        Ink(ink),
        Pickable::IGNORE,
    )
}

/// The text on a button.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct ButtonLabel;

/// A button that shows the current choice.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Selected;

/// Adds a marker to an entity or removes it, where it is not as wanted yet.
pub fn mark<M: Component + Default>(
    commands: &mut Commands,
    entity: Entity,
    is_marked: bool,
    is_wanted: bool,
) {
    if is_wanted && !is_marked {
        commands.entity(entity).insert(M::default());
    } else if is_marked && !is_wanted {
        commands.entity(entity).remove::<M>();
    }
}

/// A button with a label.
pub fn button(label: impl Into<String>, does: Does, fonts: &Fonts) -> impl Bundle {
    let node = Node {
        height: px(BUTTON_HEIGHT),
        padding: UiRect::horizontal(px(16)),
        ..centred_node()
    };
    (does, button_with(label, node, fonts))
}

fn centred_node() -> Node {
    Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(6)),
        flex_shrink: 0.0,
        ..default()
    }
}

fn button_with(label: impl Into<String>, node: Node, fonts: &Fonts) -> impl Bundle {
    (
        Button,
        TabIndex(0),
        Hovered::default(),
        node,
        Outline {
            width: px(3),
            offset: px(2),
            color: Color::NONE,
        },
        Fill(Swatch::Button),
        children![(
            ButtonLabel,
            text(label, 18.0, &fonts.bold, Swatch::ButtonText)
        )],
    )
}

/// A small button with a number of one digit, for a row of such buttons.
#[must_use]
pub fn number_button(number: u8, fonts: &Fonts) -> impl Bundle {
    let node = Node {
        width: px(29),
        height: px(36),
        ..centred_node()
    };
    button_with(number.to_string(), node, fonts)
}

/// When buttons get the look of their state, in [`FrameSystems::Settle`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dressing;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(act).add_systems(
        Update,
        dress
            .in_set(Dressing)
            .before(Painting)
            .in_set(FrameSystems::Settle),
    );
}

/// Tells whether a node can be seen yet: the card of an overlay has the focus
/// some time before it opens.
#[derive(SystemParam)]
pub struct Sight<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    transforms: Query<'w, 's, &'static UiTransform>,
}

impl Sight<'_, '_> {
    /// Whether nothing around a node is of no size.
    #[must_use]
    pub fn is_open(&self, node: Entity) -> bool {
        let transforms = self.transforms.iter_many(self.parents.iter_ancestors(node));
        transforms
            .into_iter()
            .all(|transform| transform.scale != Vec2::ZERO)
    }
}

/// Does what the activated button is for; nobody means one that is not seen.
fn act(
    activate: On<Activate>,
    does: Query<&Does>,
    sight: Sight,
    mut requests: MessageWriter<Request>,
    mut choices: MessageWriter<Choice>,
) {
    if !sight.is_open(activate.entity) {
        return;
    }
    match does.get(activate.entity) {
        Ok(Does::Ask(request)) => {
            requests.write(*request);
        }
        Ok(Does::Choose(choice)) => {
            choices.write(*choice);
        }
        Err(_) => {}
    }
}

/// Updates the look of buttons to their state.
fn dress(
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    theme: Res<Theme>,
    mut buttons: Query<
        (
            Entity,
            &Hovered,
            Has<Pressed>,
            Has<InteractionDisabled>,
            Has<Selected>,
            &mut Fill,
            &mut Outline,
            &Children,
        ),
        With<Button>,
    >,
    mut labels: Query<&mut Ink, With<ButtonLabel>>,
) {
    for (entity, hovered, pressed, disabled, selected, mut fill, mut outline, children) in
        &mut buttons
    {
        let (look, words) = if disabled {
            (Swatch::ButtonDisabled, Swatch::ButtonTextDisabled)
        } else if selected {
            (Swatch::ButtonSelected, Swatch::ButtonText)
        } else if pressed {
            (Swatch::ButtonPressed, Swatch::ButtonText)
        } else if hovered.get() {
            (Swatch::ButtonHover, Swatch::ButtonText)
        } else {
            (Swatch::Button, Swatch::ButtonText)
        };
        fill.set_if_neq(Fill(look));
        for &child in children {
            if let Ok(mut ink) = labels.get_mut(child) {
                ink.set_if_neq(Ink(words));
            }
        }
        let ring = if visible.0 && focus.get() == Some(entity) {
            theme.color(Swatch::Focus)
        } else {
            Color::NONE
        };
        if outline.color != ring {
            outline.color = ring;
        }
    }
}

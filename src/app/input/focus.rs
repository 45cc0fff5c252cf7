//! Which button has the focus.
//!
//! While a card is open, its buttons alone can have the focus, by arrows, `Tab`
//! or a click. Otherwise those of the panel can, by `Tab` or a click.
//!
//! Bevy's plugins for this are left out. They take a key before the game has
//! taken the keys pressed earlier, their `Tab` and their directions lead to
//! disabled buttons and to those behind a card, and a click beside a button
//! clears the focus. The search for the nearest button is Bevy's.

use bevy::{
    ecs::{query::Has, system::SystemParam},
    input_focus::{
        FocusCause, InputFocus, InputFocusVisible,
        directional_navigation::{AutoNavigationConfig, FocusableArea},
        navigator::find_best_candidate,
        tab_navigation::{TabGroup, TabIndex},
    },
    math::CompassOctant,
    prelude::*,
    ui::{ComputedStackIndex, InteractionDisabled},
    ui_widgets::{Activate, Button},
};

use crate::app::frame::FrameSystems;
use crate::app::messages::FocusSteered;
use crate::app::view::widgets::{Dressing, Sight};
use crate::game::Direction;

/// How much of the smaller of two buttons has to lie beside the other one, of
/// 1, for them to be in a row or in a column.
const ALIGNED: f32 = 0.25;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(focus_clicked).add_systems(
        Update,
        (
            steer.in_set(FrameSystems::Show),
            repair.before(Dressing).in_set(FrameSystems::Settle),
        ),
    );
}

/// Which way `Tab` goes through the buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Back,
}

/// The focus, and the buttons that can have it.
#[derive(SystemParam)]
pub(super) struct Focus<'w, 's> {
    held: ResMut<'w, InputFocus>,
    visible: ResMut<'w, InputFocusVisible>,
    groups: Query<'w, 's, (Entity, &'static TabGroup, &'static ComputedStackIndex)>,
    buttons: Query<
        'w,
        's,
        (
            &'static TabIndex,
            &'static ComputedNode,
            &'static UiGlobalTransform,
            Has<InteractionDisabled>,
        ),
        With<Button>,
    >,
    children: Query<'w, 's, &'static Children>,
    parents: Query<'w, 's, &'static ChildOf>,
    sight: Sight<'w, 's>,
}

impl Focus<'_, '_> {
    /// Activates the button that has the focus, if it can be seen.
    pub(super) fn press(&self, commands: &mut Commands) {
        if let (Some(entity), Some(group)) = (self.held.get(), self.group())
            && self.is_enabled(entity)
            && self.is_in(entity, group)
            && self.sight.is_open(entity)
        {
            commands.trigger(Activate { entity });
        }
    }

    /// Gives the focus to the next button that is not disabled.
    pub(super) fn step(&mut self, way: Way) {
        let Some(group) = self.group() else { return };
        let mut buttons = self.buttons_in(group);
        if way == Way::Back {
            buttons.reverse();
        }
        let focused = self.held.get();
        if let Some(place) = buttons.iter().position(|&button| Some(button) == focused) {
            buttons.rotate_left(place + 1);
        }
        let next = buttons.into_iter().find(|&button| self.is_enabled(button));
        self.navigate(next);
    }

    /// Gives the focus to the nearest button of the card in a direction.
    fn steer(&mut self, direction: Direction) {
        let Some(card) = self.card() else { return };
        let areas: Vec<_> = self
            .buttons_in(card)
            .into_iter()
            .filter(|&button| self.is_enabled(button))
            .filter_map(|button| self.area(button))
            .collect();
        let place = areas
            .iter()
            .position(|area| Some(area.entity) == self.held.get());
        let next = match place {
            Some(place) => Some(neighbour(&areas, place, direction)),
            None => areas.first().map(|area| area.entity),
        };
        self.navigate(next);
    }

    /// Takes the focus off what cannot have it. While a card is there, its
    /// first button gets it.
    fn repair(&mut self) {
        let (focused, card) = (self.held.get(), self.card());
        let is_right = match (focused, card) {
            (Some(focused), Some(card)) => self.is_enabled(focused) && self.is_in(focused, card),
            (Some(focused), None) => self.buttons.contains(focused),
            (None, card) => card.is_none(),
        };
        if is_right {
            return;
        }
        let buttons = card.map(|card| self.buttons_in(card)).unwrap_or_default();
        if let Some(first) = buttons.into_iter().find(|&button| self.is_enabled(button)) {
            self.held.set(first, FocusCause::Navigated);
        } else if focused.is_some() {
            self.held.clear();
        }
    }

    /// Gives the focus to a button that can be seen, and shows that it has it.
    fn navigate(&mut self, next: Option<Entity>) {
        if let Some(next) = next.filter(|&next| self.sight.is_open(next)) {
            self.held.set(next, FocusCause::Navigated);
            self.visible.0 = true;
        }
    }

    /// The card on top, if there is one.
    fn card(&self) -> Option<Entity> {
        self.groups
            .iter()
            .filter(|(_, group, _)| group.modal)
            .max_by_key(|(_, _, index)| index.0)
            .map(|(entity, ..)| entity)
    }

    /// The card on top, or the panel.
    fn group(&self) -> Option<Entity> {
        self.card()
            .or_else(|| self.groups.iter().map(|(entity, ..)| entity).next())
    }

    /// The buttons of a group in their order, with those that are disabled.
    fn buttons_in(&self, group: Entity) -> Vec<Entity> {
        let mut buttons: Vec<_> = self
            .children
            .iter_descendants_depth_first(group)
            .filter_map(|node| Some((self.buttons.get(node).ok()?.0.0, node)))
            .filter(|(index, _)| *index >= 0)
            .collect();
        buttons.sort_by_key(|(index, _)| *index);
        buttons.into_iter().map(|(_, button)| button).collect()
    }

    fn is_in(&self, node: Entity, group: Entity) -> bool {
        self.parents
            .iter_ancestors(node)
            .any(|parent| parent == group)
    }

    fn is_enabled(&self, button: Entity) -> bool {
        self.buttons
            .get(button)
            .is_ok_and(|(.., is_disabled)| !is_disabled)
    }

    /// Where a button lies, in physical pixels.
    fn area(&self, button: Entity) -> Option<FocusableArea> {
        let (_, node, transform, _) = self.buttons.get(button).ok()?;
        let (scale, _, position) = transform.to_scale_angle_translation();
        Some(FocusableArea {
            entity: button,
            position,
            size: node.size() * scale,
        })
    }
}

/// The button that an arrow leads to from the one at an index, of buttons in
/// their order: the nearest in that direction, else the first from the other
/// end of the row or column, else the next or the previous one.
fn neighbour(areas: &[FocusableArea], from: usize, direction: Direction) -> Entity {
    let (octant, way) = match direction {
        Direction::Up => (CompassOctant::North, Vec2::NEG_Y),
        Direction::Right => (CompassOctant::East, Vec2::X),
        Direction::Down => (CompassOctant::South, Vec2::Y),
        Direction::Left => (CompassOctant::West, Vec2::NEG_X),
    };
    let config = AutoNavigationConfig {
        min_alignment_factor: ALIGNED,
        ..default()
    };
    let nearest = |origin| find_best_candidate(&origin, octant, areas, &config);
    let from_the_other_end = || {
        let extent = areas
            .iter()
            .map(|area| Rect::from_center_size(area.position, area.size))
            .reduce(|all, area| all.union(area))
            .unwrap_or_default();
        nearest(FocusableArea {
            position: areas[from].position - way * (extent.size() + areas[from].size),
            ..areas[from]
        })
    };
    let in_order = || {
        let step = match direction {
            Direction::Right | Direction::Down => 1,
            Direction::Left | Direction::Up => areas.len() - 1,
        };
        areas[(from + step) % areas.len()].entity
    };
    nearest(areas[from])
        .or_else(from_the_other_end)
        .unwrap_or_else(in_order)
}

/// Moves asked for while a card lies over the board move the focus there.
fn steer(mut steered: MessageReader<FocusSteered>, mut focus: Focus) {
    for FocusSteered(direction) in steered.read() {
        focus.steer(*direction);
    }
}

fn repair(mut focus: Focus) {
    focus.repair();
}

/// Gives the focus to a button that is clicked, without showing it; what the
/// pointer does is seen anyway. A click on anything else leaves it where it is.
fn focus_clicked(
    press: On<Pointer<Press>>,
    parents: Query<&ChildOf>,
    buttons: Query<(), (With<Button>, With<TabIndex>, Without<InteractionDisabled>)>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    // The event goes on to every node around the one that was clicked.
    if press.entity != press.original_event_target() {
        return;
    }
    let mut nodes = std::iter::once(press.entity).chain(parents.iter_ancestors(press.entity));
    if let Some(button) = nodes.find(|&node| buttons.contains(node)) {
        focus.set(button, FocusCause::Pressed);
        visible.0 = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Buttons, each with its left and upper edge and its size.
    fn areas(buttons: &[[f32; 4]]) -> Vec<FocusableArea> {
        let areas = buttons.iter().zip(1..).map(|(&[x, y, width, height], id)| {
            let size = Vec2::new(width, height);
            FocusableArea {
                entity: Entity::from_bits(id),
                position: Vec2::new(x, y) + size / 2.0,
                size,
            }
        });
        areas.collect()
    }

    /// Where the four arrows lead from a button, by index: up, right, down, left.
    fn around(areas: &[FocusableArea], from: usize) -> [usize; 4] {
        use Direction::{Down, Left, Right, Up};
        [Up, Right, Down, Left].map(|direction| {
            let to = neighbour(areas, from, direction);
            let place = areas.iter().position(|area| area.entity == to);
            place.expect("the neighbour is one of the buttons")
        })
    }

    #[test]
    fn a_column_goes_up_and_down_and_sideways_too() {
        let column = areas(&[
            [0.0, 0.0, 300.0, 40.0],
            [0.0, 50.0, 300.0, 40.0],
            [0.0, 100.0, 300.0, 40.0],
        ]);
        assert_eq!(around(&column, 0), [2, 1, 1, 2]);
        assert_eq!(around(&column, 1), [0, 2, 2, 0]);
        assert_eq!(around(&column, 2), [1, 0, 0, 1]);
    }

    #[test]
    fn a_row_goes_sideways_and_up_and_down_too() {
        let row = areas(&[[0.0, 0.0, 120.0, 40.0], [130.0, 0.0, 80.0, 40.0]]);
        assert_eq!(around(&row, 0), [1, 1, 1, 1]);
        assert_eq!(around(&row, 1), [0, 0, 0, 0]);
    }

    #[test]
    fn rows_between_wide_buttons_are_walked_through() {
        let page = areas(&[
            [0.0, 0.0, 300.0, 40.0],
            [80.0, 50.0, 30.0, 36.0],
            [120.0, 50.0, 30.0, 36.0],
            [160.0, 50.0, 30.0, 36.0],
            [80.0, 100.0, 30.0, 36.0],
            [120.0, 100.0, 30.0, 36.0],
            [160.0, 100.0, 30.0, 36.0],
            [0.0, 150.0, 300.0, 40.0],
        ]);
        assert_eq!(around(&page, 0), [7, 1, 2, 7]);
        assert_eq!(around(&page, 1), [0, 2, 4, 3]);
        assert_eq!(around(&page, 3), [0, 1, 6, 2]);
        assert_eq!(around(&page, 5), [2, 6, 7, 4]);
        assert_eq!(around(&page, 7), [5, 0, 0, 6]);
    }

    #[test]
    fn a_button_alone_keeps_the_focus() {
        assert_eq!(around(&areas(&[[0.0, 0.0, 9.0, 9.0]]), 0), [0; 4]);
    }
}

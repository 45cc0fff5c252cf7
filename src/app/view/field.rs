//! The field that tiles move on: the rails between the cells, and the slots
//! in them.
//!
//! With a software renderer each layer of pixels costs time. The board is
//! therefore drawn as rails only where it shows, and a slot is hidden while a
//! tile rests on it.

use bevy::prelude::*;
use bevy_tweening::{AnimationSystem, TweenAnim};

use super::layout::{Layout, Placing};
use super::theme::{Fill, Swatch};
use super::tiles::{At, Leaving, TileView};
use crate::app::frame::FrameSystems;
use crate::game::Board;

/// The background of a cell.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Slot;

/// A strip of the board between two columns or rows of cells, or at an edge.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub enum Rail {
    /// To the left of this column, from the top to the bottom of the board; the
    /// last one is to the right of all columns.
    Upright(u8),
    /// Above this row, between the outer upright rails; the last one is below
    /// all rows.
    Level(u8),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            place_rails.in_set(Placing),
            cover_slots
                .after(AnimationSystem::AnimationUpdate)
                .in_set(FrameSystems::Settle),
        ),
    );
}

/// Builds the rails and slots of a board.
pub(super) fn build(commands: &mut Commands, field: Entity, board: &Board) {
    let uprights = (0..=board.width()).map(Rail::Upright);
    let levels = (0..=board.height()).map(Rail::Level);
    for rail in uprights.chain(levels) {
        let node = Node {
            position_type: PositionType::Absolute,
            ..default()
        };
        let look = (node, Fill(Swatch::Board), Pickable::IGNORE);
        commands.spawn((rail, look, ChildOf(field)));
    }
    for cell in board.cells() {
        let node = Node {
            position_type: PositionType::Absolute,
            ..default()
        };
        let look = (node, Fill(Swatch::EmptyCell), Pickable::IGNORE);
        commands.spawn((Slot, At(cell), look, Visibility::default(), ChildOf(field)));
    }
}

/// Puts the rails between the cells; they reach under the round corners there.
fn place_rails(
    layout: Res<Layout>,
    new: Query<(), Added<Rail>>,
    mut rails: Query<(&Rail, &mut Node)>,
) {
    if new.is_empty() && !layout.is_changed() {
        return;
    }
    let reach = layout.whole(layout.tile * super::layout::TILE_CORNER) + layout.pixel;
    for (rail, mut node) in &mut rails {
        let (number, length, across) = match *rail {
            Rail::Upright(number) => (number, layout.board.x, layout.board.y),
            Rail::Level(number) => (number, layout.board.y, layout.board.x),
        };
        let start = f32::from(number) * layout.pitch();
        let end = (start + layout.gap + reach).min(length);
        let start = (start - reach).max(0.0);
        let is_first = start <= 0.0;
        let is_last = end >= length;
        match rail {
            Rail::Upright(_) => {
                let radius = layout.board_radius();
                (node.left, node.width) = (px(start), px(end - start));
                (node.top, node.height) = (px(0), px(across));
                node.border_radius = BorderRadius::ZERO;
                if is_first {
                    node.border_radius.top_left = radius;
                    node.border_radius.bottom_left = radius;
                }
                if is_last {
                    node.border_radius.top_right = radius;
                    node.border_radius.bottom_right = radius;
                }
            }
            Rail::Level(_) => {
                let side = layout.gap + reach;
                (node.top, node.height) = (px(start), px(end - start));
                (node.left, node.width) = (px(side), px(across - 2.0 * side));
            }
        }
    }
}

/// Hides the slots that a tile rests on.
fn cover_slots(
    mut slots: Query<(&At, &mut Visibility), With<Slot>>,
    tiles: Query<(&At, &UiTransform, Has<TweenAnim>), (With<TileView>, Without<Leaving>)>,
    moved: Query<(), Or<(Changed<At>, Changed<UiTransform>)>>,
    mut removed: RemovedComponents<TileView>,
) {
    if moved.is_empty() && removed.read().count() == 0 {
        return;
    }
    let mut covered = [[false; 8]; 8];
    for (at, transform, is_moving) in &tiles {
        if !is_moving && *transform == UiTransform::IDENTITY {
            covered[usize::from(at.0.row)][usize::from(at.0.column)] = true;
        }
    }
    for (at, mut visibility) in &mut slots {
        let is_covered = covered[usize::from(at.0.row)][usize::from(at.0.column)];
        visibility.set_if_neq(if is_covered {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        });
    }
}

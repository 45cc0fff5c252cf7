//! The camera, and the two parts of the window: the panel and the field.

use bevy::prelude::*;

use super::surface::DirectCamera;
use crate::app::view::layout::{Arrangement, Layout, Placing};

/// The node that fills the window. Overlays are its children.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Stage;

/// The node of the name, the scores and the buttons.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Panel;

/// The node of the board. Cells and tiles are its children.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Field;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, build).add_systems(
        Update,
        arrange.run_if(resource_changed::<Layout>).in_set(Placing),
    );
}

fn build(mut commands: Commands) {
    commands.spawn(DirectCamera);
    commands.spawn((
        Stage,
        Node {
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        children![
            (
                Panel,
                Node {
                    flex_direction: FlexDirection::Column,
                    justify_content: JustifyContent::SpaceBetween,
                    ..default()
                }
            ),
            (
                Field,
                Node {
                    flex_shrink: 0.0,
                    ..default()
                },
            ),
        ],
    ));
}

/// Puts the panel above the field, or to its left.
fn arrange(
    layout: Res<Layout>,
    mut stage: Single<&mut Node, (With<Stage>, Without<Panel>, Without<Field>)>,
    mut panel: Single<&mut Node, (With<Panel>, Without<Field>)>,
    mut field: Single<&mut Node, With<Field>>,
) {
    field.width = px(layout.board.x);
    field.height = px(layout.board.y);
    stage.row_gap = px(layout.spacing());
    stage.column_gap = px(layout.spacing());
    stage.flex_direction = match layout.arrangement {
        Arrangement::Portrait => FlexDirection::Column,
        Arrangement::Landscape => FlexDirection::Row,
    };
    let size = layout.panel();
    panel.width = px(size.x);
    panel.height = px(size.y);
    // On half a pixel, tiles would be rounded in different directions.
    let centring = layout.centring(layout.board + 2.0 * layout.board_offset());
    field.margin = UiRect {
        right: px(centring.x),
        bottom: px(centring.y),
        ..default()
    };
}

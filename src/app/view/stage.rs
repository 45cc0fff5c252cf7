//! The camera and the two places of the picture: the panel and the field.

use bevy::prelude::*;

use super::surface::DirectCamera;
use crate::app::view::layout::{
    Arrangement, Layout, MARGIN, PANEL_LEAST, PANEL_MIN, PANEL_WIDTH, Placing,
};

/// The node that fills the window; overlays are its children.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Stage;

/// The node of title, scores and buttons.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Panel;

/// The node of the board; cells and tiles are its children.
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

/// Puts panel and field above or beside each other.
fn arrange(
    layout: Res<Layout>,
    mut stage: Single<&mut Node, (With<Stage>, Without<Panel>, Without<Field>)>,
    mut panel: Single<&mut Node, (With<Panel>, Without<Field>)>,
    mut field: Single<&mut Node, With<Field>>,
) {
    field.width = px(layout.board.x);
    field.height = px(layout.board.y);
    let gap = layout.whole(MARGIN);
    stage.row_gap = px(gap);
    stage.column_gap = px(gap);
    let beside_board = match layout.arrangement {
        Arrangement::Portrait => {
            stage.flex_direction = FlexDirection::Column;
            let widest = layout.window.x - 2.0 * MARGIN;
            let height = layout.whole(PANEL_LEAST);
            panel.width = px(layout.board.x.max(PANEL_MIN).min(widest));
            panel.height = px(height);
            panel.row_gap = px(12);
            Vec2::new(0.0, height + gap)
        }
        Arrangement::Landscape => {
            stage.flex_direction = FlexDirection::Row;
            let width = layout.whole(PANEL_WIDTH);
            panel.width = px(width);
            panel.height = px(layout.board.y);
            panel.row_gap = px(20);
            Vec2::new(width + gap, 0.0)
        }
    };
    // From a field on half a pixel, tiles would be rounded this way and that.
    let centring = layout.centring(layout.board + beside_board);
    field.margin = UiRect {
        right: px(centring.x),
        bottom: px(centring.y),
        ..default()
    };
}

//! The camera and the two places of the picture: the panel and the field.

use bevy::prelude::*;

use super::FrameSystems;
use super::layout::{Arrangement, Layout, LayoutUpdate, MARGIN, PANEL_MIN, PANEL_WIDTH};
use super::theme::{Fill, Swatch};

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
        arrange
            .run_if(resource_changed::<Layout>)
            .after(LayoutUpdate)
            .in_set(FrameSystems::Show),
    );
}

fn build(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((
        Stage,
        Node {
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            column_gap: px(MARGIN),
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
                Fill(Swatch::Board)
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
    field.border_radius = BorderRadius::all(layout.board_radius());
    match layout.arrangement {
        Arrangement::Portrait => {
            stage.flex_direction = FlexDirection::Column;
            stage.row_gap = px(MARGIN);
            let widest = layout.window.x - 2.0 * MARGIN;
            panel.width = px(layout.board.x.max(PANEL_MIN).min(widest));
            panel.height = Val::Auto;
            panel.row_gap = px(12);
        }
        Arrangement::Landscape => {
            stage.flex_direction = FlexDirection::Row;
            panel.width = px(PANEL_WIDTH);
            panel.height = px(layout.board.y);
            panel.row_gap = px(20);
        }
    }
}

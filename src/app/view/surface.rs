//! Draws the picture straight to the window's surface, in one pass.
//!
//! Bevy's own 2D camera draws to a texture in several passes and copies that
//! to the surface. This game has nothing but UI nodes, so its camera clears
//! the surface and draws them there, with a shader that does little for each
//! pixel. With a software renderer, both together make a frame several times
//! cheaper.

use bevy::{
    camera::ClearColor,
    ecs::schedule::ScheduleLabel,
    prelude::*,
    render::{
        Extract, ExtractSchedule, RenderApp, RenderStartup,
        camera::{
            CameraMainPassTextureFormats, CameraRenderGraph, ExtractedCamera, extract_cameras,
        },
        render_phase::ViewSortedRenderPhases,
        render_resource::RenderPassDescriptor,
        renderer::{RenderContext, ViewQuery},
        sync_world::RenderEntity,
        view::{ExtractedView, ExtractedWindows, ViewTarget},
    },
    shader::Shader,
    ui_render::{
        RenderUiSystems, TransparentUi, UiCameraView, UiPipeline, UiViewTarget, init_ui_pipeline,
    },
};

/// The schedule that draws what a [`DirectCamera`] sees.
#[derive(ScheduleLabel, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct DrawDirectly;

/// A camera that draws UI nodes, and nothing else, straight to its window.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Camera2d, Msaa::Off, CameraRenderGraph::new(DrawDirectly))]
pub struct DirectCamera;

/// The shader of UI nodes.
#[derive(Resource, Clone, Debug)]
struct NodeShader(Handle<Shader>);

pub(super) fn plugin(app: &mut App) {
    // Tests have no renderer.
    if app.get_sub_app(RenderApp).is_none() {
        return;
    }
    let shader = Shader::from_wgsl(
        include_str!("../../../assets/shaders/ui.wgsl"),
        "assets/shaders/ui.wgsl",
    );
    let shader = NodeShader(app.world_mut().resource_mut::<Assets<Shader>>().add(shader));
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    let mut schedule = Schedule::new(DrawDirectly);
    schedule.add_systems(draw);
    render_app
        .insert_resource(shader)
        .add_schedule(schedule)
        .add_systems(RenderStartup, use_shader.after(init_ui_pipeline))
        .add_systems(
            ExtractSchedule,
            use_surface_format
                .after(extract_cameras)
                .before(RenderUiSystems::ExtractCameraViews),
        );
}

fn use_shader(shader: Res<NodeShader>, mut pipeline: ResMut<UiPipeline>) {
    pipeline.shader = shader.0.clone();
}

/// Lets the pipelines of UI nodes be made for the format of the surface.
fn use_surface_format(
    cameras: Extract<Query<RenderEntity, With<DirectCamera>>>,
    extracted: Query<&ExtractedCamera>,
    windows: Res<ExtractedWindows>,
    mut formats: ResMut<CameraMainPassTextureFormats>,
) {
    for entity in &cameras {
        let format = extracted
            .get(entity)
            .ok()
            .and_then(|camera| match camera.target {
                Some(bevy::camera::NormalizedRenderTarget::Window(window)) => Some(window),
                _ => None,
            })
            .and_then(|window| windows.windows.get(&window.entity()))
            .and_then(|window| window.swap_chain_texture_view_format);
        if let Some(format) = format {
            formats.insert(entity, format);
        }
    }
}

/// Clears the surface and draws the nodes.
fn draw(
    world: &World,
    view: ViewQuery<(&ViewTarget, &UiCameraView)>,
    nodes: Query<&ExtractedView, With<UiViewTarget>>,
    phases: Res<ViewSortedRenderPhases<TransparentUi>>,
    clear: Res<ClearColor>,
    mut context: RenderContext,
) {
    let (target, camera) = view.into_inner();
    let Some(surface) = target.out_texture_color_attachment(Some(clear.to_linear())) else {
        return;
    };
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("ui on the surface"),
        color_attachments: &[Some(surface)],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    let Ok(nodes) = nodes.get(camera.0) else {
        return;
    };
    // In the first frame of a window its format is not known yet.
    if Some(nodes.target_format) != target.out_texture_view_format() {
        return;
    }
    if let Some(phase) = phases.get(&nodes.retained_view_entity)
        && let Err(error) = phase.render(&mut pass, world, camera.0)
    {
        error!("The picture could not be drawn: {error:?}");
    }
}

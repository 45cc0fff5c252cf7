//! Draws the picture straight to the window's surface, in one pass.
//!
//! Bevy's own 2D camera draws to a texture in several passes and copies that
//! to the surface, and its UI shader samples a texture for every pixel of
//! every node. This game has nothing but UI nodes, most of them of one colour.
//! Its camera clears the surface and draws the nodes there, plain ones by a
//! shader of their own. It replaces Bevy's core pipelines and its sprite
//! renderer, of which nothing else is needed. With a software renderer, both together make a frame
//! several times cheaper; `docs/PERFORMANCE.md` has the figures.

use bevy::{
    camera::{ClearColor, NormalizedRenderTarget},
    core_pipeline::schedule::camera_driver,
    ecs::schedule::ScheduleLabel,
    prelude::*,
    render::{
        Extract, ExtractSchedule, Render, RenderApp, RenderSystems,
        camera::{
            CameraMainPassTextureFormats, CameraRenderGraph, ExtractedCamera, extract_cameras,
        },
        render_asset::RenderAssets,
        render_phase::ViewSortedRenderPhases,
        render_resource::{
            CachedRenderPipelineId, PipelineCache, RenderPassDescriptor, SpecializedRenderPipeline,
            TextureFormat,
        },
        renderer::{
            PendingCommandBuffers, RenderContext, RenderGraph, RenderGraphSystems, RenderQueue,
            ViewQuery,
        },
        sync_world::RenderEntity,
        texture::GpuImage,
        view::{ExtractedView, ExtractedWindows, ViewTarget},
    },
    shader::Shader,
    sprite::BorderRect,
    sprite_render::{SpriteAssetEvents, extract_sprite_events},
    ui_render::{
        ExtractedUiItem, ExtractedUiNode, ExtractedUiNodes, NodeType, RenderUiSystems,
        TransparentUi, UiCameraView, UiPipeline, UiPipelineKey, UiViewTarget, queue_uinodes,
    },
};

/// The schedule that draws what a [`DirectCamera`] sees.
#[derive(ScheduleLabel, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct DrawDirectly;

/// A camera that draws UI nodes, and nothing else, straight to its window.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Camera2d, Msaa::Off, CameraRenderGraph::new(DrawDirectly))]
pub struct DirectCamera;

/// What plain nodes are drawn with.
#[derive(Resource, Clone, Debug)]
struct PlainNodes {
    shader: Handle<Shader>,
    /// Stands for the image of plain nodes, and another for that of the other
    /// nodes without one. Bevy draws a node without an image in one batch with
    /// its neighbours; with these, plain nodes get batches of their own.
    plain_image: Handle<Image>,
    other_image: Handle<Image>,
}

pub(super) fn plugin(app: &mut App) {
    // Tests have no renderer.
    if app.get_sub_app(RenderApp).is_none() {
        return;
    }
    let shader = Shader::from_wgsl(
        include_str!("../../../assets/shaders/plain_node.wgsl"),
        "assets/shaders/plain_node.wgsl",
    );
    let shader = app.world_mut().resource_mut::<Assets<Shader>>().add(shader);
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let plain = PlainNodes {
        shader,
        plain_image: images.add(Image::default()),
        other_image: images.add(Image::default()),
    };
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    let mut schedule = Schedule::new(DrawDirectly);
    schedule.add_systems(draw);
    render_app
        .insert_resource(plain)
        .init_resource::<SpriteAssetEvents>()
        .add_schedule(schedule)
        .add_systems(
            RenderGraph,
            (
                camera_driver.in_set(RenderGraphSystems::Render),
                submit.in_set(RenderGraphSystems::Submit),
            ),
        )
        .add_systems(
            ExtractSchedule,
            (
                use_surface_format
                    .after(extract_cameras)
                    .before(RenderUiSystems::ExtractCameraViews),
                // Batches of nodes are made anew when an image has changed.
                extract_sprite_events,
                mark_nodes.after(RenderUiSystems::ExtractCursor),
            ),
        )
        .add_systems(
            Render,
            use_plain_pipeline
                .after(queue_uinodes)
                .in_set(RenderSystems::Queue),
        );
}

/// Makes the pipelines of UI nodes for the format of the surface.
fn use_surface_format(
    cameras: Extract<Query<RenderEntity, With<DirectCamera>>>,
    extracted: Query<&ExtractedCamera>,
    windows: Res<ExtractedWindows>,
    mut formats: ResMut<CameraMainPassTextureFormats>,
) {
    for entity in &cameras {
        let Ok(camera) = extracted.get(entity) else {
            continue;
        };
        let Some(NormalizedRenderTarget::Window(window)) = &camera.target else {
            continue;
        };
        let window = windows.windows.get(&window.entity());
        if let Some(format) = window.and_then(|window| window.swap_chain_texture_view_format) {
            formats.insert(entity, format);
        }
    }
}

/// Whether a node is one colour within rounded corners.
fn is_plain(node: &ExtractedUiNode) -> bool {
    let ExtractedUiItem::Node {
        border, node_type, ..
    } = &node.item
    else {
        return false;
    };
    *node_type == NodeType::Rect && *border == BorderRect::ZERO
}

/// Marks the nodes without an image by whether they are plain.
fn mark_nodes(
    plain: Res<PlainNodes>,
    images: Res<RenderAssets<GpuImage>>,
    mut extracted: ResMut<ExtractedUiNodes>,
) {
    // A node is not drawn before its image has been uploaded.
    if images.get(&plain.plain_image).is_none() || images.get(&plain.other_image).is_none() {
        return;
    }
    for node in &mut extracted.uinodes {
        if node.image == AssetId::default() {
            node.image = if is_plain(node) {
                plain.plain_image.id()
            } else {
                plain.other_image.id()
            };
        }
    }
}

/// Draws plain nodes by their own shader.
fn use_plain_pipeline(
    extracted: Res<ExtractedUiNodes>,
    plain: Res<PlainNodes>,
    ui_pipeline: Res<UiPipeline>,
    pipelines: Res<PipelineCache>,
    views: Query<&ExtractedView, With<UiViewTarget>>,
    mut phases: ResMut<ViewSortedRenderPhases<TransparentUi>>,
    mut queued: Local<Option<(TextureFormat, CachedRenderPipelineId)>>,
) {
    for view in &views {
        let Some(phase) = phases.get_mut(&view.retained_view_entity) else {
            continue;
        };
        let format = view.target_format;
        let pipeline = match *queued {
            Some((known, pipeline)) if known == format => pipeline,
            _ => {
                let mut descriptor = ui_pipeline.specialize(UiPipelineKey {
                    target_format: format,
                    anti_alias: true,
                });
                descriptor.label = Some("plain ui nodes".into());
                descriptor.vertex.shader = plain.shader.clone();
                if let Some(fragment) = &mut descriptor.fragment {
                    fragment.shader = plain.shader.clone();
                }
                let pipeline = pipelines.queue_render_pipeline(descriptor);
                queued.insert((format, pipeline)).1
            }
        };
        for item in phase.items.values_mut() {
            // Shadows are in the same phase, with indices of their own.
            let node = extracted
                .uinodes
                .get(item.index)
                .filter(|node| node.render_entity == item.entity.0);
            if node.is_some_and(|node| node.image == plain.plain_image.id()) {
                item.pipeline = pipeline;
            }
        }
    }
}

/// Hands the commands of the frame to the graphics card.
fn submit(mut pending: ResMut<PendingCommandBuffers>, queue: Res<RenderQueue>) {
    queue.submit(pending.take());
}

/// Clears the surface and draws the nodes.
fn draw(
    world: &World,
    view: ViewQuery<(&ViewTarget, &UiCameraView)>,
    node_views: Query<&ExtractedView, With<UiViewTarget>>,
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
    let Ok(node_view) = node_views.get(camera.0) else {
        return;
    };
    // The format of a window is not known in its first frame.
    if Some(node_view.target_format) != target.out_texture_view_format() {
        return;
    }
    if let Some(phase) = phases.get(&node_view.retained_view_entity)
        && let Err(error) = phase.render(&mut pass, world, camera.0)
    {
        error!("The picture could not be drawn: {error:?}");
    }
}

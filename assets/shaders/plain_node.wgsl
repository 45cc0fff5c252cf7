// Draws a UI node that is one colour within rounded corners. It takes the
// vertices that bevy_ui_render makes for its own, general shader.

#import bevy_render::view::View

@group(0) @binding(0) var<uniform> view: View;

struct Fragment {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) color: vec4<f32>,
    // From the middle of the node, in physical pixels.
    @location(1) point: vec2<f32>,
    @location(2) @interpolate(flat) size: vec2<f32>,
    // Top left, top right, bottom right, bottom left.
    @location(3) @interpolate(flat) radius: vec4<f32>,
};

@vertex
fn vertex(
    @location(0) position: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
    @location(3) flags: u32,
    @location(4) radius: vec4<f32>,
    @location(5) border: vec4<f32>,
    @location(6) size: vec2<f32>,
    @location(7) point: vec2<f32>,
) -> Fragment {
    var out: Fragment;
    out.position = view.clip_from_world * vec4(position, 1.0);
    out.color = color;
    out.point = point;
    out.size = size;
    out.radius = radius;
    return out;
}

// The signed distance from a point to the edge of a rounded box around the
// origin, negative inside (Inigo Quilez, "2D distance functions", rounded box).
fn distance_to_box(point: vec2<f32>, size: vec2<f32>, radius: vec4<f32>) -> f32 {
    let left_and_right = select(radius.xy, radius.wz, point.y > 0.0);
    let corner = select(left_and_right.x, left_and_right.y, point.x > 0.0);
    let beyond = abs(point) - 0.5 * size + corner;
    return length(max(beyond, vec2(0.0))) + min(max(beyond.x, beyond.y), 0.0) - corner;
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    let coverage = saturate(0.5 - distance_to_box(in.point, in.size, in.radius));
    return vec4(in.color.rgb, in.color.a * coverage);
}

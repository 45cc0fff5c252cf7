// Draws UI nodes as Bevy's own UI shader does, with the same inputs, but does
// the costly work only where it shows: it samples a texture only for textured
// nodes, and computes the distance to a rounded edge only near one. With a
// software renderer, most of a frame's time is spent here.

#import bevy_render::view::View

// Flags of a vertex, as bevy_ui_render sets them (its `shader_flags`).
const TEXTURED: u32 = 1u;
const BORDER_LEFT: u32 = 256u;
const BORDER_TOP: u32 = 512u;
const BORDER_RIGHT: u32 = 1024u;
const BORDER_BOTTOM: u32 = 2048u;
const BORDER_ANY: u32 = 3840u;
const INVERT: u32 = 4096u;

@group(0) @binding(0) var<uniform> view: View;
@group(1) @binding(0) var node_texture: texture_2d<f32>;
@group(1) @binding(1) var node_sampler: sampler;

struct Fragment {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) color: vec4<f32>,
    // From the middle of the node, in physical pixels.
    @location(2) point: vec2<f32>,
    @location(3) @interpolate(flat) size: vec2<f32>,
    // Top left, top right, bottom right, bottom left.
    @location(4) @interpolate(flat) radius: vec4<f32>,
    // Widths at the left, top, right, bottom.
    @location(5) @interpolate(flat) border: vec4<f32>,
    @location(6) @interpolate(flat) flags: u32,
    // How far from both edges of a corner the picture is the same everywhere.
    @location(7) @interpolate(flat) reach: f32,
}

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
    out.uv = uv;
    out.color = color;
    out.point = point;
    out.size = size;
    out.radius = radius;
    out.border = border;
    out.flags = flags;
    let rounding = max(max(radius.x, radius.y), max(radius.z, radius.w));
    let is_plain = (flags & (BORDER_ANY | INVERT)) == 0u && all(border == vec4(0.0));
    // Nothing is far enough from the edges of a node that is not plain.
    out.reach = select(1.0e9, rounding, is_plain);
    return out;
}

// The signed distance from a point to the edge of a rounded box around the
// origin, negative inside (Quilez, "Distance functions", rounded box).
fn distance_to_box(point: vec2<f32>, size: vec2<f32>, radius: vec4<f32>) -> f32 {
    let left_and_right = select(radius.xy, radius.wz, point.y > 0.0);
    let corner = select(left_and_right.x, left_and_right.y, point.x > 0.0);
    let beyond = abs(point) - 0.5 * size + corner;
    return length(max(beyond, vec2(0.0))) + min(max(beyond.x, beyond.y), 0.0) - corner;
}

// The same for the box that the borders leave.
fn distance_to_inner_box(
    point: vec2<f32>,
    size: vec2<f32>,
    radius: vec4<f32>,
    border: vec4<f32>,
) -> f32 {
    let inner = size - border.xy - border.zw;
    let middle = 0.5 * (border.xy - border.zw);
    let narrowing = vec4(
        max(border.x, border.y),
        max(border.z, border.y),
        max(border.z, border.w),
        max(border.x, border.w),
    );
    let widest = 0.5 * min(inner.x, inner.y);
    let rounding = clamp(radius - narrowing, vec4(0.0), vec4(max(widest, 0.0)));
    return distance_to_box(point - middle, inner, rounding);
}

// How much of a pixel is inside an edge at this distance.
fn coverage(distance: f32) -> f32 {
#ifdef ANTI_ALIAS
    return saturate(0.5 - distance);
#else
    return select(0.0, 1.0, distance < 0.0);
#endif
}

// Whether the border nearest to a point is one of those to be drawn.
fn is_drawn(point: vec2<f32>, size: vec2<f32>, border: vec4<f32>, flags: u32) -> bool {
    if (flags & BORDER_ANY) == BORDER_ANY {
        return true;
    }
    let from_top_left = clamp(point + 0.49999 * size, vec2(0.0), size);
    let near = vec4(from_top_left, size - from_top_left) / border;
    let nearest = min(min(near.x, near.y), min(near.z, near.w));
    return ((flags & BORDER_LEFT) != 0u && near.x == nearest)
        || ((flags & BORDER_TOP) != 0u && near.y == nearest)
        || ((flags & BORDER_RIGHT) != 0u && near.z == nearest)
        || ((flags & BORDER_BOTTOM) != 0u && near.w == nearest);
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    var color = in.color;
    if (in.flags & TEXTURED) != 0u {
        color *= textureSampleLevel(node_texture, node_sampler, in.uv, 0.0);
    }
    let inside = 0.5 * in.size - abs(in.point);
    if max(inside.x, inside.y) >= in.reach && min(inside.x, inside.y) >= 0.5 {
        return color;
    }

    let inner = distance_to_inner_box(in.point, in.size, in.radius, in.border);
    var drawn: f32;
    if (in.flags & BORDER_ANY) != 0u {
        let outer = distance_to_box(in.point, in.size, in.radius);
        let edge = max(outer, -inner);
        // Without a border here, its two edges are one, which is not drawn.
        drawn = select(select(0.0, 1.0, edge < 0.0), coverage(edge), outer < inner);
        if !is_drawn(in.point, in.size, in.border, in.flags) {
            drawn = 0.0;
        }
    } else if (in.flags & INVERT) != 0u {
        drawn = coverage(-inner);
    } else {
        drawn = coverage(inner);
    }
    return vec4(color.rgb, saturate(color.a * drawn));
}

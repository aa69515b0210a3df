// A line as a rectangle that faces the viewer, half a pixel wider on each side for a smooth edge.
#include "frame.glsl"

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 color;
layout(location = 3) in float points;

layout(location = 0) uniform float bias;
layout(location = 1) uniform float opacity;
layout(location = 2) uniform mat4 model;

out vec4 lineColor;
noperspective out float across; // pixels from the middle
flat out float halfWidth;

void main()
{
    vec4 a = frame.viewProjection * (model * vec4(from, 1.0));
    vec4 b = frame.viewProjection * (model * vec4(to, 1.0));
    lineColor = vec4(color.rgb, color.a * opacity);
    float width = points * frame.forward.w;
    halfWidth = width * 0.5;
    across = 0.0;
    float nearest = frame.tiles.w;
    if (frame.eye.w > 0.5) {
        if (a.w < nearest && b.w < nearest) {
            gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // behind the viewer
            return;
        }
        if (a.w < nearest)
            a = mix(a, b, (nearest - a.w) / (b.w - a.w));
        else if (b.w < nearest)
            b = mix(b, a, (nearest - b.w) / (a.w - b.w));
    }
    vec2 pixelA = a.xy / a.w * frame.viewport.xy * 0.5;
    vec2 pixelB = b.xy / b.w * frame.viewport.xy * 0.5;
    vec2 along = pixelB - pixelA;
    float size = length(along);
    along = size > 1e-3 ? along / size : vec2(1.0, 0.0);
    bool atEnd = (gl_VertexID & 1) != 0;
    float side = (gl_VertexID & 2) != 0 ? 1.0 : -1.0;
    across = side * (halfWidth + 0.5);
    vec4 clip = atEnd ? b : a;
    vec2 aside = vec2(-along.y, along.x) * across + along * (atEnd ? 0.5 : -0.5) * min(width, 1.0);
    clip.xy += aside * 2.0 * frame.viewport.zw * clip.w;
    gl_Position = nearer(clip, bias);
}

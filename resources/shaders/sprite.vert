// A square of so many points at a place in the world.
#include "frame.glsl"

layout(location = 0) in vec3 at;
layout(location = 1) in float points;
layout(location = 2) in vec4 color;
layout(location = 3) in uint sprite;

layout(location = 0) uniform float bias;
layout(location = 1) uniform float opacity;

out vec4 spriteColor;
out vec2 place; // -1 to 1 and a margin
flat out uint kind;
flat out float pixel; // of the screen, in units of place

void main()
{
    vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : -1.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
    float size = points * frame.forward.w;
    pixel = 2.0 / size;
    place = corner * (1.0 + 2.0 * pixel);
    kind = sprite;
    spriteColor = vec4(color.rgb, color.a * opacity);
    vec4 clip = frame.viewProjection * vec4(at, 1.0);
    // Whole pixels keep small squares crisp.
    vec2 middle = clip.xy / clip.w * frame.viewport.xy * 0.5;
    middle = floor(middle) + 0.5;
    clip.xy = (middle * 2.0 * frame.viewport.zw + place * size * frame.viewport.zw) * clip.w;
    gl_Position = nearer(clip, bias);
}

// A line as a rectangle that faces the viewer, half a pixel wider on each side for a smooth edge.
#include "frame.glsl"

layout(location = 0) uniform float bias;
layout(location = 1) uniform float opacity;

#if defined(MODEL) || defined(EDGES)
layout(std430, binding = 3) readonly buffer Vertices
{
    float vertices[]; // six for each (GpuVertex), of which the first three are its place
};

vec4 placeOf(uint vertex)
{
    uint at = vertex * 6u;
    return vec4(vertices[at], vertices[at + 1u], vertices[at + 2u], 1.0);
}
#endif

#ifdef MODEL // all edges of a mesh at many places: six corners for each
layout(location = 3) uniform vec4 color;
layout(location = 4) uniform float points;
layout(location = 5) uniform ivec2 first; // edge, place

layout(std430, binding = 1) readonly buffer Edges
{
    uvec2 edges[]; // from vertex to vertex
};

layout(std430, binding = 2) readonly buffer Places
{
    vec4 places[]; // eight for each (GpuTransform), of which the first three are the rows of a matrix
};

vec4 toClip(int end)
{
    vec4 p = placeOf(edges[first.x + gl_VertexID / 6][end]);
    int row = (first.y + gl_InstanceID) * 8;
    vec3 point = vec3(dot(places[row], p), dot(places[row + 1], p), dot(places[row + 2], p));
    return frame.viewProjection * vec4(point, 1.0);
}

const int Strip[6] = int[6](0, 1, 2, 2, 1, 3);
#define CORNER Strip[gl_VertexID % 6]
#else
#ifdef EDGES // those of brushes
layout(location = 0) in uvec2 ends; // vertices
#else
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
#endif
layout(location = 2) in vec4 color;
layout(location = 3) in float points;
layout(location = 2) uniform mat4 model;

vec4 toClip(int end)
{
#ifdef EDGES
    vec4 p = placeOf(ends[end]);
#else
    vec4 p = vec4(end == 0 ? from : to, 1.0);
#endif
    return frame.viewProjection * (model * p);
}

#define CORNER gl_VertexID
#endif

out vec4 lineColor;
noperspective out float across; // pixels from the middle
flat out float halfWidth;

void main()
{
    vec4 a = toClip(0);
    vec4 b = toClip(1);
    int corner = CORNER;
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
    bool atEnd = (corner & 1) != 0;
    float side = (corner & 2) != 0 ? 1.0 : -1.0;
    across = side * (halfWidth + 0.5);
    vec4 clip = atEnd ? b : a;
    vec2 aside = vec2(-along.y, along.x) * across + along * (atEnd ? 0.5 : -0.5) * min(width, 1.0);
    clip.xy += aside * 2.0 * frame.viewport.zw * clip.w;
    gl_Position = nearer(clip, bias);
}

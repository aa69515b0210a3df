#include "frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in vec2 uv;
layout(location = 4) in vec2 luxel;
layout(location = 5) in int atlas;
layout(location = 6) in vec4 row0; // of the transform, one for each draw
layout(location = 7) in vec4 row1;
layout(location = 8) in vec4 row2;

#ifdef FLAT
layout(location = 0) uniform float bias;
#else
out Surface
{
    vec3 point;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
    vec2 luxel;
    flat int atlas;
}
surface;
#endif

void main()
{
    vec4 p = vec4(position, 1.0);
    vec3 point = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
    gl_Position = frame.viewProjection * vec4(point, 1.0);
#ifdef FLAT
    gl_Position = nearer(gl_Position, bias);
#else
    // Brushes are scaled evenly as a rule; normalising makes up for the length.
    surface.point = point;
    surface.normal = vec3(dot(row0.xyz, normal.xyz), dot(row1.xyz, normal.xyz), dot(row2.xyz, normal.xyz));
    surface.tangent = vec4(dot(row0.xyz, tangent.xyz), dot(row1.xyz, tangent.xyz),
                           dot(row2.xyz, tangent.xyz), tangent.w);
    surface.uv = uv;
    surface.luxel = luxel;
    surface.atlas = atlas;
#endif
}

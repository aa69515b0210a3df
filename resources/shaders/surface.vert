#include "frame.glsl"
#include "packed_frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in uint packedFrame; // normal and tangent
layout(location = 3) in vec2 uv;
layout(location = 4) in vec2 luxel;
layout(location = 5) in int atlas;
layout(location = 6) in vec4 row0; // of the transform, one for each draw
layout(location = 7) in vec4 row1;
layout(location = 8) in vec4 row2;
#ifdef MODEL
layout(location = 9) in vec4 probeRed; // baked light: gradient and mean; w < 0 without any
layout(location = 10) in vec4 probeGreen;
layout(location = 11) in vec4 probeBlue;
layout(location = 12) in vec4 bendRedGreen; // and how it differs along x and y
layout(location = 13) in vec4 bendBlue;     // z: 1 for the mesh's own axes, 0 for the world's
#endif
#ifdef DECAL
layout(location = 14) in vec4 shade; // square roots of the linear tint, and the opacity
#endif

#ifdef FLAT
layout(location = 0) uniform float bias;
out vec3 place;
#else
out Surface
{
    vec3 point;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
    vec2 luxel;
    flat int atlas;
#ifdef MODEL
    vec3 probe; // baked light
    flat int isBaked;
#endif
#ifdef DECAL
    vec4 shade;
#endif
}
surface;
#endif

#if defined(MODEL) && !defined(FLAT)
mat3 cofactors()
{
    vec3 a = row0.xyz;
    vec3 b = row1.xyz;
    vec3 c = row2.xyz;
    mat3 rows = mat3(cross(b, c), cross(c, a), cross(a, b));
    return transpose(rows) * sign(dot(a, cross(b, c)));
}
#endif

void main()
{
    vec4 p = vec4(position, 1.0);
    vec3 point = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
    gl_Position = frame.viewProjection * vec4(point, 1.0);
#ifdef FLAT
    gl_Position = nearer(gl_Position, bias);
    place = point;
#else
    vec3 normal = frameNormal(packedFrame);
    // Brushes are scaled evenly as a rule; normalising makes up for the length.
    surface.point = point;
    surface.normal = vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));
#ifdef FAST // has no bumps
    surface.tangent = vec4(0.0);
#else
    vec4 tangent = frameTangent(packedFrame, normal);
    surface.tangent = vec4(dot(row0.xyz, tangent.xyz), dot(row1.xyz, tangent.xyz),
                           dot(row2.xyz, tangent.xyz), tangent.w);
#endif
#ifdef DECAL
    // So little nearer that nothing in front is covered, and enough for corners that are rounded
    // otherwise than those of the surface.
    gl_Position = nearer(gl_Position, 2e-4);
    surface.shade = shade;
#endif
    surface.uv = uv;
    surface.luxel = luxel;
    surface.atlas = atlas;
#ifdef MODEL
    // Normals grow the other way round than their sides where the scale is uneven.
    vec3 turned = cofactors() * normal;
    float size = length(turned);
    surface.normal = size > 0.0 ? turned / size : surface.normal;
    surface.isBaked = probeRed.w >= 0.0 ? 1 : 0;
    vec4 n = vec4(bendBlue.z > 0.5 ? normal : surface.normal, 1.0);
#ifdef RICH // what is seen from behind is lit from there, as surface.frag turns its normal
    if (dot(surface.normal, toViewer(surface.point)) < 0.0)
        n.xyz = -n.xyz;
#endif
    vec2 square = n.xy * n.xy;
    vec3 bend = vec3(dot(bendRedGreen.xy, square), dot(bendRedGreen.zw, square), dot(bendBlue.xy, square));
    surface.probe = max(vec3(dot(probeRed, n), dot(probeGreen, n), dot(probeBlue, n)) + bend, 0.0);
#endif
#endif
}

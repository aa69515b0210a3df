// Plants: each instance brings the bytes of a FoliageInstance and the light of the face beneath.
// With BILLBOARD the mesh is a picture of 1 x 1 m that turns about the vertical axis alone. With SHADOW
// they are seen from a light.
#include "frame.glsl"
#include "packed_frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in uint packedFrame; // normal and tangent
layout(location = 3) in vec2 uv;
layout(location = 6) in vec3 place;
layout(location = 7) in uint seed;
layout(location = 8) in vec2 ground; // the face's normal, octahedral
layout(location = 9) in float yaw;   // 0 to 1 is a turn
layout(location = 10) in vec3 size;  // 4096 is scale 1
layout(location = 11) in float pitch; // 1 is 90 degrees
layout(location = 12) in vec3 light;

layout(location = 8) uniform vec4 pose;    // offset, align to normal, most angle, wind
layout(location = 9) uniform vec4 range;   // begin and end of the level, begin of fading, end of all
layout(location = 10) uniform vec4 picture; // width, height, views, height of the mesh
layout(location = 11) uniform float seconds;

const float Blend = 0.08; // FoliageLevels::Blend

#ifdef SHADOW
#include "shadows.glsl"
#include "shadow_position.glsl"

layout(location = 0) uniform int viewIndex;
layout(location = 3) uniform vec3 levelsFrom; // the place whose distances decide on levels

out vec2 texturePlace; // for shadow.frag
#endif

out Surface
{
    vec3 point;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
    vec2 luxel;
    flat int atlas;
    vec3 probe; // baked light
    flat int isBaked;
    flat vec2 levels; // shares of the pixels that nearer and farther levels leave to this one
}
surface;

vec3 groundNormal()
{
    vec3 n = vec3(ground.x, 1.0 - abs(ground.x) - abs(ground.y), ground.y);
    if (n.y < 0.0)
        n.xz = (1.0 - abs(n.zx)) * vec2(n.x < 0.0 ? -1.0 : 1.0, n.z < 0.0 ? -1.0 : 1.0);
    return normalize(n);
}

float tiltAlong(vec3 n)
{
    return min(acos(clamp(n.y, -1.0, 1.0)), pose.z) * pose.y;
}

// Turns what stands upright so that it stands along the normal, by at most the kind's angle.
vec3 tilted(vec3 v, vec3 n)
{
    float angle = tiltAlong(n);
    if (angle < 1e-4)
        return v;
    vec2 across = vec2(n.z, -n.x); // of the axis (n.z, 0, -n.x)
    float size = length(across);
    vec3 axis = size < 1e-6 ? vec3(1.0, 0.0, 0.0) : vec3(across.x, 0.0, across.y) / size;
    float c = cos(angle);
    float s = sin(angle);
    return v * c + cross(axis, v) * s + axis * dot(axis, v) * (1.0 - c);
}

vec3 turned(vec3 v)
{
    float p = pitch * 1.57079633;
    v = vec3(v.x, v.y * cos(p) - v.z * sin(p), v.y * sin(p) + v.z * cos(p));
    float a = yaw * (65535.0 / 65536.0) * 6.28318531;
    return vec3(v.x * cos(a) + v.z * sin(a), v.y, v.z * cos(a) - v.x * sin(a));
}

// The way from the plant to the viewer along the ground; where there is none (right above it) the
// picture looks along +Z, so that nothing is divided by 0.
vec2 towardsViewer()
{
#ifdef SHADOW
    ShadowView by = shadowViews[viewIndex];
    vec2 way = by.origin.w > 0.5 ? by.origin.xz - place.xz : -by.ahead.xz;
#else
    vec2 way = frame.eye.w > 0.5 ? frame.eye.xz - place.xz : -frame.forward.xz;
#endif
    float size = length(way);
    return size > 1e-4 ? way / size : vec2(0.0, 1.0);
}

vec3 swaying(vec3 v)
{
    float height = abs(v.y) / max(picture.w, 0.01);
    float phase = dot(place.xz, vec2(0.35, 0.22)) + float(seed & 255u) * 0.0123;
    vec2 gust = vec2(sin(seconds * 1.3 + phase), cos(seconds * 1.1 + phase * 1.7));
    v.xz += gust * (pose.w * height * height);
    return v;
}

float through(float from, float to, float at)
{
    return to > from ? clamp((at - from) / (to - from), 0.0, 1.0) : step(to, at);
}

void main()
{
    vec3 scale = size / 4096.0;
#ifdef SHADOW
    float away = distance(levelsFrom, place);
#else
    float away = distance(frame.eye.xyz, place);
#endif
    // Orthographic views see everything from the same distance.
    if (frame.eye.w < 0.5)
        away = range.x + 0.5 * (min(range.y, range.x + 1.0) - range.x);
    float left = 1.0 - through(range.z, range.w, away);
    scale *= range.z < range.w ? left : 1.0;

#ifdef BILLBOARD
    vec2 facing = towardsViewer();
    vec3 aside = vec3(facing.y, 0.0, -facing.x);
    vec3 local = aside * (position.x * picture.x * scale.x);
    float up = tiltAlong(groundNormal()) > 1.5708 ? -1.0 : 1.0; // it hangs
    local.y = up * position.y * picture.y * scale.y;
    vec3 n = vec3(0.0, up, 0.0);
    surface.normal = n;
    surface.tangent = vec4(aside, 1.0);
    float view = mod(float(seed >> 8u), picture.z);
    surface.uv = vec2((uv.x + floor(view)) / picture.z, uv.y);
#else
    vec3 n = groundNormal();
    vec3 normal = frameDirection(packedFrame);
    vec3 local = tilted(turned(position * scale), n);
    surface.normal = normalize(tilted(turned(normal / max(scale, vec3(1e-4))), n));
#ifdef FAST // has no bumps
    surface.tangent = vec4(0.0);
#else
    vec4 tangent = frameTangent(packedFrame, normalize(normal));
    surface.tangent = vec4(tilted(turned(tangent.xyz), n), tangent.w);
#endif
    surface.uv = uv;
#endif
    vec3 point = place + vec3(0.0, pose.x, 0.0) + swaying(local);
    surface.point = point;
    surface.luxel = vec2(0.0);
    surface.atlas = -2;
    surface.probe = light;
#ifdef BAKED
    surface.isBaked = 1;
#else
    surface.isBaked = 0;
#endif
    surface.levels =
        vec2(range.x > 0.0 ? through(range.x * (1.0 - Blend), range.x * (1.0 + Blend), away) : 1.0,
             through(range.y * (1.0 - Blend), range.y * (1.0 + Blend), away));
#ifdef SHADOW
    texturePlace = surface.uv;
    gl_Position = positionInView(shadowViews[viewIndex], point);
#else
    gl_Position = frame.viewProjection * vec4(point, 1.0);
#endif
    // Whatever lies wholly in other levels is a point, and no pixel is drawn.
    if (surface.levels.x <= 0.0 || (surface.levels.y >= 1.0 && range.y < range.w) || left <= 0.0)
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}

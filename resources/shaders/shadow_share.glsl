// The share of a light that shadow maps let through. A face is compared with what it would look
// like in the map itself, texel by texel, so that it throws no shadow on itself at any angle (after
// Isidoro, "Shadow Mapping: GPU-based Tips and Techniques", GDC 2006, with the plane from the face
// instead of from the pixels around, and without the filter of the texture unit, which knows one
// depth alone). Edges are a filter of 3 x 3 texels.
#include "shadows.glsl"

layout(binding = 7) uniform sampler2D shadowMaps;

const float ShadowBorder = 3.0; // texels of a tile that are there for the filter
const float ShadowBias = 1.5;   // texels that something must be nearer than the face, for corners
const float MostSlope = 100.0;  // texels that a face may come nearer within the filter

// What the map needs to know of a face.
struct ShadowPlane
{
    vec2 slope;   // by how much the face comes nearer with each texel
    float ahead;  // metres
    float texel;  // metres
    bool parallel;
};

ShadowPlane shadowPlane(ShadowView view, vec3 at, vec3 point, vec3 face)
{
    ShadowPlane plane;
    float scale = view.depth.x * view.depth.x;
    vec2 along = scale * vec2(dot(face, view.right.xyz), dot(face, view.up.xyz));
    plane.parallel = view.origin.w < 0.5;
    float towards =
        plane.parallel ? dot(face, view.ahead.xyz) : dot(face, point - view.origin.xyz) / at.z;
    towards = abs(towards) < 1e-5 ? (towards < 0.0 ? -1e-5 : 1e-5) : towards;
    plane.slope = along / towards;
    plane.ahead = at.z;
    plane.texel = plane.parallel ? view.depth.x : view.depth.x * at.z;
    return plane;
}

// Four texels, `away` from the place on the face: 1 where nothing is before it.
vec4 litTexels(ShadowView view, ShadowPlane plane, vec4 depth, vec4 awayX, vec4 awayY)
{
    // Only where the face comes nearer; where it goes away, what it touches would darken it.
    vec4 nearer = max(awayX * plane.slope.x + awayY * plane.slope.y, 0.0);
    vec4 ahead = plane.parallel ? plane.ahead - nearer : plane.ahead / (1.0 + nearer);
    ahead = max(ahead, plane.ahead - MostSlope * plane.texel);
    vec4 met = plane.parallel ? view.depth.y + (1.0 - depth) * view.depth.z
                              : view.depth.y / max(depth, 1e-9);
    met = mix(met, vec4(1e30), lessThanEqual(depth, vec4(0.0))); // where nothing was drawn
    return step(ahead - ShadowBias * plane.texel - 1e-4 * plane.ahead, met);
}

float litShare(ShadowView view, vec3 at, vec3 point, vec3 face)
{
    ShadowPlane plane = shadowPlane(view, at, point, face);
    vec2 middle = at.xy + vec2(view.right.w, view.up.w) - 0.5; // whole numbers: middles of texels
    vec2 base = floor(middle);
    vec2 f = middle - base;
    vec2 size = vec2(textureSize(shadowMaps, 0));
#ifdef FAST
    vec4 x = vec4(0.0, 1.0, 1.0, 0.0) - f.x; // the order of a gather
    vec4 y = vec4(1.0, 1.0, 0.0, 0.0) - f.y;
    vec4 lit = litTexels(view, plane, textureGather(shadowMaps, (base + 1.0) / size), x, y);
    return dot(lit, (1.0 - abs(x)) * (1.0 - abs(y)));
#else
    float sum = 0.0;
    for (int j = -1; j <= 1; j += 2)
        for (int i = -1; i <= 1; i += 2) {
            vec2 corner = vec2(i, j);
            vec4 x = vec4(0.0, 1.0, 1.0, 0.0) + (corner.x - f.x);
            vec4 y = vec4(1.0, 1.0, 0.0, 0.0) + (corner.y - f.y);
            vec4 lit =
                litTexels(view, plane, textureGather(shadowMaps, (base + corner + 1.0) / size), x, y);
            sum += dot(lit, clamp(2.0 - abs(x), 0.0, 1.0) * clamp(2.0 - abs(y), 0.0, 1.0));
        }
    return sum / 9.0;
#endif
}

// Within its tile, from 1 in the middle to 0 at the border.
float insideTile(ShadowView view, vec3 at)
{
    float edge = view.ahead.w - ShadowBorder;
    return (edge - max(abs(at.x), abs(at.y))) / edge;
}

// The finest cascade that has the place; near its border it gives way to the next.
float cascadedShare(int first, int count, vec3 point, vec3 face)
{
    const float Blend = 0.1;
    float share = 0.0;
    float left = 1.0;
    for (int i = 0; i < count; ++i) {
        ShadowView view = shadowViews[first + i];
        vec3 at = placeInView(view, point);
        float inside = insideTile(view, at);
        if (inside <= 0.0 || at.z > view.depth.y + view.depth.z)
            continue;
        float part = left * clamp(inside / Blend, 0.0, 1.0);
        share += part * litShare(view, at, point, face);
        left -= part;
        if (left <= 0.0)
            break;
    }
    return share + left; // beyond them everything is lit
}

// `shadow`: of a Light; `face`: the normal of the triangle itself, of either side.
float shadowShare(vec4 shadow, bool isSun, vec3 point, vec3 face)
{
    int first = int(shadow.x) - 1;
    int count = int(shadow.y);
    if (first < 0)
        return 1.0;
    if (isSun)
        return cascadedShare(first, count, point, face);
    int best = first;
    float farthest = -1e30;
    for (int i = 0; i < count; ++i) {
        ShadowView view = shadowViews[first + i];
        float ahead = dot(view.ahead.xyz, point - view.origin.xyz);
        if (ahead > farthest) {
            farthest = ahead;
            best = first + i;
        }
    }
    ShadowView view = shadowViews[best];
    if (farthest <= 1e-4)
        return 1.0;
    vec3 at = placeInView(view, point);
    // The filter reads two texels, so that there is one to spare where two views meet.
    bool isOutside = max(abs(at.x), abs(at.y)) > view.ahead.w - ShadowBorder + 1.0;
    return isOutside ? 1.0 : litShare(view, at, point, face);
}

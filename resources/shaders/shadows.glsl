// Shadow maps, as engine::GpuShadowView (render/shadows/shadow_view.h) describes them.
struct ShadowView
{
    vec4 origin; // w: 1 in perspective, 0 with parallel rays
    vec4 right;  // texels along x for each metre; w: of the tile's middle
    vec4 up;     // the same along y
    vec4 ahead;  // w: half the side of the tile, texels
    vec4 depth;  // metres a texel covers; nearest metres ahead, metres from there to depth 0
};

layout(std430, binding = 2) readonly buffer ShadowViews
{
    ShadowView shadowViews[];
};

// Texels from the middle of the tile, and metres ahead.
vec3 placeInView(ShadowView view, vec3 point)
{
    vec3 from = point - view.origin.xyz;
    vec3 at = vec3(dot(view.right.xyz, from), dot(view.up.xyz, from), dot(view.ahead.xyz, from));
    return view.origin.w > 0.5 ? vec3(at.xy / at.z, at.z) : at;
}

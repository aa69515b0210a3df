// Depth alone; with MASK the holes of a material let light through.
#ifdef MASK
layout(binding = 0) uniform sampler2D colorMap;
layout(location = 1) uniform float cutoff; // alpha below it is a hole
layout(location = 2) uniform vec2 scroll;
in vec2 texturePlace;

// Where a texel of the map covers many of the picture, as many of them are left out as there are
// holes: their mean would be one hole, or none, and thin wires would throw no shadow at all.
float leastAlpha()
{
#ifdef FOLIAGE
    return cutoff;
#else
    const float order[4] = float[](0.125, 0.625, 0.875, 0.375);
    ivec2 at = ivec2(gl_FragCoord.xy) & 1;
    float level = textureQueryLod(colorMap, texturePlace + scroll).x;
    return mix(cutoff, order[at.y * 2 + at.x], clamp(level - 0.5, 0.0, 1.0));
#endif
}
#endif

void main()
{
#ifdef MASK
    if (texture(colorMap, texturePlace + scroll).a < leastAlpha())
        discard;
#endif
}

// Depth alone; with MASK the holes of a material let light through.
#ifdef MASK
layout(binding = 0) uniform sampler2D colorMap;
layout(location = 1) uniform float cutoff; // alpha below it is a hole
layout(location = 2) uniform vec2 scroll;
in vec2 texturePlace;
#endif

void main()
{
#ifdef MASK
    if (texture(colorMap, texturePlace + scroll).a < cutoff)
        discard;
#endif
}

// Light scattered around its place: the picture is made smaller step by step, and put together again
// from the smallest on (Jorge Jimenez, "Next Generation Post Processing in Call of Duty: Advanced
// Warfare", SIGGRAPH 2014). All weights add up to 1: no light is made, and none lost. With UP a smaller
// picture is spread, else a larger one gathered.
#include "color.glsl"

layout(binding = 0) uniform sampler2D picture;

in vec2 place;

layout(location = 0) out vec4 result;

vec3 at(vec2 texel, float x, float y)
{
    return limited(texture(picture, place + texel * vec2(x, y)).rgb);
}

void main()
{
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
#ifdef UP
    vec3 corners = at(texel, -1.0, -1.0) + at(texel, 1.0, -1.0) + at(texel, -1.0, 1.0) + at(texel, 1.0, 1.0);
    vec3 sides = at(texel, -1.0, 0.0) + at(texel, 1.0, 0.0) + at(texel, 0.0, -1.0) + at(texel, 0.0, 1.0);
    vec3 sum = (corners + 2.0 * sides + 4.0 * at(texel, 0.0, 0.0)) / 16.0;
#else
    // Five blocks of four reads that overlap; the one in the middle counts as the others together.
    vec3 inner = at(texel, -1.0, -1.0) + at(texel, 1.0, -1.0) + at(texel, -1.0, 1.0) + at(texel, 1.0, 1.0);
    vec3 corners = at(texel, -2.0, -2.0) + at(texel, 2.0, -2.0) + at(texel, -2.0, 2.0) + at(texel, 2.0, 2.0);
    vec3 sides = at(texel, -2.0, 0.0) + at(texel, 2.0, 0.0) + at(texel, 0.0, -2.0) + at(texel, 0.0, 2.0);
    vec3 sum = inner * 0.125 + at(texel, 0.0, 0.0) * 0.125 + sides * 0.0625 + corners * 0.03125;
#endif
    result = vec4(sum, 1.0);
}

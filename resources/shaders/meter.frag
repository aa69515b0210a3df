// How bright a picture is: the logarithm of its light to the base 2, times the share of the pixels that
// show something, and that share. Its mean is that of the geometric kind, which a few lamps do not lift
// (Reinhard and others, "Photographic Tone Reproduction for Digital Images", SIGGRAPH 2002).
#include "color.glsl"

layout(binding = 0) uniform sampler2D lightMap;

in vec2 place;

layout(location = 0) out vec4 result;

void main()
{
    const int Reads = 4; // along each side of what one pixel of the meter looks at
    vec2 cell = 1.0 / vec2(64.0);
    vec2 sum = vec2(0.0);
    for (int y = 0; y < Reads; ++y)
        for (int x = 0; x < Reads; ++x) {
            vec2 off = (vec2(x, y) + 0.5) / float(Reads) - 0.5;
            vec4 light = texture(lightMap, place + off * cell);
            sum += vec2(log2(max(luminance(limited(light.rgb)), 1e-4)) * light.a, light.a);
        }
    result = vec4(sum / float(Reads * Reads), 0.0, 1.0);
}

// From linear light to what a screen shows, with the background where nothing is; with BACKGROUND
// that alone.
#include "color.glsl"

#ifndef BACKGROUND
layout(binding = 0) uniform sampler2D lightMap;
layout(location = 2) uniform int toneMapped;
#endif

layout(location = 0) uniform vec3 top;    // of the background, encoded
layout(location = 1) uniform vec3 bottom;

in vec2 place;

layout(location = 0) out vec4 result;

// Less than a step of 8 bits: gradients show no bands.
float dither()
{
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main()
{
    vec3 color = mix(bottom, top, place.y);
    bool dithered = true;
#ifndef BACKGROUND
    vec4 light = texelFetch(lightMap, ivec2(gl_FragCoord.xy), 0);
    if (light.a > 0.0) {
        color = encodeSrgb(toneMapped != 0 ? toneMap(light.rgb) : light.rgb);
        dithered = toneMapped != 0;
    }
#endif
    if (dithered)
        color += min(dither() / 255.0, color.x + color.y + color.z); // black stays black
    result = vec4(color, 1.0);
}

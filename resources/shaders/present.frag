// From linear light to what a screen shows, with the background where nothing is; with BACKGROUND
// that alone, and with SKY a sky as background.
#include "color.glsl"

#ifndef BACKGROUND
layout(binding = 0) uniform sampler2D lightMap;
layout(location = 2) uniform int toneMapped;
#endif

layout(location = 0) uniform vec3 top;    // of the background, encoded
layout(location = 1) uniform vec3 bottom;

#ifdef SKY
layout(location = 3) uniform vec3 zenith; // radiance, exposed
layout(location = 4) uniform vec3 horizon;
layout(location = 5) uniform vec3 ahead; // to the middle of the picture,
layout(location = 6) uniform vec3 aside; // from there to its right
layout(location = 7) uniform vec3 above; // and upper edge
#endif

in vec2 place;

layout(location = 0) out vec4 result;

// Less than a step of 8 bits: gradients show no bands.
float dither()
{
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

vec3 background()
{
#ifdef SKY
    float up = normalize(ahead + aside * (place.x * 2.0 - 1.0) + above * (place.y * 2.0 - 1.0)).y;
    vec3 sky = mix(horizon, zenith, pow(max(up, 0.0), 0.6));
    // Below the horizon as ground far away that nobody made.
    return encodeSrgb(toneMap(sky * mix(1.0, 0.4, smoothstep(0.0, 0.3, -up))));
#else
    return mix(bottom, top, place.y);
#endif
}

void main()
{
    vec3 color = background();
    bool dithered = true;
#ifndef BACKGROUND
    vec4 light = texelFetch(lightMap, ivec2(gl_FragCoord.xy), 0);
    if (light.a > 0.0) {
        // Before nothing but glass, it is seen through.
        vec3 shown = light.rgb / light.a;
        shown = encodeSrgb(toneMapped != 0 ? toneMap(shown) : shown);
        color = light.a < 1.0 ? mix(color, shown, light.a) : shown;
        dithered = toneMapped != 0;
    }
#endif
    if (dithered)
        color += min(dither() / 255.0, color.x + color.y + color.z); // black stays black
    result = vec4(color, 1.0);
}

// From linear light to what a screen shows, with the background where nothing is; with BACKGROUND
// that alone, and with SKY a sky as background. With LINEAR the sky's light. With BLOOM scattered light
// comes to it, and with ADAPT eyes have got used to it.
#include "color.glsl"
#ifdef SKY
#include "frame.glsl"
#include "fog.glsl"
#endif

#ifndef BACKGROUND
layout(binding = 0) uniform sampler2D lightMap;
layout(location = 2) uniform int toneMapped;
#endif
#ifdef BLOOM
layout(binding = 1) uniform sampler2D scattered;
layout(location = 10) uniform float scatteredShare;
#endif
#ifdef ADAPT
layout(binding = 2) uniform sampler2D adaptedStops;
#endif

layout(location = 0) uniform vec3 top;    // of the background, encoded
layout(location = 1) uniform vec3 bottom;

#ifdef SKY
layout(location = 3) uniform vec3 zenith; // radiance
layout(location = 4) uniform vec3 horizon;
layout(location = 5) uniform vec3 ahead; // to the middle of the picture,
layout(location = 6) uniform vec3 aside; // from there to its right
layout(location = 7) uniform vec3 above; // and upper edge
layout(location = 8) uniform vec4 toSun; // direction; w: cosine of half the disc's angle, above 1: none
layout(location = 9) uniform vec3 sunLight; // its colour, times lux
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
    vec3 ray = normalize(ahead + aside * (place.x * 2.0 - 1.0) + above * (place.y * 2.0 - 1.0));
    vec3 sky = mix(horizon, zenith, pow(max(ray.y, 0.0), 0.6));
    // Below the horizon as ground far away that nobody made.
    sky *= mix(1.0, 0.4, smoothstep(0.0, 0.3, -ray.y));
    if (toSun.w < 1.5 && ray.y > -0.05) {
        // A disc, no brighter than what shows white, and the haze around it.
        float off = dot(ray, toSun.xyz);
        float disc = smoothstep(toSun.w - 2e-5, toSun.w + 2e-5, off);
        float haze = 0.10 * pow(max(off, 0.0), 24.0) + 0.35 * pow(max(off, 0.0), 600.0);
        sky += sunLight * (4.0 * disc + 0.25 * haze);
    }
    const float Far = 4000.0; // metres
    if (frame.fog.w > 0.0)
        sky = throughFog(sky, frame.eye.xyz, ray, Far);
#ifdef LINEAR
    return limited(sky * frame.ambient.w);
#else
    return encodeSrgb(toneMap(sky * frame.ambient.w));
#endif
#else
    return mix(bottom, top, place.y);
#endif
}

#ifndef BACKGROUND
vec3 shownLight(vec3 light)
{
#ifdef ADAPT
    light *= exp2(texelFetch(adaptedStops, ivec2(0), 0).r);
#endif
    return encodeSrgb(toneMapped != 0 ? toneMap(light) : light);
}
#endif

void main()
{
    vec3 color = background();
#ifdef LINEAR
    result = vec4(color, 1.0);
    return;
#endif
    bool dithered = true;
#ifndef BACKGROUND
    vec4 light = texelFetch(lightMap, ivec2(gl_FragCoord.xy), 0);
    light.rgb = limited(light.rgb);
#ifdef BLOOM
    vec3 around = limited(texture(scattered, place).rgb);
    color = color * (1.0 - light.a) + shownLight(mix(light.rgb, around, scatteredShare));
#else
    if (light.a > 0.0) {
        // Before nothing but glass, it is seen through.
        vec3 shown = shownLight(light.rgb / light.a);
        color = light.a < 1.0 ? mix(color, shown, light.a) : shown;
        dithered = toneMapped != 0;
    }
#endif
#endif
    if (dithered)
        color += min(dither() / 255.0, color.x + color.y + color.z); // black stays black
    result = vec4(color, 1.0);
}

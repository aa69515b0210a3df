// One of MODE_TEXTURED, MODE_LIT, MODE_UNLIT, MODE_LIGHTMAP, MODE_DIRECT, MODE_INDIRECT, MODE_DENSITY,
// MODE_INSPECT (inspect.glsl has what it shows) is defined; with FAST bumps and shine are left out,
// and with FEW_LIGHTS no tiles are looked up. These are no uniforms since a processor draws both
// sides of every branch. MODEL draws models, which have no charts: their baked light comes with
// each instance; FOLIAGE draws plants. VOLUME draws brushes some of whose faces have no chart:
// these get the baked light in the open. DECAL draws pictures over surfaces that are drawn already,
// with a tint and an opacity of their own. RICH draws materials with more than colour, bumps and
// shine, LAYERED those of layers.glsl, MASK those with holes, BLEND those that show what is behind
// them. SHADOWS looks at shadow maps. AROUND tells, besides, of the ambient light in the result.
#include "frame.glsl"
#include "color.glsl"

#if defined(MODE_LIT)
#include "fog.glsl"
#endif

#if defined(MODE_LIT) || defined(MODE_LIGHTMAP) || defined(MODE_DIRECT) || defined(MODE_INDIRECT)
#define WITH_LIGHT
#endif

#if defined(WITH_LIGHT) || defined(INSPECT_OVERLAP)
#include "lights.glsl"
#endif

#if defined(WITH_LIGHT) && defined(VOLUME)
#include "light_volume.glsl"
#endif

#if (defined(WITH_LIGHT) || defined(INSPECT_OVERLAP)) && defined(SHADOWS)
#define WITH_SHADOWS
#include "shadow_share.glsl"
#endif

layout(binding = 0) uniform sampler2D colorMap;
layout(binding = 1) uniform sampler2D normalMap;
layout(binding = 2) uniform sampler2D roughnessMap;
layout(binding = 3) uniform sampler2DArray lightmaps;

layout(location = 0) uniform vec4 tint; // linear; w: metallic

#ifdef RICH
layout(binding = 4) uniform sampler2D metallicMap;
layout(binding = 5) uniform sampler2D occlusionMap;
layout(binding = 6) uniform sampler2D glowMap;
uniform vec4 glow;   // linear; w: alpha below it is a hole
uniform vec4 finish; // how far the texture has scrolled, sign of the normal map's green, alpha
#endif

in Surface
{
    vec3 point;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
    vec2 luxel; // texels of the atlas with a chart, else metres
    flat int atlas;
#ifdef MODEL
    vec3 probe; // baked light
    flat int isBaked;
#endif
#ifdef FOLIAGE
    flat vec2 levels; // shares of the pixels that nearer and farther levels leave to this one
#endif
#ifdef DECAL
    vec4 shade; // square roots of the linear tint, and the opacity
#endif
}
surface;

#if defined(MODE_DIRECT)
#define IS_BAKED false
#elif defined(MODEL)
#define IS_BAKED (surface.isBaked != 0)
#elif defined(VOLUME)
#define IS_BAKED true
#else
#define IS_BAKED (surface.atlas >= 0)
#endif

layout(location = 0) out vec4 result;
#ifdef AROUND
layout(location = 1) out vec4 around;
#endif

#ifdef RICH
#define UV (surface.uv + finish.xy)
#else
#define UV surface.uv
#endif

#include "layers.glsl"

float alpha()
{
    float share = 1.0;
#ifdef BLEND
    share *= PICTURE(colorMap).a * finish.w;
#endif
#ifdef DECAL
    share *= surface.shade.a;
#endif
    return share;
}

// Linear light for the next pass; where the processor draws, passes cost more than anything else
// and the colour is made ready for the screen at once.
vec4 finished(vec3 color)
{
#if !defined(FAST)
    return vec4(limited(color), alpha());
#elif defined(WITH_LIGHT)
    return vec4(encodeSrgb(toneMap(color)), alpha());
#else
    return vec4(encodeSrgb(color), alpha());
#endif
}

// Normal maps are +Y up, unless `finish` says otherwise; v grows downwards.
vec3 mappedNormal(vec3 n)
{
#ifdef FAST
    return n;
#else
#ifdef LAYERED
    if (layers.x > 0.0)
        return spaceNormal(n, normalMap, finish.z);
#endif
    vec3 t = normalize(surface.tangent.xyz - n * dot(n, surface.tangent.xyz));
    vec3 b = cross(n, t) * surface.tangent.w;
    vec3 m = PICTURE(normalMap).xyz * 2.0 - 1.0;
#ifdef RICH
    m.y *= finish.z;
#endif
    return normalize(t * m.x + b * m.y + n * m.z);
#endif
}

#ifdef WITH_SHADOWS
// The normal of the triangle itself. Faces of brushes have it already, without the noise of the
// places of pixels.
vec3 faceNormal()
{
#ifdef MODEL
    vec3 across = cross(dFdx(surface.point), dFdy(surface.point));
    float size = length(across);
    return size > 0.0 ? across / size : normalize(surface.normal);
#else
    return normalize(surface.normal);
#endif
}

vec3 triangleNormal; // set once, where all pixels of a quad still run
#endif

#ifdef WITH_LIGHT
vec3 lightmapTexel(vec2 texel)
{
    return texture(lightmaps, vec3(texel * frame.lightmap.xy, float(surface.atlas))).rgb;
}

// What the lights would throw back off grey walls, as a share of what arrives: the mean of Lambert's
// cosine over all directions, times one half for the walls. In place of a bake, so that faces which
// look away from the lights show their shape.
#ifdef MODE_DIRECT
const float Bounced = 0.0;
#else
const float Bounced = 0.125;
#endif

// Four bilinear reads make a cubic B-spline (Sigg and Hadwiger, GPU Gems 2, chapter 20): no star-
// shaped creases around bright luxels.
vec3 lightmapSmooth(vec2 texel)
{
    vec2 base = floor(texel - 0.5) + 0.5;
    vec2 f = texel - base;
    vec2 g = 1.0 - f;
    vec2 w0 = g * g * g / 6.0;
    vec2 w1 = (4.0 - 3.0 * f * f * (2.0 - f)) / 6.0;
    vec2 w3 = f * f * f / 6.0;
    vec2 w2 = 1.0 - w0 - w1 - w3;
    vec2 low = w0 + w1;
    vec2 high = w2 + w3;
    vec2 at0 = base - 1.0 + w1 / low;
    vec2 at1 = base + 1.0 + w3 / high;
    return low.y * (low.x * lightmapTexel(at0) + high.x * lightmapTexel(vec2(at1.x, at0.y))) +
           high.y * (low.x * lightmapTexel(vec2(at0.x, at1.y)) + high.x * lightmapTexel(at1));
}

vec3 bakedLight(vec3 n)
{
#if defined(MODEL)
    return surface.probe;
#else
#ifdef VOLUME
    if (surface.atlas < 0)
        return volumeLight(surface.point, n);
#endif
#ifdef FAST
    return lightmapTexel(surface.luxel);
#else
    return lightmapSmooth(surface.luxel);
#endif
#endif
}

struct Lighting
{
    vec3 diffuse;  // multiply by albedo
    vec3 around;   // the part of it that comes from everywhere, whatever stands near by
    vec3 specular; // add
};

struct Sums
{
    vec3 live;        // from lights that are not in the lightmap
    vec3 around;      // what walls would throw back of lights, without a bake
    vec3 bakedFlat;   // what the baked lights would give without shadows
    vec3 bakedMapped; // the same with the normal map
    vec3 shineLive;
    vec3 shineBaked;
};

void addLight(Light light, vec3 n, vec3 mapped, vec3 v, float roughness, vec3 f0, inout Sums sums)
{
    bool isSun = light.axis.w > 0.5;
    vec3 to = light.place.xyz - surface.point;
    float squared = max(dot(to, to), 1e-8);
    vec3 l = isSun ? -light.axis.xyz : to * inversesqrt(squared);
    float facing = max(dot(n, l), 0.0);
    float falloff = isSun ? 1.0 : lightFalloff(squared, light.place.w) * coneShare(light, -l);
    vec3 arriving = light.color.rgb * falloff;
    if (!IS_BAKED)
        sums.around += arriving * (Bounced * light.color.w);
#ifdef SHADOWS
    if (facing <= 0.0 || falloff <= 0.0)
        return;
#ifndef MODE_INDIRECT
    if (!(IS_BAKED && light.color.w > 0.5)) // whose shadows are in the lightmap
#endif
        arriving *= shadowShare(light.shadow, isSun, surface.point, triangleNormal);
#endif
#if defined(MODE_INDIRECT)
    sums.bakedFlat += arriving * (light.color.w * facing);
#elif defined(FAST)
    sums.live += arriving * facing;
#else
    if (facing <= 0.0 || falloff <= 0.0)
        return;
    float bumped = max(dot(mapped, l), 0.0);
    vec3 shine = arriving * bumped * specular(mapped, v, l, roughness, f0);
    if (IS_BAKED && light.color.w > 0.5) {
        sums.bakedFlat += arriving * facing;
        sums.bakedMapped += arriving * bumped;
        sums.shineBaked += shine;
    } else {
        sums.live += arriving * bumped;
        sums.shineLive += shine;
    }
#endif
}

Sums sumLights(vec3 n, vec3 mapped, vec3 v, float roughness, vec3 f0)
{
    Sums sums = Sums(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
#if defined(FAST) && !defined(MODE_INDIRECT)
    // The lightmap holds what the baked lights give.
    int last = int(IS_BAKED ? frame.lightmap.w : frame.tiles.y);
#else
    int last = int(frame.tiles.y);
#endif
#ifdef FEW_LIGHTS
    for (int i = 0; i < last; ++i)
        addLight(lights[i], n, mapped, v, roughness, f0, sums);
#else
    MaskPlaces places = maskPlaces(surface.point);
    for (int word = 0; word < maskWords(); ++word)
        for (uint mask = lightsHere(places, word); mask != 0u; mask &= mask - 1u) {
            int i = word * 32 + findLSB(mask);
            if (i >= last)
                break;
            addLight(lights[i], n, mapped, v, roughness, f0, sums);
        }
#endif
    return sums;
}

// `open` is the share of the light from all around that arrives.
Lighting gatherLight(vec3 n, vec3 mapped, vec3 v, float roughness, vec3 f0, float open)
{
    Sums sums = sumLights(n, mapped, v, roughness, f0);
    Lighting sum;
#if defined(MODE_INDIRECT)
    sum.around = sum.specular = vec3(0.0);
    sum.diffuse = IS_BAKED ? max(bakedLight(n) - sums.bakedFlat / Pi, 0.0) : vec3(0.0);
    return sum;
#else
#ifdef MODE_DIRECT
    sum.around = vec3(0.0);
#else
    sum.around = sums.around / Pi + frame.ambient.rgb * open;
#endif
    sum.diffuse = sums.live / Pi + sum.around;
    sum.specular = sums.shineLive;
    if (!IS_BAKED)
        return sum;
#if defined(FAST)
    sum.diffuse += bakedLight(n) * open;
#else
    // The lightmap knows no direction: the lights near by tell how much the bumps matter, and by
    // how much less light came than without shadows, how much shine is left.
    vec3 baked = bakedLight(n);
    float unshadowed = luminance(sums.bakedFlat) / Pi;
    float reached = min(luminance(baked) / max(unshadowed, 1e-4), 1.0);
    float relief = luminance(sums.bakedMapped) / max(luminance(sums.bakedFlat), 1e-4);
    relief = unshadowed > 1e-4 ? mix(1.0, clamp(relief, 0.4, 1.6), 0.7 * reached) : 1.0;
    sum.diffuse += baked * (relief * open);
    sum.specular += sums.shineBaked * (reached * reached * 0.6);
#endif
    return sum;
#endif
}
#endif

#ifdef MODE_DENSITY
// Blue below, green at and red above what the scene asks for; a change of hue for each doubling.
vec3 densityColor(float ratio)
{
    float steps = clamp(log2(max(ratio, 1e-3)), -2.0, 2.0);
    vec3 low = vec3(0.10, 0.25, 0.85);
    vec3 right = vec3(0.15, 0.62, 0.22);
    vec3 high = vec3(0.85, 0.16, 0.10);
    return steps < 0.0 ? mix(right, low, -steps * 0.5) : mix(right, high, steps * 0.5);
}

vec3 densityChecks(vec3 n, vec3 v)
{
    vec2 luxel = surface.atlas >= 0 ? surface.luxel - 0.5 : surface.luxel * frame.lightmap.z;
    vec2 dx = dFdx(luxel);
    vec2 dy = dFdy(luxel);
    float luxels = abs(dx.x * dy.y - dx.y * dy.x);
    float metres = length(cross(dFdx(surface.point), dFdy(surface.point)));
    float perMetre = sqrt(luxels / max(metres, 1e-12));
    // Checks smaller than pixels turn into their mean instead of flickering.
    vec2 wide = max(abs(dx) + abs(dy), 1e-4);
    float fade = clamp(1.5 - max(wide.x, wide.y), 0.0, 1.0);
    vec2 wave = abs(fract(luxel * 0.5) - 0.5) * 4.0 - 1.0;
    vec2 square = clamp(wave / wide, -1.0, 1.0);
    float check = 0.5 + 0.5 * square.x * square.y * fade;
    vec3 color = densityColor(perMetre / frame.lightmap.z);
    return color * mix(0.55, 1.0, check) * (0.65 + 0.35 * abs(dot(n, v)));
}
#endif

#ifdef MODE_INSPECT
#include "inspect.glsl"
#endif

#ifdef FOLIAGE
// Leaves have holes, and near the border of two levels of detail each has its share of the pixels
// (interleaved gradient noise: Jimenez, "Next generation post processing in Call of Duty", 2014).
void discardHoles()
{
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (noise >= surface.levels.x || noise < surface.levels.y ||
        texture(colorMap, surface.uv).a < 0.5)
        discard;
}
#endif

void main()
{
#ifdef WITH_SHADOWS
    triangleNormal = faceNormal();
#endif
#ifdef FOLIAGE
    discardHoles();
#endif
#ifdef MASK
    if (PICTURE(colorMap).a < glow.w)
        discard;
#endif
    vec3 n = normalize(surface.normal);
    vec3 v = toViewer(surface.point);
#ifdef RICH
    n = dot(n, v) < 0.0 ? -n : n; // seen from behind
#endif
#if defined(MODE_INSPECT)
    result = finished(inspected(n, v));
#elif defined(MODE_DENSITY)
#ifdef MODEL // has no luxels
    result = finished(vec3(0.18) * (0.65 + 0.35 * abs(dot(n, v))));
#else
    result = finished(densityChecks(n, v));
#endif
#elif defined(MODE_LIGHTMAP) || defined(MODE_DIRECT) || defined(MODE_INDIRECT)
    Lighting light = gatherLight(n, n, v, 1.0, vec3(0.0), 1.0);
    result = finished(light.diffuse * frame.ambient.w);
#ifdef AROUND
    around = vec4(limited(light.around * frame.ambient.w), alpha());
#endif
#else
    vec3 albedo = PICTURE(colorMap).rgb * tint.rgb;
#ifdef LAYERED
    albedo = detailed(albedo);
#endif
#ifdef DECAL
    albedo *= surface.shade.rgb * surface.shade.rgb;
#endif
#ifdef RICH
    vec3 own = PICTURE(glowMap).rgb * glow.rgb;
#else
    const vec3 own = vec3(0.0);
#endif
#if defined(MODE_UNLIT)
    result = finished(albedo + own);
#elif defined(MODE_TEXTURED)
    // A lamp on the head, and from each direction a little different light, so that the faces of a
    // box tell apart without any light in the level.
    vec3 bumpy = mappedNormal(n);
    float lamp = abs(dot(bumpy, v));
    float around = 0.60 + 0.16 * bumpy.y + 0.07 * bumpy.x + 0.04 * bumpy.z;
    result = finished(albedo * (around + 0.50 * lamp * lamp) + own);
#else
    float roughness = 1.0;
    float metallic = tint.w;
    float open = 1.0;
#ifndef FAST
    roughness = clamp(PICTURE(roughnessMap).r, 0.08, 1.0);
#ifdef RICH
    metallic = PICTURE(metallicMap).r;
    open = PICTURE(occlusionMap).r;
#endif
#endif
    Lighting light =
        gatherLight(n, mappedNormal(n), v, roughness, mix(vec3(0.04), albedo, metallic), open);
    vec3 color = albedo * (1.0 - metallic) * light.diffuse + light.specular + own;
#ifdef AROUND
    vec3 ambient = albedo * (1.0 - metallic) * light.around;
#endif
    // What the lamp of the view shows of a face is its shape.
    vec3 lamp = albedo * (frame.lamp.x * (0.55 + 0.45 * abs(dot(n, v))));
    if (frame.fog.w > 0.0 && frame.eye.w > 0.5) {
        vec3 away = surface.point - frame.eye.xyz;
        float distance = max(length(away), 1e-4);
        color = throughFog(color, frame.eye.xyz, away / distance, distance);
#ifdef AROUND
        ambient *= fogTransmittance(frame.eye.xyz, away / distance, distance);
#endif
    }
    result = finished(max(color * frame.ambient.w, lamp));
#ifdef AROUND
    // Corners are no darker for it than the lamp shows them.
    vec3 spare = max(color * frame.ambient.w - lamp, 0.0);
    around = vec4(limited(min(ambient * frame.ambient.w, spare)), alpha());
#endif
#endif
#endif
}

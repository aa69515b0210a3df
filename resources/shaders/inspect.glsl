// What a surface is made of, as colours: one of INSPECT_TEXELS, INSPECT_CHECKER, INSPECT_MATERIAL,
// INSPECT_NORMAL, INSPECT_ROUGHNESS, INSPECT_METALLIC, INSPECT_MIPS, INSPECT_OVERLAP, INSPECT_NOISE
// and INSPECT_PLAIN is defined.

// So that a screen shows this value as it is.
vec3 asShown(vec3 value)
{
    return mix(value / 12.92, pow((value + 0.055) / 1.055, vec3(2.4)), greaterThan(value, vec3(0.04045)));
}

#ifdef INSPECT_TEXELS
// Red below, green at and blue above what is asked for; a change of hue for each doubling.
vec3 texelColor(float ratio)
{
    float steps = clamp(log2(max(ratio, 1e-3)), -2.0, 2.0);
    vec3 coarse = vec3(0.85, 0.16, 0.10);
    vec3 right = vec3(0.15, 0.62, 0.22);
    vec3 fine = vec3(0.10, 0.25, 0.85);
    return steps < 0.0 ? mix(right, coarse, -steps * 0.5) : mix(right, fine, steps * 0.5);
}

// Texels per metre along the sides of a square of the same area.
float texelsPerMetre()
{
#ifdef LAYERED
    if (layers.x > 0.0)
        return layers.x * sqrt(float(textureSize(colorMap, 0).x * textureSize(colorMap, 0).y));
#endif
    vec2 texel = surface.uv * vec2(textureSize(colorMap, 0));
    vec2 dx = dFdx(texel);
    vec2 dy = dFdy(texel);
    float metres = length(cross(dFdx(surface.point), dFdy(surface.point)));
    return sqrt(abs(dx.x * dy.y - dx.y * dy.x) / max(metres, 1e-12));
}
#endif

#ifdef INSPECT_CHECKER
// Sixteen checks for each repeat, redder along u and greener along v, with lines where one begins.
vec3 checker()
{
    vec2 cell = surface.uv * 4.0;
    vec2 wide = max(fwidth(cell), 1e-4);
    float fade = clamp(1.5 - max(wide.x, wide.y), 0.0, 1.0);
    vec2 wave = abs(fract(cell * 0.5) - 0.5) * 4.0 - 1.0;
    vec2 square = clamp(wave / wide, -1.0, 1.0);
    float check = 0.5 + 0.5 * square.x * square.y * fade;
    vec2 along = floor(fract(surface.uv) * 4.0) / 3.0;
    vec3 hue = mix(vec3(0.5), vec3(0.25 + 0.6 * along.x, 0.25 + 0.6 * along.y, 0.55), fade);
    vec2 edge = abs(fract(surface.uv + 0.5) - 0.5) / max(fwidth(surface.uv), 1e-5);
    float line = (1.0 - clamp(min(edge.x, edge.y) - 0.5, 0.0, 1.0)) * fade;
    return mix(hue * mix(0.55, 1.0, check), vec3(1.0), 0.8 * line);
}
#endif

#ifdef INSPECT_MIPS
// White where texels are stretched over pixels, green at one for one, then a hue for each halving.
vec3 mipColor()
{
    vec2 lod = textureQueryLod(colorMap, UV);
    float level = lod.y;
    const vec3 hues[6] = vec3[](vec3(0.20, 0.62, 0.25), vec3(0.55, 0.66, 0.18), vec3(0.85, 0.62, 0.14),
                                vec3(0.86, 0.36, 0.14), vec3(0.75, 0.18, 0.38), vec3(0.42, 0.20, 0.66));
    if (level < 0.0)
        return mix(hues[0], vec3(0.92), clamp(-level / 2.0, 0.0, 1.0));
    float at = min(level, 4.999);
    int below = int(at);
    return mix(hues[below], hues[below + 1], fract(at));
}
#endif

#ifdef INSPECT_OVERLAP
// Whether anything of the light arrives here: in its range and cone, not from behind, and not in a
// shadow.
bool reaches(Light light, vec3 n)
{
    bool isSun = light.axis.w > 0.5;
    vec3 to = light.place.xyz - surface.point;
    float squared = max(dot(to, to), 1e-8);
    vec3 l = isSun ? -light.axis.xyz : to * inversesqrt(squared);
    if (dot(n, l) <= 0.0)
        return false;
    if (!isSun && (squared >= light.place.w * light.place.w || coneShare(light, -l) <= 0.0))
        return false;
#ifdef WITH_SHADOWS
    return shadowShare(light.shadow, isSun, surface.point, triangleNormal) > 0.05;
#else
    return true;
#endif
}

int lightsReaching(vec3 n)
{
    int count = 0;
#ifdef FEW_LIGHTS
    for (int i = 0; i < int(frame.tiles.y); ++i)
        count += reaches(lights[i], n) ? 1 : 0;
#else
    MaskPlaces places = maskPlaces(surface.point);
    for (int word = 0; word < maskWords(); ++word)
        for (uint mask = lightsHere(places, word); mask != 0u; mask &= mask - 1u)
            count += reaches(lights[word * 32 + findLSB(mask)], n) ? 1 : 0;
#endif
    return count;
}

// Dark without any, green with one, then by a hue for each more to red with five and to white with
// ten.
vec3 overlapColor(int count)
{
    const vec3 hues[6] = vec3[](vec3(0.02, 0.025, 0.04), vec3(0.10, 0.55, 0.18), vec3(0.42, 0.62, 0.12),
                                vec3(0.85, 0.66, 0.10), vec3(0.88, 0.36, 0.08), vec3(0.80, 0.06, 0.06));
    return count < 6 ? hues[count] : mix(hues[5], vec3(1.0), min(float(count - 5) / 5.0, 1.0));
}
#endif

#ifdef INSPECT_NOISE
// By how much of the light about them luxels differ from what goes on evenly there: the standard
// deviation of noise, which a mask that neither steady light nor slopes of it pass makes six times as
// large (J. Immerkaer, "Fast Noise Variance Estimation", 1996). Sharp edges of shadows pass, too.
// Below 0 where it is too dark to tell.
float noiseShare()
{
    const float mask[3] = float[](1.0, -2.0, 1.0);
    ivec2 first = ivec2(floor(surface.luxel - 0.5));
    vec2 f = surface.luxel - 0.5 - vec2(first);
    float light[16];
    for (int i = 0; i < 16; ++i)
        light[i] = luminance(texelFetch(lightmaps, ivec3(first + ivec2(i & 3, i >> 2) - 1, surface.atlas), 0).rgb);
    float squares = 0.0;
    float mean = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        ivec2 at = ivec2(corner & 1, corner >> 1);
        vec2 near = mix(1.0 - f, f, vec2(at));
        float passed = 0.0;
        float sum = 0.0;
        for (int i = 0; i < 9; ++i) {
            float each = light[(at.y + i / 3) * 4 + at.x + i % 3];
            passed += each * mask[i % 3] * mask[i / 3];
            sum += each;
        }
        squares += passed * passed * (near.x * near.y);
        mean += sum / 9.0 * (near.x * near.y);
    }
    return mean > 1e-4 ? sqrt(squares) / 6.0 / mean : -1.0;
}

// Green at 1 % and below, then a hue for each doubling: yellow 4 %, red 16 %; white from 64 % on.
vec3 noiseColor(float share)
{
    const vec3 hues[5] = vec3[](vec3(0.10, 0.55, 0.18), vec3(0.42, 0.62, 0.12), vec3(0.85, 0.66, 0.10),
                                vec3(0.88, 0.36, 0.08), vec3(0.80, 0.06, 0.06));
    if (share < 0.0)
        return vec3(0.02, 0.025, 0.04);
    float steps = max(log2(max(share, 1e-6) / 0.01), 0.0);
    if (steps >= 4.0)
        return mix(hues[4], vec3(1.0), min((steps - 4.0) / 2.0, 1.0));
    return mix(hues[int(steps)], hues[int(steps) + 1], fract(steps));
}
#endif

// Linear. `n` is the geometry's normal, `v` points to the viewer.
vec3 inspected(vec3 n, vec3 v)
{
    float shape = 0.72 + 0.28 * abs(dot(n, v)); // so that edges are seen
#if defined(INSPECT_TEXELS)
    vec3 picture = PICTURE(colorMap).rgb;
    float grain = 0.7 + 0.6 * sqrt(clamp(luminance(picture), 0.0, 1.0));
    return min(texelColor(texelsPerMetre() / frame.lamp.y) * grain * shape, vec3(1.0));
#elif defined(INSPECT_CHECKER)
    return asShown(checker()) * shape;
#elif defined(INSPECT_MATERIAL)
    return tint.rgb * shape;
#elif defined(INSPECT_NORMAL)
    return asShown(clamp(mappedNormal(n) * 0.5 + 0.5, 0.0, 1.0));
#elif defined(INSPECT_OVERLAP)
    return overlapColor(lightsReaching(n)) * shape;
#elif defined(INSPECT_PLAIN)
    // Sides of a box tell apart from any place.
    return vec3(0.30) * (shape * (0.62 + 0.22 * n.y + 0.12 * n.x + 0.06 * n.z));
#elif defined(INSPECT_NOISE)
#ifdef MODEL // has no luxels
    return vec3(0.12) * shape;
#else
    return (surface.atlas >= 0 ? noiseColor(noiseShare()) : vec3(0.12)) * shape;
#endif
#elif defined(INSPECT_ROUGHNESS)
    return asShown(vec3(PICTURE(roughnessMap).r));
#elif defined(INSPECT_METALLIC)
#ifdef RICH
    return asShown(vec3(PICTURE(metallicMap).r));
#else
    return asShown(vec3(tint.w));
#endif
#else
    return asShown(mipColor()) * shape;
#endif
}

// Ambient occlusion from what the picture shows alone: points in the half ball over each pixel's
// surface are looked up in the depth of the picture, and those that lie behind something there get
// no light from that side (M. Mittring, "Finding Next Gen", SIGGRAPH 2007, with the half ball of
// later games). What hides a point has to rise over the plane of the surface itself, so that planes,
// however slanted, never darken. With APPLY the noise of the few points is evened out over the 4 x 4
// pixels that its pattern fills, and the result is what is taken away of the ambient light.
layout(binding = 0) uniform sampler2D depths; // 1 near, 0 where nothing is

layout(location = 0) uniform mat4 fromClip; // to metres, seen from the viewer
layout(location = 4) uniform mat4 toClip;   // and back
layout(location = 8) uniform float reach;   // metres from which light is hidden

in vec2 place;

layout(location = 0) out vec4 result;

vec3 placeFrom(vec2 at, float depth)
{
    vec4 point = fromClip * vec4(at * 2.0 - 1.0, depth, 1.0);
    return point.xyz / point.w;
}

vec3 placeOf(ivec2 pixel)
{
    ivec2 size = textureSize(depths, 0);
    pixel = clamp(pixel, ivec2(0), size - 1);
    return placeFrom((vec2(pixel) + 0.5) / vec2(size), texelFetch(depths, pixel, 0).r);
}

#ifdef APPLY
layout(binding = 1) uniform sampler2D opens;
layout(binding = 2) uniform sampler2D around;

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 light = texelFetch(around, pixel, 0).rgb;
    if (light.r + light.g + light.b <= 0.0 || texelFetch(depths, pixel, 0).r <= 0.0) {
        result = vec4(0.0);
        return;
    }
    float here = placeOf(pixel).z;
    float sum = 0.0;
    float weights = 0.0;
    for (int y = -2; y < 2; ++y)
        for (int x = -2; x < 2; ++x) {
            ivec2 other = clamp(pixel + ivec2(x, y), ivec2(0), textureSize(depths, 0) - 1);
            float weight = max(1.0 - abs(placeOf(other).z - here) * 4.0 / reach, 1e-3);
            sum += texelFetch(opens, other, 0).r * weight;
            weights += weight;
        }
    result = vec4(light * (1.0 - sum / weights), 0.0);
}
#else
const float Pi = 3.14159265;
const int Points = 14;

// Of the two sides of the pixel the one that goes on most evenly: the other may lie on something else.
vec3 slope(vec3 before, vec3 here, vec3 after)
{
    return abs(after.z - here.z) < abs(here.z - before.z) ? after - here : here - before;
}

vec3 normalOf(ivec2 pixel, vec3 here)
{
    vec3 aside = slope(placeOf(pixel - ivec2(1, 0)), here, placeOf(pixel + ivec2(1, 0)));
    vec3 above = slope(placeOf(pixel - ivec2(0, 1)), here, placeOf(pixel + ivec2(0, 1)));
    return normalize(cross(aside, above));
}

// How much of a half ball's light the point lets past, 0 or 1 but for soft borders.
float hidden(vec3 here, vec3 n, vec3 point)
{
    vec4 clip = toClip * vec4(point, 1.0);
    vec2 at = clip.xy / clip.w * 0.5 + 0.5;
    if (clip.w <= 0.0 || any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(1.0))))
        return 0.0;
    vec3 seen = placeOf(ivec2(at * vec2(textureSize(depths, 0))));
    vec3 away = seen - here;
    float rise = dot(away, n) / reach;
    float far = length(away) / reach;
    float nearer = smoothstep(0.0, 0.02, (seen.z - point.z) / reach);
    return nearer * smoothstep(0.005, 0.03, rise) * (1.0 - smoothstep(1.0, 1.6, far));
}

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    result = vec4(1.0);
    if (texelFetch(depths, pixel, 0).r <= 0.0)
        return;
    vec3 here = placeOf(pixel);
    vec3 n = normalOf(pixel, here);
    vec3 t = normalize(abs(n.x) < 0.7 ? cross(n, vec3(1.0, 0.0, 0.0)) : cross(n, vec3(0.0, 1.0, 0.0)));
    vec3 b = cross(n, t);
    // Each of 4 x 4 pixels turns the points, and spreads them, in its own way.
    int turn = (pixel.x & 3) * 5 + (pixel.y & 3) * 13 & 15;
    float sum = 0.0;
    for (int i = 0; i < Points; ++i) {
        // By the cosine, as light arrives.
        float share = (float(i) + 0.5) / float(Points);
        float angle = (float(i) * 0.381966 + float(turn) / 16.0) * 2.0 * Pi;
        float span = mix(0.1, 1.0, sqrt(fract(float(i) * 0.618034 + float(turn) * 0.4375)));
        vec2 flat2 = vec2(cos(angle), sin(angle)) * sqrt(share);
        vec3 towards = t * flat2.x + b * flat2.y + n * sqrt(1.0 - share);
        sum += hidden(here, n, here + towards * (span * reach));
    }
    result = vec4(1.0 - sum / float(Points));
}
#endif

// LAYERED draws materials that lie in space instead of on their faces, those with a finer picture over
// the first, and those that waves go through.
#ifdef LAYERED
layout(binding = 12) uniform sampler2D detailMap;
uniform vec4 layers; // repeats a metre in space, or 0; of the detail: repeats to one of the first, strength
uniform vec2 warp;   // how far waves push the texture, in repeats, and where they are, in radians

// How much each of three pictures shows that lie in space, across the axes of the world.
vec3 spaceShares()
{
    vec3 n = abs(normalize(surface.normal));
    vec3 shares = n * n;
    shares *= shares; // the seams are narrow
    return shares / (shares.x + shares.y + shares.z);
}

// Where the picture across the axis is met: upright on walls, and never mirrored.
vec2 spacePlace(int axis)
{
    vec3 p = surface.point * layers.x;
    vec3 side = sign(surface.normal);
    vec2 at = axis == 0 ? vec2(-side.x * p.z, -p.y)
            : axis == 1 ? vec2(p.x, side.y * p.z) : vec2(side.z * p.x, -p.y);
    return at + finish.xy;
}

vec2 warped(vec2 at)
{
    return at + warp.x * sin(at.yx * 6.2831853 + warp.y);
}

// `times` as many repeats as the material's.
vec4 pictureOf(sampler2D map, float times)
{
    if (layers.x <= 0.0)
        return texture(map, warped(surface.uv + finish.xy) * times);
    vec3 shares = spaceShares();
    vec4 sum = vec4(0.0);
    for (int axis = 0; axis < 3; ++axis)
        sum += shares[axis] * texture(map, warped(spacePlace(axis)) * times);
    return sum;
}

#define PICTURE(map) pictureOf(map, 1.0)

// Uneven as the detail is, and on the whole as bright as without it.
vec3 detailed(vec3 albedo)
{
    vec3 mean = textureLod(detailMap, vec2(0.5), 32.0).rgb;
    vec3 detail = pictureOf(detailMap, layers.y).rgb / max(mean, vec3(1e-3));
    return albedo * mix(vec3(1.0), detail, layers.z);
}

// The bumps of the three pictures, each on its own axes.
vec3 spaceNormal(vec3 n, sampler2D map, float green)
{
    vec3 shares = spaceShares();
    vec3 side = sign(n);
    vec3 right[3] = vec3[](vec3(0.0, 0.0, -side.x), vec3(1.0, 0.0, 0.0), vec3(side.z, 0.0, 0.0));
    vec3 up[3] = vec3[](vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, -side.y), vec3(0.0, 1.0, 0.0));
    vec3 sum = vec3(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        vec3 m = texture(map, warped(spacePlace(axis))).xyz * 2.0 - 1.0;
        sum += shares[axis] * (right[axis] * m.x + up[axis] * (m.y * green) + n * m.z);
    }
    return normalize(sum);
}
#else
#define PICTURE(map) texture(map, UV)
#endif

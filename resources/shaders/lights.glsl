const float Pi = 3.14159265;

struct Light
{
    vec4 place; // w: range
    vec4 color; // times candela; w: 1 if baked into the lightmap
    vec4 axis;  // that it shines along; w: 1 for the sun, whose place counts for nothing
    vec4 cone;  // scale and offset of the cosine off the axis; z: 1 for areas
    vec4 shadow; // its shadow views: the first plus 1, or 0 for none; how many
};

// No uniform block: those need not hold more than 16 KiB.
layout(std430, binding = 4) readonly buffer Lights
{
    Light lights[];
};

const int DepthSlices = 32;

// As engine::LightTiles has them: masks of slices of depth, then those of tiles, a bit for each light.
layout(std430, binding = 0) readonly buffer Tiles
{
    uint lightMasks[];
};

// As engine::lightFalloff, from the squared distance.
float lightFalloff(float squared, float range)
{
    float ratio = squared / (range * range);
    float window = max(1.0 - ratio * ratio, 0.0);
    return window * window / max(squared, 1e-4);
}

// How much of the light goes along `away` from it, as engine::LightCone.
float coneShare(Light light, vec3 away)
{
    float linear = clamp(dot(light.axis.xyz, away) * light.cone.x + light.cone.y, 0.0, 1.0);
    return light.cone.z > 0.5 ? linear : linear * linear;
}

// Where the masks of a pixel begin.
struct MaskPlaces
{
    int slice;
    int tile;
};

int maskWords()
{
    return max((int(frame.tiles.y) + 31) / 32, 1);
}

MaskPlaces maskPlaces(vec3 point)
{
    ivec2 tile = ivec2(gl_FragCoord.x, frame.viewport.y - gl_FragCoord.y) / int(frame.tiles.z);
    float ahead = dot(point - frame.eye.xyz, frame.forward.xyz);
    int slice = ahead > 0.5 ? min(int(log2(ahead * 2.0) * 3.0), DepthSlices - 1) : 0;
    int words = maskWords();
    return MaskPlaces(slice * words, (DepthSlices + tile.y * int(frame.tiles.x) + tile.x) * words);
}

uint lightsHere(MaskPlaces places, int word)
{
    return lightMasks[places.slice + word] & lightMasks[places.tile + word];
}

// GGX with the height-correlated visibility of Hammon, "PBR Diffuse Lighting for GGX+Smith
// Microsurfaces" (GDC 2017), and Schlick's Fresnel.
vec3 specular(vec3 n, vec3 v, vec3 l, float roughness, vec3 f0)
{
    vec3 h = normalize(v + l);
    float nh = max(dot(n, h), 0.0);
    float nv = max(dot(n, v), 1e-3);
    float nl = max(dot(n, l), 1e-3);
    float a = roughness * roughness;
    float d = nh * nh * (a * a - 1.0) + 1.0;
    float distribution = a * a / (Pi * d * d);
    float visibility = 0.5 / mix(2.0 * nl * nv, nl + nv, a);
    float away = 1.0 - max(dot(v, h), 0.0);
    float away2 = away * away;
    return (f0 + (1.0 - f0) * (away2 * away2 * away)) * (distribution * visibility);
}

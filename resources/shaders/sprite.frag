// Small pictures from distances to shapes: crisp at every size, with a dark rim to be seen on
// anything.
in vec4 spriteColor;
in vec2 place;
flat in uint kind;
flat in float pixel;

layout(location = 0) out vec4 result;

float box(vec2 p, vec2 size)
{
    vec2 d = abs(p) - size;
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float bulb(vec2 p)
{
    float glass = length(p - vec2(0.0, 0.25)) - 0.58;
    float neck = box(p - vec2(0.0, -0.38), vec2(0.26, 0.16)) - 0.04;
    float thread = box(p - vec2(0.0, -0.72), vec2(0.24, 0.05)) - 0.03;
    float foot = box(p - vec2(0.0, -0.90), vec2(0.12, 0.03)) - 0.03;
    return min(min(glass, neck), min(thread, foot));
}

float speaker(vec2 p)
{
    float back = box(p - vec2(-0.55, 0.0), vec2(0.22, 0.24));
    vec2 q = vec2(p.x + 0.1, abs(p.y));
    float cone = max(max(q.x - 0.1, -0.5 - q.x), dot(q - vec2(0.1, 0.72), normalize(vec2(-0.85, 1.0))));
    float angle = abs(p.y) - p.x * 0.9;
    float wave = abs(length(p - vec2(-0.05, 0.0)) - 0.52) - 0.08;
    float outer = abs(length(p - vec2(-0.05, 0.0)) - 0.84) - 0.08;
    return min(min(back, cone), max(min(wave, outer), angle * 0.75));
}

float shape(vec2 p)
{
    if (kind == 1u)
        return bulb(p);
    if (kind == 2u)
        return speaker(p);
    if (kind == 3u)
        return (abs(p.x) + abs(p.y) - 0.62) * 0.7071;
    return box(p, vec2(1.0));
}

void main()
{
    float distance = shape(place) / pixel; // pixels
    float inside = clamp(0.5 - distance, 0.0, 1.0);
    float rim = clamp(1.9 - distance, 0.0, 1.0);
    vec3 color = spriteColor.rgb;
    if (kind != 0u)
        color *= 0.82 + 0.18 * clamp(place.y + 0.6, 0.0, 1.0);
    result = vec4(mix(vec3(0.06), color, inside), spriteColor.a * max(inside, rim * 0.75));
}

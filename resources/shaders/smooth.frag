// Fast approximate anti-aliasing after Timothy Lottes' white paper (NVIDIA, 2009), the short form:
// finds the direction of an edge from the brightness of the corners and blurs along it.
layout(binding = 0) uniform sampler2D picture;

in vec2 place;

layout(location = 0) out vec4 result;

float luma(vec3 color)
{
    return dot(color, vec3(0.299, 0.587, 0.114));
}

void main()
{
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    vec3 middle = texture(picture, place).rgb;
    float m = luma(middle);
    float nw = luma(textureOffset(picture, place, ivec2(-1, 1)).rgb);
    float ne = luma(textureOffset(picture, place, ivec2(1, 1)).rgb);
    float sw = luma(textureOffset(picture, place, ivec2(-1, -1)).rgb);
    float se = luma(textureOffset(picture, place, ivec2(1, -1)).rgb);
    float least = min(m, min(min(nw, ne), min(sw, se)));
    float most = max(m, max(max(nw, ne), max(sw, se)));
    result = vec4(middle, 1.0);
    if (most - least < max(0.04, most * 0.125))
        return;
    vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
    along.x = -along.x;
    float reduce = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    along *= 1.0 / (min(abs(along.x), abs(along.y)) + reduce);
    along = clamp(along, -8.0, 8.0) * texel;
    vec3 near = 0.5 * (texture(picture, place - along / 6.0).rgb + texture(picture, place + along / 6.0).rgb);
    vec3 far = 0.5 * near + 0.25 * (texture(picture, place - along * 0.5).rgb +
                                    texture(picture, place + along * 0.5).rgb);
    float l = luma(far);
    result.rgb = l < least || l > most ? near : far;
}

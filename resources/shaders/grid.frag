// Lines a pixel wide at three spacings; each fades before its cells become too small to see.
#include "frame.glsl"

layout(location = 0) uniform vec4 grid; // step, reach in metres, height

in vec2 ground;

layout(location = 0) out vec4 result;

float lines(float spacing, vec2 wide)
{
    vec2 cell = ground / spacing;
    vec2 pixels = wide / spacing;
    vec2 away = abs(fract(cell - 0.5) - 0.5) / pixels;
    vec2 cover = clamp(1.0 - away, 0.0, 1.0) * clamp(1.6 - pixels * 9.0, 0.0, 1.0);
    return max(cover.x, cover.y);
}

void main()
{
    vec2 wide = max(fwidth(ground), 1e-6);
    float fine = lines(grid.x, wide);
    float middle = lines(grid.x * 4.0, wide);
    float coarse = lines(grid.x * 16.0, wide);
    float far = 1.0 - smoothstep(0.25, 0.95, length(ground - frame.eye.xz) / grid.y);
    vec4 color = vec4(0.42, 0.45, 0.49, max(max(fine * 0.22, middle * 0.38), coarse * 0.6));
    vec2 axis = clamp(1.5 - abs(ground) / wide, 0.0, 1.0);
    color = mix(color, vec4(0.878, 0.333, 0.357, 0.85), axis.y); // along x
    color = mix(color, vec4(0.310, 0.561, 0.878, 0.85), axis.x); // along z
    result = vec4(color.rgb, color.a * far);
}

// Smooth edges from the finished picture alone (the idea: Timothy Lottes, "FXAA", NVIDIA white paper,
// 2009). Where brightness changes from one row or column of pixels to the next it is an edge, which on
// screen is a staircase. How far the pixel is from both ends of its step says which share of it the
// other side of a true line would cover, and so much of the picture is taken from over there.
layout(binding = 0) uniform sampler2D picture; // encoded

in vec2 place;

layout(location = 0) out vec4 result;

float brightness(vec3 color)
{
    return dot(color, vec3(0.299, 0.587, 0.114));
}

float at(vec2 where)
{
    return brightness(textureLod(picture, where, 0.0).rgb);
}

// Pixels from `start` along the edge to the end of its step, by how much brighter the border is there
// than where it began, and pixels to the first read beyond.
vec3 endOfStep(vec2 start, vec2 along, float edge, float least)
{
    const int Reads = 9;
    float pixels = 0.0;
    float stride = 1.0;
    float change = 0.0;
    for (int i = 0; i < Reads; ++i) {
        stride = i < 5 ? 1.0 : float(i - 3); // coarser as the rest counts for less
        pixels += stride;
        change = at(start + along * pixels) - edge;
        if (abs(change) >= least)
            break;
    }
    return vec3(pixels - 0.5 * stride, change, pixels); // somewhere between the last two reads
}

bool isNearer(float value, float to, float thanTo)
{
    return abs(value - to) < abs(value - thanTo);
}

// What of the pixel lies beyond a line that comes into its row half a pixel deep at the end of the
// step, and is on the border again in the middle of it: the integral of 0.5 - x / step.
float coverage(float toEnd, float step)
{
    float from = max(toEnd - 0.5, 0.0);
    float to = min(toEnd + 0.5, 0.5 * step);
    return max(0.5 * (to - from) - 0.5 * (to * to - from * from) / step, 0.0) * float(to > from);
}

void main()
{
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    vec3 color = textureLod(picture, place, 0.0).rgb;
    result = vec4(color, 1.0);
    float middle = brightness(color);
    float up = at(place + vec2(0.0, texel.y));
    float down = at(place - vec2(0.0, texel.y));
    float left = at(place - vec2(texel.x, 0.0));
    float right = at(place + vec2(texel.x, 0.0));
    float most = max(middle, max(max(up, down), max(left, right)));
    float contrast = most - min(middle, min(min(up, down), min(left, right)));
    if (contrast < max(0.03, most * 0.12))
        return;

    float upLeft = at(place + vec2(-texel.x, texel.y));
    float upRight = at(place + texel);
    float downLeft = at(place - texel);
    float downRight = at(place + vec2(texel.x, -texel.y));
    // How brightness bends across rows and across columns, the pixel's own counting twice.
    float acrossRows = abs(upLeft + downLeft - 2.0 * left) + 2.0 * abs(up + down - 2.0 * middle) +
                       abs(upRight + downRight - 2.0 * right);
    float acrossColumns = abs(upLeft + upRight - 2.0 * up) + 2.0 * abs(left + right - 2.0 * middle) +
                          abs(downLeft + downRight - 2.0 * down);
    bool isRow = acrossRows >= acrossColumns; // the edge runs from left to right
    float before = isRow ? down : left;
    float after = isRow ? up : right;
    bool isAfter = abs(after - middle) >= abs(before - middle);
    float other = isAfter ? after : before;
    vec2 across = (isRow ? vec2(0.0, texel.y) : vec2(texel.x, 0.0)) * (isAfter ? 1.0 : -1.0);
    vec2 along = isRow ? vec2(texel.x, 0.0) : vec2(0.0, texel.y);

    // On the border of both rows a read is the mean of them.
    float edge = 0.5 * (middle + other);
    float least = 0.25 * abs(other - middle);
    vec2 border = place + 0.5 * across;
    vec3 ahead = endOfStep(border, along, edge, least);
    vec3 behind = endOfStep(border, -along, edge, least);
    float step = ahead.x + behind.x;
    float covered = 0.0;
    // The line comes into this row at an end only where the border turns towards the other side, and
    // goes on in the next row; else it is a corner.
    vec2 inside = place - across;
    if (abs(ahead.y) >= least && (ahead.y > 0.0) == (other > middle) &&
        isNearer(at(inside + along * ahead.z), middle, other))
        covered += coverage(ahead.x, step);
    if (abs(behind.y) >= least && (behind.y > 0.0) == (other > middle) &&
        isNearer(at(inside - along * behind.z), middle, other))
        covered += coverage(behind.x, step);

    // Dots and hairs have no step, and differ more from what is around them than a straight edge, of
    // which a third is on the other side.
    float surroundings = (2.0 * (up + down + left + right) + upLeft + upRight + downLeft + downRight) / 12.0;
    float lonely = smoothstep(0.5, 1.0, abs(surroundings - middle) / contrast);
    float share = max(covered, 0.5 * lonely);
    result.rgb = textureLod(picture, place + across * share, 0.0).rgb;
}

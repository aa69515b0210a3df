// By how many stops eyes have adapted: part of the way from the last picture to where the mean is 18 %
// grey.
layout(binding = 0) uniform sampler2D meter;
layout(binding = 1) uniform sampler2D before;

layout(location = 0) uniform vec3 limits; // stops down and up, part of the way

layout(location = 0) out vec4 result;

void main()
{
    const float Grey = -2.473931; // log2(0.18)
    const int Smallest = 6;       // level of the meter, of one pixel
    vec2 mean = texelFetch(meter, ivec2(0), Smallest).rg;
    float wanted = mean.y > 1e-3 ? clamp(Grey - mean.x / mean.y, -limits.x, limits.y) : 0.0;
    float last = limits.z < 1.0 ? texelFetch(before, ivec2(0), 0).r : wanted;
    if (isnan(last) || isinf(last))
        last = wanted; // else it would stay so for ever
    result = vec4(mix(last, wanted, limits.z), 0.0, 0.0, 1.0);
}

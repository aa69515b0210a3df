// Baked light in the open, as engine::lightOn() reads it: the same probes, shares and curve.
layout(std430, binding = 1) readonly buffer Volume
{
    vec4 volumeProbes[]; // red, green and blue of each: gradient and mean
};

// From 0 away from the light to all of it towards it.
float lightFrom(vec4 channel, vec3 n)
{
    float strength = length(channel.xyz);
    if (channel.w <= 0.0 || strength <= 0.0)
        return max(channel.w, 0.0);
    float focus = min(strength / (2.0 * channel.w), 1.0);
    float power = 1.0 + 2.0 * focus;
    float even = (1.0 - focus) / (1.0 + focus);
    float towards = clamp(0.5 + 0.5 * dot(channel.xyz / strength, n), 0.0, 1.0);
    return channel.w * (even + (1.0 - even) * (power + 1.0) * pow(towards, power));
}

vec3 volumeLight(vec3 point, vec3 n)
{
    const float inFront = 0.25;
    const float behind = 1e-4;
    ivec3 last = ivec3(frame.probes.xyz) - 1;
    vec3 face = (point - frame.volume.xyz) * frame.volume.w;
    vec3 at = clamp(face + n * inFront, vec3(0.0), vec3(last));
    ivec3 low = min(ivec3(at), max(last - 1, 0));
    vec4 red = vec4(0.0), green = vec4(0.0), blue = vec4(0.0);
    float shares = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        ivec3 probe = min(low + ivec3(corner & 1, corner >> 1 & 1, corner >> 2), last);
        vec3 near = max(1.0 - abs(at - vec3(probe)), 0.0);
        float share = near.x * near.y * near.z *
                      clamp(dot(vec3(probe) - face, n) / inFront, behind, 1.0);
        int index = 3 * ((probe.z * (last.y + 1) + probe.y) * (last.x + 1) + probe.x);
        red += volumeProbes[index] * share;
        green += volumeProbes[index + 1] * share;
        blue += volumeProbes[index + 2] * share;
        shares += share;
    }
    return vec3(lightFrom(red / shares, n), lightFrom(green / shares, n),
                lightFrom(blue / shares, n));
}

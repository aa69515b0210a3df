// Takes apart what packFrame() (engine_core/render/passes/packed_frame.h) has put into 32 bits; its header
// says how they are laid out.
const int FrameReach = 1020;

// Along the normal, of any length.
vec3 frameDirection(uint packedFrame)
{
    ivec2 at = ivec2(bitfieldExtract(int(packedFrame), 0, 11), bitfieldExtract(int(packedFrame), 11, 11));
    int z = FrameReach - abs(at.x) - abs(at.y);
    if (z < 0)
        at = (FrameReach - abs(at.yx)) * ivec2(at.x < 0 ? -1 : 1, at.y < 0 ? -1 : 1);
    return vec3(at, z);
}

vec3 frameNormal(uint packedFrame)
{
    return normalize(frameDirection(packedFrame));
}

// `n` is the normal of the same bits.
vec4 frameTangent(uint packedFrame, vec3 n)
{
    float s = n.z >= 0.0 ? 1.0 : -1.0;
    float a = -1.0 / (s + n.z);
    float b = n.x * n.y * a;
    vec3 first = vec3(1.0 + s * n.x * n.x * a, s * b, -s * n.x);
    vec3 second = vec3(b, s + n.y * n.y * a, -n.y);
    float angle = float(bitfieldExtract(packedFrame, 22, 9)) * (6.28318531 / 512.0);
    return vec4(first * cos(angle) + second * sin(angle), (packedFrame >> 31u) != 0u ? -1.0 : 1.0);
}

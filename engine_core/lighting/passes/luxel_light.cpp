#include "engine_core/lighting/passes/luxel_light.h"

#include <algorithm>
#include <cmath>

namespace engine
{
PackedLight::PackedLight(const Vec3f& light, float chance)
{
    constexpr float Most = 65408;
    constexpr std::uint32_t Largest = (1U << Bits) - 1;
    const float brightest = std::min(std::max({light.x, light.y, light.z, 0.0f}), Most);
    if (!(brightest > 0))
        return;
    // Of 2^exponent the brightest channel is less than one.
    int exponent = std::clamp(std::ilogb(brightest) + 1, -static_cast<int>(Bias), 16);
    float perUnit = std::ldexp(1.0f, static_cast<int>(Bits) - exponent);
    if (brightest * perUnit > static_cast<float>(Largest)) { // there is no value above it
        exponent = std::min(exponent + 1, 16);
        perUnit = std::ldexp(1.0f, static_cast<int>(Bits) - exponent);
    }
    const auto steps = [&](float channel) {
        const float all = std::clamp(channel, 0.0f, Most) * perUnit;
        return std::min(static_cast<std::uint32_t>(all + chance), Largest);
    };
    m_bits = steps(light.x) | steps(light.y) << Bits | steps(light.z) << 2 * Bits |
             static_cast<std::uint32_t>(exponent + static_cast<int>(Bias)) << 27U;
}
} // namespace engine

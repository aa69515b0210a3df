#include "engine_core/render/scene/mip_chain.h"

#include "engine_core/math/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
/// sRGB to light in 16 bits and, from its upper 12, back.
struct SrgbTables
{
    std::array<std::uint16_t, 256> light{};
    std::array<std::uint8_t, 4096> srgb{};

    SrgbTables()
    {
        for (std::size_t i = 0; i < light.size(); ++i) {
            const double l = linearFromSrgb(static_cast<double>(i) / 255);
            light[i] = static_cast<std::uint16_t>(std::lround(l * 65535));
        }
        for (std::size_t i = 0; i < srgb.size(); ++i) {
            const double s = srgbFromLinear(static_cast<double>(i) / 4095);
            srgb[i] = static_cast<std::uint8_t>(std::lround(s * 255));
        }
    }
};

std::uint8_t meanOf(unsigned sum)
{
    return static_cast<std::uint8_t>((sum + 2) / 4);
}
} // namespace

Image halved(const Image& image, Averaging averaging)
{
    static const SrgbTables tables;
    constexpr std::size_t Channels = 4;
    Image half;
    half.width = std::max(image.width / 2, 1U);
    half.height = std::max(image.height / 2, 1U);
    half.rgba.resize(std::size_t{half.width} * half.height * Channels);
    const std::size_t right = image.width > 1 ? Channels : 0;
    const std::size_t below = image.height > 1 ? image.width * Channels : 0;
    auto* to = half.rgba.data();
    for (std::size_t y = 0; y < half.height; ++y) {
        const auto* from = image.rgba.data() + 2 * y * image.width * Channels;
        for (std::size_t x = 0; x < half.width; ++x, from += 2 * Channels, to += Channels)
            for (std::size_t c = 0; c < Channels; ++c) {
                const auto a = from[c];
                const auto b = from[c + right];
                const auto d = from[c + below];
                const auto e = from[c + below + right];
                if (averaging == Averaging::Linear || c == 3) {
                    to[c] = meanOf(unsigned{a} + b + d + e);
                    continue;
                }
                const auto& light = tables.light;
                const auto sum = unsigned{light[a]} + light[b] + light[d] + light[e];
                // Four times 16 bits are 18: the upper 12 of them, rounded.
                to[c] = tables.srgb[std::min((sum + 32) >> 6U, 4095U)];
            }
    }
    return half;
}
} // namespace engine

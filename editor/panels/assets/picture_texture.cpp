#include "editor/panels/assets/picture_texture.h"

#include "engine_core/math/srgb.h"

#include <glm/common.hpp>

#include <algorithm>
#include <array>

namespace editor
{
using engine::Vec2d;
using engine::Vec3f;

namespace
{
constexpr int FinestSide = 64;
constexpr int MostSamples = 16; ///< along a side of a texel: all pixels of images up to 1024

float linearOf(std::uint8_t value)
{
    static const auto All = [] {
        std::array<float, 256> all{};
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = engine::linearFromSrgb(static_cast<float>(i) / 255);
        return all;
    }();
    return All[value];
}

/// Where a texel's samples lie along one side of the image.
int sampleAt(int texel, int sample, int samples, std::uint32_t size)
{
    const double part = (texel + (sample + 0.5) / samples) / FinestSide;
    return std::min(static_cast<int>(part * size), static_cast<int>(size) - 1);
}

int samplesAlong(std::uint32_t size)
{
    return std::clamp(static_cast<int>(size) / FinestSide, 1, MostSamples);
}

Vec3f meanOf(const engine::Image& image, int x, int y)
{
    const int across = samplesAlong(image.width);
    const int down = samplesAlong(image.height);
    Vec3f sum{0};
    for (int j = 0; j < down; ++j)
        for (int i = 0; i < across; ++i) {
            const auto column = static_cast<std::size_t>(sampleAt(x, i, across, image.width));
            const auto row = static_cast<std::size_t>(sampleAt(y, j, down, image.height));
            const auto* rgba = image.rgba.data() + (row * image.width + column) * 4;
            sum += Vec3f{linearOf(rgba[0]), linearOf(rgba[1]), linearOf(rgba[2])};
        }
    return sum / static_cast<float>(across * down);
}

int wrapped(int at, int side)
{
    const int rest = at % side;
    return rest < 0 ? rest + side : rest;
}
} // namespace

const Vec3f& PictureTexture::Level::texel(int x, int y) const
{
    return texels[static_cast<std::size_t>(wrapped(y, side) * side + wrapped(x, side))];
}

PictureTexture::PictureTexture(const engine::Image& image)
{
    Level finest{FinestSide, {}};
    for (int y = 0; y < FinestSide; ++y)
        for (int x = 0; x < FinestSide; ++x)
            finest.texels.push_back(meanOf(image, x, y));
    m_levels.push_back(std::move(finest));
    while (m_levels.back().side > 1) {
        const auto& finer = m_levels.back();
        Level level{finer.side / 2, {}};
        for (int y = 0; y < level.side; ++y)
            for (int x = 0; x < level.side; ++x)
                level.texels.push_back((finer.texel(2 * x, 2 * y) + finer.texel(2 * x + 1, 2 * y) +
                                        finer.texel(2 * x, 2 * y + 1) +
                                        finer.texel(2 * x + 1, 2 * y + 1)) /
                                       4.0F);
        m_levels.push_back(std::move(level));
    }
}

Vec3f PictureTexture::at(const Vec2d& uv, double footprint) const
{
    const double texels = footprint * FinestSide;
    const double steps = texels > 1 ? std::log2(texels) + 0.5 : 0;
    // A texture that is squeezed to nothing has no steps that are a number.
    const auto last = m_levels.size() - 1;
    const auto& level =
        m_levels[steps < static_cast<double>(last) ? static_cast<std::size_t>(steps) : last];
    const Vec2d place = (uv - glm::floor(uv)) * static_cast<double>(level.side) - 0.5;
    const auto low = glm::floor(place);
    const engine::Vec2f f{place - low};
    const int x = static_cast<int>(low.x);
    const int y = static_cast<int>(low.y);
    return glm::mix(glm::mix(level.texel(x, y), level.texel(x + 1, y), f.x),
                    glm::mix(level.texel(x, y + 1), level.texel(x + 1, y + 1), f.x), f.y);
}
} // namespace editor

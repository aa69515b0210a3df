#include "engine_core/lighting/plan/even_light.h"

#include <algorithm>

namespace engine
{
namespace
{
float shareOf(int index, int count)
{
    return static_cast<float>(index) / static_cast<float>(count - 1);
}
} // namespace

Vec3f between(std::span<const Vec3f> luxels, int width, int height, float s, float t)
{
    const float x = s * static_cast<float>(width - 1);
    const float y = t * static_cast<float>(height - 1);
    const int column = std::clamp(static_cast<int>(x), 0, width - 2);
    const int row = std::clamp(static_cast<int>(y), 0, height - 2);
    const auto corner = static_cast<std::size_t>(row * width + column);
    const auto below = corner + static_cast<std::size_t>(width);
    const float fx = x - static_cast<float>(column);
    return glm::mix(glm::mix(luxels[corner], luxels[corner + 1], fx),
                    glm::mix(luxels[below], luxels[below + 1], fx), y - static_cast<float>(row));
}

EvenLight::EvenLight(int width,
                     int height,
                     std::span<const Vec3f> direct,
                     std::span<const Vec3f> far,
                     const LuxelCover& cover,
                     float darkest)
    : m_width{width}
    , m_height{height}
    , m_all{direct.begin(), direct.end()}
    , m_far{far.begin(), far.end()}
    , m_cover{cover}
    , m_darkest{darkest}
{
    for (std::size_t i = 0; i < m_all.size(); ++i)
        m_all[i] += m_far[i];
}

bool EvenLight::isBlack() const
{
    return std::all_of(m_all.begin(), m_all.end(),
                       [](const Vec3f& light) { return brightnessOf(light) <= 0; });
}

float EvenLight::errorWith(int width, int height, What what) const
{
    const std::span<const Vec3f> light = what == What::All ? m_all : m_far;
    std::vector<Vec3f> kept;
    kept.reserve(static_cast<std::size_t>(width * height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            kept.push_back(
                between(light, m_width, m_height, shareOf(x, width), shareOf(y, height)));
    float worst = 0;
    std::size_t luxel = 0;
    for (int y = 0; y < m_height; ++y)
        for (int x = 0; x < m_width; ++x, ++luxel) {
            if (m_cover.at(luxel) == 0)
                continue;
            const auto read =
                between(kept, width, height, shareOf(x, m_width), shareOf(y, m_height));
            const float off = brightnessOf(glm::abs(read - light[luxel]));
            worst = std::max(worst, off / std::max(brightnessOf(m_all[luxel]), m_darkest));
        }
    return worst;
}
} // namespace engine

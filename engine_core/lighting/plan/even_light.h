#pragma once

#include "engine_core/lighting/luxel_cover.h"

#include <span>
#include <vector>

namespace engine
{
/// The brightest channel.
[[nodiscard]] inline float brightnessOf(const Vec3f& light)
{
    return std::max(light.x, std::max(light.y, light.z));
}

/// Between the four luxels around a place of a chart: s and t from 0 to 1.
[[nodiscard]] Vec3f between(std::span<const Vec3f> luxels, int width, int height, float s, float t);

/// How even the light on one chart is.
class EvenLight
{
public:
    enum class What
    {
        All,
        Far ///< indirect light, as a share of all light
    };

    /// Both by luxel. Light below `darkest` counts as that bright.
    EvenLight(int width,
              int height,
              std::span<const Vec3f> direct,
              std::span<const Vec3f> far,
              const LuxelCover& cover,
              float darkest);

    /// No light reaches the face.
    [[nodiscard]] bool isBlack() const;

    /// By which share light is off at the worst of all open luxels, if it is kept for `width` by
    /// `height` luxels only and read between those.
    [[nodiscard]] float errorWith(int width, int height, What what) const;

private:
    int m_width;
    int m_height;
    std::vector<Vec3f> m_all;
    std::vector<Vec3f> m_far;
    const LuxelCover& m_cover;
    float m_darkest;
};
} // namespace engine

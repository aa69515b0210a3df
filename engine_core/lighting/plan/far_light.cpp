#include "engine_core/lighting/plan/far_light.h"

#include <algorithm>

namespace engine
{
namespace
{
/// The luxels at either end of a field along one axis.
struct FieldSide
{
    int low;
    int high;

    FieldSide(int luxel, int step, int count)
        : low{std::min(luxel, count - 2) / step * step}, high{std::min(low + step, count - 1)}
    {
    }

    [[nodiscard]] bool isEnd(int luxel) const { return luxel == low || luxel == high; }

    [[nodiscard]] float share(int luxel) const
    {
        return static_cast<float>(luxel - low) / static_cast<float>(high - low);
    }
};

bool isOpenField(const BakeChart& chart,
                 const LuxelCover& cover,
                 const FieldSide& s,
                 const FieldSide& t)
{
    if (cover.masks.empty())
        return true;
    for (int y = t.low; y <= t.high; ++y)
        for (int x = s.low; x <= s.high; ++x) {
            const auto luxel = static_cast<std::size_t>(y * chart.width + x);
            if (cover.at(luxel) != AllCells || (cover.cuts && cover.cuts->isBeside(luxel)))
                return false;
        }
    return true;
}
} // namespace

bool isFarTraced(const BakeChart& chart, const LuxelCover& cover, int x, int y)
{
    const FieldSide s{x, chart.farX, chart.width};
    const FieldSide t{y, chart.farY, chart.height};
    return (s.isEnd(x) && t.isEnd(y)) || !isOpenField(chart, cover, s, t);
}

void spreadFarLight(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> light)
{
    if (chart.farX == 1 && chart.farY == 1)
        return;
    const auto at = [&](int x, int y) -> Vec3f& {
        return light[static_cast<std::size_t>(y * chart.width + x)];
    };
    for (int y = 0; y < chart.height; ++y)
        for (int x = 0; x < chart.width; ++x) {
            if (isFarTraced(chart, cover, x, y))
                continue;
            const FieldSide s{x, chart.farX, chart.width};
            const FieldSide t{y, chart.farY, chart.height};
            at(x, y) =
                glm::mix(glm::mix(at(s.low, t.low), at(s.high, t.low), s.share(x)),
                         glm::mix(at(s.low, t.high), at(s.high, t.high), s.share(x)), t.share(y));
        }
}
} // namespace engine

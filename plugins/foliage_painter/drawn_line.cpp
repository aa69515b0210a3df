#include "plugins/foliage_painter/drawn_line.h"

#include "engine_core/scene/spatial/spatial_index.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace foliage_painter
{
namespace
{
using engine::StrokePoint;
using engine::Vec3d;

constexpr double LookUp = 2; ///< metres above the curve from where faces are looked for

/// Barry and Goldman's pyramid of linear steps; `t` are the knots of the four points.
Vec3d onCurve(const std::array<Vec3d, 4>& p, const std::array<double, 4>& t, double at)
{
    const auto mix = [at](const Vec3d& a, const Vec3d& b, double ta, double tb) {
        return a * ((tb - at) / (tb - ta)) + b * ((at - ta) / (tb - ta));
    };
    const auto a1 = mix(p[0], p[1], t[0], t[1]);
    const auto a2 = mix(p[1], p[2], t[1], t[2]);
    const auto a3 = mix(p[2], p[3], t[2], t[3]);
    const auto b1 = mix(a1, a2, t[0], t[2]);
    const auto b2 = mix(a2, a3, t[1], t[3]);
    return mix(b1, b2, t[1], t[2]);
}
} // namespace

std::vector<Vec3d> smoothWay(const std::vector<Vec3d>& through, double step)
{
    std::vector<Vec3d> points;
    for (const auto& point : through)
        if (points.empty() || glm::distance(points.back(), point) > 1e-3)
            points.push_back(point);
    if (points.size() < 2)
        return points;
    // The ends go on straight ahead.
    points.insert(points.begin(), 2.0 * points[0] - points[1]);
    points.push_back(2.0 * points.back() - points[points.size() - 2]);
    std::vector<Vec3d> way{points[1]};
    for (std::size_t i = 1; i + 2 < points.size(); ++i) {
        const std::array p{points[i - 1], points[i], points[i + 1], points[i + 2]};
        std::array<double, 4> t{};
        for (std::size_t k = 1; k < 4; ++k)
            t[k] = t[k - 1] + std::sqrt(glm::distance(p[k], p[k - 1]));
        const auto steps =
            std::max(static_cast<int>(std::ceil(glm::distance(p[1], p[2]) / step)), 1);
        for (int k = 1; k <= steps; ++k)
            way.push_back(onCurve(p, t, t[1] + (t[2] - t[1]) * k / steps));
    }
    return way;
}

std::vector<StrokePoint> wayAlong(const engine::World& world,
                                  const engine::SpatialIndex& index,
                                  std::span<const StrokePoint> drawn,
                                  double radius)
{
    std::vector<Vec3d> through;
    for (const auto& point : drawn)
        through.push_back(point.position);
    std::vector<StrokePoint> found;
    for (const auto& at : smoothWay(through, std::max(radius / 2, 0.1))) {
        // The nearest of the drawn points tells which side of the faces is meant.
        const auto nearest =
            std::min_element(drawn.begin(), drawn.end(), [&](const auto& a, const auto& b) {
                return glm::distance(a.position, at) < glm::distance(b.position, at);
            });
        const engine::Ray down{at + nearest->normal * LookUp, -nearest->normal};
        const auto hit = engine::pickNearestBrush(world, index, down, 4 * LookUp);
        if (hit && hit->face != engine::NoFace)
            found.push_back({hit->point, hit->normal});
    }
    return found;
}

double lengthOf(std::span<const StrokePoint> points)
{
    double length = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        length += glm::distance(points[i - 1].position, points[i].position);
    return length;
}
} // namespace foliage_painter

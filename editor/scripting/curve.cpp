#include "editor/scripting/curve.h"

#include <algorithm>

namespace editor
{
using engine::Vec2d;

namespace
{
double slope(const Vec2d& a, const Vec2d& b)
{
    return b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0.0;
}

/// The tangent at point i: none at turning points, otherwise the harmonic mean of both sides.
double tangentAt(const std::vector<Vec2d>& points, std::size_t i)
{
    if (points.size() < 2)
        return 0;
    if (i == 0)
        return slope(points[0], points[1]);
    if (i + 1 == points.size())
        return slope(points[i - 1], points[i]);
    const double before = slope(points[i - 1], points[i]);
    const double after = slope(points[i], points[i + 1]);
    return before * after > 0 ? 2 * before * after / (before + after) : 0.0;
}
} // namespace

std::vector<Vec2d> sortedCurve(std::vector<Vec2d> points)
{
    std::erase_if(points, [](const Vec2d& p) { return !std::isfinite(p.x + p.y); });
    for (auto& point : points)
        point = {std::clamp(point.x, 0.0, 1.0), std::clamp(point.y, 0.0, 1.0)};
    std::stable_sort(points.begin(), points.end(),
                     [](const Vec2d& a, const Vec2d& b) { return a.x < b.x; });
    return points.empty() ? std::vector<Vec2d>{{0, 0}, {1, 1}} : points;
}

double curveAt(const std::vector<Vec2d>& points, double x)
{
    if (points.empty())
        return 0;
    if (!(x > points.front().x))
        return points.front().y;
    if (x >= points.back().x)
        return points.back().y;
    const auto next = std::upper_bound(points.begin(), points.end(), x,
                                       [](double at, const Vec2d& p) { return at < p.x; });
    const auto i = static_cast<std::size_t>(next - points.begin()) - 1;
    const auto& a = points[i];
    const auto& b = points[i + 1];
    const double width = b.x - a.x;
    const double t = (x - a.x) / width;
    const double s = 1 - t;
    return a.y * (1 + 2 * t) * s * s + tangentAt(points, i) * width * t * s * s +
           b.y * (3 - 2 * t) * t * t - tangentAt(points, i + 1) * width * t * t * s;
}
} // namespace editor

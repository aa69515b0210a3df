#include "engine_core/lighting/edges/wall_cuts.h"

#include <algorithm>

namespace engine
{
WallFoot::WallFoot(const BakeChart& chart, const Brush& brush, double offset, double depth)
{
    const auto& frame = chart.frame;
    const auto corner = frame.origin + chart.normal * offset;
    const auto alongX = frame.sAxis * (frame.size.x / (chart.width - 1));
    const auto alongY = frame.tAxis * (frame.size.y / (chart.height - 1));
    constexpr double Parallel = 1e-9;
    for (const auto& face : brush.faces()) {
        const auto& plane = face.plane;
        const Vec2d normal{glm::dot(plane.normal, alongX), glm::dot(plane.normal, alongY)};
        const double distance = plane.distance - depth - glm::dot(plane.normal, corner);
        if (std::max(std::abs(normal.x), std::abs(normal.y)) > Parallel) {
            m_lines.push_back({Vec2f{normal}, static_cast<float>(distance)});
        } else if (distance <= 0) {
            m_lines.clear();
            return;
        }
    }
}

bool WallFoot::parts(const Vec2f& a, const Vec2f& b) const
{
    float enter = 0;
    float leave = 1;
    for (const auto& line : m_lines) {
        const float atA = line.above(a);
        const float atB = line.above(b);
        if (atA >= 0 && atB >= 0)
            return false;
        if (atA > 0)
            enter = std::max(enter, atA / (atA - atB));
        else if (atB > 0)
            leave = std::min(leave, atA / (atA - atB));
        if (enter >= leave)
            return false;
    }
    return !m_lines.empty();
}

bool WallFoot::isFarFrom(const Vec2f& place, float reach) const
{
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const Line& line) {
        return line.above(place) > reach * (std::abs(line.normal.x) + std::abs(line.normal.y));
    });
}

bool WallCuts::part(std::size_t luxel, const Vec2f& a, const Vec2f& b) const
{
    const auto walls = around(luxel);
    return std::any_of(walls.begin(), walls.end(),
                       [&](std::uint16_t foot) { return feet[foot].parts(a, b); });
}
} // namespace engine

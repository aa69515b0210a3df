#include "engine_core/render/scene/light_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
constexpr float RayWidth = 1.5F; ///< pixels

class LightLines
{
public:
    LightLines(const Light& light,
               const Transform& place,
               const ViewCamera& camera,
               PackedColor color,
               std::vector<OverlayLine>& lines)
        : m_light{light}
        , m_at{place.position}
        , m_ahead{lightDirection(place)}
        , m_right{lightRotation(place) * Vec3d{1, 0, 0}}
        , m_up{lightRotation(place) * Vec3d{0, 1, 0}}
        , m_camera{camera}
        , m_color{color}
        , m_lines{lines}
    {
    }

    void add()
    {
        switch (m_light.kind) {
        case LightKind::Point:
            addSphere(static_cast<double>(m_light.range));
            addSphere(static_cast<double>(m_light.radius));
            break;
        case LightKind::Spot:
            addCone(static_cast<double>(m_light.cone));
            if (m_light.innerCone > 0 && m_light.innerCone < m_light.cone)
                addCone(static_cast<double>(m_light.innerCone));
            addSphere(static_cast<double>(m_light.radius));
            break;
        case LightKind::Sun:
            addSun();
            break;
        case LightKind::Area:
            addArea();
            break;
        }
    }

private:
    void line(const Vec3d& from, const Vec3d& to)
    {
        m_lines.push_back({Vec3f{from}, RayWidth, Vec3f{to}, m_color});
    }

    void arrow(const Vec3d& from, double length)
    {
        const auto tip = from + m_ahead * length;
        line(from, tip);
        for (const auto& side : {m_right, -m_right, m_up, -m_up})
            line(tip, tip - m_ahead * (0.25 * length) + side * (0.1 * length));
    }

    void addSphere(double radius)
    {
        if (!(radius > 0))
            return;
        if (m_camera.orthographic) // two of the three circles would be straight lines
            return addCircle(m_lines, m_at, m_camera.right() * radius, m_camera.up() * radius,
                             m_color);
        addCircle(m_lines, m_at, {radius, 0, 0}, {0, 0, radius}, m_color);
        addCircle(m_lines, m_at, {radius, 0, 0}, {0, radius, 0}, m_color);
        addCircle(m_lines, m_at, {0, 0, radius}, {0, radius, 0}, m_color);
    }

    /// As far as the light reaches along its edge.
    void addCone(double degrees)
    {
        const double angle = degrees * Pi / 360;
        const double range = static_cast<double>(m_light.range);
        const auto middle = m_at + m_ahead * (range * std::cos(angle));
        const double radius = range * std::sin(angle);
        addCircle(m_lines, middle, m_right * radius, m_up * radius, m_color);
        for (const auto& side : {m_right, -m_right, m_up, -m_up})
            line(m_at, middle + side * radius);
    }

    void addSun()
    {
        constexpr double Radius = 0.4; // metres, as the rest of its figure
        constexpr double Length = 2.0;
        addCircle(m_lines, m_at, m_right * Radius, m_up * Radius, m_color);
        arrow(m_at, Length);
        for (const auto& side : {m_right, -m_right, m_up, -m_up})
            arrow(m_at + side * Radius, 0.75 * Length);
    }

    void addArea()
    {
        const auto x = m_right * (static_cast<double>(m_light.width) * 0.5);
        const auto y = m_up * (static_cast<double>(m_light.height) * 0.5);
        const std::array corners{m_at - x - y, m_at + x - y, m_at + x + y, m_at - x + y};
        for (std::size_t i = 0; i < corners.size(); ++i)
            line(corners.at(i), corners.at((i + 1) % corners.size()));
        arrow(m_at, std::min(1.0, static_cast<double>(m_light.range)));
    }

    const Light& m_light;
    Vec3d m_at;
    Vec3d m_ahead, m_right, m_up;
    const ViewCamera& m_camera;
    PackedColor m_color;
    std::vector<OverlayLine>& m_lines;
};
} // namespace

void addCircle(std::vector<OverlayLine>& lines,
               const Vec3d& center,
               const Vec3d& x,
               const Vec3d& y,
               PackedColor color)
{
    static const auto Unit = [] {
        std::array<Vec2d, CircleSteps + 1> points;
        for (int i = 0; i <= CircleSteps; ++i)
            points.at(static_cast<std::size_t>(i)) = {std::cos(2 * Pi * i / CircleSteps),
                                                      std::sin(2 * Pi * i / CircleSteps)};
        return points;
    }();
    auto last = Vec3f{center + x};
    for (std::size_t i = 1; i < Unit.size(); ++i) {
        const auto next = Vec3f{center + x * Unit[i].x + y * Unit[i].y};
        lines.push_back({last, 1.0F, next, color});
        last = next;
    }
}

void addLightShape(const Light& light,
                   const Transform& place,
                   const ViewCamera& camera,
                   PackedColor color,
                   std::vector<OverlayLine>& lines)
{
    LightLines{light, place, camera, color, lines}.add();
}
} // namespace engine

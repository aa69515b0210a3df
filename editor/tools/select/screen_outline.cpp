#include "editor/tools/select/screen_outline.h"

#include "editor/tools/gestures/handle.h"

#include <algorithm>

namespace editor
{
using engine::Vec2d;

namespace
{
constexpr double Steady = 3; ///< pixels
} // namespace

void ScreenOutline::add(const Vec2d& place)
{
    if (m_places.empty() || glm::distance(m_places.back(), place) > Steady)
        m_places.push_back(place);
}

bool ScreenOutline::contains(const Vec2d& place) const
{
    // A line to the left of the place crosses the outline an odd number of times.
    bool inside = false;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const auto& a = m_places[i];
        const auto& b = m_places[(i + 1) % m_places.size()];
        if ((a.y > place.y) != (b.y > place.y) &&
            place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

void ScreenOutline::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const auto shown = [&](const Vec2d& place) {
        const auto ray =
            event.camera.rayThrough(place.x, place.y, event.viewSize.x, event.viewSize.y);
        return ray.at(std::max(0.1, event.camera.nearPlane * 2));
    };
    for (std::size_t i = 0; i < m_places.size(); ++i)
        draw.line(shown(m_places[i]), shown(m_places[(i + 1) % m_places.size()]), toolcolor::Active,
                  1, engine::DebugDraw::Depth::OnTop);
}
} // namespace editor

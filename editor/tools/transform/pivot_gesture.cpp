#include "editor/tools/transform/pivot_gesture.h"

#include "editor/tools/gestures/handle.h"

namespace editor
{
using engine::Result;
using engine::Vec3d;

PivotGesture::PivotGesture(EditorApi& editor, std::optional<Vec3d>& pivot, const Vec3d& from)
    : m_editor{editor}, m_pivot{pivot}, m_before{pivot}, m_from{from}, m_at{from}
{
}

PivotGesture::~PivotGesture()
{
    if (!m_committed)
        m_pivot = m_before;
}

Result<void> PivotGesture::update(const PointerEvent& event)
{
    follow(event);
    m_pivot = m_at;
    const auto way = m_at - m_from;
    const int axis = majorAxis(way);
    if (const auto typed = m_number.along(way[axis]))
        m_pivot = m_from + unitAxis(axis) * *typed;
    return {};
}

void PivotGesture::follow(const PointerEvent& event)
{
    auto place = m_at;
    const auto depth = depthAxis(event.view);
    const auto corner = m_toVertices ? vertexUnder(m_editor.document(), event, {}) : std::nullopt;
    if (corner) {
        place = *corner;
        if (depth)
            place[*depth] = m_from[*depth];
    } else if (depth) {
        place = event.onViewPlane(m_from);
        for (int i = 0; i < 3; ++i)
            if (i != *depth)
                place[i] = event.grid.snap(place[i]);
    } else if (event.has(Modifier::Alt)) {
        if (const auto along = engine::closestDistanceOnAxis(event.ray, place, {0, 1, 0});
            along && std::abs(*along) < FarthestDrag)
            place.y = event.grid.snap(place.y + *along);
    } else if (const auto distance =
                   engine::intersect(event.ray, engine::Plane{{0, 1, 0}, place.y});
               distance && *distance < FarthestDrag) {
        const auto at = event.ray.at(*distance);
        place.x = event.grid.snap(at.x);
        place.z = event.grid.snap(at.z);
    }
    m_at = place;
}

bool PivotGesture::key(const KeyEvent& event)
{
    if (event.key != ToolKey::V)
        return m_number.key(event);
    m_toVertices = !m_toVertices;
    return true;
}

std::string PivotGesture::measure() const
{
    const auto at = m_pivot.value_or(m_from);
    return fmt::format("pivot {}, {}, {} m{}", metresText(at.x), metresText(at.y), metresText(at.z),
                       m_toVertices ? snapText(SnapKind::Vertices) : "");
}
} // namespace editor

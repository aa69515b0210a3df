#include "editor/tools/move_gesture.h"

#include "editor/operations/brush_operations.h"
#include "editor/operations/object_sets.h"
#include "editor/operations/transform_operations.h"
#include "editor/tools/handle.h"

namespace editor
{
using engine::Result;
using engine::Vec3d;

std::string countText(std::size_t count)
{
    return fmt::format("{} object{}", count, count == 1 ? "" : "s");
}

MoveGesture::MoveGesture(EditorApi& editor,
                         const Vec3d& grabbed,
                         MoveKind kind,
                         std::optional<int> axis)
    : m_editor{editor}
    , m_kind{kind}
    , m_entities{topmost(editor.document().world(), editor.document().selection().entities())}
    , m_drag{grabbed, editor.grid(), axis}
    , m_transaction{editor.document().begin((kind == MoveKind::Move ? "Move " : "Duplicate ") +
                                            countText(m_entities.size()))}
{
}

Vec3d MoveGesture::way() const
{
    return m_found ? m_drag.wayTo(*m_found) : m_drag.way();
}

void MoveGesture::nextSnapping()
{
    const auto& world = m_editor.document().world();
    m_snap = nextSnap(m_snap);
    m_found.reset();
    if (!m_moved.empty())
        return;
    const auto& moving = m_kind == MoveKind::Move ? m_entities : m_copies;
    const auto by = way();
    m_moved = withAllBelow(world, moving);
    m_bounds = boundsOfAll(world, moving).translated(-by);
    const auto grabbed = m_drag.grabbed() + by;
    m_corner = nearestCorner(world, m_moved, grabbed).value_or(grabbed) - by;
}

/// The nearest side of the moved box comes to lie against the plane; along it the grid holds.
Vec3d MoveGesture::wayToPlane(const SnapPlane& plane) const
{
    auto by = m_drag.onGrid();
    const double toMin = plane.place - m_bounds.min[plane.axis];
    const double toMax = plane.place - m_bounds.max[plane.axis];
    const double raw = m_drag.raw()[plane.axis];
    const bool minIsNearer = std::abs(toMin - raw) < std::abs(toMax - raw);
    by[plane.axis] = plane.side > 0 || (plane.side == 0 && minIsNearer) ? toMin : toMax;
    return by;
}

std::optional<Vec3d> MoveGesture::findTarget(const PointerEvent& event) const
{
    const auto& document = m_editor.document();
    if (m_snap == SnapKind::Vertices) {
        const auto corner = vertexUnder(document, event, m_moved);
        if (!corner)
            return std::nullopt;
        auto by = *corner - m_corner;
        if (const auto depth = depthAxis(event.view))
            by[*depth] = 0;
        return by;
    }
    const auto plane = planeUnder(document, event, m_moved);
    if (!plane)
        return std::nullopt;
    return wayToPlane(*plane);
}

Result<void> MoveGesture::apply()
{
    return m_transaction.replace([this](Transaction& transaction) -> Result<void> {
        const auto by = way();
        const auto lock = m_editor.textureLock();
        if (m_kind == MoveKind::Move)
            return by == Vec3d{0} ? Result<void>{} : translate(transaction, m_entities, by, lock);
        m_copies = duplicate(transaction, m_entities);
        return translate(transaction, m_copies, by, lock);
    });
}

Result<void> MoveGesture::update(const PointerEvent& event)
{
    m_drag.follow(event);
    m_found = m_snap == SnapKind::Grid ? std::nullopt : findTarget(event);
    return apply();
}

void MoveGesture::commit()
{
    m_transaction.commit();
    if (m_kind == MoveKind::Duplicate && !m_copies.empty())
        m_editor.document().selection().set(m_copies);
}

bool MoveGesture::key(const KeyEvent& event)
{
    if (event.key != ToolKey::V)
        return m_drag.key(event);
    nextSnapping();
    return true;
}

std::string MoveGesture::measure() const
{
    return wayText(way()) + snapText(m_snap);
}

void MoveGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    m_drag.draw(draw, way(), measure());
}
} // namespace editor

#include "plugins/parts/part_tool.h"

#include "editor/tools/brush/floor_height.h"
#include "editor/tools/gestures/handle.h"

#include <algorithm>
#include <cctype>

namespace parts
{
using engine::Aabb;
using engine::Vec3d;

PartTool::PartTool(editor::EditorApi& editor, const editor::PartKind& kind)
    : PlaceTool{editor}, m_kind{kind}
{
}

engine::EntityId PartTool::place(editor::Transaction& transaction, const Vec3d& at)
{
    const auto part = editor::placePart(transaction, m_kind, at);
    ENGINE_EXPECT(part); // its box is not flat
    return *part;
}

std::string PartTool::thing() const
{
    std::string name{m_kind.label};
    name.front() = static_cast<char>(std::tolower(name.front()));
    return name;
}

double PartTool::clearance() const
{
    return editor::heightAboveFloor(m_kind);
}

Vec3d PartTool::inDepth(const Vec3d& place, int axis) const
{
    if (axis != 1)
        return PlaceTool::inDepth(place, axis);
    return {place.x, editor::floorHeight(editor().document(), place) + clearance(), place.z};
}

void PartTool::drawMarker(engine::DebugDraw& draw,
                          const editor::PointerEvent&,
                          const Vec3d& at) const
{
    constexpr auto OnTop = engine::DebugDraw::Depth::OnTop;
    const auto drawBox = [&](const Vec3d& low, const Vec3d& high) {
        draw.box({at + low, at + high}, editor::toolcolor::Active, 2, OnTop);
    };
    if (m_kind.body)
        drawBox(m_kind.body->min, m_kind.body->max);
    if (m_kind.area)
        drawBox(*m_kind.area * -0.5, *m_kind.area * 0.5);
    if (m_kind.point)
        draw.line(at, at + *m_kind.point, editor::toolcolor::Active, 2, OnTop);
    draw.point(at, editor::toolcolor::Active);
}
} // namespace parts

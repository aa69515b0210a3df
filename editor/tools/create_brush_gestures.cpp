#include "editor/tools/create_brush_gestures.h"

#include "editor/operations/brush_operations.h"
#include "editor/operations/object_sets.h"
#include "editor/tools/handle.h"

namespace editor
{
using engine::Aabb;
using engine::Grid;
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr double SmallestBox = 0.01; // metres, where there is no grid

/// The plane of the axis that the surface looks along most, so that boxes stand upright on slopes.
engine::Plane axisPlane(const Vec3d& point, const Vec3d& normal)
{
    const int axis = majorAxis(normal);
    const double side = normal[axis] < 0 ? -1.0 : 1.0;
    return {unitAxis(axis) * side, point[axis] * side};
}

/// The surface under the pointer; the floor where there is none.
std::optional<std::pair<engine::Plane, Vec3d>> surfaceUnder(const PointerEvent& event)
{
    if (!event.hits.empty()) {
        const auto& hit = event.hits.front();
        return std::pair{axisPlane(hit.point, hit.normal), hit.point};
    }
    const engine::Plane floor{{0, event.camera.position.y < 0 ? -1.0 : 1.0, 0}, 0};
    const auto distance = engine::intersect(event.ray, floor);
    constexpr double Farthest = 500; // metres
    if (!distance || *distance > Farthest)
        return std::nullopt;
    return std::pair{floor, event.ray.at(*distance)};
}
} // namespace

Aabb gridRectangle(const Grid& grid, const Vec3d& from, const Vec3d& to, int flatAxis)
{
    Aabb box;
    for (int i = 0; i < 3; ++i) {
        const double a = i == flatAxis ? from[i] : grid.snap(from[i]);
        double b = i == flatAxis ? to[i] : grid.snap(to[i]);
        const double least = grid.isActive() ? grid.step : SmallestBox;
        if (i != flatAxis && std::abs(b - a) < least * 0.5)
            b = a + (to[i] < from[i] ? -least : least);
        box.min[i] = std::min(a, b);
        box.max[i] = std::max(a, b);
    }
    return box;
}

RectangleGesture::RectangleGesture(CreateBrushTool& tool, const PointerEvent& event)
    : m_tool{tool}
    , m_depthAxis{*depthAxis(event.view)}
    , m_from{event.onViewPlane(Vec3d{0})}
    , m_to{m_from}
    , m_grid{event.grid}
    , m_transaction{tool.m_editor.document().begin("Create brush")}
{
    const auto& document = tool.m_editor.document();
    auto reference = boundsOfAll(document.world(), document.selection().entities());
    if (reference.isEmpty() && document.world().exists(tool.m_last))
        reference = engine::boundsOf(document.world(), tool.m_last);
    if (!reference.isEmpty())
        m_depthFrom = reference.min[m_depthAxis];
}

Aabb RectangleGesture::box() const
{
    auto box = gridRectangle(m_grid, m_from, m_to, m_depthAxis);
    const double depth = m_number.value().value_or(m_tool.height());
    box.min[m_depthAxis] = m_depthFrom + std::min(0.0, depth);
    box.max[m_depthAxis] = m_depthFrom + std::max(0.0, depth);
    return box;
}

Result<void> RectangleGesture::apply()
{
    return m_transaction.replace([this](Transaction& transaction) -> Result<void> {
        auto made = createBox(transaction, box(), m_tool.m_editor.currentMaterial(), "Box");
        if (!made)
            return made.error();
        m_made = *made;
        return {};
    });
}

Result<void> RectangleGesture::update(const PointerEvent& event)
{
    m_grid = event.grid;
    m_to = event.onViewPlane(Vec3d{0});
    m_moved = true;
    return apply();
}

bool RectangleGesture::key(const KeyEvent& event)
{
    if (!m_number.key(event))
        return false;
    if (m_moved)
        static_cast<void>(apply()); // "0" on the way to "0.25" is refused, and that is fine
    return true;
}

void RectangleGesture::commit()
{
    if (!m_transaction.world().exists(m_made))
        return;
    m_transaction.commit();
    m_tool.m_last = m_made;
    if (const auto typed = m_number.value(); typed && *typed != 0)
        m_tool.m_height = std::abs(*typed);
    m_tool.m_editor.document().selection().set({m_made});
}

std::string RectangleGesture::measure() const
{
    return sizeText(box().size());
}

void RectangleGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto shown = box();
    draw.box(shown, toolcolor::Active, 1, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{shown.center()}, measure(), toolcolor::Text});
}

BaseGesture::BaseGesture(CreateBrushTool& tool, const PointerEvent& event)
    : m_tool{tool}, m_grid{event.grid}
{
    const auto surface = surfaceUnder(event);
    ENGINE_EXPECT(surface);
    m_surface = surface->first;
    m_from = surface->second;
    m_base.axis = majorAxis(m_surface.normal);
    m_base.side = m_surface.normal[m_base.axis];
    m_base.height = tool.height();
    m_base.handle = m_from;
    m_base.rectangle = gridRectangle(m_grid, m_from, m_from, m_base.axis);
}

Result<void> BaseGesture::update(const PointerEvent& event)
{
    m_grid = event.grid;
    const auto distance = engine::intersect(event.ray, m_surface);
    if (!distance)
        return engine::Error{"The pointer left the surface that the box stands on"};
    m_base.handle = event.ray.at(*distance);
    m_base.handle[m_base.axis] = m_from[m_base.axis];
    m_base.rectangle = gridRectangle(m_grid, m_from, m_base.handle, m_base.axis);
    return {};
}

void BaseGesture::commit()
{
    m_tool.m_base = m_base;
}

std::string BaseGesture::measure() const
{
    return sizeText(m_base.rectangle.size());
}

void BaseGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    draw.box(m_base.rectangle, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{m_base.rectangle.center()}, measure(), toolcolor::Text});
}

std::unique_ptr<Gesture> CreateBrushTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return nullptr;
    if (m_base) {
        accept(); // a click whose pointer slipped
        return std::make_unique<IdleGesture>();
    }
    if (event.has(Modifier::Shift))
        return nullptr; // pulls a face of the box made last
    if (event.view != ViewKind::Perspective)
        return std::make_unique<RectangleGesture>(*this, event);
    if (!surfaceUnder(event))
        return std::make_unique<IdleGesture>();
    return std::make_unique<BaseGesture>(*this, event);
}
} // namespace editor

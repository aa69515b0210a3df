#include "editor/tools/brush/shape_tool.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/snap_target.h"
#include "editor/tools/select/pick_target.h"

namespace editor
{
using engine::Error;
using engine::Result;
using engine::Vec3d;

/// Draws the box of a shape; destroyed without commit it brings back the one before.
class ShapeGesture final : public Gesture
{
public:
    ShapeGesture(ShapeTool& tool, const BoundsDrag& drag)
        : m_tool{tool}, m_before{tool.m_drag}, m_wasRising{tool.m_rising}
    {
        m_tool.m_drag = drag;
        m_tool.m_rising = false;
    }

    ~ShapeGesture() override
    {
        if (m_committed)
            return;
        m_tool.m_drag = m_before;
        m_tool.m_rising = m_wasRising;
        m_tool.rebuild();
    }

    Result<void> update(const PointerEvent& event) override
    {
        auto moved = m_tool.m_drag->drag(event, m_tool.m_editor.document());
        m_tool.rebuild();
        if (moved && !m_tool.m_refusal.empty())
            return Error{m_tool.m_refusal};
        return moved;
    }

    void commit() override
    {
        m_committed = true;
        m_tool.m_rising = !m_tool.m_drag->hasHeight();
        m_tool.rebuild();
    }

    bool key(const KeyEvent& event) override { return m_tool.m_drag->key(event); }

    [[nodiscard]] std::string measure() const override
    {
        const auto& drag = *m_tool.m_drag;
        return sizeText(drag.hasHeight() ? drag.box().size() : drag.base().size()) +
               drag.snapText();
    }

private:
    ShapeTool& m_tool;
    std::optional<BoundsDrag> m_before;
    bool m_wasRising;
    bool m_committed = false;
};

/// Drags a corner of polygon or hull. A typed number is the exact way of an old one along the axis
/// moved most, and of a new one from the corner before.
class CornerGesture final : public Gesture
{
public:
    CornerGesture(ShapeTool& tool, std::size_t corner)
        : m_tool{tool}, m_before{tool.m_points}, m_corner{corner}
    {
        if (!isNew())
            m_from = m_before[corner];
        else if (!m_before.empty())
            m_from = m_before.back();
    }

    ~CornerGesture() override
    {
        if (m_committed)
            return;
        m_tool.m_points = m_before;
        if (m_before.empty())
            m_tool.m_outlineHeight.reset();
        m_tool.rebuild();
    }

    Result<void> update(const PointerEvent& event) override
    {
        const auto place = m_tool.cornerUnder(event);
        return place ? m_tool.setCorner(m_corner, asTyped(snapped(event, *place))) : Result<void>{};
    }

    void commit() override { m_committed = true; }

    bool key(const KeyEvent& event) override
    {
        if (event.key == ToolKey::V) {
            m_snap = nextSnap(m_snap); // from the next move on
            return true;
        }
        return m_from && m_number.key(event);
    }

    [[nodiscard]] std::string measure() const override
    {
        if (m_corner >= m_tool.m_points.size())
            return {};
        const auto& at = m_tool.m_points[m_corner];
        auto text = fmt::format("{}, {}, {}", metresText(at.x), metresText(at.y), metresText(at.z));
        if (m_from)
            text += fmt::format("; {} m from {}", metresText(glm::distance(at, *m_from)),
                                isNew() ? "the corner before" : "where it was");
        return text + snapText(m_snap);
    }

private:
    [[nodiscard]] bool isNew() const { return m_corner >= m_before.size(); }

    [[nodiscard]] Vec3d snapped(const PointerEvent& event, const Vec3d& place) const
    {
        const bool isPolygon = m_tool.m_kind == ShapeTool::Polygon;
        // In 3D corners of a hull lie on faces anyway, on slanted ones as well.
        if (m_snap == SnapKind::Faces && !isPolygon && event.view == ViewKind::Perspective)
            return place;
        auto found = snappedTo(m_snap, m_tool.m_editor.document(), event, {}, place);
        if (isPolygon) // whose corners lie in one plane
            found[m_tool.m_outlineAxis] = place[m_tool.m_outlineAxis];
        return found;
    }

    [[nodiscard]] Vec3d asTyped(const Vec3d& place) const
    {
        const auto typed = m_number.value();
        if (!typed || !m_from || place == *m_from)
            return place;
        const auto way = place - *m_from;
        if (isNew())
            return *m_from + glm::normalize(way) * *typed;
        const int axis = majorAxis(way);
        return *m_from + unitAxis(axis) * *m_number.along(way[axis]);
    }

    ShapeTool& m_tool;
    std::vector<Vec3d> m_before;
    std::size_t m_corner;
    std::optional<Vec3d> m_from; ///< what a typed number counts from; nothing for the first corner
    NumberInput m_number;
    SnapKind m_snap = SnapKind::Grid;
    bool m_committed = false;
};

void ShapeTool::startOutline(const PointerEvent& event)
{
    m_outlineAxis = depthAxis(event.view).value_or(1);
    m_outlineSide = 1;
    m_outlineHeight.reset();
    if (event.view != ViewKind::Perspective) {
        if (m_kind == Polygon)
            m_outlineHeight = m_height.metres(m_last);
        return;
    }
    if (const auto surface = surfaceUnder(event)) {
        m_outlineAxis = majorAxis(surface->first.normal);
        m_outlineSide = surface->first.normal[m_outlineAxis];
    }
}

std::optional<Vec3d> ShapeTool::cornerUnder(const PointerEvent& event)
{
    const bool isOutline = m_kind == Polygon && !m_points.empty();
    if (const auto depth = depthAxis(event.view)) {
        auto place = event.grid.snap(event.onViewPlane(Vec3d{0}));
        place[*depth] = m_points.empty()
                            ? depthOfNewThings(m_editor.document(), m_last, *depth, place)
                            : m_points.back()[*depth];
        if (isOutline)
            place[m_outlineAxis] = m_points.front()[m_outlineAxis];
        return place;
    }
    if (isOutline) { // the first corner says in which plane the others are
        engine::Plane plane{unitAxis(m_outlineAxis), m_points.front()[m_outlineAxis]};
        const auto distance = engine::intersect(event.ray, plane);
        if (!distance)
            return std::nullopt;
        auto place = event.grid.snap(event.ray.at(*distance));
        place[m_outlineAxis] = plane.distance;
        return place;
    }
    const auto surface = surfaceUnder(event);
    if (!surface)
        return std::nullopt;
    // Along the face it snaps to the grid, off it the face tells: a hull keeps to slopes.
    auto place = event.grid.snap(surface->second);
    const int axis = majorAxis(surface->first.normal);
    place[axis] = surface->second[axis];
    if (m_kind == Polygon) {
        place[axis] = surface->first.distance * surface->first.normal[axis]; // as a box stands
    } else if (!event.hits.empty()) {
        const auto& hit = event.hits.front();
        const auto off = glm::dot(hit.normal, hit.point - place);
        place[axis] += off / hit.normal[axis];
    }
    return place;
}

std::optional<std::size_t> ShapeTool::cornerNear(const PointerEvent& event) const
{
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (const auto pixels = pixelsTo(event, m_points[i]); pixels && *pixels <= HandleRadius)
            return i;
    return std::nullopt;
}

Result<void> ShapeTool::setCorner(std::size_t index, const Vec3d& place)
{
    const auto before = m_points;
    if (index == m_points.size())
        m_points.push_back(place);
    else
        m_points[index] = place;
    const auto again = [&](const Vec3d& other) {
        return &other != &m_points[index] &&
               glm::length(other - m_points[index]) < engine::WeldDistance;
    };
    if (std::any_of(m_points.begin(), m_points.end(), again)) {
        m_points = before;
        return Error{"There is a corner already"};
    }
    rebuild();
    if (m_kind == Polygon && !m_refusal.empty()) {
        const auto why = Error{m_refusal};
        m_points = before;
        rebuild();
        return why;
    }
    return {};
}

bool ShapeTool::pullsFace(const PointerEvent& event) const
{
    return !m_drag && event.has(Modifier::Shift) && faceToPull(m_editor.document(), event);
}

std::unique_ptr<Gesture> ShapeTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return nullptr;
    if (m_rising) {
        click(event); // a click whose pointer slipped
        return std::make_unique<IdleGesture>();
    }
    if (isDrawnByPoints()) {
        if (const auto corner = cornerNear(event))
            return std::make_unique<CornerGesture>(*this, *corner);
        auto gesture = std::make_unique<CornerGesture>(*this, m_points.size());
        if (m_points.empty())
            startOutline(event);
        if (const auto place = cornerUnder(event))
            static_cast<void>(setCorner(m_points.size(), *place));
        return gesture;
    }
    if (pullsFace(event))
        return nullptr;
    const int axis = depthAxis(event.view).value_or(1);
    const auto place = event.grid.snap(event.onViewPlane(Vec3d{0}));
    const auto& document = m_editor.document();
    const auto drag = BoundsDrag::start(event, m_height.metres(m_last),
                                        depthOfNewThings(document, m_last, axis, place));
    if (!drag)
        return std::make_unique<IdleGesture>();
    return std::make_unique<ShapeGesture>(*this, *drag);
}
} // namespace editor

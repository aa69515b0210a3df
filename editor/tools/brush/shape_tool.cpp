#include "editor/tools/brush/shape_tool.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/measure_label.h"
#include "engine_core/geometry/hull/convex_hull.h"

#include <algorithm>

namespace editor
{
using engine::Aabb;
using engine::Brush;
using engine::Error;
using engine::Result;
using engine::ShapeKind;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double GreatestHeight = 4096; // metres

void drawEdges(engine::DebugDraw& draw, const Brush& brush)
{
    for (engine::FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto a = corners[i];
            const auto b = corners[(i + 1) % corners.size()];
            if (a < b) // its other face has it the other way round
                draw.line(brush.vertices()[a], brush.vertices()[b], toolcolor::Active, 1.5f,
                          engine::DebugDraw::Depth::Dimmed);
        }
    }
}

std::string lowered(std::string text)
{
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}
} // namespace

std::string ShapeTool::name() const
{
    if (isDrawnByPoints())
        return m_kind == Polygon ? "Polygon" : "Hull";
    return std::string{engine::shapeName(static_cast<ShapeKind>(m_kind))};
}

void ShapeTool::setKind(int kind)
{
    const bool byPoints = kind >= Polygon;
    if (byPoints || isDrawnByPoints())
        drop();
    m_kind = kind;
    rebuild();
}

void ShapeTool::deactivate()
{
    drop();
    m_last = {};
}

void ShapeTool::drop()
{
    m_drag.reset();
    m_points.clear();
    m_rising = false;
    m_number.clear();
    m_outlineHeight.reset();
    rebuild();
}

double ShapeTool::polygonHeight() const
{
    return m_number.value().value_or(m_outlineHeight.value_or(m_height.metres(m_last)));
}

Result<Brush> ShapeTool::buildPolygon() const
{
    const int axis = m_outlineAxis;
    std::vector<Vec2d> outline;
    for (const auto& point : m_points)
        outline.emplace_back(point[(axis + 1) % 3], point[(axis + 2) % 3]);
    const double from = m_points.front()[axis];
    return engine::makePrism(outline, axis, from, from + m_outlineSide * polygonHeight(),
                             m_editor.currentMaterial());
}

Result<std::vector<Brush>> ShapeTool::build() const
{
    if (isDrawnByPoints()) {
        auto brush = m_kind == Polygon
                         ? buildPolygon()
                         : engine::brushFromPoints(m_points, {}, m_editor.currentMaterial());
        if (!brush)
            return brush.error();
        std::vector<Brush> one;
        one.push_back(*std::move(brush));
        return one;
    }
    auto settings = m_settings;
    const auto kind = static_cast<ShapeKind>(m_kind);
    if (kind == ShapeKind::Arch)
        settings.axis = m_archAxis;
    return engine::makeShape(kind, m_drag->box(), settings, m_editor.currentMaterial());
}

void ShapeTool::rebuild()
{
    m_preview.clear();
    m_refusal.clear();
    const std::size_t least = m_kind == Hull ? 4 : 3;
    if (isDrawnByPoints() ? m_points.size() >= least : m_drag.has_value()) {
        auto built = build();
        if (built)
            m_preview = *std::move(built);
        else
            m_refusal = built.error().message();
    }
    m_editor.updateViews();
}

bool ShapeTool::create()
{
    auto& document = m_editor.document();
    const auto parts = build();
    const auto title = freeName(document.world(), name());
    engine::EntityId made;
    const auto done =
        document.run("Create " + lowered(name()), [&](Transaction& transaction) -> Result<void> {
            if (!parts)
                return parts.error();
            std::vector<engine::EntityId> ids;
            for (const auto& part : *parts) {
                ids.push_back(transaction.create(parts->size() == 1 ? title : name()));
                setBrush(transaction, ids.back(), part);
            }
            made = ids.front();
            if (ids.size() == 1)
                return {};
            const auto whole = group(transaction, ids, title);
            if (!whole)
                return whole.error();
            made = *whole;
            return {};
        });
    if (!done) {
        m_editor.showMessage(MessageKind::Warning, done.error().message());
        return true;
    }
    if (m_drag)
        m_height.use(m_drag->height());
    else if (m_kind == Polygon)
        m_height.use(std::abs(polygonHeight()));
    m_last = made;
    document.selectAfterStep({made});
    drop();
    return true;
}

void ShapeTool::close(ViewKind view)
{
    if (m_preview.empty()) {
        m_editor.showMessage(MessageKind::Warning,
                             m_refusal.empty() ? "Click at least three corners" : m_refusal);
        return;
    }
    m_rising = true;
    if (view != ViewKind::Perspective)
        create();
}

std::optional<PointerShape> ShapeTool::pointer(const PointerEvent& event) const
{
    if (isDrawnByPoints())
        return cornerNear(event) ? PointerShape::Move : PointerShape::Cross;
    return pullsFace(event) ? std::nullopt : std::optional{PointerShape::Cross};
}

bool ShapeTool::click(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return false;
    if (isDrawnByPoints()) {
        if (m_rising) {
            hover(event);
            return create();
        }
        if (m_kind == Polygon && m_points.size() > 2 && cornerNear(event) == std::size_t{0}) {
            close(event.view);
            return true;
        }
        if (m_points.empty())
            startOutline(event);
        if (const auto place = cornerUnder(event))
            if (auto done = setCorner(m_points.size(), *place); !done)
                m_editor.showMessage(MessageKind::Warning, done.error().message());
        return true;
    }
    if (!m_drag)
        return false;
    if (!m_rising)
        return create();
    hover(event);
    m_rising = false; // now it waits for Enter, and the tool options can still change it
    m_editor.updateViews();
    return true;
}

void ShapeTool::hover(const PointerEvent& event)
{
    m_height.hover(m_last);
    if (!m_rising || event.view != ViewKind::Perspective)
        return;
    if (m_drag) {
        m_drag->lift(event);
    } else {
        const auto up = unitAxis(m_outlineAxis) * m_outlineSide;
        const auto along = engine::closestDistanceOnAxis(event.ray, m_points.back(), up);
        const double height = along ? event.grid.snap(*along) : 0.0;
        if (height != 0 && std::abs(height) < GreatestHeight)
            m_outlineHeight = height;
    }
    rebuild();
}

bool ShapeTool::dropLast()
{
    if (!isPending())
        return false;
    if (m_drag || m_points.size() == 1) {
        drop();
    } else if (m_rising) {
        m_rising = false;
        m_number.clear();
    } else {
        m_points.pop_back();
    }
    rebuild();
    return true;
}

bool ShapeTool::key(const KeyEvent& event)
{
    if (!isPending())
        return false;
    if (event.key == ToolKey::Escape)
        return dropLast();
    if (event.key == ToolKey::Enter) {
        if (m_kind == Polygon && !m_rising)
            close(event.view);
        else
            create();
        return true;
    }
    if (m_rising) {
        const bool used = m_drag ? m_drag->heightKey(event) : m_number.key(event);
        if (used)
            rebuild();
        return used;
    }
    return (event.key == ToolKey::Backspace || event.key == ToolKey::Delete) && dropLast();
}

std::string ShapeTool::hint() const
{
    if (!m_refusal.empty())
        return m_refusal;
    if (m_rising)
        return "Move the pointer or type a number for the height; click or Enter accepts it; Esc "
               "goes back";
    if (m_drag)
        return "Change it in the tool options; Enter or a click makes it, a drag draws it anew, "
               "Esc drops it";
    if (m_kind == Polygon)
        return m_points.empty() ? "Click the corners of a convex outline, in any view"
                                : "Click the next corner or drag one; Enter or a click on the "
                                  "first one closes the outline; Backspace takes the last one back";
    if (m_kind == Hull)
        return m_points.empty() ? "Click places on faces or on the grid, in several views"
                                : "Click more places or drag one; Enter makes the smallest brush "
                                  "around them; Backspace takes the last one back";
    return "Drag a rectangle in a 2D view, or on a surface in the 3D view; Shift draws a square, "
           "Shift+Alt a cube; type a number for the height";
}

void ShapeTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    Aabb bounds;
    for (const auto& brush : m_preview) {
        drawEdges(draw, brush);
        bounds.add(brush.bounds());
    }
    if (m_drag)
        draw.box(m_drag->box(), toolcolor::Quiet, 1, engine::DebugDraw::Depth::Dimmed);
    if (m_drag && bounds.isEmpty())
        bounds = m_drag->box();
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        draw.point(m_points[i], i == 0 ? toolcolor::Active : toolcolor::Quiet, 8);
        if (m_kind == Polygon && m_preview.empty() && i > 0)
            draw.line(m_points[i - 1], m_points[i], toolcolor::Active, 1.5f,
                      engine::DebugDraw::Depth::OnTop);
    }
    if (!bounds.isEmpty())
        drawSizeLabel(draw, event, bounds);
}
} // namespace editor

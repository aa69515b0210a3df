#include "plugins/foliage_painter/spline_tool.h"

#include "plugins/foliage_painter/brush_tool.h"
#include "plugins/foliage_painter/drawn_line.h"
#include "plugins/foliage_painter/refused_gesture.h"

#include <algorithm>
#include <array>

namespace foliage_painter
{
namespace
{
using Act = PlantingJob::Act;
using engine::Result;
using engine::StrokePoint;
using engine::Vec3d;

constexpr engine::DrawColor LineColor{0.37F, 0.71F, 0.45F, 1};

/// Of the shown line, about: each is looked for on the faces below, and costs lines in each frame.
constexpr double MostSteps = 1000;
} // namespace

SplineTool::SplineTool(std::shared_ptr<PainterState> state) : m_state{std::move(state)}
{
    m_connections += m_state->planting().cameToNothing.connect(
        [this](const PlantingJob::Request& request) { takeBack(request); });
}

void SplineTool::deactivate()
{
    setPoints({});
    m_isAwaited = false;
}

const std::vector<StrokePoint>& SplineTool::way() const
{
    const auto& document = m_state->editor().document();
    const auto state = document.history().stateId();
    const double radius = m_state->brush().radius;
    if (m_isWayOld || m_wayAt != state || m_wayRadius != radius) {
        const double coarse = 2 * lengthOf(m_points) / MostSteps; // a step is half a radius
        m_way = wayAlong(document.world(), document.index(), m_points, std::max(radius, coarse));
        m_isWayOld = false;
        m_wayAt = state;
        m_wayRadius = radius;
    }
    return m_way;
}

void SplineTool::setPoints(std::vector<StrokePoint> points)
{
    m_points = std::move(points);
    m_isWayOld = true;
}

void SplineTool::apply(PlantingJob::Act act)
{
    auto& editor = m_state->editor();
    auto problem = m_points.size() < 2 ? "Set at least two points first" : m_state->problem();
    if (problem.empty() && act == Act::PlantLine)
        problem = m_state->askForShape();
    if (!problem.empty())
        return editor.showMessage(editor::MessageKind::Warning, problem);
    if (m_state->planting().start({.act = act,
                                   .layer = m_state->layer(),
                                   .slots = m_state->slots(),
                                   .line = m_points,
                                   .brush = m_state->brushOnShown()})) {
        setPoints({});
        m_isAwaited = true;
    }
    editor.updateViews();
}

void SplineTool::takeBack(const PlantingJob::Request& request)
{
    if (!m_isAwaited || request.line.empty() || !m_points.empty())
        return;
    setPoints(request.line);
    m_state->editor().updateViews();
}

std::unique_ptr<editor::Gesture> SplineTool::press(const editor::PointerEvent& event)
{
    const auto hit = faceUnder(m_state->editor().document().world(), event);
    if (event.button != editor::PointerButton::Left || !hit)
        return nullptr;
    if (const auto problem = m_state->problem(); !problem.empty())
        return refuse(m_state->editor(), problem);
    auto points = m_points;
    points.push_back({hit->point, hit->normal});
    setPoints(std::move(points));
    return takenPress();
}

bool SplineTool::click(const editor::PointerEvent& event)
{
    if (event.clicks < 2)
        return clickWith(*this, event);
    apply(Act::PlantLine);
    return true;
}

void SplineTool::hover(const editor::PointerEvent&)
{
    m_state->editor().updateViews();
}

bool SplineTool::key(const editor::KeyEvent& event)
{
    if (m_points.empty())
        return false;
    switch (event.key) {
    case editor::ToolKey::Enter:
        apply((event.modifiers & static_cast<unsigned>(editor::Modifier::Shift)) != 0
                  ? Act::EraseLine
                  : Act::PlantLine);
        return true;
    case editor::ToolKey::Escape:
    case editor::ToolKey::Delete:
    case editor::ToolKey::Backspace:
        setPoints({m_points.begin(), m_points.end() - 1});
        m_state->editor().updateViews();
        return true;
    default:
        return false;
    }
}

bool SplineTool::takesKey(editor::ToolKey key) const
{
    return !m_points.empty() && (key == editor::ToolKey::Enter || key == editor::ToolKey::Delete ||
                                 key == editor::ToolKey::Backspace);
}

std::vector<editor::ToolSetting> SplineTool::settings()
{
    editor::ToolSetting width;
    width.label = "Width";
    width.unit = "m";
    width.tooltip = "Of the line; twice the brush's radius";
    width.min = 0.2;
    width.max = 200;
    width.get = [state = m_state] {
        return state->brush().radius * 2;
    };
    width.set = [state = m_state](double value) -> Result<void> {
        auto brush = state->brush();
        brush.radius = value / 2;
        state->setBrush(brush);
        return {};
    };
    const auto button = [this](const char* label, const char* tooltip, PlantingJob::Act act) {
        editor::ToolSetting made;
        made.label = label;
        made.tooltip = tooltip;
        made.press = [this, act]() -> Result<void> {
            apply(act);
            return {};
        };
        return made;
    };
    return {
        width, button("Plant", "Plants the ticked kinds along the line (Enter)", Act::PlantLine),
        button("Erase", "Erases the ticked kinds along the line (Shift+Enter)", Act::EraseLine)};
}

std::string SplineTool::hint() const
{
    return m_points.empty() ? "Click faces to draw a line; its width is that of the brush"
                            : "Click on; Enter plants along the line, Shift+Enter erases, Esc "
                              "takes a point back";
}

void SplineTool::draw(engine::DebugDraw& draw, const editor::PointerEvent&) const
{
    for (const auto& point : m_points)
        draw.point(point.position, LineColor, 7);
    const auto& points = way();
    const double half = m_state->brush().radius;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto& a = points[i - 1];
        const auto& b = points[i];
        const auto along = b.position - a.position;
        if (glm::length(along) < 1e-6)
            continue;
        const auto aside = glm::normalize(glm::cross(b.normal, along)) * half;
        const auto lift = b.normal * 0.02;
        for (const auto& shift : {Vec3d{0}, aside, -aside}) {
            const std::array piece{a.position + shift + lift, b.position + shift + lift};
            drawOutlined(draw, piece, LineColor, shift == Vec3d{0} ? 2.0F : 1.0F);
        }
    }
}
} // namespace foliage_painter

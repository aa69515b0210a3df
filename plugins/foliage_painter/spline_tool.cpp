#include "plugins/foliage_painter/spline_tool.h"

#include "editor/operations/foliage_operations.h"
#include "plugins/foliage_painter/brush_tool.h"
#include "plugins/foliage_painter/refused_gesture.h"

#include <algorithm>
#include <cmath>

namespace foliage_painter
{
namespace
{
using engine::Result;
using engine::StrokePoint;
using engine::Vec3d;

constexpr engine::DrawColor LineColor{0.37F, 0.71F, 0.45F, 1};
constexpr double LookUp = 2; ///< metres above the curve from where faces are looked for

/// Barry and Goldman's pyramid of linear steps; `t` are the knots of the four points.
Vec3d onCurve(const std::array<Vec3d, 4>& p, const std::array<double, 4>& t, double at)
{
    const auto mix = [at](const Vec3d& a, const Vec3d& b, double ta, double tb) {
        return a * ((tb - at) / (tb - ta)) + b * ((at - ta) / (tb - ta));
    };
    const auto a1 = mix(p[0], p[1], t[0], t[1]);
    const auto a2 = mix(p[1], p[2], t[1], t[2]);
    const auto a3 = mix(p[2], p[3], t[2], t[3]);
    const auto b1 = mix(a1, a2, t[0], t[2]);
    const auto b2 = mix(a2, a3, t[1], t[3]);
    return mix(b1, b2, t[1], t[2]);
}
} // namespace

std::vector<Vec3d> smoothWay(const std::vector<Vec3d>& through, double step)
{
    std::vector<Vec3d> points;
    for (const auto& point : through)
        if (points.empty() || glm::distance(points.back(), point) > 1e-3)
            points.push_back(point);
    if (points.size() < 2)
        return points;
    // The ends go on straight ahead.
    points.insert(points.begin(), 2.0 * points[0] - points[1]);
    points.push_back(2.0 * points.back() - points[points.size() - 2]);
    std::vector<Vec3d> way{points[1]};
    for (std::size_t i = 1; i + 2 < points.size(); ++i) {
        const std::array p{points[i - 1], points[i], points[i + 1], points[i + 2]};
        std::array<double, 4> t{};
        for (std::size_t k = 1; k < 4; ++k)
            t[k] = t[k - 1] + std::sqrt(glm::distance(p[k], p[k - 1]));
        const auto steps =
            std::max(static_cast<int>(std::ceil(glm::distance(p[1], p[2]) / step)), 1);
        for (int k = 1; k <= steps; ++k)
            way.push_back(onCurve(p, t, t[1] + (t[2] - t[1]) * k / steps));
    }
    return way;
}

std::vector<StrokePoint> SplineTool::way() const
{
    const auto& document = m_state->editor().document();
    std::vector<Vec3d> through;
    for (const auto& point : m_points)
        through.push_back(point.position);
    std::vector<StrokePoint> found;
    for (const auto& at : smoothWay(through, std::max(m_state->brush().radius / 2, 0.1))) {
        // The nearest of the drawn points tells which side of the faces is meant.
        const auto nearest =
            std::min_element(m_points.begin(), m_points.end(), [&](const auto& a, const auto& b) {
                return glm::distance(a.position, at) < glm::distance(b.position, at);
            });
        const engine::Ray down{at + nearest->normal * LookUp, -nearest->normal};
        const auto hit =
            engine::pickNearestBrush(document.world(), document.index(), down, 4 * LookUp);
        if (hit && hit->face != engine::NoFace)
            found.push_back({hit->point, hit->normal});
    }
    return found;
}

void SplineTool::apply(Act act)
{
    auto& editor = m_state->editor();
    auto& document = editor.document();
    const auto problem = m_points.size() < 2 ? "Set at least two points first" : m_state->problem();
    if (!problem.empty())
        return editor.showMessage(editor::MessageKind::Warning, problem);
    const auto points = way();
    const auto slots = m_state->slots();
    const auto before = engine::foliageOf(document.world(), m_state->layer());
    const auto done = document.run(
        act == Act::Plant ? "Plant along line" : "Erase plants along line",
        [&](editor::Transaction& tx) -> Result<void> {
            auto standing = before;
            if (act == Act::Plant) {
                engine::FoliageStroke stroke{tx.world(), document.index(), m_state->layer(), slots,
                                             m_state->brush()};
                engine::FoliageEdit edit{standing};
                for (const auto& point : points)
                    for (const auto& plant : stroke.extend(point))
                        edit.add(plant);
                standing = edit.finish();
            } else {
                const engine::FoliageMarks marks{tx.world(), m_state->layer()};
                for (std::size_t i = 0; i < points.size(); ++i) {
                    engine::FoliageEdit edit{standing};
                    engine::eraseFoliage(*standing, points[i == 0 ? 0 : i - 1], points[i],
                                         m_state->brush(), slots, edit, marks);
                    standing = edit.finish();
                }
            }
            if (standing != before)
                editor::setFoliage(tx, m_state->layer(), standing);
            return {};
        });
    if (!done)
        return editor.showMessage(editor::MessageKind::Warning, done.error().message());
    const auto after = engine::foliageOf(document.world(), m_state->layer())->plants();
    editor.showMessage(editor::MessageKind::Info,
                       after >= before->plants()
                           ? fmt::format("{} plants more", after - before->plants())
                           : fmt::format("{} plants fewer", before->plants() - after));
    m_points.clear();
    editor.updateViews();
}

std::unique_ptr<editor::Gesture> SplineTool::press(const editor::PointerEvent& event)
{
    const auto hit = faceUnder(m_state->editor().document().world(), event);
    if (event.button != editor::PointerButton::Left || !hit)
        return nullptr;
    if (const auto problem = m_state->problem(); !problem.empty())
        return refuse(m_state->editor(), problem);
    m_points.push_back({hit->point, hit->normal});
    return takenPress();
}

bool SplineTool::click(const editor::PointerEvent& event)
{
    if (event.clicks < 2)
        return clickWith(*this, event);
    apply(Act::Plant);
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
        apply((event.modifiers & static_cast<unsigned>(editor::Modifier::Shift)) != 0 ? Act::Erase
                                                                                      : Act::Plant);
        return true;
    case editor::ToolKey::Escape:
    case editor::ToolKey::Delete:
    case editor::ToolKey::Backspace:
        m_points.pop_back();
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
    const auto button = [this](const char* label, const char* tooltip, Act act) {
        editor::ToolSetting made;
        made.label = label;
        made.tooltip = tooltip;
        made.press = [this, act]() -> Result<void> {
            apply(act);
            return {};
        };
        return made;
    };
    return {width, button("Plant", "Plants the ticked kinds along the line (Enter)", Act::Plant),
            button("Erase", "Erases the ticked kinds along the line (Shift+Enter)", Act::Erase)};
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
    const auto points = way();
    const double half = m_state->brush().radius;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto& a = points[i - 1];
        const auto& b = points[i];
        const auto along = b.position - a.position;
        if (glm::length(along) < 1e-6)
            continue;
        const auto aside = glm::normalize(glm::cross(b.normal, along)) * half;
        const auto lift = b.normal * 0.02;
        for (const auto& shift : {Vec3d{0}, aside, -aside})
            draw.line(a.position + shift + lift, b.position + shift + lift, LineColor,
                      shift == Vec3d{0} ? 2.0F : 1.0F, engine::DebugDraw::Depth::Dimmed);
    }
}
} // namespace foliage_painter

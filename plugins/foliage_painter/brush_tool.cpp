#include "plugins/foliage_painter/brush_tool.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/foliage/density/painted_density.h"
#include "plugins/foliage_painter/bare_reason.h"
#include "plugins/foliage_painter/refused_gesture.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

namespace foliage_painter
{
namespace
{
using engine::DrawColor;
using engine::FoliageEdit;
using engine::FoliageInstance;
using engine::Result;
using engine::StrokePoint;
using engine::Vec3d;

constexpr DrawColor PaintColor{0.37F, 0.71F, 0.45F, 1};
constexpr DrawColor EraseColor{0.90F, 0.40F, 0.36F, 1};
constexpr DrawColor ReapplyColor{0.30F, 0.61F, 0.91F, 1};
constexpr DrawColor ThinColor{0.88F, 0.64F, 0.23F, 1};
constexpr double MostPreviewed = 2000;
constexpr double MostTried = 1'000'000; ///< places under the brush: each move tries all of them

const DrawColor& colorOf(BrushMode mode)
{
    switch (mode) {
    case BrushMode::Paint:
        return PaintColor;
    case BrushMode::Erase:
        return EraseColor;
    case BrushMode::Reapply:
        return ReapplyColor;
    case BrushMode::Thin:
        break;
    }
    return ThinColor;
}

const char* labelOf(BrushMode mode)
{
    switch (mode) {
    case BrushMode::Paint:
        return "Paint plants";
    case BrushMode::Erase:
        return "Erase plants";
    case BrushMode::Reapply:
        return "Reapply settings to plants";
    case BrushMode::Thin:
        break;
    }
    return "Thin out plants";
}

/// One stroke. Each move adds to what the moves before did, so that it costs only its own plants.
class StrokeGesture final : public editor::Gesture
{
public:
    StrokeGesture(PainterState& state,
                  BrushMode mode,
                  engine::DensityStroke density,
                  std::vector<std::uint8_t> slots)
        : m_state{state}
        , m_document{state.editor().document()}
        , m_mode{mode}
        , m_density{density}
        , m_slots{std::move(slots)}
        , m_transaction{m_document.begin(labelOf(mode))}
        , m_brush{state.brushOnShown()}
        , m_survey{state.survey().survey()}
        , m_stroke{m_document.world(),
                   m_document.index(),
                   state.layer(),
                   m_slots,
                   m_brush,
                   m_survey}
        , m_marks{m_document.world(), state.layer()}
        , m_before{engine::foliageOf(m_document.world(), state.layer())->plants()}
    {
    }

    Result<void> update(const editor::PointerEvent& event) override
    {
        const auto hit = faceUnder(m_document.world(), event);
        if (!hit)
            return {};
        const StrokePoint point{hit->point, hit->normal, event.pressure};
        if (m_last && glm::length(m_last->position - point.position) < m_brush.radius / 50)
            return {};
        if (m_mode == BrushMode::Paint)
            if (const auto room = roomFor(point); !room)
                return room;
        const auto standing = engine::foliageOf(m_document.world(), m_state.layer());
        FoliageEdit edit{standing};
        work(point, *standing, edit);
        m_last = point;
        if (edit.isEmpty())
            return {};
        m_isChanged = true;
        editor::setFoliage(m_transaction, m_state.layer(), edit.finish());
        m_transaction.preview();
        return {};
    }

    void commit() override
    {
        const auto isBare = m_mode == BrushMode::Paint && m_last && plantsNow() == m_before;
        m_transaction.commit();
        if (isBare)
            m_state.editor().showMessage(editor::MessageKind::Warning,
                                         bareReason(m_document.world(), m_state.layer(), m_slots,
                                                    m_brush.strength, m_stroke.rejected()));
        if (m_mode == BrushMode::Reapply && m_last && !m_isChanged)
            m_state.editor().showMessage(editor::MessageKind::Info,
                                         "Nothing changed: the plants here are as the settings of "
                                         "their kinds ask, or stand by hand or by rule");
    }

    [[nodiscard]] std::string measure() const override
    {
        const auto now = plantsNow();
        if (m_mode == BrushMode::Thin || now == m_before)
            return {};
        return now > m_before ? engine::countText(now - m_before, "plant more", "plants more")
                              : engine::countText(m_before - now, "plant fewer", "plants fewer");
    }

    void draw(engine::DebugDraw& draw, const editor::PointerEvent&) const override
    {
        if (m_last)
            drawBrush(draw, m_state, *m_last, colorOf(m_mode));
    }

private:
    [[nodiscard]] std::size_t plantsNow() const
    {
        return engine::foliageOf(m_document.world(), m_state.layer())->plants();
    }

    [[nodiscard]] double radiusAt(const StrokePoint& point) const
    {
        return m_brush.pressed(point.pressure).radius;
    }

    [[nodiscard]] Result<void> roomFor(const StrokePoint& point) const
    {
        const double radius = radiusAt(point);
        const double tried = m_stroke.density() * engine::Pi * radius * radius;
        if (tried <= MostTried)
            return {};
        return engine::Error{"The brush would place about {} plants at once; at most {}: make it "
                             "smaller or lower the density of its kinds",
                             engine::numberText(static_cast<std::size_t>(tried)),
                             engine::numberText(static_cast<std::size_t>(MostTried))};
    }

    void plant(const StrokePoint& from, const StrokePoint& to, FoliageEdit& edit)
    {
        // A long way goes in parts: a stroke tries all places of the box around each.
        const double length = glm::distance(from.position, to.position);
        const int parts = std::max(static_cast<int>(length / (2 * radiusAt(to))), 1);
        for (int i = 1; i <= parts; ++i) {
            auto point = to;
            point.position = glm::mix(from.position, to.position, static_cast<double>(i) / parts);
            for (const auto& grown : m_stroke.extend(point))
                edit.add(grown);
        }
    }

    void work(const StrokePoint& point, const engine::FoliageInstances& standing, FoliageEdit& edit)
    {
        const auto& from = m_last ? *m_last : point;
        const auto brush = m_brush.pressed(point.pressure);
        if (m_mode == BrushMode::Paint) {
            plant(from, point, edit);
        } else if (m_mode == BrushMode::Thin) {
            engine::paintDensity(standing, from, point, brush, m_density, edit);
        } else if (m_mode == BrushMode::Erase) {
            engine::eraseFoliage(standing, from, point, brush, m_slots, edit, m_marks);
        } else {
            engine::reapplyFoliage(m_document.world(), m_document.index(), m_state.layer(), from,
                                   point, brush, m_slots, edit, m_survey);
        }
    }

    PainterState& m_state;
    editor::Document& m_document;
    BrushMode m_mode;
    engine::DensityStroke m_density;
    std::vector<std::uint8_t> m_slots;
    editor::Transaction m_transaction;
    engine::FoliageBrush m_brush;   ///< as it was at the press
    engine::FoliageSurvey m_survey; ///< as it was at the press
    engine::FoliageStroke m_stroke;
    engine::FoliageMarks m_marks;
    std::size_t m_before;
    std::optional<StrokePoint> m_last;
    bool m_isChanged = false;
};

editor::ToolSetting number(std::string label,
                           std::string unit,
                           std::string tooltip,
                           double max,
                           std::shared_ptr<PainterState> state,
                           double engine::FoliageBrush::*member)
{
    editor::ToolSetting setting;
    setting.label = std::move(label);
    setting.unit = std::move(unit);
    setting.tooltip = std::move(tooltip);
    setting.min = member == &engine::FoliageBrush::radius ? 0.1 : 0;
    setting.max = max;
    setting.get = [state, member] {
        return state->brush().*member;
    };
    setting.set = [state, member](double value) -> Result<void> {
        auto brush = state->brush();
        brush.*member = value;
        state->setBrush(brush);
        return {};
    };
    return setting;
}
} // namespace

std::optional<engine::PickHit> faceUnder(const engine::World& world,
                                         const editor::PointerEvent& event)
{
    for (const auto& hit : event.hits)
        if (hit.face != engine::NoFace && !engine::isMoving(world, hit.entity))
            return hit;
    return std::nullopt;
}

void drawBrush(engine::DebugDraw& draw,
               const PainterState& state,
               const StrokePoint& point,
               const DrawColor& color)
{
    constexpr int Corners = 48;
    const auto& document = state.editor().document();
    const double radius = state.brush().radius;
    const auto axis = std::abs(point.normal.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
    const auto aside = glm::normalize(glm::cross(axis, point.normal));
    const auto along = glm::cross(point.normal, aside);
    const auto onFaces = [&](double angle) {
        const auto rim =
            point.position + (aside * std::cos(angle) + along * std::sin(angle)) * radius;
        const engine::Ray down{rim + point.normal * radius, -point.normal};
        const auto hit =
            engine::pickNearestBrush(document.world(), document.index(), down, 2 * radius);
        return (hit ? hit->point : rim) + point.normal * 0.02;
    };
    std::vector<Vec3d> rim;
    for (int i = 0; i <= Corners; ++i)
        rim.push_back(onFaces(2 * std::numbers::pi * i / Corners));
    drawOutlined(draw, rim, color, 2);
    const std::array up{point.position, point.position + point.normal * (radius * 0.25)};
    drawOutlined(draw, up, color, 1);
}

void drawOutlined(engine::DebugDraw& draw,
                  std::span<const Vec3d> chain,
                  const DrawColor& color,
                  float width)
{
    constexpr DrawColor Outline{0.05F, 0.06F, 0.07F, 0.8F};
    constexpr float Rim = 3; // pixels, both sides together
    const auto lighter = [](float value) {
        return 0.5F + 0.5F * value;
    };
    const DrawColor light{lighter(color.r), lighter(color.g), lighter(color.b), color.a};
    for (const auto& [shown, pixels] : {std::pair{Outline, width + Rim}, std::pair{light, width}})
        for (std::size_t i = 1; i < chain.size(); ++i)
            draw.line(chain[i - 1], chain[i], shown, pixels, engine::DebugDraw::Depth::Dimmed);
}

BrushTool::BrushTool(std::shared_ptr<PainterState> state, BrushMode mode)
    : m_state{std::move(state)}, m_mode{mode}
{
    m_connections += m_state->changed.connect([this] { m_previewedAt.reset(); });
}

BrushMode BrushTool::modeFor(const editor::PointerEvent& event) const
{
    if (m_mode != BrushMode::Paint)
        return m_mode;
    if (event.has(editor::Modifier::Shift))
        return BrushMode::Erase;
    return event.has(editor::Modifier::Ctrl) ? BrushMode::Reapply : BrushMode::Paint;
}

std::unique_ptr<editor::Gesture> BrushTool::press(const editor::PointerEvent& event)
{
    if (event.button != editor::PointerButton::Left)
        return nullptr;
    if (const auto problem = m_state->problem(); !problem.empty())
        return refuse(m_state->editor(), problem);
    const auto mode = modeFor(event);
    const bool plants = mode == BrushMode::Paint || mode == BrushMode::Reapply;
    if (const auto problem = m_state->survey().problem(); plants && !problem.empty())
        return refuse(m_state->editor(), problem);
    if (mode == BrushMode::Paint)
        if (const auto problem = m_state->askForShape(); !problem.empty())
            return refuse(m_state->editor(), problem);
    const bool allKinds = mode == BrushMode::Erase && !event.has(editor::Modifier::Ctrl);
    auto gesture = std::make_unique<StrokeGesture>(
        *m_state, mode,
        event.has(editor::Modifier::Shift) ? engine::DensityStroke::Restore
                                           : engine::DensityStroke::Thin,
        allKinds ? m_state->openSlots() : m_state->slots());
    if (const auto done = gesture->update(event); !done)
        return refuse(m_state->editor(), done.error().message());
    return gesture;
}

bool BrushTool::click(const editor::PointerEvent& event)
{
    return clickWith(*this, event);
}

void BrushTool::hover(const editor::PointerEvent&)
{
    m_state->editor().updateViews();
}

bool BrushTool::key(const editor::KeyEvent& event)
{
    auto brush = m_state->brush();
    if (event.text == "[")
        brush.radius /= 1.25;
    else if (event.text == "]")
        brush.radius *= 1.25;
    else if (event.text.size() == 1 && event.text[0] >= '0' && event.text[0] <= '9')
        brush.strength = event.text[0] == '0' ? 1.0 : (event.text[0] - '0') / 10.0;
    else
        return false;
    m_state->setBrush(brush);
    return true;
}

bool BrushTool::takesKey(editor::ToolKey key) const
{
    return key == editor::ToolKey::Text;
}

std::vector<editor::ToolSetting> BrushTool::settings()
{
    return {number("Radius", "m", "Of the brush; [ and ] change it", 100, m_state,
                   &engine::FoliageBrush::radius),
            number("Strength", "", "Share of the kinds' density; the digits set it", 1, m_state,
                   &engine::FoliageBrush::strength),
            number("Falloff", "", "Share of the radius over which the strength falls to 0", 1,
                   m_state, &engine::FoliageBrush::falloff)};
}

std::string BrushTool::hint() const
{
    switch (m_mode) {
    case BrushMode::Paint:
        return "Drag to paint; Shift erases, Ctrl brings plants up to their settings; [ ] radius, "
               "1-0 strength";
    case BrushMode::Erase:
        return "Drag to erase all plants, with Ctrl only the ticked kinds; [ ] radius, 1-0 "
               "strength";
    case BrushMode::Thin:
        return "Drag to let plants grow less densely here, Shift gives the density back; [ ] "
               "radius, 1-0 strength";
    case BrushMode::Reapply:
        break;
    }
    return "Drag to bring plants up to the settings of their kinds; those placed by hand stay";
}

void BrushTool::preview(engine::DebugDraw& draw, const StrokePoint& point) const
{
    const auto& document = m_state->editor().document();
    const auto state = document.history().stateId();
    if (m_previewedAt != point.position || m_previewedIn != state) {
        m_previewedAt = point.position;
        m_previewedIn = state;
        m_previewed.clear();
        engine::FoliageStroke stroke{document.world(),        document.index(),
                                     m_state->layer(),        m_state->slots(),
                                     m_state->brushOnShown(), m_state->survey().survey()};
        stroke.narrowTo(MostPreviewed);
        for (const auto& plant : stroke.extend(point))
            m_previewed.push_back(plant.position);
    }
    for (const auto& at : m_previewed)
        draw.points.push_back({at, PaintColor, 3, engine::DebugDraw::Depth::Dimmed});
}

void BrushTool::draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const
{
    const auto hit = faceUnder(m_state->editor().document().world(), event);
    if (!hit || m_state->editor().document().isEditing())
        return;
    const StrokePoint point{hit->point, hit->normal};
    const auto mode = modeFor(event);
    drawBrush(draw, *m_state, point, colorOf(mode));
    if (mode == BrushMode::Paint && m_state->problem().empty())
        preview(draw, point);
}
} // namespace foliage_painter

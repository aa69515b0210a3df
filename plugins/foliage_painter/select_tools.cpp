#include "plugins/foliage_painter/select_tools.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "plugins/foliage_painter/brush_tool.h"
#include "plugins/foliage_painter/plant_picking.h"
#include "plugins/foliage_painter/refused_gesture.h"

#include <algorithm>
#include <iterator>

namespace foliage_painter
{
namespace
{
using engine::FoliageInstance;
using engine::Result;
using engine::Vec2d;
using engine::Vec3d;

constexpr engine::DrawColor SelectionColor{1, 0.71F, 0.33F, 1};

/// Degrees about its own axis.
double turnOf(const FoliageInstance& plant)
{
    return plant.yaw * 360.0 / 65536;
}

double scaleOf(const FoliageInstance& plant)
{
    return std::max<double>(plant.scale[1], 1) / 4096;
}

/// Adds what is not selected yet and takes away what is.
std::vector<FoliageInstance> toggled(std::vector<FoliageInstance> selected,
                                     std::vector<FoliageInstance> plants)
{
    std::sort(selected.begin(), selected.end());
    std::sort(plants.begin(), plants.end());
    std::vector<FoliageInstance> left;
    std::set_symmetric_difference(selected.begin(), selected.end(), plants.begin(), plants.end(),
                                  std::back_inserter(left));
    return left;
}

class MoveGesture final : public editor::Gesture
{
public:
    /// `grabbed`: the plant that the event is over.
    MoveGesture(PainterState& state,
                const FoliageInstance& grabbed,
                const editor::PointerEvent& event)
        : m_state{state}
        , m_document{state.editor().document()}
        , m_from{grabbed.position}
        , m_toFoot{event.camera.project(m_from, event.viewSize.x, event.viewSize.y)
                       .value_or(event.position) -
                   event.position}
        , m_plants{state.selected()}
        , m_transaction{m_document.begin("Move plants")}
    {
    }

    ~MoveGesture() override { m_state.setDragged({}); }

    MoveGesture(const MoveGesture&) = delete;
    MoveGesture& operator=(const MoveGesture&) = delete;

    Result<void> update(const editor::PointerEvent& event) override
    {
        const auto hit = faceUnder(m_document.world(), atFoot(event));
        if (!hit)
            return {};
        return m_transaction.replace([&](editor::Transaction& tx) -> Result<void> {
            auto moved = editor::transformFoliage(tx, m_document.index(), m_state.layer(), m_plants,
                                                  {.shift = hit->point - m_from});
            if (!moved)
                return moved.error();
            m_moved = *std::move(moved);
            m_state.setDragged(m_moved);
            return {};
        });
    }

    void commit() override
    {
        m_transaction.commit();
        if (!m_moved.empty())
            m_state.select(m_moved);
    }

private:
    /// A tree is taken by its crown, and set down by its foot.
    [[nodiscard]] editor::PointerEvent atFoot(editor::PointerEvent event) const
    {
        event.position += m_toFoot;
        event.ray = event.camera.rayThrough(event.position.x, event.position.y, event.viewSize.x,
                                            event.viewSize.y);
        event.hits = engine::pickBrushes(m_document.world(), m_document.index(), event.ray);
        return event;
    }

    PainterState& m_state;
    editor::Document& m_document;
    Vec3d m_from;
    Vec2d m_toFoot; ///< pixels
    std::vector<FoliageInstance> m_plants;
    std::vector<FoliageInstance> m_moved;
    editor::Transaction m_transaction;
};

class LassoGesture final : public editor::Gesture
{
public:
    explicit LassoGesture(PainterState& state) : m_state{state} {}

    Result<void> update(const editor::PointerEvent& event) override
    {
        m_last = event;
        if (m_outline.empty() || glm::length(m_outline.back() - event.position) > 3)
            m_outline.push_back(event.position);
        return {};
    }

    void commit() override
    {
        if (m_outline.size() < 3)
            return;
        if (const auto problem = m_state.problem(); !problem.empty())
            m_state.editor().showMessage(editor::MessageKind::Warning, problem);
        auto plants = plantsWithin(m_state, m_last, m_outline);
        m_state.select(m_last.has(editor::Modifier::Ctrl)
                           ? toggled(m_state.selected(), std::move(plants))
                           : std::move(plants));
    }

    [[nodiscard]] std::string measure() const override { return "Lasso"; }

    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override
    {
        const auto place = [&](const Vec2d& pixel) {
            const auto ray =
                event.camera.rayThrough(pixel.x, pixel.y, event.viewSize.x, event.viewSize.y);
            return ray.at(event.camera.orthographic ? event.camera.farPlane
                                                    : event.camera.nearPlane * 4);
        };
        for (std::size_t i = 0; i < m_outline.size(); ++i)
            draw.line(place(m_outline[i]), place(m_outline[(i + 1) % m_outline.size()]),
                      SelectionColor, 1.5F, engine::DebugDraw::Depth::OnTop);
    }

private:
    PainterState& m_state;
    std::vector<Vec2d> m_outline; ///< pixels
    editor::PointerEvent m_last;
};
} // namespace

std::unique_ptr<editor::Gesture> PlantSelectTool::press(const editor::PointerEvent& event)
{
    if (event.button != editor::PointerButton::Left)
        return nullptr;
    if (m_mode == SelectMode::Lasso) {
        auto gesture = std::make_unique<LassoGesture>(*m_state);
        static_cast<void>(gesture->update(event));
        return gesture;
    }
    const auto plant = plantUnder(*m_state, event);
    const auto& selected = m_state->selected();
    const bool isSelected =
        plant && std::find(selected.begin(), selected.end(), *plant) != selected.end();
    if (!isSelected || event.has(editor::Modifier::Ctrl))
        return nullptr;
    if (const auto problem = m_state->closed(selected); !problem.empty())
        return refuse(m_state->editor(), problem);
    return std::make_unique<MoveGesture>(*m_state, *plant, event);
}

std::optional<editor::PointerShape>
PlantSelectTool::pointer(const editor::PointerEvent& event) const
{
    if (m_mode == SelectMode::Lasso)
        return editor::PointerShape::Cross;
    const auto& selected = m_state->selected();
    return m_state->closed(selected).empty() && isOverOneOf(*m_state, event, selected)
               ? editor::PointerShape::Move
               : editor::PointerShape::Arrow;
}

bool PlantSelectTool::click(const editor::PointerEvent& event)
{
    if (event.button != editor::PointerButton::Left)
        return false;
    const auto plant = plantUnder(*m_state, event);
    std::vector<FoliageInstance> plants;
    if (plant)
        plants.push_back(*plant);
    m_state->select(event.has(editor::Modifier::Ctrl)
                        ? toggled(m_state->selected(), std::move(plants))
                        : std::move(plants));
    return true;
}

bool PlantSelectTool::key(const editor::KeyEvent& event)
{
    if (event.key == editor::ToolKey::Delete) {
        removeSelected(*m_state);
        return true;
    }
    if (event.key != editor::ToolKey::Escape || m_state->selected().empty())
        return false;
    m_state->select({});
    return true;
}

/// Delete even while no plants are selected: pressed once too often, it must not remove the object
/// that is selected meanwhile.
bool PlantSelectTool::takesKey(editor::ToolKey key) const
{
    return key == editor::ToolKey::Delete;
}

/// How the first of the selected plants stands; what is set turns and scales all of them along.
std::vector<editor::ToolSetting> PlantSelectTool::settings()
{
    if (m_state->selected().empty())
        return {};
    editor::ToolSetting turn;
    turn.label = "Turn";
    turn.unit = "deg";
    turn.tooltip = "Of the first selected plant about its own axis; the others turn along";
    turn.min = -360;
    turn.max = 360;
    turn.get = [state = m_state] {
        return state->selected().empty() ? 0.0 : turnOf(state->selected().front());
    };
    turn.set = [state = m_state](double value) -> Result<void> {
        if (!state->selected().empty())
            transformSelected(*state, engine::radians(value - turnOf(state->selected().front())),
                              1);
        return {};
    };
    editor::ToolSetting scale;
    scale.label = "Scale";
    scale.tooltip = "Height of the first selected plant, 1 as in its model; the others grow along";
    scale.min = 0.01;
    scale.max = 15;
    scale.get = [state = m_state] {
        return state->selected().empty() ? 1.0 : scaleOf(state->selected().front());
    };
    scale.set = [state = m_state](double value) -> Result<void> {
        if (!state->selected().empty())
            transformSelected(*state, 0, value / scaleOf(state->selected().front()));
        return {};
    };
    return {turn, scale};
}

std::string PlantSelectTool::hint() const
{
    return m_mode == SelectMode::Lasso
               ? "Draw around plants to select them; Ctrl adds and takes away, Delete removes them"
               : "Click a plant; Ctrl adds and takes away; drag selected ones, Delete removes them";
}

void drawSelected(engine::DebugDraw& draw, const PainterState& state)
{
    for (const auto& plant : state.dragged().empty() ? state.selected() : state.dragged()) {
        const Vec3d at{plant.position};
        draw.point(at, SelectionColor, 7);
        draw.line(at, at + engine::foliageNormal(plant), SelectionColor, 1.5F,
                  engine::DebugDraw::Depth::Dimmed);
    }
}

void removeSelected(PainterState& state)
{
    const auto plants = state.selected();
    if (plants.empty()) {
        state.editor().showMessage(editor::MessageKind::Info, "No plants are selected");
        return;
    }
    if (state.refusesEdits(plants))
        return;
    const auto done = state.editor().document().run(
        "Remove plants", [&](editor::Transaction& tx) -> Result<void> {
            editor::removeFoliage(tx, state.layer(), plants);
            return {};
        });
    if (!done)
        state.editor().showMessage(editor::MessageKind::Warning, done.error().message());
}

void transformSelected(PainterState& state, double turn, double scale)
{
    const auto plants = state.selected();
    if (state.refusesEdits(plants))
        return;
    std::vector<FoliageInstance> changed;
    auto& document = state.editor().document();
    const auto done =
        document.run("Transform plants", [&](editor::Transaction& tx) -> Result<void> {
            auto transformed = editor::transformFoliage(tx, document.index(), state.layer(), plants,
                                                        {.turn = turn, .scale = scale});
            if (!transformed)
                return transformed.error();
            changed = *std::move(transformed);
            return {};
        });
    if (done)
        state.select(std::move(changed));
    else
        state.editor().showMessage(editor::MessageKind::Warning, done.error().message());
}
} // namespace foliage_painter

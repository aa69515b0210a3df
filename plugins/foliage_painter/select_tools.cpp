#include "plugins/foliage_painter/select_tools.h"

#include "editor/operations/foliage_operations.h"
#include "plugins/foliage_painter/brush_tool.h"
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
constexpr double ClickReach = 14; ///< pixels

std::optional<Vec2d> onScreen(const editor::PointerEvent& event, const FoliageInstance& plant)
{
    return event.camera.project(Vec3d{plant.position}, event.viewSize.x, event.viewSize.y);
}

/// Whether no face hides it.
bool isSeen(const editor::Document& document,
            const editor::PointerEvent& event,
            const FoliageInstance& plant)
{
    const auto to = Vec3d{plant.position} + engine::foliageNormal(plant) * 0.05;
    const auto ray =
        event.camera.orthographic
            ? engine::Ray{to - event.camera.forward() * 100.0, event.camera.forward()}
            : engine::Ray{event.camera.position, glm::normalize(to - event.camera.position)};
    const double away = glm::length(to - ray.origin);
    const auto hit = engine::pickNearestBrush(document.world(), document.index(), ray, away);
    return !hit || hit->distance > away - 0.05;
}

/// Calls visit(plant, place on the screen) for all that are no orphans.
template <typename Visit>
void forEachInView(const PainterState& state, const editor::PointerEvent& event, const Visit& visit)
{
    const auto& world = state.editor().document().world();
    for (const auto& cell : engine::foliageOf(world, state.layer())->cells())
        for (const auto& plant : cell.chunk->instances)
            if (plant.isStanding())
                if (const auto at = onScreen(event, plant))
                    visit(plant, *at);
}

std::optional<FoliageInstance> plantUnder(const PainterState& state,
                                          const editor::PointerEvent& event)
{
    std::optional<FoliageInstance> found;
    double least = ClickReach;
    forEachInView(state, event, [&](const FoliageInstance& plant, const Vec2d& at) {
        const double away = glm::length(at - event.position);
        if (away < least && isSeen(state.editor().document(), event, plant)) {
            least = away;
            found = plant;
        }
    });
    return found;
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
    MoveGesture(PainterState& state, const Vec3d& from)
        : m_state{state}
        , m_document{state.editor().document()}
        , m_from{from}
        , m_plants{state.selected()}
        , m_transaction{m_document.begin("Move plants")}
    {
    }

    Result<void> update(const editor::PointerEvent& event) override
    {
        const auto hit = faceUnder(m_document.world(), event);
        if (!hit)
            return {};
        return m_transaction.replace([&](editor::Transaction& tx) -> Result<void> {
            auto moved = editor::transformFoliage(tx, m_document.index(), m_state.layer(), m_plants,
                                                  {.shift = hit->point - m_from});
            if (!moved)
                return moved.error();
            m_moved = *std::move(moved);
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
    PainterState& m_state;
    editor::Document& m_document;
    Vec3d m_from;
    std::vector<FoliageInstance> m_plants;
    std::vector<FoliageInstance> m_moved;
    editor::Transaction m_transaction;
};

bool isInside(std::span<const Vec2d> outline, const Vec2d& p)
{
    bool inside = false;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const auto& a = outline[i];
        const auto& b = outline[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

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
        std::vector<FoliageInstance> plants;
        forEachInView(m_state, m_last, [&](const FoliageInstance& plant, const Vec2d& at) {
            if (isInside(m_outline, at) && isSeen(m_state.editor().document(), m_last, plant))
                plants.push_back(plant);
        });
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
    return std::make_unique<MoveGesture>(*m_state, Vec3d{plant->position});
}

std::optional<editor::PointerShape>
PlantSelectTool::pointer(const editor::PointerEvent& event) const
{
    if (m_mode == SelectMode::Lasso)
        return editor::PointerShape::Cross;
    // Only the selected ones are looked at: this is asked with each move of the mouse.
    const auto& selected = m_state->selected();
    const bool isOnSelected =
        std::any_of(selected.begin(), selected.end(), [&](const FoliageInstance& plant) {
            const auto at = onScreen(event, plant);
            return at && glm::length(*at - event.position) < ClickReach &&
                   isSeen(m_state->editor().document(), event, plant);
        });
    return isOnSelected ? editor::PointerShape::Move : editor::PointerShape::Arrow;
}

bool PlantSelectTool::click(const editor::PointerEvent& event)
{
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

std::string PlantSelectTool::hint() const
{
    return m_mode == SelectMode::Lasso
               ? "Draw around plants to select them; Ctrl adds and takes away, Delete removes them"
               : "Click a plant; Ctrl adds and takes away; drag selected ones, Delete removes them";
}

void drawSelected(engine::DebugDraw& draw, const PainterState& state)
{
    for (const auto& plant : state.selected()) {
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

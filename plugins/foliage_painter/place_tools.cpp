#include "plugins/foliage_painter/place_tools.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "plugins/foliage_painter/brush_tool.h"
#include "plugins/foliage_painter/refused_gesture.h"

#include <algorithm>
#include <array>

namespace foliage_painter
{
namespace
{
using engine::Result;

constexpr engine::DrawColor PlaceColor{0.37F, 0.71F, 0.45F, 1};

class SingleGesture final : public editor::Gesture
{
public:
    SingleGesture(editor::Document& document, engine::EntityId layer, std::uint8_t slot)
        : m_document{document}
        , m_layer{layer}
        , m_slot{slot}
        , m_transaction{document.begin("Place plant")}
    {
    }

    Result<void> update(const editor::PointerEvent& event) override
    {
        const auto hit = faceUnder(m_document.world(), event);
        if (!hit)
            return {};
        return m_transaction.replace([&](editor::Transaction& tx) -> Result<void> {
            auto placed = editor::placeFoliage(tx, m_layer, m_slot, *hit);
            return placed ? Result<void>{} : placed.error();
        });
    }

    void commit() override { m_transaction.commit(); }

private:
    editor::Document& m_document;
    engine::EntityId m_layer;
    std::uint8_t m_slot;
    editor::Transaction m_transaction;
};

/// Fills on release, so that Esc comes in time.
class FillGesture final : public editor::Gesture
{
public:
    FillGesture(PainterState& state, const engine::FaceRef& face, bool clears)
        : m_state{state}, m_face{face}, m_clears{clears}
    {
    }

    Result<void> update(const editor::PointerEvent&) override { return {}; }

    void commit() override
    {
        m_state.planting().start(
            {.act = m_clears ? PlantingJob::Act::Clear : PlantingJob::Act::Fill,
             .layer = m_state.layer(),
             .face = m_face,
             .slots = m_state.slots()});
    }

private:
    PainterState& m_state;
    engine::FaceRef m_face;
    bool m_clears;
};
} // namespace

std::unique_ptr<editor::Gesture> SingleTool::press(const editor::PointerEvent& event)
{
    if (event.button != editor::PointerButton::Left)
        return nullptr;
    if (const auto problem = m_state->problem(); !problem.empty())
        return refuse(m_state->editor(), problem);
    if (const auto problem = m_state->askForShape(); !problem.empty())
        return refuse(m_state->editor(), problem);
    auto gesture = std::make_unique<SingleGesture>(m_state->editor().document(), m_state->layer(),
                                                   m_state->finishedSlots().front());
    if (const auto placed = gesture->update(event); !placed)
        m_state->editor().showMessage(editor::MessageKind::Warning, placed.error().message());
    return gesture;
}

bool SingleTool::click(const editor::PointerEvent& event)
{
    return clickWith(*this, event);
}

std::string SingleTool::hint() const
{
    return "Click to place a plant of the first ticked kind; drag before letting go to move it";
}

void SingleTool::hover(const editor::PointerEvent&)
{
    m_state->editor().updateViews();
}

void SingleTool::draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const
{
    const auto& document = m_state->editor().document();
    const auto hit = faceUnder(document.world(), event);
    if (!hit || document.isEditing() || !m_state->problem().empty())
        return;
    draw.point(hit->point, PlaceColor, 7);
    const std::array up{hit->point, hit->point + engine::Vec3d{0, 1, 0}};
    drawOutlined(draw, up, PlaceColor, 2);
}

std::unique_ptr<editor::Gesture> FillTool::press(const editor::PointerEvent& event)
{
    const auto hit = faceUnder(m_state->editor().document().world(), event);
    if (event.button != editor::PointerButton::Left || !hit)
        return nullptr;
    if (const auto problem = m_state->problem(); !problem.empty())
        return refuse(m_state->editor(), problem);
    const bool clears = event.has(editor::Modifier::Shift);
    if (!clears)
        if (const auto problem = m_state->askForShape(); !problem.empty())
            return refuse(m_state->editor(), problem);
    return std::make_unique<FillGesture>(*m_state, engine::FaceRef{hit->entity, hit->face}, clears);
}

bool FillTool::click(const editor::PointerEvent& event)
{
    return clickWith(*this, event);
}

std::string FillTool::hint() const
{
    return "Click a face to fill it with the ticked kinds; Shift+click clears it of them";
}

void FillTool::draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const
{
    const auto& world = m_state->editor().document().world();
    const auto hit = faceUnder(world, event);
    if (!hit)
        return;
    const auto& index = m_state->editor().document().index();
    for (const auto& face : engine::foliageFaces(world, index, hit->entity))
        if (face.face == hit->face && !face.corners.empty()) {
            std::vector<engine::Vec3d> rim{face.corners.begin(), face.corners.end()};
            rim.push_back(rim.front());
            drawOutlined(draw, rim, PlaceColor, 2);
        }
}
} // namespace foliage_painter

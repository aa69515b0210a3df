#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <memory>

namespace foliage_painter
{
/// One plant of the first ticked kind where the pointer is pressed; dragging moves it, until the
/// button is let go. It is by hand: no rule keeps it from standing there.
class SingleTool final : public editor::Tool
{
public:
    explicit SingleTool(std::shared_ptr<PainterState> state) : m_state{std::move(state)} {}

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;

    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent&) const override
    {
        return editor::PointerShape::Cross;
    }

    bool click(const editor::PointerEvent& event) override;
    void hover(const editor::PointerEvent& event) override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override;

private:
    std::shared_ptr<PainterState> m_state;
};

/// Plants the ticked kinds on the whole face that is clicked; Shift clears it.
class FillTool final : public editor::Tool
{
public:
    explicit FillTool(std::shared_ptr<PainterState> state) : m_state{std::move(state)} {}

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;

    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent&) const override
    {
        return editor::PointerShape::Cross;
    }

    bool click(const editor::PointerEvent& event) override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override;

private:
    std::shared_ptr<PainterState> m_state;
};
} // namespace foliage_painter

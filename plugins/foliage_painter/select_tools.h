#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <memory>

namespace foliage_painter
{
enum class SelectMode
{
    Click, ///< click a plant, drag it elsewhere
    Lasso  ///< draw around plants
};

/// Selects plants: Ctrl adds and takes away. Selected plants can be dragged to another place (in
/// click mode) and are removed with Delete. They stand by hand afterwards.
class PlantSelectTool final : public editor::Tool
{
public:
    PlantSelectTool(std::shared_ptr<PainterState> state, SelectMode mode)
        : m_state{std::move(state)}, m_mode{mode}
    {
    }

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;
    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent& event) const override;
    bool click(const editor::PointerEvent& event) override;
    bool key(const editor::KeyEvent& event) override;
    [[nodiscard]] bool takesKey(editor::ToolKey key) const override;
    [[nodiscard]] std::vector<editor::ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;

private:
    std::shared_ptr<PainterState> m_state;
    SelectMode m_mode;
};

/// Squares on the selected plants.
void drawSelected(engine::DebugDraw& draw, const PainterState& state);

/// Removes the selected plants, or says that there are none.
void removeSelected(PainterState& state);

/// Turns, by radians, and scales the selected plants.
void transformSelected(PainterState& state, double turn, double scale);
} // namespace foliage_painter

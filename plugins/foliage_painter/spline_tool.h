#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <memory>

namespace foliage_painter
{
/// Plants along a drawn line: clicks on faces set its points, the brush is as wide as it, and Enter
/// plants. The line bends smoothly through its points and hugs the faces below it.
class SplineTool final : public editor::Tool
{
public:
    explicit SplineTool(std::shared_ptr<PainterState> state) : m_state{std::move(state)} {}

    void deactivate() override { m_points.clear(); }

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;
    bool click(const editor::PointerEvent& event) override;
    void hover(const editor::PointerEvent& event) override;
    bool key(const editor::KeyEvent& event) override;
    [[nodiscard]] bool takesKey(editor::ToolKey key) const override;
    [[nodiscard]] std::vector<editor::ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override;

private:
    enum class Act
    {
        Plant,
        Erase
    };

    [[nodiscard]] std::vector<engine::StrokePoint> way() const;
    void apply(Act act);

    std::shared_ptr<PainterState> m_state;
    std::vector<engine::StrokePoint> m_points;
};

/// Points along a centripetal Catmull-Rom curve (Yuksel, Schaefer and Keyser 2011) through the
/// given ones, no two next to each other farther apart than `step` metres or so.
[[nodiscard]] std::vector<engine::Vec3d> smoothWay(const std::vector<engine::Vec3d>& through,
                                                   double step);
} // namespace foliage_painter

#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <memory>

namespace foliage_painter
{
/// Plants along a drawn line: clicks on faces set its points, the brush is as wide as it, and Enter
/// plants. The line bends smoothly through its points and hugs the faces below it. One that came to
/// nothing is there again, to be tried with other settings, unless another one was begun.
class SplineTool final : public editor::Tool
{
public:
    explicit SplineTool(std::shared_ptr<PainterState> state);

    void deactivate() override;

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;

    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent&) const override
    {
        return editor::PointerShape::Cross;
    }

    bool click(const editor::PointerEvent& event) override;
    void hover(const editor::PointerEvent& event) override;
    bool key(const editor::KeyEvent& event) override;
    [[nodiscard]] bool takesKey(editor::ToolKey key) const override;
    [[nodiscard]] std::vector<editor::ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override;

private:
    /// As it would be planted now, a long thin one in larger steps; kept until points, brush or
    /// level change, since it is drawn with each frame.
    [[nodiscard]] const std::vector<engine::StrokePoint>& way() const;
    void setPoints(std::vector<engine::StrokePoint> points);
    void apply(PlantingJob::Act act);
    void takeBack(const PlantingJob::Request& request);

    std::shared_ptr<PainterState> m_state;
    std::vector<engine::StrokePoint> m_points;
    bool m_isAwaited = false; ///< how the line that was sent off ends
    mutable std::vector<engine::StrokePoint> m_way;
    mutable bool m_isWayOld = true;    ///< points came or went
    mutable std::uint64_t m_wayAt = 0; ///< state of the document
    mutable double m_wayRadius = 0;
    engine::Connections m_connections;
};
} // namespace foliage_painter

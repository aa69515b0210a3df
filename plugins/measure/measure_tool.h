#pragma once

#include "editor/api/tool.h"
#include "plugins/measure/measurements.h"

#include <memory>

namespace measure
{
/// Drag from one point to another: on surfaces in 3D, on the grid in 2D. The tape stays until
/// cleared.
class MeasureTool final : public editor::Tool
{
public:
    explicit MeasureTool(std::shared_ptr<Measurements> measurements);

    std::unique_ptr<editor::Gesture> press(const editor::PointerEvent& event) override;

    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent&) const override
    {
        return editor::PointerShape::Cross;
    }

    [[nodiscard]] std::string hint() const override;

private:
    std::shared_ptr<Measurements> m_measurements;
};

/// Draws a tape with its length.
void drawTape(engine::DebugDraw& draw, const Measurement& measurement);
} // namespace measure

#pragma once

#include "editor/tools/brush/create_brush_tool.h"

namespace editor
{
/// The drag of a box. In 2D, or when the height is known, the box is there at release; else its
/// base waits for the height.
class BoxGesture final : public Gesture
{
public:
    BoxGesture(CreateBrushTool& tool, const BoundsDrag& drag);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    engine::Result<void> apply();

    CreateBrushTool& m_tool;
    BoundsDrag m_drag;
    engine::EntityId m_made;
    std::string m_name;
    Transaction m_transaction;
};
} // namespace editor

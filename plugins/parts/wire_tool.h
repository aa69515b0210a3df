#pragma once

#include "editor/api/editor_api.h"

#include <functional>

namespace parts
{
/// Draws wires: a drag from one object to another asks what the one tells the other.
class WireTool final : public editor::Tool
{
public:
    using Ask = std::function<void(engine::EntityId from, engine::EntityId to)>;

    /// @param ask what follows a drag; both objects exist
    WireTool(editor::EditorApi& editor, Ask ask);

    void deactivate() override { m_under = {}; }

    std::unique_ptr<editor::Gesture> press(const editor::PointerEvent& event) override;
    void hover(const editor::PointerEvent& event) override;
    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent& event) const override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override;

private:
    editor::EditorApi& m_editor;
    Ask m_ask;
    engine::EntityId m_under; ///< what a press would begin at; null: nothing
};
} // namespace parts

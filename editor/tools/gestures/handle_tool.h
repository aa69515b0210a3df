#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/handle_choice.h"

namespace editor
{
/// What the vertex, edge and face tools share. Handles of all selected brushes; those of several
/// brushes at one place are one. Click chooses, Ctrl toggles, a drag from elsewhere is a rectangle,
/// with Shift a loop; dragging a handle moves all chosen ones (see DragWay), arrow keys move them
/// by a grid step, Delete removes them; the move, rotate and scale tools work on them, too (see
/// HandleChoice). Clicks beside the handles select other objects. Esc drops the choice, then the
/// tool.
class HandleTool : public Tool
{
public:
    HandleTool(EditorApi& editor, HandleKind kind, std::shared_ptr<HandleChoice> choice);

    void activate() override;
    void deactivate() override;
    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    void hover(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] bool takesKey(ToolKey key) const override;
    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

protected:
    [[nodiscard]] EditorApi& editor() const { return m_editor; }

    [[nodiscard]] HandleSet& handles() { return m_handles; }

    [[nodiscard]] const HandleSet& handles() const { return m_handles; }

    /// "vertex", "edge" or "face".
    [[nodiscard]] std::string noun() const;

    /// One step of the history; shows why if it is refused.
    bool run(const std::string& label,
             const std::function<engine::Result<void>(Transaction&)>& edit);

private:
    bool moveBy(const engine::Vec3d& way);
    void remove();
    engine::Result<void> setPlace(int axis, double value);
    engine::Result<void> snap();
    [[nodiscard]] engine::Vec3d chosenPlace() const;
    [[nodiscard]] ToolSetting placeSetting(int axis);

    EditorApi& m_editor;
    std::shared_ptr<HandleChoice> m_choice;
    HandleSet m_handles;
    std::vector<ShapeHandle> m_hovered;
};
} // namespace editor

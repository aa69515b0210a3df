#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/brush/next_height.h"
#include "editor/tools/transform/bounds_drag.h"

#include <optional>

namespace editor
{
/// Draws boxes (id "box_brush", key B).
///
/// In a 2D view the drag is a rectangle; both corners go to the nearest grid lines and at least one
/// cell is filled. Along the view the box starts at the lower side of what is selected (or was made
/// last; else at 0) and is height() deep: as deep as the selected brushes, else as the box before;
/// a number typed during the drag is that depth. At release the box is there, as one undo step, and
/// selected; its size and place can be edited in the tool options until something else is selected,
/// and Shift+drag pulls its faces.
///
/// In 3D the drag draws the base on the surface under the pointer (the floor y = 0 in the void);
/// moving the pointer then gives the height, or a typed number does, and a click or Enter makes the
/// box. Esc drops it. Held from the press on or during the drag: Shift draws a square, Shift+Alt a
/// cube, Alt (3D) gives the height at once.
class CreateBrushTool final : public Tool
{
public:
    explicit CreateBrushTool(EditorApi& editor);

    void deactivate() override;
    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    void hover(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;

    [[nodiscard]] bool takesText() const override { return m_base.has_value(); }

    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

    /// Metres; the depth along the view of a box drawn where the pointer is. 0.25 at first in each
    /// scene, then what was used last.
    [[nodiscard]] double height() const { return m_height.metres(m_last); }

    engine::Result<void> setHeight(double metres);

    /// The box that waits for its height, or the one made last while it is selected and a box.
    [[nodiscard]] std::optional<engine::Aabb> pendingBox() const;

    /// Gives it another size and place; for one that is made already this is an undo step.
    engine::Result<void> setPendingBox(const engine::Aabb& box);

private:
    friend class BoxGesture;

    /// A press pulls a face of what is selected, which is left to the selection tool.
    [[nodiscard]] bool pullsFace(const PointerEvent& event) const;
    [[nodiscard]] engine::EntityId lastBox() const;
    bool accept();
    engine::Result<void> create(const engine::Aabb& box);

    EditorApi& m_editor;
    NextHeight m_height;
    engine::EntityId m_last;
    std::optional<BoundsDrag> m_base; ///< drawn in 3D, waits for its height
};
} // namespace editor

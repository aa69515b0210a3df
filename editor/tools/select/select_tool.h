#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/handle_choice.h"

namespace editor
{
/// The tool that is always there. Click selects the frontmost object (in 2D the one of smallest
/// shown face), Ctrl+click toggles, a click in the void clears; Shift+click, or Faces mode, selects
/// single faces; a double click opens a group, or selects all faces of a face's brush. Dragging a
/// selected object moves it (Ctrl: a copy), Shift+drag pulls a face of a selected brush (see
/// FaceDrag for the keys that split, stamp and slide), and in Faces mode dragging a selected face
/// pulls it. A drag from elsewhere is a rectangle: to the right it
/// selects what is wholly inside, to the left all that it touches. Arrow keys move by one grid
/// step, PageUp and PageDown upwards (2D: towards the viewer); with Ctrl they leave a copy behind.
class SelectTool final : public Tool
{
public:
    SelectTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice)
        : m_editor{editor}, m_choice{std::move(choice)}
    {
    }

    void activate() override { m_choice->drop(); }

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    void clickFace(const PointerEvent& event, const engine::PickHit& hit);
    void clickObject(const PointerEvent& event, engine::EntityId entity);
    bool nudge(const KeyEvent& event);

    EditorApi& m_editor;
    std::shared_ptr<HandleChoice> m_choice;
};

/// Selects the next object deeper (1) or nearer (-1) under the pointer: Ctrl+wheel.
void drillSelection(Document& document, const PointerEvent& event, int steps);

/// One grid step of the world for an arrow or page key of a view; nullopt for other keys.
[[nodiscard]] std::optional<engine::Vec3d> stepOf(const KeyEvent& event);
} // namespace editor

#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/handle_choice.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/transform/transform_subject.h"

#include <optional>

namespace editor
{
/// What the three transform tools share: an axis chosen by X, Y or Z and a typed number, which
/// Enter applies without any dragging: "R, Y, 90, Enter". They work on the selection, or on the
/// vertices, edges and faces that were chosen before (see HandleChoice). Whatever is not on one of
/// their handles goes to the selection tool, so that clicking and dragging works as ever.
class TransformTool : public Tool
{
public:
    TransformTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice)
        : m_editor{editor}, m_choice{std::move(choice)}
    {
    }

    void deactivate() override;
    bool key(const KeyEvent& event) override;

    [[nodiscard]] bool takesText() const override { return isTyping(); }

    /// With something selected digits are a measure, not a grid size.
    [[nodiscard]] bool takesKey(ToolKey key) const override;

protected:
    /// What Enter does with the typed number.
    virtual engine::Result<void>
    applyTyped(TransformSubject& subject, Transaction& transaction, double number) = 0;
    [[nodiscard]] virtual std::string label() const = 0;

    [[nodiscard]] EditorApi& editor() const { return m_editor; }

    /// Null if the tool works on whole objects.
    [[nodiscard]] HandleSet* chosenHandles() const { return m_choice->handles(); }

    [[nodiscard]] std::unique_ptr<TransformSubject> subject() const;

    /// Of the chosen handles or the selected objects; empty if there are none.
    [[nodiscard]] engine::Aabb selectionBounds() const;

    void drawChosen(engine::DebugDraw& draw) const;

    /// The middle of the selection, on the grid.
    [[nodiscard]] engine::Vec3d pivot() const;

    [[nodiscard]] std::optional<int> axis() const { return m_axis; }

    [[nodiscard]] std::string typedHint() const;

    /// An axis or part of a number is there.
    [[nodiscard]] bool isTyping() const;

private:
    EditorApi& m_editor;
    std::shared_ptr<HandleChoice> m_choice;
    std::optional<int> m_axis;
    NumberInput m_number;
};

/// id "move", key G: an arrow along each axis.
class MoveTool final : public TransformTool
{
public:
    using TransformTool::TransformTool;

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

protected:
    engine::Result<void>
    applyTyped(TransformSubject& subject, Transaction& transaction, double number) override;
    [[nodiscard]] std::string label() const override;

private:
    /// The axis of the arrow under the pointer.
    [[nodiscard]] std::optional<int> arrowUnder(const PointerEvent& event) const;
};

/// id "rotate", key R: a ring about each axis (in 2D the one that the view looks along). Turns
/// about the pivot, the middle of the selection until it is dragged or typed elsewhere, where it
/// stays until something else is selected; 15 degrees a step while the grid is on.
class RotateTool final : public TransformTool
{
public:
    RotateTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice);

    [[nodiscard]] std::vector<ToolSetting> settings() override;
    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

protected:
    engine::Result<void>
    applyTyped(TransformSubject& subject, Transaction& transaction, double number) override;
    [[nodiscard]] std::string label() const override;

private:
    [[nodiscard]] engine::Vec3d center() const { return m_pivot.value_or(pivot()); }

    [[nodiscard]] bool isPivotUnder(const PointerEvent& event) const;

    /// The axis of the ring under the pointer.
    [[nodiscard]] std::optional<int> ringUnder(const PointerEvent& event) const;

    std::optional<engine::Vec3d> m_pivot; ///< where it was put by hand
    engine::Connections m_connections;
};

/// id "scale", key S: handles on the sides, edges and corners of the selection's box. The opposite
/// side stays; Alt keeps the middle, Shift the proportions. In 3D edges and corners always keep
/// them.
class ScaleTool final : public TransformTool
{
public:
    using TransformTool::TransformTool;

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

protected:
    engine::Result<void>
    applyTyped(TransformSubject& subject, Transaction& transaction, double number) override;
    [[nodiscard]] std::string label() const override;
};
} // namespace editor

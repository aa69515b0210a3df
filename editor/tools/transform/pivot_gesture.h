#pragma once

#include "editor/tools/gestures/number_input.h"
#include "editor/tools/gestures/snap_target.h"

namespace editor
{
/// Drags the point that things turn about: in the plane of a 2D view, in 3D along the floor, with
/// Alt up and down. It goes to grid places; V has it go to corners of brushes. A typed number is
/// the exact way along the axis moved most.
class PivotGesture final : public Gesture
{
public:
    /// `pivot` is written while dragging and gets its old value back if this is not committed.
    PivotGesture(EditorApi& editor, std::optional<engine::Vec3d>& pivot, const engine::Vec3d& from);
    ~PivotGesture() override;

    engine::Result<void> update(const PointerEvent& event) override;

    void commit() override { m_committed = true; }

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;

private:
    void follow(const PointerEvent& event);

    EditorApi& m_editor;
    std::optional<engine::Vec3d>& m_pivot;
    std::optional<engine::Vec3d> m_before;
    engine::Vec3d m_from;
    engine::Vec3d m_at; ///< where the pointer has it
    NumberInput m_number;
    bool m_toVertices = false;
    bool m_committed = false;
};
} // namespace editor

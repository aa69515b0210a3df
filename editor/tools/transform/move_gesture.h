#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/drag_way.h"
#include "editor/tools/transform/transform_drag.h"

#include <memory>
#include <optional>

namespace editor
{
enum class MoveKind
{
    Move,
    Duplicate ///< leaves the originals where they are and selects the copies
};

/// Drags the selected objects the way of DragWay. Snapped to corners, the moved corner nearest to
/// the grabbed point goes to the one under the pointer; to faces, the moved things' box.
class MoveGesture final : public Gesture
{
public:
    /// `grabbed` is the place under the pointer at the press.
    MoveGesture(EditorApi& editor,
                const engine::Vec3d& grabbed,
                MoveKind kind,
                std::optional<int> axis = std::nullopt);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    engine::Result<void> apply();
    [[nodiscard]] DragWay::Grip grip() const;

    EditorApi& m_editor;
    MoveKind m_kind;
    std::vector<engine::EntityId> m_entities;
    std::shared_ptr<std::vector<engine::EntityId>> m_copies;
    engine::Vec3d m_done{0}; ///< how far they are from where they were
    DragWay m_way;
    TransformDrag m_drag;
};

/// "2 objects" or "1 object".
[[nodiscard]] std::string countText(std::size_t count);
} // namespace editor

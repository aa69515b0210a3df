#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/drag_way.h"
#include "editor/tools/snap_target.h"

#include <optional>

namespace editor
{
enum class MoveKind
{
    Move,
    Duplicate ///< leaves the originals where they are and selects the copies
};

/// Drags the selected objects the way of DragWay. V snaps to corners instead of the grid (the moved
/// corner nearest to the grabbed point goes to the corner under the pointer), then to faces (the
/// side of the moved things' box is put against the face under the pointer), then to the grid
/// again.
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
    [[nodiscard]] engine::Vec3d way() const;
    engine::Result<void> apply();
    void nextSnapping();

    /// The way to what is under the pointer; nullopt where there is nothing to snap to.
    [[nodiscard]] std::optional<engine::Vec3d> findTarget(const PointerEvent& event) const;
    [[nodiscard]] engine::Vec3d wayToPlane(const SnapPlane& plane) const;

    EditorApi& m_editor;
    MoveKind m_kind;
    std::vector<engine::EntityId> m_entities;
    std::vector<engine::EntityId> m_copies;
    DragWay m_drag;
    SnapKind m_snap = SnapKind::Grid;
    Excluded m_moved;                     ///< known once it snaps to something else than the grid
    engine::Aabb m_bounds;                ///< likewise; of what is moved, at the press
    engine::Vec3d m_corner{0};            ///< the corner that goes to others
    std::optional<engine::Vec3d> m_found; ///< the way to what is snapped to
    Transaction m_transaction;
};

/// "2 objects" or "1 object".
[[nodiscard]] std::string countText(std::size_t count);
} // namespace editor

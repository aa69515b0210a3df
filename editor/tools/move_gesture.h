#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/number_input.h"
#include "editor/tools/snap_target.h"

#include <optional>

namespace editor
{
enum class MoveKind
{
    Move,
    Duplicate ///< leaves the originals where they are and selects the copies
};

/// Drags the selected objects: in the plane of a 2D view; in 3D in the horizontal plane through the
/// grabbed point, with Alt held up and down. Snaps the way moved, not the place, to the grid. Shift
/// keeps to the axis moved most along; X, Y or Z keeps to that axis; a typed number is the exact
/// way. V snaps to corners instead (the moved corner nearest to the grabbed point goes to the
/// corner under the pointer), then to faces (the side of the moved things' box is put against the
/// face under the pointer), then to the grid again.
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
    void follow(const PointerEvent& event);
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
    engine::Vec3d m_grabbed;
    engine::Vec3d m_raw{0}; ///< how far the pointer went, unsnapped
    engine::Grid m_grid;
    SnapKind m_snap = SnapKind::Grid;
    Excluded m_moved;                     ///< known once it snaps to something else than the grid
    engine::Aabb m_bounds;                ///< likewise; of what is moved, at the press
    engine::Vec3d m_corner{0};            ///< the corner that goes to others
    std::optional<engine::Vec3d> m_found; ///< the way to what is snapped to
    std::optional<int> m_axis;
    bool m_keepToMajor = false;
    NumberInput m_number;
    Transaction m_transaction;
};

/// "2 objects" or "1 object".
[[nodiscard]] std::string countText(std::size_t count);
} // namespace editor

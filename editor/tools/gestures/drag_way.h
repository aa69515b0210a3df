#pragma once

#include "editor/tools/gestures/number_input.h"
#include "editor/tools/gestures/snap_target.h"

#include <optional>

namespace editor
{
/// How far something that was grabbed is dragged: in the plane of a 2D view; in 3D in the
/// horizontal plane through the grabbed point, with Alt held up and down. The way snaps to the
/// grid, not the place. Shift keeps to the axis moved most along; X, Y or Z keeps to that axis; a
/// typed number is the exact way. V snaps to corners instead of the grid (the grip's corner goes to
/// the one under the pointer), then to faces (the side of the grip's box is put against the face
/// under the pointer), then to the grid again.
class DragWay
{
public:
    DragWay(const engine::Vec3d& grabbed,
            const engine::Grid& grid,
            std::optional<int> axis = std::nullopt);

    void follow(const PointerEvent& event, const Document& document);

    /// What is dragged, as it was at the press.
    struct Grip
    {
        Excluded moved;          ///< not snapped to
        engine::Aabb bounds;     ///< whose sides go to faces
        engine::Vec3d corner{0}; ///< goes to corners
    };

    /// V: the next kind of snapping; follow() finds what is there.
    void snapToNext(Grip grip);

    /// "  to faces": the end of a measure.
    [[nodiscard]] const char* snapText() const { return editor::snapText(m_snap); }

    /// True if the key was an axis or part of a number.
    bool key(const KeyEvent& event);

    [[nodiscard]] const engine::Vec3d& grabbed() const { return m_grabbed; }

    [[nodiscard]] engine::Vec3d way() const;

    /// A line from where it was grabbed to where it is, with a label.
    void draw(engine::DebugDraw& draw, const engine::Vec3d& way, const std::string& label) const;

private:
    void followPlace(const PointerEvent& event);

    /// The way to what is under the pointer; nullopt where there is nothing to snap to.
    [[nodiscard]] std::optional<engine::Vec3d> findTarget(const PointerEvent& event,
                                                          const Document& document) const;
    [[nodiscard]] engine::Vec3d wayToPlane(const SnapPlane& plane) const;

    engine::Vec3d m_grabbed;
    engine::Vec3d m_raw{0}; ///< how far the pointer went, without the grid and the axis
    engine::Grid m_grid;
    std::optional<int> m_axis;
    bool m_keepToMajor = false;
    NumberInput m_number;
    SnapKind m_snap = SnapKind::Grid;
    Grip m_grip;
    std::optional<engine::Vec3d> m_found; ///< the way to what is snapped to
};

/// "X 0.5  Y -2 m".
[[nodiscard]] std::string wayText(const engine::Vec3d& way);
} // namespace editor

#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/gestures/snap_target.h"

#include <array>
#include <optional>

namespace editor
{
/// Drawing a box by hand, as the box and shape tools share it: a drag gives the base, then the
/// pointer or a typed number the height.
///
/// In a 2D view the base lies in the view's plane and the height goes along the view, so the box is
/// complete at release. In 3D the base is on the surface under the pointer (the floor y = 0 in the
/// void) and the height comes after the release, unless it was typed, dragged with Alt (which holds
/// the base) or follows from a cube. Shift draws a square, Shift+Alt a cube. A typed number is the
/// height; "4 X 2" are the sides of the base in the order of the axes, and "4 X 2 X 3" all three. V
/// snaps the dragged corner to corners of brushes instead of the grid, then to faces, then back.
class BoundsDrag
{
public:
    /// `height` and, in 2D, `depthFrom` are metres for as long as nothing else tells. nullopt where
    /// a 3D view shows no surface near enough.
    [[nodiscard]] static std::optional<BoundsDrag>
    start(const PointerEvent& event, double height, double depthFrom);

    /// The base follows the pointer. `drawn` are brushes of what is being drawn, if any.
    engine::Result<void>
    drag(const PointerEvent& event, const Document& document, const Excluded& drawn = {});

    /// After the drag, in 3D: the height does.
    void lift(const PointerEvent& event);

    /// A typed measure, or V, during the drag.
    bool key(const KeyEvent& event);

    /// A typed height, after it.
    bool heightKey(const KeyEvent& event);

    [[nodiscard]] engine::Aabb box() const;

    /// Without the height, for a drag in 3D that has none yet.
    [[nodiscard]] const engine::Aabb& base() const { return m_base; }

    void setBox(const engine::Aabb& box);

    /// Nothing is left to be told after the release.
    [[nodiscard]] bool hasHeight() const;

    /// "  to faces": the end of a measure.
    [[nodiscard]] const char* snapText() const { return editor::snapText(m_snap); }

    /// Metres, above 0; for the next box.
    [[nodiscard]] double height() const { return box().size()[m_axis]; }

private:
    void layBase();

    /// From m_from to m_corner; where it would be flat one grid cell (without a grid 1 cm) wide.
    [[nodiscard]] engine::Aabb rectangle() const;
    [[nodiscard]] std::optional<double> typedHeight() const;

    bool m_flat = false; ///< in a 2D view
    int m_axis = 1;      ///< of the height
    double m_side = 1;   ///< 1 or -1: which way it goes along that
    double m_height = 0;
    bool m_lifted = false; ///< the height was dragged
    bool m_cube = false;
    engine::Grid m_grid;
    engine::Plane m_surface;
    engine::Vec3d m_from{0};
    engine::Vec3d m_to{0};
    engine::Vec3d m_corner{0}; ///< of the base: m_to on the grid, or what it snaps to
    SnapKind m_snap = SnapKind::Grid;
    engine::Aabb m_base;                ///< flat along the axis
    std::array<NumberInput, 3> m_typed; ///< the height, or two sides and then the height
    std::size_t m_field = 0;            ///< which of them is being typed
    bool m_square = false;
};

/// A plane along two axes at a place of the level: the surface under the pointer, upright and on
/// the grid on slopes, or the floor y = 0; and that place, unsnapped. nullopt where there is
/// neither near.
[[nodiscard]] std::optional<std::pair<engine::Plane, engine::Vec3d>>
surfaceUnder(const PointerEvent& event);

/// Where things drawn in a 2D view from `place` on, on the grid, start along it: the lower side of
/// what is selected, else of the object `last` if it is still there, and in the top view on top of
/// it if it is a floor, or below it if it is a ceiling; else the floor in the top view, and 0 in
/// the others.
[[nodiscard]] double depthOfNewThings(const Document& document,
                                      engine::EntityId last,
                                      int depthAxis,
                                      const engine::Vec3d& place);

/// Whether the place is within something flat, seen from above: a floor to stand on. What begins at
/// its edge lies beside it.
[[nodiscard]] bool isOnFloor(const engine::Aabb& box, const engine::Vec3d& place);
} // namespace editor

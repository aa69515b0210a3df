#pragma once

#include "editor/tools/number_input.h"

#include <optional>

namespace editor
{
/// How far something that was grabbed is dragged: in the plane of a 2D view; in 3D in the
/// horizontal plane through the grabbed point, with Alt held up and down. The way snaps to the
/// grid, not the place. Shift keeps to the axis moved most along; X, Y or Z keeps to that axis; a
/// typed number is the exact way.
class DragWay
{
public:
    DragWay(const engine::Vec3d& grabbed,
            const engine::Grid& grid,
            std::optional<int> axis = std::nullopt);

    void follow(const PointerEvent& event);

    /// True if the key was an axis or part of a number.
    bool key(const KeyEvent& event);

    [[nodiscard]] const engine::Vec3d& grabbed() const { return m_grabbed; }

    [[nodiscard]] engine::Vec3d way() const;

    /// As above, but to a place that was snapped to (a way from the grabbed point) instead of the
    /// grid; a typed number still wins.
    [[nodiscard]] engine::Vec3d wayTo(const engine::Vec3d& found) const;

    /// How far the pointer went, without the grid and the axis.
    [[nodiscard]] const engine::Vec3d& raw() const { return m_raw; }

    /// raw() on the grid.
    [[nodiscard]] engine::Vec3d onGrid() const { return m_grid.snap(m_raw); }

    /// A line from where it was grabbed to where it is, with a label.
    void draw(engine::DebugDraw& draw, const engine::Vec3d& way, const std::string& label) const;

private:
    engine::Vec3d m_grabbed;
    engine::Vec3d m_raw{0};
    engine::Grid m_grid;
    std::optional<int> m_axis;
    bool m_keepToMajor = false;
    NumberInput m_number;
};

/// "X 0.5  Y -2 m".
[[nodiscard]] std::string wayText(const engine::Vec3d& way);
} // namespace editor

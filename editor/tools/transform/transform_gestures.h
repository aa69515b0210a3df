#pragma once

#include "editor/tools/gestures/number_input.h"
#include "editor/tools/gestures/snap_target.h"
#include "editor/tools/transform/transform_drag.h"

namespace editor
{
/// Degrees of one step while the grid is on.
inline constexpr double RotationStep = 15;

/// Turns a subject about one axis of the world; a typed number is degrees.
class RotateGesture final : public Gesture
{
public:
    RotateGesture(EditorApi& editor,
                  std::unique_ptr<TransformSubject> subject,
                  const PointerEvent& event,
                  const engine::Vec3d& pivot,
                  int axis);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    /// Of the pointer about the axis; nullopt where the view sees the ring from its edge.
    [[nodiscard]] std::optional<double> angleOf(const PointerEvent& event) const;
    [[nodiscard]] double angle() const; ///< radians
    engine::Result<void> apply();

    engine::Vec3d m_pivot;
    int m_axis;
    std::optional<double> m_last; ///< the pointer's angle at the last event
    double m_raw = 0;             ///< radians turned so far; more than a full turn counts
    bool m_snaps = true;
    NumberInput m_number;
    TransformDrag m_drag;
};

/// A handle of a box: -1, 0 or 1 along each axis from the middle.
struct BoxHandle
{
    engine::Vec3d side{0};

    [[nodiscard]] engine::Vec3d on(const engine::Aabb& box) const
    {
        return box.center() + side * box.size() * 0.5;
    }

    [[nodiscard]] int axes() const
    {
        return static_cast<int>(std::abs(side.x) + std::abs(side.y) + std::abs(side.z));
    }
};

/// Those that a view shows: all 26 in 3D, the 8 of its rectangle in 2D; none along an axis on which
/// the box is flat.
[[nodiscard]] std::vector<BoxHandle> boxHandles(ViewKind view, const engine::Aabb& box);

/// The one that is nearest to the pointer and near enough to be grabbed; none of an empty box.
[[nodiscard]] std::optional<BoxHandle>
handleUnder(const PointerEvent& event, std::span<const BoxHandle> handles, const engine::Aabb& box);

/// Stretches a subject by one handle of its box; a typed number is the factor. V goes from the grid
/// to corners and faces of what is not selected.
class ScaleGesture final : public Gesture
{
public:
    ScaleGesture(EditorApi& editor,
                 std::unique_ptr<TransformSubject> subject,
                 const engine::Aabb& box,
                 const BoxHandle& handle);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] engine::Vec3d anchor() const;
    [[nodiscard]] engine::Vec3d factors() const;
    [[nodiscard]] engine::Aabb scaledBox() const;
    engine::Result<void> apply();

    const Document& m_document;
    engine::Aabb m_box; ///< at the press
    BoxHandle m_handle;
    engine::Vec3d m_to; ///< where the handle is dragged to, snapped
    engine::Grid m_grid;
    SnapKind m_snap = SnapKind::Grid;
    Excluded m_scaled; ///< not snapped to
    bool m_proportional = false;
    bool m_aboutCenter = false;
    NumberInput m_number;
    TransformDrag m_drag;
};
} // namespace editor

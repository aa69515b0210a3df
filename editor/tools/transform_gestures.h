#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/number_input.h"

namespace editor
{
/// Degrees of one step while the grid is on.
inline constexpr double RotationStep = 15;

/// Turns the selection about one axis of the world; a typed number is degrees.
class RotateGesture final : public Gesture
{
public:
    RotateGesture(EditorApi& editor,
                  const PointerEvent& event,
                  const engine::Vec3d& pivot,
                  int axis);

    engine::Result<void> update(const PointerEvent& event) override;

    void commit() override { m_transaction.commit(); }

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    /// Of the pointer about the axis; nullopt where the view sees the ring from its edge.
    [[nodiscard]] std::optional<double> angleOf(const PointerEvent& event) const;
    [[nodiscard]] double angle() const; ///< radians
    engine::Result<void> apply();

    EditorApi& m_editor;
    std::vector<engine::EntityId> m_entities;
    engine::Vec3d m_pivot;
    int m_axis;
    std::optional<double> m_last; ///< the pointer's angle at the last event
    double m_raw = 0;             ///< radians turned so far; more than a full turn counts
    bool m_snaps = true;
    NumberInput m_number;
    Transaction m_transaction;
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

/// Those that a view shows: all 26 in 3D, the 8 of its rectangle in 2D.
[[nodiscard]] std::vector<BoxHandle> boxHandles(ViewKind view);

/// Stretches the selection by one handle of its box; a typed number is the factor.
class ScaleGesture final : public Gesture
{
public:
    ScaleGesture(EditorApi& editor, const engine::Aabb& box, const BoxHandle& handle);

    engine::Result<void> update(const PointerEvent& event) override;

    void commit() override { m_transaction.commit(); }

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] engine::Vec3d anchor() const;
    [[nodiscard]] engine::Vec3d factors() const;
    [[nodiscard]] engine::Aabb scaledBox() const;
    engine::Result<void> apply();

    EditorApi& m_editor;
    std::vector<engine::EntityId> m_entities;
    engine::Aabb m_box; ///< at the press
    BoxHandle m_handle;
    engine::Vec3d m_to; ///< where the handle is dragged to
    engine::Grid m_grid;
    bool m_proportional = false;
    bool m_aboutCenter = false;
    NumberInput m_number;
    Transaction m_transaction;
};
} // namespace editor

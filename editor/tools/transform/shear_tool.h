#pragma once

#include "editor/tools/transform/transform_gestures.h"
#include "editor/tools/transform/transform_tool.h"

namespace editor
{
/// Slants a subject by one side of its box; a typed number is the way in metres.
class ShearGesture final : public Gesture
{
public:
    /// `handle` is a side of the box, which has some size across it.
    ShearGesture(EditorApi& editor,
                 std::unique_ptr<TransformSubject> subject,
                 const engine::Aabb& box,
                 const BoxHandle& handle);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    /// How far the side goes, metres.
    [[nodiscard]] engine::Vec3d way() const;
    engine::Result<void> apply();

    engine::Aabb m_box; ///< at the press
    BoxHandle m_handle;
    int m_axis; ///< that the side stands across
    engine::Vec3d m_raw{0};
    engine::Grid m_grid;
    bool m_keepToMajor = false;
    NumberInput m_number;
    TransformDrag m_drag;
};

/// id "shear", key Shift+S: handles on the sides of the selection's box. A dragged side slides in
/// its own plane and the opposite one stays: upright sides go along the floor, with Alt up and down
/// (3D); top and bottom go anywhere, with Shift along one axis.
class ShearTool final : public TransformTool
{
public:
    using TransformTool::TransformTool;

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

protected:
    /// The top goes along the axis, by so many metres; along Y the +X side does.
    engine::Result<void>
    applyTyped(TransformSubject& subject, Transaction& transaction, double number) override;
    [[nodiscard]] std::string label() const override;
};
} // namespace editor

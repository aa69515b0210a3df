#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/select/pick_target.h"

namespace editor
{
/// What dragging a face does.
enum class FaceDrag
{
    Extrude, ///< pulls it along its normal
    Split,   ///< outwards a new brush continues the shape, inwards the brush is cut there
    Stamp,   ///< a new brush straight out of the face
    Slide    ///< moves it sideways, which skews the brush: in the 2D view's plane, in 3D in its own
};

/// By the keys held at a press with Shift: Ctrl splits, Alt slides, both stamp.
[[nodiscard]] FaceDrag faceDragOf(const PointerEvent& event);

/// Drags a face of a selected brush, together with the faces of other selected brushes that lie in
/// the same plane and look the same way; when it is pulled, also with those that it lies against,
/// so that walls that brushes share stay shared (not with those that follow it in another linked
/// copy). Snaps to the grid: the way, or the place if that is nearer and the face lies along the
/// grid. Stops where a neighbouring face would vanish. A typed number is the exact way, in or out
/// as the pointer goes; a minus turns it round. New brushes are selected at the end.
class FaceGesture final : public Gesture
{
public:
    FaceGesture(EditorApi& editor, const GrabbedFace& grabbed, FaceDrag kind = FaceDrag::Extrude);

    engine::Result<void> update(const PointerEvent& event) override;

    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    void follow(const PointerEvent& event);
    [[nodiscard]] double way() const;
    [[nodiscard]] engine::Vec3d sideways() const;
    engine::Result<void> apply();
    engine::Result<void> dragBy(Transaction& transaction, double distance);

    EditorApi& m_editor;
    FaceDrag m_kind;
    std::vector<engine::FaceRef> m_faces;
    std::vector<engine::FaceRef> m_against; ///< on the other side of shared walls
    std::vector<engine::EntityId> m_made;   ///< by the last way that was possible
    engine::Plane m_plane;                  ///< at the press
    engine::Vec3d m_grabbed;
    double m_raw = 0;
    engine::Vec3d m_rawSideways{0};
    engine::Vec3d m_done{0}; ///< the last way that was possible
    engine::Grid m_grid;
    NumberInput m_number;
    Transaction m_transaction;
};
} // namespace editor

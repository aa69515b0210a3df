#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/number_input.h"
#include "editor/tools/pick_target.h"

namespace editor
{
/// Pulls a face of a selected brush along its normal, together with the faces of other selected
/// brushes that lie in the same plane and look the same way. Snaps to the grid: the way, or the
/// place if that is nearer and the face lies along the grid. Stops where a neighbouring face would
/// vanish. A typed number is the exact way, outwards positive.
class FaceGesture final : public Gesture
{
public:
    FaceGesture(EditorApi& editor, const GrabbedFace& grabbed);

    engine::Result<void> update(const PointerEvent& event) override;

    void commit() override { m_transaction.commit(); }

    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] double way() const;
    engine::Result<void> apply();

    EditorApi& m_editor;
    std::vector<engine::FaceRef> m_faces;
    engine::Plane m_plane; ///< at the press
    engine::Vec3d m_grabbed;
    double m_raw = 0;
    double m_done = 0; ///< the last way that was possible
    engine::Grid m_grid;
    NumberInput m_number;
    Transaction m_transaction;
};
} // namespace editor

#pragma once

#include "editor/api/editor_api.h"

namespace editor
{
/// The rectangle that selects: drawn to the right what is wholly inside, to the left all that it
/// touches. Ctrl adds to what is selected.
class BoxSelectGesture final : public Gesture
{
public:
    BoxSelectGesture(EditorApi& editor, const PointerEvent& start);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] bool touches() const { return m_now.position.x < m_start.position.x; }

    /// Objects, not what is inside closed groups.
    [[nodiscard]] std::vector<engine::EntityId> caught() const;

    EditorApi& m_editor;
    PointerEvent m_start;
    PointerEvent m_now;
};
} // namespace editor

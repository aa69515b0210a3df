#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/drag_way.h"
#include "editor/tools/gestures/handle_set.h"

namespace editor
{
/// Drags the chosen handles. Vertices that are pushed inside vanish, for good if the drag ends
/// there. Shows the way, and how long the edges at the moved corners are.
class HandleGesture final : public Gesture
{
public:
    /// `grabbed` is the place of the handle under the pointer; `axis` the one to keep to, if any.
    HandleGesture(EditorApi& editor,
                  HandleSet& handles,
                  const engine::Vec3d& grabbed,
                  std::optional<int> axis = std::nullopt);
    ~HandleGesture() override;

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    engine::Result<void> apply();
    [[nodiscard]] DragWay::Grip grip() const;
    void drawEdgeLengths(engine::DebugDraw& draw) const;

    EditorApi& m_editor;
    HandleSet& m_handles;
    std::vector<EntityId> m_brushes;
    std::vector<ShapeHandle> m_start; ///< what is dragged, where it was
    Excluded m_moving;                ///< brushes that had it; it may vanish out of them
    std::vector<ShapeHandle> m_now;
    engine::Vec3d m_done{0}; ///< the last way that was possible
    DragWay m_way;
    bool m_isCommitted = false;
    Transaction m_transaction;
};

/// Pulls a new vertex out of an edge or a face, which is then the chosen one.
class AddVertexGesture final : public Gesture
{
public:
    AddVertexGesture(EditorApi& editor,
                     HandleSet& handles,
                     ShapeHandle on,
                     const engine::Vec3d& place);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    engine::Result<void> apply();

    EditorApi& m_editor;
    HandleSet& m_handles;
    std::vector<EntityId> m_brushes;
    ShapeHandle m_on;
    engine::Vec3d m_done{0};
    DragWay m_way;
    Transaction m_transaction;
};
} // namespace editor

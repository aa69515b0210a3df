#pragma once

#include "editor/document/document.h"
#include "editor/operations/brush/vertex_operations.h"
#include "editor/tools/gestures/handle.h"

#include <functional>
#include <optional>

namespace editor
{
/// The vertices, edges or faces of the selected brushes, and which of them are chosen. Chosen ones
/// are known by their places, so that they stay chosen when brushes change around them.
class HandleSet
{
public:
    HandleSet(Document& document, HandleKind kind);

    [[nodiscard]] HandleKind kind() const { return m_kind; }

    /// Of the selected objects and below them; or whose faces are selected. Among vertices also the
    /// curved patches.
    [[nodiscard]] const std::vector<EntityId>& brushes() const;

    [[nodiscard]] const std::vector<ShapeHandle>& all() const;

    /// Those of all() that are chosen, in their order.
    [[nodiscard]] std::vector<ShapeHandle> chosen() const;

    [[nodiscard]] bool isChosen(const ShapeHandle& handle) const;

    [[nodiscard]] bool hasChosen() const { return !chosen().empty(); }

    void choose(std::vector<ShapeHandle> handles);
    void toggle(std::span<const ShapeHandle> handles);

    void clear() { choose({}); }

    /// What the pointer takes hold of: in 3D one handle, the nearer of two at one place; in 2D all
    /// that lie behind each other there. Empty if there is none.
    [[nodiscard]] std::vector<ShapeHandle> under(const PointerEvent& event) const;

    /// Those whose place the view shows somewhere that `isWanted` says yes to. Pixels.
    [[nodiscard]] std::vector<ShapeHandle>
    shownWhere(const PointerEvent& event,
               const std::function<bool(const engine::Vec2d&)>& isWanted) const;

    void draw(engine::DebugDraw& draw, std::span<const ShapeHandle> hovered) const;

private:
    void rebuild() const;
    void markChosen() const;
    [[nodiscard]] std::optional<double> pixelsTo(const PointerEvent& event,
                                                 const ShapeHandle& handle) const;
    [[nodiscard]] bool
    isBehind(const PointerEvent& event, const ShapeHandle& handle, const ShapeHandle& front) const;
    [[nodiscard]] std::optional<ShapeHandle> faceUnder(const PointerEvent& event) const;

    Document& m_document;
    HandleKind m_kind;
    std::vector<ShapeHandle> m_chosen;
    mutable bool m_isCurrent = false;
    mutable std::vector<EntityId> m_brushes;
    mutable std::vector<ShapeHandle> m_all;
    mutable std::vector<char> m_isChosen; ///< by index into m_all
    engine::Connections m_connections;
};
} // namespace editor

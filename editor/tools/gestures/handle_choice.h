#pragma once

#include "editor/tools/gestures/handle_set.h"

#include <optional>

namespace editor
{
/// The handles that were chosen when the vertex, edge or face tool was left. The transform tools
/// then work on them instead of on whole objects, until something else is selected, the selection
/// tool is taken or Esc drops them; the handle tool has them again when it comes back.
class HandleChoice
{
public:
    explicit HandleChoice(Document& document);

    void keep(HandleKind kind, std::vector<ShapeHandle> handles);

    void drop() { m_set.reset(); }

    /// Null if none are chosen, or none of them are there any more.
    [[nodiscard]] HandleSet* handles();

private:
    Document& m_document;
    std::optional<HandleSet> m_set;
    engine::Connections m_connections;
};
} // namespace editor

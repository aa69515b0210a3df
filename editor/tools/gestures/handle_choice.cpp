#include "editor/tools/gestures/handle_choice.h"

namespace editor
{
HandleChoice::HandleChoice(Document& document) : m_document{document}
{
    m_connections += document.selection().changed.connect([this] {
        if (!m_document.isEditing()) // a drag may be working on them
            drop();
    });
}

void HandleChoice::keep(HandleKind kind, std::vector<ShapeHandle> handles)
{
    drop();
    if (!handles.empty())
        m_set.emplace(m_document, kind).choose(std::move(handles));
}

HandleSet* HandleChoice::handles()
{
    return m_set && m_set->hasChosen() ? &*m_set : nullptr;
}
} // namespace editor

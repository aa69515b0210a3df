#include "editor/tools/transform/transform_drag.h"

#include "editor/document/step_in_parts.h"

namespace editor
{
using engine::Result;

TransformDrag::TransformDrag(EditorApi& editor,
                             std::unique_ptr<TransformSubject> subject,
                             const std::string& verb,
                             Divisible divisible)
    : m_editor{editor}
    , m_subject{std::move(subject)}
    , m_label{verb + " " + m_subject->name()}
    , m_divisible{divisible}
    , m_isOutlined{m_subject->objectCount() > StepInParts::ManyObjects}
    , m_transaction{editor.document().begin(m_label)} // outlined, too: nobody else edits meanwhile
{
}

TransformDrag::~TransformDrag()
{
    if (m_isCommitted)
        return;
    m_subject->cancel();
    if (m_isOutlined)
        m_editor.showSelectionMoved({});
}

Result<void> TransformDrag::show(const Edit& edit, const engine::Mat4d& moved)
{
    if (!m_isOutlined)
        return m_transaction->replace(
            [&](Transaction& transaction) { return edit(*m_subject, transaction); });
    m_shown.reset();
    if (moved != engine::Mat4d{1})
        m_shown = edit;
    m_editor.showSelectionMoved(moved);
    return {};
}

void TransformDrag::commit(std::function<void()> done)
{
    m_isCommitted = true;
    if (m_isOutlined)
        return commitOutlined(std::move(done));
    m_transaction->commit();
    if (done)
        done();
}

void TransformDrag::commitOutlined(std::function<void()> done)
{
    m_transaction.reset();
    if (!m_shown)
        return m_editor.showSelectionMoved({});
    auto objects = m_subject->objects();
    if (m_divisible == Divisible::No)
        objects.resize(1); // one part, whichever object it is said of
    m_editor.runOn(
        m_label, objects,
        [edit = *m_shown, subject = m_subject, divisible = m_divisible](
            Transaction& transaction, std::span<const engine::EntityId> some) {
            return divisible == Divisible::Yes ? edit(*subject->ofSome(some), transaction)
                                               : edit(*subject, transaction);
        },
        std::move(done));
}
} // namespace editor

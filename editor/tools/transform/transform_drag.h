#pragma once

#include "editor/tools/transform/transform_subject.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace editor
{
/// What a drag does to a subject, done anew at each move. Few objects are changed for real. Of
/// thousands the views show the outlines where they would go, and the change is made when the drag
/// ends, in parts. One that ends without commit() takes everything back.
class TransformDrag
{
public:
    /// Starts from how things were at the press. It may be called after the drag, for some of the
    /// objects at a time.
    using Edit = std::function<engine::Result<void>(TransformSubject&, Transaction&)>;

    enum class Divisible
    {
        Yes,
        No ///< the edit is about all of the subject's objects
    };

    /// `verb` is the start of the step's label, such as "Rotate".
    TransformDrag(EditorApi& editor,
                  std::unique_ptr<TransformSubject> subject,
                  const std::string& verb,
                  Divisible divisible = Divisible::Yes);
    ~TransformDrag();

    TransformDrag(const TransformDrag&) = delete;
    TransformDrag& operator=(const TransformDrag&) = delete;

    /// In place of what was shown before. `moved` is where the edit brings the world's places.
    engine::Result<void> show(const Edit& edit, const engine::Mat4d& moved);

    /// `done` is called when the step is in the history, if there is one.
    void commit(std::function<void()> done = {});

    /// Whether only outlines follow the pointer; the objects are where they were.
    [[nodiscard]] bool isOutlined() const { return m_isOutlined; }

private:
    void commitOutlined(std::function<void()> done);

    EditorApi& m_editor;
    std::shared_ptr<TransformSubject> m_subject;
    std::string m_label;
    Divisible m_divisible;
    bool m_isOutlined;
    bool m_isCommitted = false;
    std::optional<Edit> m_shown; ///< what the outlines show
    std::optional<Transaction> m_transaction;
};
} // namespace editor

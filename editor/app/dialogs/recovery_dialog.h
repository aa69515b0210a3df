#pragma once

#include "editor/document/journal.h"

#include <QDialog>

namespace editor
{
/// Offers unsaved work that a dead program left: which file, from when, and what it changes. What
/// a quick Enter or Esc does is leave it for the next time.
class RecoveryDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Answer
    {
        Later,
        Recover,
        Discard
    };

    RecoveryDialog(const Journal::Leftover& leftover, QWidget* parent);

    [[nodiscard]] Answer answer() const { return m_answer; }

private:
    void addPlace(const Journal::Leftover& leftover);
    void addSteps(const Journal::Leftover& leftover);
    void addWarnings(const Journal::Leftover& leftover);
    void addButtons();
    void addNote(const QString& text, const char* name, bool isWarning);

    Answer m_answer = Answer::Later;
};
} // namespace editor

#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/play/notes/note_folder.h"

#include <QImage>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QTextBrowser;

namespace editor
{
class ProjectNotes;

/// A picture of a note with its drawing, as large as there is room.
class NotePicture : public QWidget
{
    Q_OBJECT

public:
    explicit NotePicture(QWidget* parent = nullptr);

    void show(const QImage& picture, std::vector<engine::NoteStroke> drawing);
    using QWidget::show;

    QSize sizeHint() const override { return {320, 180}; }

Q_SIGNALS:
    void doubleClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QImage m_picture;
    std::vector<engine::NoteStroke> m_drawing;
};

/// The current note of the dock: its picture and words, state, assignee and answers, each of which
/// is a step when it is edited.
class NoteDetail : public QWidget
{
    Q_OBJECT

public:
    /// `project` is asked for the folder that pictures lie below.
    NoteDetail(ProjectNotes& notes,
               std::function<engine::fs::path()> project,
               QWidget* parent = nullptr);

    void refresh();

Q_SIGNALS:
    /// To the note's place and moment.
    void visitWanted();

private:
    QWidget* makeFields();
    void showPicture(const engine::StoredNote& stored);
    [[nodiscard]] QString wordsOf(const engine::StoredNote& stored) const;
    void addAnswer();

    ProjectNotes& m_notes;
    std::function<engine::fs::path()> m_project;
    NotePicture* m_picture = nullptr;
    QTextBrowser* m_words = nullptr;
    QComboBox* m_state = nullptr;
    QLineEdit* m_assignee = nullptr;
    QLineEdit* m_answer = nullptr;
    QWidget* m_fields = nullptr;
    std::string m_shownPicture; ///< its file
    engine::JobQueue m_jobs;    // last: its worker ends first
};
} // namespace editor

#pragma once

#include "editor/panels/notes/notes_model.h"
#include "engine_core/base/signal.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace editor
{
class EditorContext;
class NoteDetail;
class ProjectNotes;

/// The dock of notes: what testers and others noticed, to be filtered, sorted, answered and
/// visited.
class NotesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit NotesPanel(EditorContext& editor, QWidget* parent = nullptr);

private:
    QWidget* makeHeader();
    void makeList();
    QToolButton* makeMenu(QWidget* parent);
    QComboBox* choice(const QString& name, const QString& all, QWidget* parent);
    void applyFilter();
    void showNotes();
    void showCurrent();
    void visit();
    void importNotes();
    void exportNotes(const QString& filter, const QString& name);
    void exportSite();

    /// Those that are listed, in the order of the list.
    [[nodiscard]] std::vector<engine::StoredNote> listed() const;

    EditorContext& m_editor;
    ProjectNotes& m_notes;
    NotesModel* m_model = nullptr;
    NotesFilter* m_filter = nullptr;
    QLineEdit* m_text = nullptr;
    QComboBox* m_kind = nullptr;
    QComboBox* m_state = nullptr;
    QComboBox* m_scene = nullptr;
    QTreeView* m_list = nullptr;
    NoteDetail* m_detail = nullptr;
    std::vector<std::string> m_told; ///< problems of files, so that each is said once
    engine::Connections m_connections;
};
} // namespace editor

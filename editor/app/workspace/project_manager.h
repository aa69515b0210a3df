#pragma once

#include "editor/app/window/editor_context.h"

#include <QDialog>

class QLabel;
class QListWidget;

namespace editor
{
/// File > Project manager: known projects, New from a template, Import from a zip file, Open
/// Folder.
class ProjectManager : public QDialog
{
    Q_OBJECT

public:
    ProjectManager(EditorContext& context, QWidget* parent);

    /// Called with the chosen folder after the dialog has closed itself.
    std::function<void(const fs::path& folder)> openProject;

private:
    void refresh();
    void openSelected();
    void makeNew();
    void importZip();
    void openFolder();
    void finish(const fs::path& folder);
    void showError(const engine::Error& error);

    EditorContext& m_context;
    QListWidget* m_list = nullptr;
    QLabel* m_error = nullptr;
};
} // namespace editor

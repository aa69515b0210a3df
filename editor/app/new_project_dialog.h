#pragma once

#include "engine_core/base/files.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace editor
{
namespace fs = engine::fs;

/// Asks for the name, folder and template of a new project and makes it; for an import for name and
/// folder. What cannot be made is said in the dialog.
class NewProjectDialog : public QDialog
{
    Q_OBJECT

public:
    /// With an archive the project is unpacked from it, otherwise made from a template.
    explicit NewProjectDialog(const fs::path& archive, QWidget* parent);

    /// The project's folder after exec() was accepted.
    [[nodiscard]] const fs::path& folder() const { return m_made; }

private:
    void make();
    void update();
    [[nodiscard]] fs::path target() const;

    fs::path m_archive;
    fs::path m_made;
    QComboBox* m_template = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_parent = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_error = nullptr;
    QPushButton* m_create = nullptr;
};
} // namespace editor

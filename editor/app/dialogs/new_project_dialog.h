#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/base/jobs.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace editor
{
namespace fs = engine::fs;

/// Asks for the name, folder and template of a new project and makes it; for an import for name and
/// folder. Files are copied and unpacked on a worker: the dialog shows how far that is, and Cancel
/// stops it with nothing left behind. What cannot be made is said in the dialog.
class NewProjectDialog : public QDialog
{
    Q_OBJECT

public:
    /// With an archive the project is unpacked from it, otherwise made from a template.
    explicit NewProjectDialog(const fs::path& archive, QWidget* parent);

    /// Before exec(); an unknown name changes nothing.
    void chooseTemplate(const std::string& name);

    /// The project's folder after exec() was accepted.
    [[nodiscard]] const fs::path& folder() const { return m_made; }

    void reject() override; ///< stops first what is being made

private:
    void make();
    void finish(const engine::Result<engine::Project>& made);
    void showRunning(bool running);
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
    QProgressBar* m_progress = nullptr;
    QTimer m_timer;
    std::shared_ptr<engine::JobControl> m_job;
    engine::JobQueue m_jobs; ///< last: its worker ends first
};

/// "first_room" reads "First room".
[[nodiscard]] QString templateLabel(const std::string& templateName);
} // namespace editor

#pragma once

#include "engine_core/assets/project/project_trust.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPlainTextEdit;

namespace editor
{
/// What do the scripts of this project do? Their files and texts, to be read before somebody
/// decides; nothing is compiled for it.
class TrustDialog : public QDialog
{
    Q_OBJECT

public:
    TrustDialog(const engine::Project& project, QWidget* parent);

    /// What the user decided; nothing if the dialog was closed.
    [[nodiscard]] std::optional<engine::ScriptTrust> decision() const { return m_decision; }

private:
    void addFiles();
    void showFile(int row);
    void decide(engine::ScriptTrust permission);
    [[nodiscard]] QString introduction() const;

    engine::Project m_project;
    std::vector<engine::ProjectScript> m_scripts;
    QListWidget* m_files = nullptr;
    QPlainTextEdit* m_text = nullptr;
    std::optional<engine::ScriptTrust> m_decision;
};
} // namespace editor

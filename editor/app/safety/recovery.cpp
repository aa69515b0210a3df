#include "editor/app/dialogs/recovery_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/scene_views.h"

namespace editor
{
void MainWindow::offerRecovery()
{
    for (const auto& leftover : m_context->workspace().leftovers()) {
        RecoveryDialog dialog{leftover, this};
        dialog.exec();
        if (dialog.answer() == RecoveryDialog::Answer::Discard)
            Journal::discard(leftover);
        if (dialog.answer() == RecoveryDialog::Answer::Recover)
            return recoverWork(leftover); // one document holds one scene; the others come later
    }
}

void MainWindow::recoverWork(const Journal::Leftover& leftover)
{
    rememberViews(m_context->document().path(), *m_views);
    if (auto done = m_context->workspace().recover(leftover); !done)
        return showError(QString::fromStdString(done.error().message()));
    m_context->showMessage(MessageKind::Info, "Recovered the unsaved edits; save to keep them");
    showScene();
}
} // namespace editor

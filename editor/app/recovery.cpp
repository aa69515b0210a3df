#include "editor/app/main_window.h"
#include "editor/app/scene_views.h"

#include <QMessageBox>
#include <QPushButton>

namespace editor
{
void MainWindow::offerRecovery()
{
    auto& workspace = m_context->workspace();
    for (const auto& leftover : workspace.leftovers()) {
        const auto scene = leftover.scene.empty()
                               ? tr("a new scene")
                               : QString::fromStdString(leftover.scene.filename().string());
        QMessageBox box{
            QMessageBox::Question, tr("Unsaved work found"),
            tr("The editor ended without saving %1. All edits up to %2 can be recovered.")
                .arg(scene, QString::fromStdString(leftover.when)),
            QMessageBox::NoButton, this};
        if (leftover.isSceneNewer)
            box.setInformativeText(tr("The file on disk is newer than these edits and was written "
                                      "without them. Recovering leaves it alone; saving then "
                                      "replaces it."));
        box.setObjectName(QStringLiteral("recoveryOffer"));
        auto* recover = box.addButton(tr("Recover"), QMessageBox::AcceptRole);
        auto* later = box.addButton(tr("Later"), QMessageBox::RejectRole);
        auto* discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
        box.setDefaultButton(leftover.isSceneNewer ? later : recover);
        box.setEscapeButton(later);
        box.exec();
        if (box.clickedButton() == discard) {
            Journal::discard(leftover);
            continue;
        }
        if (box.clickedButton() != recover)
            continue;
        recoverWork(leftover);
        return; // one document holds one scene; the others are offered again at the next start
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

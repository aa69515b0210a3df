#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/views/viewport_widget.h"

#include <QDockWidget>
#include <QEventLoop>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>

namespace editor
{
namespace
{
/// Scenes that are read sooner are not worth a dialog. Milliseconds.
constexpr int ShowAfter = 300;

/// Outlives the wait for it: what was given up ends a moment later.
struct Reading
{
    std::optional<engine::Result<Workspace::ReadScene>> outcome;
    QPointer<QEventLoop> loop;
};
} // namespace

std::optional<Workspace::ReadScene>
MainWindow::readScene(const fs::path& file, const std::optional<engine::Project>& other)
{
    if (std::exchange(m_isReadingScene, true))
        return std::nullopt; // a timer or a script asks for another one meanwhile
    QEventLoop loop;
    const auto reading = std::make_shared<Reading>();
    reading->loop = &loop;
    const auto job = m_context->workspace().readScene(
        file,
        [reading](engine::Result<Workspace::ReadScene> scene) {
            reading->outcome.emplace(std::move(scene));
            if (reading->loop)
                reading->loop->quit();
        },
        other);
    QTimer::singleShot(ShowAfter, &loop, &QEventLoop::quit);
    // What is typed in this moment waits, and then belongs to the new scene or to the dialog.
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    const auto name = QString::fromStdString(file.filename().string());
    if (!reading->outcome) {
        if (!isVisible())
            show(); // at the start: no dialog without its window
        if (auto* view = m_play->view())
            view->releaseMouseCapture(); // the dialog is for the mouse, too
        QProgressDialog dialog{tr("Opening %1").arg(name), {}, 0, 0, this};
        // A key that was meant for the window must not stop it; Esc does.
        auto* stop = new QPushButton{tr("Stop"), &dialog};
        stop->setAutoDefault(false);
        stop->setFocusPolicy(Qt::NoFocus);
        dialog.setCancelButton(stop);
        dialog.setObjectName(QStringLiteral("openingScene"));
        dialog.setWindowModality(Qt::ApplicationModal);
        dialog.setMinimumDuration(0);
        connect(&dialog, &QProgressDialog::canceled, &loop, [&] {
            job->cancel();
            loop.quit();
        });
        dialog.show();
        loop.exec();
    }
    m_isReadingScene = false;
    if (!reading->outcome) {
        m_context->showMessage(MessageKind::Info,
                               "Opening " + file.filename().string() + " was stopped");
        return std::nullopt;
    }
    auto& scene = *reading->outcome;
    if (!scene) {
        forgetLastScene(file);
        showError(QString::fromStdString(scene.error().message()));
        if (auto* console = dock("console")) { // the sentence stays there, with line and column
            console->show();
            console->raise();
        }
        return std::nullopt;
    }
    return *std::move(scene);
}

std::optional<Workspace::ReadScene>
MainWindow::readSceneToOpen(const fs::path& file, const std::optional<engine::Project>& other)
{
    const auto& history = m_context->document().history();
    while (true) {
        const auto before = history.stateId();
        auto scene = readScene(file, other);
        if (!scene)
            return scene;
        if (!m_longSteps->endEdits())
            return std::nullopt;
        if (history.stateId() == before)
            return scene;
        if (!mayDiscard())
            return std::nullopt;
        if (stampOf(file) == scene->state.stamp)
            return scene;
        // The edits were saved to this very file: what was read is older.
    }
}
} // namespace editor

#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <algorithm>

namespace editor
{
/// By value: who asks may keep the path in the world that goes when the file is open.
void MainWindow::editPrefab(std::string path)
{
    const auto file = prefabLibrary(*m_context).fileOf(path);
    if (!file)
        return showError(QString::fromStdString(file.error().message()));
    auto& workspace = m_context->workspace();
    std::error_code ignored;
    if (fs::equivalent(*file, m_context->document().path(), ignored))
        return m_context->showMessage(MessageKind::Info,
                                      engine::prefabName(path) + " is open already");
    const auto waiting = workspace.waiting();
    const auto known = std::find_if(waiting.begin(), waiting.end(), [&](const auto& each) {
        return fs::equivalent(*file, each.file, ignored);
    });
    if (known != waiting.end())
        return comeBackTo(static_cast<std::size_t>(known - waiting.begin()));
    if (!m_longSteps->endEdits() || !mayStopBake())
        return;
    const auto held = workspace.holdBack();
    auto scene = readScene(*file);
    if (!scene || !m_longSteps->endEdits()) // one may have begun meanwhile
        return;
    m_play->stop();
    auto views = m_views->savePlaces();
    if (const auto opened = workspace.openAside(*std::move(scene)); !opened)
        return showError(QString::fromStdString(opened.error().message()));
    m_waitingViews.resize(waiting.size());
    m_waitingViews.push_back(std::move(views));
    m_context->showMessage(MessageKind::Info,
                           "Editing the prefab " + engine::prefabName(path) +
                               "; Edit > Back to the scene leads back, with everything kept there");
    showWholeScene();
}

void MainWindow::comeBackTo(std::size_t place)
{
    auto& workspace = m_context->workspace();
    for (auto left = workspace.waiting().size(); left > place; --left) {
        if (!mayLeave())
            return;
        comeBack();
        if (workspace.waiting().size() != left - 1)
            return; // refused
    }
}

void MainWindow::comeBack()
{
    auto& workspace = m_context->workspace();
    m_play->stop();
    m_context->toolBox().cancelGesture();
    if (const auto done = workspace.comeBack(); !done)
        return showError(QString::fromStdString(done.error().message()));
    const auto place = workspace.waiting().size();
    if (place >= m_waitingViews.size())
        return;
    m_views->restorePlaces(m_waitingViews[place]);
    m_waitingViews.resize(place);
    repaintViews();
}
} // namespace editor

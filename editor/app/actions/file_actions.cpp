#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/dialogs/new_project_dialog.h"
#include "editor/app/safety/file_guard.h"
#include "editor/app/safety/save_notices.h"
#include "editor/app/safety/trust_guard.h"
#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/scene_views.h"
#include "editor/app/workspace/project_manager.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/app/workspace/scene_files.h"
#include "editor/panels/level/calculate_light.h"
#include "editor/views/view_layout.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/memory.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/light/scene_light.h"

#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
/// The scene's own file, or else one in the project that is not there yet.
fs::path suggestedScene(MainWindow& window)
{
    const auto& open = window.context().document().path();
    if (open.string().ends_with(SceneEnding))
        return open;
    const auto folder = window.context().assets().project().sceneFolder();
    const auto name = sceneName(open);
    auto file = folder / (name + SceneEnding);
    std::error_code ignored;
    for (int i = 2; fs::exists(file, ignored); ++i)
        file = folder / fmt::format("{} {}{}", name, i, SceneEnding);
    return file;
}

fs::path askForSceneName(MainWindow& window)
{
    const auto suggested = suggestedScene(window);
    auto name = QString::fromStdString(
        askForFileToWrite(
            &window,
            {.title = MainWindow::tr("Save scene as"),
             .filters = MainWindow::tr("Scenes (*%1)").arg(QLatin1String{SceneEnding}),
             .memory = {},
             .folder = suggested.parent_path(),
             .within = {}},
            QString::fromStdString(suggested.filename().string()))
            .string());
    if (name.isEmpty() || name.endsWith(QLatin1String{SceneEnding}))
        return name.toStdString();
    name += QLatin1String{SceneEnding};
    // The dialog asked about the name without the ending.
    if (QFileInfo::exists(name) &&
        QMessageBox::question(
            &window, MainWindow::tr("Save scene as"),
            MainWindow::tr("%1 is there already. Replace it?").arg(QFileInfo{name}.fileName())) !=
            QMessageBox::Yes)
        return {};
    return name.toStdString();
}

void save(MainWindow& window)
{
    const auto& path = window.context().document().path();
    const auto file = path.empty() ? askForSceneName(window) : path;
    if (!file.empty())
        window.saveScene(file);
}

void openWithDialog(MainWindow& window)
{
    const auto& project = window.context().assets().project();
    const auto file = askForFile(
        &window, {.title = MainWindow::tr("Open scene"),
                  .filters = MainWindow::tr("Scenes (*%1);;Prefabs (*.prefab.json);;All files (*)")
                                 .arg(QLatin1String{SceneEnding}),
                  .memory = QStringLiteral("scene/folder"),
                  .folder = project.sceneFolder(),
                  .within = project.root});
    if (!file.empty())
        window.openScene(file);
}

void fillRecentMenu(MainWindow& window, QMenu* menu)
{
    menu->clear();
    for (const auto& file : recentScenes())
        menu->addAction(QString::fromStdString(file.string()),
                        [&window, file] { window.openScene(file); });
    if (menu->isEmpty())
        menu->addAction(MainWindow::tr("No scene was opened yet"))->setEnabled(false);
}
} // namespace

void MainWindow::saveScene(const fs::path& file)
{
    // Once more after a question: a step may have begun meanwhile.
    if (!m_longSteps->endEdits() || !m_fileGuard->mayReplace(file) || !m_longSteps->endEdits())
        return;
    const auto failed = [this, file](const engine::Error& why) {
        m_saveNotices->failed(file, why.message());
        showError(QString::fromStdString(why.message()));
    };
    auto& workspace = m_context->workspace();
    if (auto renamed = workspace.nameLightmapAfter(file); !renamed)
        return failed(renamed.error());
    workspace.save(file, [this, file, failed](const engine::Result<void>& saved) {
        if (!saved)
            return failed(saved.error());
        m_saveNotices->saved();
        rememberScene(file);
        m_context->showMessage(MessageKind::Info, "Saved " + file.filename().string());
    });
}

void MainWindow::saveSceneAs()
{
    if (const auto file = askForSceneName(*this); !file.empty())
        saveScene(file);
}

bool MainWindow::mayStopBake()
{
    auto& workspace = m_context->workspace();
    if (!workspace.isBaking() || workspace.isBakeStopped())
        return true;
    QMessageBox box{QMessageBox::Question, tr("The light is being baked"),
                    tr("The light of this scene is still being baked. Stop it and keep the old "
                       "light?"),
                    QMessageBox::NoButton, this};
    box.setObjectName(QStringLiteral("stopBake"));
    auto* stop = box.addButton(tr("Stop it"), QMessageBox::DestructiveRole);
    auto* wait = box.addButton(tr("Go on"), QMessageBox::RejectRole);
    box.setDefaultButton(wait);
    box.setEscapeButton(wait);
    box.exec();
    if (box.clickedButton() != stop)
        return false;
    workspace.stopBake();
    return true;
}

bool MainWindow::mayDiscard()
{
    // What waits while a prefab is edited is shown before it is asked about.
    auto& workspace = m_context->workspace();
    while (mayLeave()) {
        const auto waiting = workspace.waiting();
        if (std::none_of(waiting.begin(), waiting.end(),
                         [](const auto& each) { return each.isModified; }))
            return true;
        comeBack();
        if (workspace.waiting().size() == waiting.size())
            return false;
    }
    return false;
}

namespace
{
/// Asks what becomes of unsaved edits; false if the user wants to stay.
bool mayLoseEdits(MainWindow& window)
{
    const auto& document = window.context().document();
    if (!document.isModified())
        return true;
    const auto& edited = document.path();
    const auto name = QString::fromStdString(edited.filename().string());
    const auto what = edited.empty() ? MainWindow::tr("The new scene")
                      : engine::isPrefabFile(edited.string())
                          ? MainWindow::tr("The prefab '%1'").arg(name)
                          : MainWindow::tr("The scene '%1'").arg(name);
    QMessageBox box{
        QMessageBox::Question, MainWindow::tr("Unsaved edits"),
        MainWindow::tr("%1 has unsaved edits. Save them?").arg(what),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window};
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Discard:
        return true;
    case QMessageBox::Save: {
        const auto file = edited.empty() ? askForSceneName(window) : edited;
        if (file.empty())
            return false;
        window.saveScene(file);
        window.context().workspace().finishSaves();
        return !document.isModified();
    }
    default:
        return false;
    }
}
} // namespace

bool MainWindow::mayLeave()
{
    if (!m_longSteps->endEdits())
        return false;
    if (m_play->isPlaying())
        keepByRules(); // the end of the game comes too late for the question below
    // What workers find while a question is open belongs to the scene that is left. Timers of
    // scripts and plugins begin a step all the same.
    const auto held = m_context->workspace().holdBack();
    return mayStopBake() && m_longSteps->endEdits() && mayLoseEdits(*this) &&
           m_longSteps->endEdits();
}

void MainWindow::openScene(const fs::path& file)
{
    if (!mayDiscard())
        return;
    auto& workspace = m_context->workspace();
    auto project = engine::projectOfScene(file);
    std::error_code ignored;
    const bool here =
        !project || fs::equivalent(project->root, m_context->assets().project().root, ignored);
    const auto held = workspace.holdBack();
    auto scene = readSceneToOpen(file, here ? std::nullopt : std::optional{*project});
    if (!scene)
        return;
    m_play->stop();
    rememberViews(m_context->document().path(), *m_views);
    m_context->toolBox().cancelGesture();
    const auto opened = here ? workspace.openScene(*std::move(scene))
                             : m_context->openProject(*std::move(project), std::move(scene));
    if (!opened)
        return showError(QString::fromStdString(opened.error().message()));
    rememberScene(file);
    const auto problems = workspace.issues().size();
    m_context->showMessage(
        problems == 0 ? MessageKind::Info : MessageKind::Warning,
        problems == 0 ? "Opened " + file.filename().string()
                      : fmt::format("Opened {}: {}, see the Issues dock", file.filename().string(),
                                    engine::countText(problems, "problem", "problems")));
    showScene();
    // Decoded images and parsed text are gone once the views have shown the scene.
    connect(
        m_views->views().front(), &ViewportWidget::framePainted, this,
        [] { engine::returnFreeMemory(); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

namespace
{
/// Over the shoulder of who stands at the start, as far back as the room allows.
engine::ViewCamera cameraBehind(const Document& document, const engine::Transform& start)
{
    constexpr double Farthest = 5;   // metres
    constexpr double FromWall = 0.4; // metres
    const auto eye = start.position + engine::Vec3d{0, engine::Character{}.standHeight, 0};
    const engine::Ray back{eye, glm::normalize(start.rotation * engine::Vec3d{0.8, 0.45, 0.9})};
    const auto hits = pickBrushes(document.world(), document.index(), back, Farthest + FromWall);
    const double distance =
        hits.empty() ? Farthest : std::max(0.0, hits.front().distance - FromWall);
    const auto ahead = eye + start.rotation * engine::Vec3d{-1.5, -0.7, -4};
    engine::ViewCamera camera;
    camera.position = back.at(distance);
    const auto direction = glm::normalize(ahead - camera.position);
    camera.rotation =
        glm::angleAxis(std::atan2(-direction.x, -direction.z), engine::Vec3d{0, 1, 0}) *
        glm::angleAxis(std::asin(direction.y), engine::Vec3d{1, 0, 0});
    return camera;
}
} // namespace

void MainWindow::showScene()
{
    if (!recallViews(m_context->document().path(), *m_views))
        showWholeScene();
}

void MainWindow::showWholeScene()
{
    const auto& world = m_context->document().world();
    const auto bounds = boundsOfTree(world, {});
    std::optional<engine::ViewCamera> start;
    world.forEach<engine::PlayerStart>([&](EntityId entity, const engine::PlayerStart&) {
        start = cameraBehind(m_context->document(), worldTransform(world, entity));
    });
    for (auto* view : m_views->views()) {
        // Rooms have ceilings: from outside there would be nothing to see of them.
        if (view->kind() == ViewKind::Perspective && start) {
            view->camera().setCamera(*start);
            if (isBaked(world))
                view->setMode(engine::ViewMode::Lit);
        } else {
            view->focusOn(bounds);
        }
    }
    leaveTheDark();
}

void MainWindow::startNewScene()
{
    m_play->stop();
    m_context->workspace().newScene();
    leaveTheDark();
}

void MainWindow::leaveTheDark()
{
    const auto& world = m_context->document().world();
    const auto* settings = world.get<engine::SceneSettings>(engine::SceneEntity);
    const auto isDark = !isBaked(world) && world.count<engine::Light>() == 0 &&
                        (settings == nullptr || settings->ambient == engine::Color{0, 0, 0});
    for (auto* view : m_views->views())
        if (isDark && view->mode() == engine::ViewMode::Lit)
            view->setMode(engine::ViewMode::Textured);
}

void MainWindow::showFirstLight()
{
    const auto isNow = isBaked(m_context->document().world());
    if (std::exchange(m_isBaked, isNow) || !isNow)
        return;
    for (auto* view : m_views->views())
        if (view->mode() == engine::ViewMode::Textured)
            view->setMode(engine::ViewMode::Lit);
}

void addFileActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "file.new",
                 .menu = "File",
                 .label = "New scene",
                 .tooltip = "Starts an empty scene in this project.",
                 .icon = "new",
                 .shortcut = "Ctrl+N",
                 .run =
                     [&window] {
                         if (window.mayDiscard())
                             window.startNewScene();
                     },
                 .isEnabled = {}});
    actions.add({.id = "file.open",
                 .menu = "File",
                 .label = "Open scene...",
                 .tooltip = "Opens a scene of this or another project.",
                 .icon = "open",
                 .shortcut = "Ctrl+O",
                 .run = [&window] { openWithDialog(window); },
                 .isEnabled = {}});
    auto* recent = actions.menu(QStringLiteral("File/Open recent"));
    QObject::connect(recent, &QMenu::aboutToShow, &window,
                     [&window, recent] { fillRecentMenu(window, recent); });
    actions.addSeparator(QStringLiteral("File"));
    actions.add({.id = "file.save",
                 .menu = "File",
                 .label = "Save",
                 .tooltip = "Writes the scene; the old file stays until the new one is whole.",
                 .icon = "save",
                 .shortcut = "Ctrl+S",
                 .run = [&window] { save(window); },
                 .isEnabled = {}});
    actions.add({.id = "file.saveAs",
                 .menu = "File",
                 .label = "Save as...",
                 .tooltip = "Writes the scene under another name.",
                 .icon = "save_as",
                 .shortcut = "Ctrl+Shift+S",
                 .run = [&window] { window.saveSceneAs(); },
                 .isEnabled = {}});
    actions.addSeparator(QStringLiteral("File"));
    addInterchangeActions(window);
    actions.add({.id = "file.newProject",
                 .menu = "File",
                 .label = "New project...",
                 .tooltip = "Makes a project from a template and opens it.",
                 .icon = "new",
                 .shortcut = "Ctrl+Shift+N",
                 .run =
                     [&window] {
                         NewProjectDialog dialog{{}, &window};
                         if (dialog.exec() == QDialog::Accepted)
                             window.openProject(dialog.folder());
                     },
                 .isEnabled = {}});
    actions.add({.id = "file.projects",
                 .menu = "File",
                 .label = "Project manager...",
                 .tooltip = "New projects, projects from a zip file, and folders to open.",
                 .icon = "project",
                 .shortcut = "",
                 .run =
                     [&window] {
                         ProjectManager dialog{window.context(), &window};
                         dialog.openProject = [&window](const fs::path& folder) {
                             window.openProject(folder);
                         };
                         dialog.exec();
                     },
                 .isEnabled = {}});
    actions.add({.id = "file.trust",
                 .menu = "File",
                 .label = "Trust in this project...",
                 .tooltip = "Its scripts, to be read, and whether they may run.",
                 .icon = "script",
                 .shortcut = "",
                 .run = [&window] { window.trust().showScripts(); },
                 .isEnabled = {}});
    actions.addSeparator(QStringLiteral("File"));
    actions.add({.id = "file.quit",
                 .menu = "File",
                 .label = "Quit",
                 .tooltip = "Closes the editor.",
                 .icon = "",
                 .shortcut = "Ctrl+Q",
                 .run = [&window] { window.close(); },
                 .isEnabled = {}});
}
} // namespace editor

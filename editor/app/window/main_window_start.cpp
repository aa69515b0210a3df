#include "editor/app/actions/action_registry.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/dialogs/new_project_dialog.h"
#include "editor/app/welcome/guided_tour.h"
#include "editor/app/welcome/start_page.h"
#include "editor/app/welcome/tour_panel.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/notice_bar.h"
#include "editor/app/window/scene_views.h"
#include "editor/app/workspace/project_pictures.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/app/workspace/sample_projects.h"
#include "editor/views/view_layout.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/scene/components/brush_component.h"

#include <QDockWidget>
#include <QMenuBar>

#include <algorithm>

namespace editor
{
namespace
{
constexpr const char* SampleNotice = "sample";
constexpr int TourWidth = 270; ///< of the dock, so that sentences are not cut to pieces
} // namespace

void MainWindow::showStartPage()
{
    if (m_startPage == nullptr)
        makeStartPage();
    m_play->stop();
    keepProjectPicture();
    m_startPage->refresh();
    placeStartPage();
    m_startPage->show();
    m_startPage->raise();
    m_startPage->setFocus(Qt::OtherFocusReason);
}

void MainWindow::makeStartPage()
{
    m_startPage = new StartPage{this};
    const auto close = [this] {
        m_startPage->hide();
        focusActiveView();
    };
    connect(m_startPage, &StartPage::closed, this, close);
    connect(m_actions, &ActionRegistry::ran, m_startPage, [this](const QString& id) {
        if (id != QStringLiteral("help.start") && !id.startsWith(QStringLiteral("palette.")))
            m_startPage->hide();
    });
    connect(m_startPage, &StartPage::projectWanted, this,
            [this](const QString& folder) { openFromStartPage(folder.toStdString()); });
    connect(m_startPage, &StartPage::sampleWanted, this,
            [this](const QString& id) { openSample(id.toStdString()); });
    connect(m_startPage, &StartPage::newProjectWanted, this,
            [this](const QString& name) { newProject(name.toStdString()); });
    connect(m_startPage, &StartPage::folderWanted, this, [this, close] {
        const auto folder = askForProject(this);
        if (folder.empty())
            return;
        close();
        openProject(folder);
    });
    connect(m_startPage, &StartPage::tourWanted, this, [this, close] {
        close();
        startTour();
    });
}

void MainWindow::placeStartPage()
{
    const int top = menuBar()->height();
    m_startPage->setGeometry(0, top, width(), height() - top);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_startPage != nullptr)
        placeStartPage();
}

void MainWindow::newProject(const std::string& templateName)
{
    NewProjectDialog dialog{{}, this};
    dialog.chooseTemplate(templateName);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_startPage->hide();
    openProject(dialog.folder());
}

void MainWindow::openFromStartPage(const fs::path& folder)
{
    if (m_startPage != nullptr)
        m_startPage->hide();
    focusActiveView();
    std::error_code ignored;
    if (!fs::equivalent(folder, m_context->assets().project().root, ignored))
        openProject(folder);
}

void MainWindow::openSample(const std::string& id)
{
    if (const auto copy = copyOfSample(id))
        return openFromStartPage(*copy);
    if (!m_copying.insert(id).second)
        return;
    const auto place = placeForCopy(id);
    if (m_startPage != nullptr)
        m_startPage->showNote(tr("Copying to %1").arg(QString::fromStdString(place.string())));
    const auto made = std::make_shared<engine::Result<engine::Project>>(
        engine::Error{"The sample was not copied"});
    m_context->workspace().jobs().start(
        "Copying to " + place.string(),
        [made, place, id](engine::JobControl& control) {
            *made = engine::createProject(place, id, &control);
        },
        [this, made, id] {
            m_copying.erase(id);
            if (m_startPage != nullptr)
                m_startPage->showNote(*made ? QString{}
                                            : QString::fromStdString(made->error().message()));
            if (!*made)
                return showError(QString::fromStdString(made->error().message()));
            rememberCopy(id, (*made)->root);
            openFromStartPage((*made)->root);
            tellOfSample((*made)->root);
        });
}

void MainWindow::tellOfSample(const fs::path& copied)
{
    const auto& root = m_context->assets().project().root;
    const bool isSample = engine::isSampleProject(root);
    m_notices->dismiss(QLatin1String{SampleNotice});
    if (!isSample && root != copied)
        return;
    Notice notice{.id = QLatin1String{SampleNotice},
                  .kind = MessageKind::Info,
                  .title = tr("This is your own copy of the sample"),
                  .text = tr("It lies in %1. What you change here leaves the sample as it is.")
                              .arg(QString::fromStdString(root.string())),
                  .actions = {},
                  .canBeClosed = true};
    if (isSample) {
        notice.kind = MessageKind::Warning;
        notice.title = tr("This is the sample itself");
        notice.text = tr("New projects are copied from it: what you save here is in all of them.");
        notice.actions = {{.label = tr("Open my own copy"),
                           .tooltip = tr("Made the first time, and the same one ever after."),
                           .run = [this, id = root.filename().string()] {
                               openSample(id);
                           }}};
    }
    m_notices->show(std::move(notice));
}

void MainWindow::openProject(const fs::path& folder)
{
    if (!mayDiscard())
        return;
    auto project = engine::openProject(folder);
    if (!project)
        return showError(QString::fromStdString(project.error().message()));
    const auto held = m_context->workspace().holdBack();
    std::optional<Workspace::ReadScene> scene;
    for (auto file = sceneToOpen(*project); !file.empty() && !scene;) {
        scene = readSceneToOpen(file, *project);
        const auto other = sceneToOpen(*project); // one that cannot be read is forgotten
        if (!scene && other == file)
            return;
        file = other;
    }
    m_play->stop();
    noteOpening(project->root);
    keepProjectPicture();
    rememberViews(m_context->document().path(), *m_views);
    if (auto opened = m_context->openProject(*std::move(project), std::move(scene)); !opened)
        return showError(QString::fromStdString(opened.error().message()));
    rememberProject(m_context->assets().project().root);
    tellOfSample();
    showScene();
    focusActiveView();
    offerRecovery();
}

void MainWindow::noteOpening(const fs::path& project)
{
    m_opening.reset(); // both have one name
    m_opening = std::make_unique<OpeningNote>(project);
    awaitSurvival();
}

void MainWindow::awaitSurvival()
{
    constexpr int Survived = 2000; // milliseconds; scripts have run and the views have been drawn
    QTimer::singleShot(Survived, this, [this] { m_opening.reset(); });
}

void MainWindow::keepProjectPicture()
{
    auto* view = m_views->findView(ViewKind::Perspective);
    if (view != nullptr && view->frameCount() > 0 &&
        m_context->document().world().count<engine::BrushComponent>() > 0)
        storeProjectPicture(m_context->assets().project().root, view->picture());
}

void MainWindow::startTour()
{
    const auto& assets = m_context->assets().entries();
    if (std::none_of(assets.begin(), assets.end(),
                     [](const auto& each) { return each.kind == engine::AssetKind::Material; })) {
        m_context->showMessage(MessageKind::Warning,
                               "The tour needs materials: make a new project from the template "
                               "First room, then start it again");
        return;
    }
    if (!mayDiscard())
        return;
    endTour();
    startNewScene();
    showLayout(0);
    m_context->activateTool("select");
    m_context->setGrid({}); // its measures lie on the usual one
    m_tour = new GuidedTour{m_context->document(), firstRoomTour(), this};
    connect(m_play, &PlayController::started, m_tour, [this] { m_tour->happened("play.started"); });
    connect(m_play, &PlayController::stopped, m_tour, [this] { m_tour->happened("play.stopped"); });
    m_tourPanel = m_context->addPanel({.id = TourPanelId,
                                       .title = "Guided tour",
                                       .icon = "help",
                                       .area = DockArea::Left,
                                       .visible = true,
                                       .create = [this](EditorApi&, QWidget* parent) -> QWidget* {
                                           auto* panel = new TourPanel{*m_tour, *m_actions, parent};
                                           connect(panel, &TourPanel::closed, this,
                                                   &MainWindow::endTour, Qt::QueuedConnection);
                                           return panel;
                                       }});
    // Below the tool options, not as a tab over them: both are needed at once.
    auto* panel = dock(TourPanelId);
    removeDockWidget(panel);
    addDockWidget(Qt::LeftDockWidgetArea, panel, Qt::Vertical);
    panel->show();
    resizeDocks({panel}, {TourWidth}, Qt::Horizontal);
    // In a small window both need the whole height for their texts.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    if (auto* options = dock("tool_options"))
        resizeDocks({options, panel}, {height() * 38 / 100, height() * 52 / 100}, Qt::Vertical);
    focusActiveView();
}

void MainWindow::endTour()
{
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_tourPanel.release();
    delete m_tour;
    m_tour = nullptr;
}
} // namespace editor

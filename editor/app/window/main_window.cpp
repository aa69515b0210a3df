#include "editor/app/window/main_window.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/notes/note_desk.h"
#include "editor/app/play/authored_outlines.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/play/rewind/timeline_bar.h"
#include "editor/app/safety/autosave_interval.h"
#include "editor/app/safety/file_guard.h"
#include "editor/app/safety/neighbour_guard.h"
#include "editor/app/safety/save_notices.h"
#include "editor/app/safety/trust_guard.h"
#include "editor/app/window/first_window.h"
#include "editor/app/window/job_bar.h"
#include "editor/app/window/left_out_faces.h"
#include "editor/app/window/long_steps.h"
#include "editor/app/window/notice_bar.h"
#include "editor/app/window/object_clipboard.h"
#include "editor/app/window/script_windows.h"
#include "editor/app/window/selection_label.h"
#include "editor/app/window/status_message.h"
#include "editor/app/window/step_news.h"
#include "editor/app/window/tool_bar.h"
#include "editor/app/workspace/draft_light.h"
#include "editor/app/workspace/plugin_manager.h"
#include "editor/app/workspace/scene_trail.h"
#include "editor/app/workspace/stale_tints.h"
#include "editor/panels/builtin_panels.h"
#include "editor/panels/dock_tabs.h"
#include "editor/panels/dock_titles.h"
#include "editor/panels/floating_docks.h"
#include "editor/panels/level/light_badge.h"
#include "editor/tools/builtin_tools.h"
#include "editor/views/room_view.h"
#include "editor/views/theme.h"
#include "editor/views/view_layout.h"
#include "editor/views/view_settings.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/audio/audio_system.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/light/scene_light.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QToolBar>
#include <QVBoxLayout>

namespace editor
{
using namespace engine;

namespace
{
bool isModifier(int key)
{
    switch (key) {
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta:
    case Qt::Key_CapsLock:
    case Qt::Key_NumLock:
        return true;
    default:
        return false;
    }
}

/// After a step: counting faces comes behind the picture of it.
constexpr int LightingTextMilliseconds = 30;

/// What is typed stays where it is typed. A list whose entries can be renamed takes text, too, but
/// it is a field of its own that one types into then.
bool isTyping(const QWidget* focused)
{
    return focused != nullptr && focused->testAttribute(Qt::WA_InputMethodEnabled) &&
           qobject_cast<const QAbstractItemView*>(focused) == nullptr;
}

/// In the order of the menus.
void addAllActions(MainWindow& window)
{
    addFileActions(window);
    addEditActions(window);
    addViewActions(window);
    addEffectActions(window);
    addBrushActions(window);
    addCsgActions(window);
    addPatchActions(window);
    addLeftOutFaces(window);
    addTransformActions(window);
    addUvActions(window);
    addOrganiseActions(window);
    addToolsActions(window);
    addPlayActions(window);
    addNoteActions(window);
    addHelpActions(window);
    addSearchActions(window);
}
} // namespace

MainWindow::MainWindow(Project project, const StartOptions& options)
    : m_opening{std::make_unique<OpeningNote>(project.root)}
    , m_context{std::make_unique<EditorContext>(std::move(project))}
{
    awaitSurvival();
    m_context->setGrid(ViewSettings::load().grid);
    setObjectName(QStringLiteral("MainWindow"));
    setWindowIcon(QIcon{QStringLiteral(":/icons/app.svg")});
    prepareDocks();
    resize(firstWindow(screen()->availableSize()).size);

    m_actions = new ActionRegistry{*this};
    m_context->makeAction = [this](const ActionInfo& info) {
        return m_actions->addTemporary(info);
    };
    m_context->findToolKeys = [this](const std::string& tool) {
        const auto* command = m_actions->find("tool." + tool);
        return command != nullptr ? command->shortcut().toString().toStdString() : std::string{};
    };
    connect(m_actions, &ActionRegistry::keymapChanged, m_context.get(),
            [this] { m_context->toolChanged(); });
    m_play = new PlayController{this};
    m_views = new ViewLayout{*this, this};
    m_notices = new NoticeBar{this};
    m_saveNotices = std::make_unique<SaveNotices>(
        *m_notices, m_context->workspace(),
        SaveNotices::Actions{.save = [this](const fs::path& file) { saveScene(file); },
                             .saveAs =
                                 [this] {
                                     saveSceneAs();
                                 }});
    m_draftLight = new DraftLight{m_context->workspace(), this};
    m_staleTints = std::make_unique<StaleTints>();
    connect(m_draftLight, &DraftLight::changed, this, &MainWindow::showDraftLight);
    m_trail = new SceneTrail{m_context->workspace(), this};
    connect(m_trail, &SceneTrail::wanted, this, &MainWindow::comeBackTo, Qt::QueuedConnection);
    makeRewind();
    makeMiddle();
    makeStatusBar();
    connectContext();
    connectDocument();
    connectPlay();
    makeRenderHub();
    m_longSteps = std::make_unique<LongSteps>(*this);
    m_context->doInParts = [this](const auto& label, const auto& objects, const auto& edit,
                                  auto done) {
        m_longSteps->runOn(label, objects, edit, std::move(done));
    };
    m_objectClipboard = std::make_unique<ObjectClipboard>(*this);
    m_noteDesk = std::make_unique<NoteDesk>(*this);

    addAllActions(*this);
    makeTimeline();
    makeToolBars();
    makeSearchButton();
    connectActions();
    m_builtins = registerBuiltinTools(*m_context);
    for (auto& registration : registerBuiltinPanels(*m_context))
        m_builtins.push_back(std::move(registration));
    m_views->showFourViews();
    m_plugins = std::make_unique<PluginManager>(*m_context);
    m_plugins->loadAll(options.plugins);
    m_scriptWindows = std::make_unique<ScriptWindows>(*m_context);
    m_trust = new TrustGuard{*this};
    m_fileGuard = new FileGuard{*this};
    m_neighbours = new NeighbourGuard{*this};
    followTools();
    followCommands();
    restoreLayout();
    m_layoutRestored = true;
    m_actions->refresh();
    updateTitle();

    m_slowTimer.setInterval(500);
    connect(&m_slowTimer, &QTimer::timeout, this, &MainWindow::everyHalfSecond);
    m_slowTimer.start();
    // The first sound must not make play wait for the device.
    m_context->workspace().jobs().start("Opening the sound device",
                                        [](JobControl&) { warmUpAudio(); }, {});
}

void MainWindow::prepareDocks()
{
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setDockOptions(dockOptions() & ~AnimatedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    new DockTabs{*this, [this](const QString& title) {
                     for (const auto& panel : m_context->panels())
                         if (QString::fromStdString(panel.title) == title && !panel.icon.empty())
                             return themeIcon(QString::fromStdString(panel.icon));
                     return QIcon{};
                 }};
    new DockTitles{*this};
    new FloatingDocks{*this};
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void MainWindow::makeMiddle()
{
    auto* middle = new QWidget{this};
    auto* layout = new QVBoxLayout{middle};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notices);
    layout->addWidget(m_trail);
    layout->addWidget(m_views, 1);
    setCentralWidget(middle);
}

MainWindow::~MainWindow()
{
    m_noteDesk.reset();
    m_objectClipboard.reset();
    m_longSteps.reset();
    m_rewind->cancel();
    m_play->stop();
    m_play->finishRecording();
    delete m_toolBar; // or it would be made anew for each tool that goes
    delete m_trust;
    delete m_fileGuard;
    delete m_neighbours;
    m_scriptWindows.reset();
    m_plugins.reset();
    endTour();
    m_builtins.clear();
    m_connections.clear();
    delete m_views; // views let go of the renderer before it goes
    delete m_draftLight;
    qDeleteAll(findChildren<FaceFinder*>()); // they look at the document, as the draft does
    m_hub.reset();
}

void MainWindow::connectContext()
{
    auto* context = m_context.get();
    connect(context, &EditorContext::panelAdded, this,
            [this](const QString& id) { makeDock(id.toStdString()); });
    connect(context, &EditorContext::panelRemoved, this,
            [this](const QString& id) { removeDock(id.toStdString()); });
    connect(context, &EditorContext::panelRequested, this,
            [this](const QString& id) { showDock(id.toStdString()); });
    connect(context, &EditorContext::message, m_status, &StatusMessage::say);
    connect(context, &EditorContext::viewsDirty, this, &MainWindow::repaintViews);
    connect(context, &EditorContext::focusRequested, this, &MainWindow::frame);
    connect(context, &EditorContext::focusFromRequested, this,
            [this](const Vec3d& eye, const Aabb& box) {
                for (auto* view : m_views->views())
                    if (view->kind() == ViewKind::Perspective)
                        view->lookFrom(eye, box.center());
                    else
                        view->focusOn(box);
            });
    connect(context, &EditorContext::gridChanged, this, [this] {
        const QSignalBlocker quiet{m_gridBox};
        m_gridBox->setCurrentText(QString::number(m_context->grid().step));
    });
    auto& workspace = m_context->workspace();
    m_connections += workspace.assetsAboutToChange.connect([this] {
        m_play->stop();
        m_hub.reset();
    });
    m_connections += workspace.assetsChanged.connect([this] { makeRenderHub(); });
}

void MainWindow::frame(const Aabb& box)
{
    const auto& document = m_context->document();
    for (auto* view : m_views->views()) {
        const auto eye = view->camera().camera().position;
        const auto look =
            box.isEmpty() || view->kind() != ViewKind::Perspective
                ? std::nullopt
                : lookAt(document.world(), document.index(), eye, view->eyeFor(box), box);
        if (look)
            view->lookFrom(look->eye, look->target);
        else
            view->focusOn(box);
    }
}

void MainWindow::connectDocument()
{
    auto& document = m_context->document();
    m_actions->setSlow(
        [&document] { return document.selection().entities().size() > ManyObjects; });
    connectPrefabs();
    m_connections += document.changed.connect([this, &document](const ChangeSet&) {
        if (!document.isInParts()) // a picture of each part would take longer than all parts
            repaintViews();
    });
    m_connections += document.selection().changed.connect([this] {
        m_selectionText->refreshSoon();
        m_actions->refresh();
        repaintViews();
    });
    m_steps = std::make_unique<StepNews>(document);
    m_connections += document.stateChanged.connect([this] {
        if (const auto news = m_steps->next())
            m_status->say(news->isWarning ? MessageKind::Warning : MessageKind::Info,
                          QString::fromStdString(news->text));
        showFirstLight();
        updateTitle();
        m_selectionText->refreshSoon();
        showLightingText();
        m_actions->refresh();
    });
    m_connections += document.refused.connect(
        [this](const std::string& why) { m_context->showMessage(MessageKind::Warning, why); });
    m_connections += document.reset.connect([this, &document] {
        m_steps = std::make_unique<StepNews>(document); // another one is no news
        m_isBaked = true;                               // it is shown as it was left
        m_staleTints->reset();
        m_saveNotices->refresh();
        updateTitle();
        showLightingText();
        repaintViews();
    });
}

void MainWindow::connectPlay()
{
    connect(m_play, &PlayController::started, this, [this] {
        m_context->setGame(m_play->session());
        followPlayedScene();
        if (m_play->isPossessed())
            m_views->showGame(m_play->view());
        m_actions->refresh();
    });
    connect(m_play, &PlayController::worldChanged, this, [this] {
        followPlayedScene();
        if (const auto& session = *m_play->session(); !session.playsEdited())
            m_status->say(MessageKind::Info, tr("The game is in %1; edits go to the open scene")
                                                 .arg(QString::fromStdString(session.scene())));
        repaintViews();
    });
    connect(m_play, &PlayController::possessionChanged, this, [this] {
        if (m_play->isPossessed())
            m_views->showGame(m_play->view());
        sayHowPlayGoes();
        m_actions->refresh();
        repaintViews();
    });
    connect(m_play, &PlayController::speedChanged, this, &MainWindow::sayHowPlayGoes);
    connect(m_play, &PlayController::stopping, this, [this] {
        m_context->setPlaySession(nullptr);
        m_context->setGame(nullptr);
    });
    connect(m_play, &PlayController::stopped, this, [this] {
        m_outlines.reset();
        m_views->endGame();
        sayWhatTheGameChanged();
        m_actions->refresh();
        repaintViews();
    });
    connect(m_play, &PlayController::appeared, this, &MainWindow::sayHowPlayGoes);
    connect(m_play, &PlayController::pausedChanged, this, [this] {
        sayHowPlayGoes();
        repaintViews();
    });
    connect(m_play, &PlayController::frame, this, &MainWindow::repaintViews);
    connect(m_play, &PlayController::notice, this, [this](const QString& text) {
        m_context->showMessage(MessageKind::Info, text.toStdString());
    });
}

/// Panels and outlines ask by ids of the edited scene, which mean nothing in another one.
void MainWindow::followPlayedScene()
{
    auto& session = *m_play->session();
    auto& edited = m_context->document();
    m_context->setPlaySession(session.playsEdited() ? &session : nullptr);
    m_outlines.reset();
    if (session.playsEdited())
        m_outlines =
            std::make_unique<AuthoredOutlines>(edited.world(), session.world(), edited.changed);
}

void MainWindow::makeRenderHub()
{
    auto hub = RenderHub::create(m_context->assets(), m_context->document().worldForSystems());
    if (!hub)
        return showError(QString::fromStdString(hub.error().message()));
    m_hub = *std::move(hub);
    m_hub->setDraftLight(m_draftLight->lightmap());
}

void MainWindow::showDraftLight()
{
    if (m_hub)
        m_hub->setDraftLight(m_draftLight->lightmap());
    updateLightingText();
    repaintViews();
}

void MainWindow::updateTitle()
{
    const auto& path = m_context->document().path();
    const auto name =
        path.empty() ? tr("untitled") : QString::fromStdString(path.filename().string());
    setWindowTitle(QStringLiteral("%1[*] - %2 - Mapwright")
                       .arg(name, QString::fromStdString(m_context->assets().project().name)));
    setWindowModified(m_context->document().isModified());
}

void MainWindow::showLightingText()
{
    // Instances are lit in the scenes that they stand in.
    m_lightingText->setVisible(!isPrefabFile(m_context->document().path().string()));
    QTimer::singleShot(LightingTextMilliseconds, this, &MainWindow::updateLightingText);
}

void MainWindow::everyHalfSecond()
{
    if (!m_slowShare.take()) {
        QTimer::singleShot(0, this, &MainWindow::everyHalfSecond);
        return;
    }
    m_context->assets().pollChanges();
    m_context->workspace().update();
    m_context->workspace().updateJournals(0.5, autosaveSeconds());
    m_saveNotices->refresh();
    m_fileGuard->check();
    m_neighbours->check();
    updateLightingText();
    keepLayout();
}

void MainWindow::focusActiveView()
{
    if (auto* view = m_views->activeView())
        view->setFocus(Qt::OtherFocusReason);
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride || m_views == nullptr)
        return QMainWindow::event(event);
    // A brush that was chosen in a dock gets its digits and brackets at once, not after the first
    // stroke. Arrows, Enter, Delete and letters are for the lists and buttons of docks.
    auto* view = m_views->viewForKeys();
    const auto& key = *static_cast<QKeyEvent*>(event);
    const auto text = key.text();
    const bool isSign = !text.isEmpty() && text[0].isPrint() && !text[0].isLetter();
    if (view == nullptr || !isSign || isTyping(focusWidget()) || !view->isToolKey(key))
        return QMainWindow::event(event);
    view->setFocus(Qt::OtherFocusReason); // the key follows the focus
    if (focusWidget() != view)
        return QMainWindow::event(event);
    event->accept();
    return true;
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Keys that no field wants are the active view's: Enter places a light, Esc goes one step back.
    // Shift, Ctrl and the like alone are on the way to something else.
    auto* view = m_views->activeView();
    const auto* focused = focusWidget();
    if (const auto* over = qobject_cast<const ViewportWidget*>(focused)) {
        // A tool took the key from a command, but had no use for it. In the middle of something,
        // such as a typed measure, it means nothing else.
        if (over->isToolKey(*event) && !m_context->toolBox().takesText())
            if (const auto* command = m_actions->userOf(QKeySequence{event->keyCombination()}, {}))
                return command->action->trigger();
        return QMainWindow::keyPressEvent(event);
    }
    if (view == nullptr || (isTyping(focused) && event->key() != Qt::Key_Escape) ||
        isModifier(event->key()))
        return QMainWindow::keyPressEvent(event);
    view->setFocus(Qt::OtherFocusReason);
    // A hidden view takes no focus: what it did not want would come back here for ever.
    if (focusWidget() != view)
        return QMainWindow::keyPressEvent(event);
    QCoreApplication::sendEvent(view, event);
}
} // namespace editor

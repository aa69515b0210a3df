#include "editor/app/main_window.h"

#include "editor/app/action_registry.h"
#include "editor/app/builtin_actions.h"
#include "editor/app/job_bar.h"
#include "editor/app/plugin_manager.h"
#include "editor/app/selection_label.h"
#include "editor/operations/entity_operations.h"
#include "editor/operations/material_operations.h"
#include "editor/panels/builtin_panels.h"
#include "editor/tools/builtin_tools.h"
#include "editor/tools/place_tool.h"
#include "editor/views/theme.h"
#include "editor/views/view_layout.h"
#include "engine_core/audio/audio_system.h"
#include "engine_core/base/log.h"

#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace editor
{
using namespace engine;

namespace
{
QString metres(double value)
{
    return QString::number(value, 'f', 2);
}

Qt::DockWidgetArea toQt(DockArea area)
{
    switch (area) {
    case DockArea::Left:
        return Qt::LeftDockWidgetArea;
    case DockArea::Bottom:
        return Qt::BottomDockWidgetArea;
    case DockArea::Right:
        break;
    }
    return Qt::RightDockWidgetArea;
}
} // namespace

MainWindow::MainWindow(Project project)
    : m_context{std::make_unique<EditorContext>(std::move(project))}
{
    setObjectName(QStringLiteral("MainWindow"));
    setWindowIcon(QIcon{QStringLiteral(":/icons/app.svg")});
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setDockOptions(dockOptions() & ~AnimatedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    resize(QSize{1440, 900}.boundedTo(screen()->availableSize()));

    m_actions = new ActionRegistry{*this};
    m_context->makeAction = [this](const ActionInfo& info) {
        return m_actions->addTemporary(info);
    };
    m_play = new PlayController{this};
    m_views = new ViewLayout{*this, this};
    setCentralWidget(m_views);
    connectContext();
    makeStatusBar();
    makeRenderHub();

    addFileActions(*this);
    addEditActions(*this);
    addViewActions(*this);
    addBrushActions(*this);
    addCsgActions(*this);
    addCoveredFacesAction(*this);
    addTransformActions(*this);
    addOrganiseActions(*this);
    addToolsActions(*this);
    addPlayActions(*this);
    addHelpActions(*this);
    makeToolBars();
    m_builtins = registerBuiltinTools(*m_context);
    for (auto& registration : registerBuiltinPanels(*m_context))
        m_builtins.push_back(std::move(registration));
    m_views->showFourViews();
    m_plugins = std::make_unique<PluginManager>(*m_context);
    m_plugins->loadAll();
    restoreLayout();
    m_actions->refresh();
    updateTitle();

    m_slowTimer.setInterval(500);
    connect(&m_slowTimer, &QTimer::timeout, this, &MainWindow::everyHalfSecond);
    m_slowTimer.start();
    // The first sound must not make play wait for the device.
    m_context->workspace().jobs().start("Opening the sound device",
                                        [](JobControl&) { warmUpAudio(); }, {});
}

MainWindow::~MainWindow()
{
    m_play->stop();
    m_plugins.reset();
    m_toolActions.clear();
    m_builtins.clear();
    m_connections.clear();
    delete m_views; // views let go of the renderer before it goes
    m_hub.reset();
}

void MainWindow::connectContext()
{
    auto* context = m_context.get();
    connect(context, &EditorContext::panelAdded, this,
            [this](const QString& id) { makeDock(id.toStdString()); });
    connect(context, &EditorContext::panelRemoved, this,
            [this](const QString& id) { removeDock(id.toStdString()); });
    connect(context, &EditorContext::toolsChanged, this, &MainWindow::makeToolActions);
    connect(context, &EditorContext::toolActivated, this, [this](const QString& id) {
        for (auto* action : m_toolBar->actions())
            if (action->isCheckable())
                action->setChecked(action->objectName() == QStringLiteral("tool.") + id);
        m_messageText->setText(QString::fromStdString(m_context->toolBox().hint()));
    });
    connect(context, &EditorContext::message, this, [this](MessageKind kind, const QString& text) {
        const auto role = kind == MessageKind::Error     ? ColorRole::Error
                          : kind == MessageKind::Warning ? ColorRole::Warning
                                                         : ColorRole::Text;
        m_messageText->setStyleSheet(QStringLiteral("color: %1").arg(themeColor(role).name()));
        m_messageText->setText(text);
    });
    connect(context, &EditorContext::viewsDirty, this, &MainWindow::repaintViews);
    connect(context, &EditorContext::focusRequested, this, [this](const Aabb& box) {
        for (auto* view : m_views->views())
            view->focusOn(box);
    });
    connect(context, &EditorContext::gridChanged, this, [this] {
        const QSignalBlocker quiet{m_gridBox};
        m_gridBox->setCurrentText(QString::number(m_context->grid().step));
    });

    auto& document = m_context->document();
    m_connections += document.changed.connect([this](const ChangeSet&) { repaintViews(); });
    m_connections += document.selection().changed.connect([this] {
        m_selectionText->refreshSoon();
        m_actions->refresh();
        repaintViews();
    });
    m_connections += document.stateChanged.connect([this] {
        updateTitle();
        m_selectionText->refreshSoon();
        updateLightingText();
        m_actions->refresh();
    });
    m_connections += document.refused.connect(
        [this](const std::string& why) { m_context->showMessage(MessageKind::Warning, why); });
    m_connections += document.reset.connect([this] {
        updateTitle();
        repaintViews();
    });
    auto& workspace = m_context->workspace();
    m_connections += workspace.assetsAboutToChange.connect([this] {
        m_play->stop();
        m_hub.reset();
    });
    m_connections += workspace.assetsChanged.connect([this] { makeRenderHub(); });

    connect(m_play, &PlayController::started, this, [this] {
        m_context->setPlaying(true);
        m_actions->refresh();
    });
    connect(m_play, &PlayController::stopped, this, [this] {
        m_context->setPlaying(false);
        m_actions->refresh();
        repaintViews();
    });
    connect(m_play, &PlayController::frame, this, &MainWindow::repaintViews);
    connect(m_play, &PlayController::notice, this, [this](const QString& text) {
        m_context->showMessage(MessageKind::Info, text.toStdString());
    });
}

void MainWindow::makeRenderHub()
{
    auto hub = RenderHub::create(m_context->assets(), m_context->document().worldForSystems());
    if (hub)
        m_hub = *std::move(hub);
    else
        showError(QString::fromStdString(hub.error().message()));
}

void MainWindow::makeStatusBar()
{
    const auto makeLabel = [this](const char* name, bool stretch) {
        auto* label = new QLabel{this};
        label->setObjectName(QLatin1String{name});
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(6, 0, 6, 0);
        if (stretch)
            statusBar()->addWidget(label, 1);
        else
            statusBar()->addPermanentWidget(label);
        return label;
    };
    statusBar()->setSizeGripEnabled(false);
    m_messageText = makeLabel("statusMessage", true);
    m_messageText->setMinimumWidth(120);
    m_jobs = new JobBar{m_context->workspace().jobs(), this};
    statusBar()->addPermanentWidget(m_jobs);
    m_selectionText = new SelectionLabel{m_context->document(), this};
    m_selectionText->setObjectName(QStringLiteral("statusSelection"));
    m_selectionText->setContentsMargins(6, 0, 6, 0);
    statusBar()->addPermanentWidget(m_selectionText);
    m_pointerText = makeLabel("statusPointer", false);
    m_pointerText->setMinimumWidth(
        fontMetrics().horizontalAdvance(QStringLiteral("x -000.00  y -000.00  z -000.00  ")));
    m_lightingText = makeLabel("statusLighting", false);
    updateLightingText();
}

void MainWindow::makeToolBars()
{
    auto* fileBar = addToolBar(tr("File"));
    fileBar->setObjectName(QStringLiteral("toolbar.file"));
    for (const auto* id : {"file.new", "file.open", "file.save"})
        fileBar->addAction(m_actions->find(id));
    fileBar->addSeparator();
    for (const auto* id : {"edit.undo", "edit.redo"})
        fileBar->addAction(m_actions->find(id));

    m_toolBar = addToolBar(tr("Tools"));
    m_toolBar->setObjectName(QStringLiteral("toolbar.tools"));

    auto* gridBar = addToolBar(tr("Grid"));
    gridBar->setObjectName(QStringLiteral("toolbar.grid"));
    gridBar->addAction(m_actions->find("view.snap"));
    m_gridBox = new QComboBox{gridBar};
    m_gridBox->setObjectName(QStringLiteral("gridStep"));
    m_gridBox->setFocusPolicy(Qt::ClickFocus); // arrow keys at the start shall not change the grid
    m_gridBox->setAccessibleName(tr("Grid step in metres"));
    m_gridBox->setToolTip(tooltipFor(tr("Grid step"), QStringLiteral("[ and ]"),
                                     tr("How far apart the grid's lines are, in metres.")));
    for (double step = 1.0 / 64; step <= 64; step *= 2)
        m_gridBox->addItem(QString::number(step), step);
    m_gridBox->setCurrentText(QString::number(m_context->grid().step));
    connect(m_gridBox, &QComboBox::currentIndexChanged, this, [this] {
        auto grid = m_context->grid();
        grid.step = m_gridBox->currentData().toDouble();
        m_context->setGrid(grid);
    });
    gridBar->addWidget(m_gridBox);
    gridBar->addAction(m_actions->find("brush.textureLock"));

    m_playBar = addToolBar(tr("Play"));
    m_playBar->setObjectName(QStringLiteral("toolbar.play"));
    for (const auto* id : {"play.start", "play.fromCamera", "play.pause", "play.tick", "play.stop"})
        m_playBar->addAction(m_actions->find(id));
    for (auto* bar : findChildren<QToolBar*>()) {
        bar->setIconSize({20, 20});
        bar->setMovable(true);
    }
}

void MainWindow::makeToolActions()
{
    m_toolActions.clear();
    m_toolBar->clear();
    const auto add = [this](const ToolInfo& tool) {
        const auto actionId = "tool." + tool.id;
        m_toolActions.push_back(
            m_actions->addTemporary({.id = actionId,
                                     .menu = "Tools",
                                     .label = tool.label,
                                     .tooltip = tool.tooltip,
                                     .icon = tool.icon,
                                     .shortcut = tool.shortcut,
                                     .run = [this, id = tool.id] { m_context->activateTool(id); },
                                     .isEnabled = {}}));
        auto* action = m_actions->find(actionId);
        action->setCheckable(true);
        action->setChecked(tool.id == m_context->activeTool());
        m_toolBar->addAction(action);
        if (tool.id == "select")
            m_toolBar->addAction(m_actions->find("select.faces"));
    };
    for (const auto& tool : m_context->tools())
        add(tool);
}

QDockWidget* MainWindow::dock(const std::string& panelId) const
{
    return m_docks.value(QString::fromStdString(panelId));
}

void MainWindow::makeDock(const std::string& panelId)
{
    const auto& panels = m_context->panels();
    const auto at = std::find_if(panels.begin(), panels.end(),
                                 [&](const auto& panel) { return panel.id == panelId; });
    ENGINE_EXPECT(at != panels.end());
    const auto info = *at;
    const auto id = QString::fromStdString(info.id);
    auto* dock = new QDockWidget{QString::fromStdString(info.title), this};
    dock->setObjectName(id);
    dock->setWidget(info.create(*m_context, dock));
    const auto area = toQt(info.area);
    // Neighbours share the place as tabs; the first two on the right lie one above the other.
    QDockWidget* last = nullptr;
    int count = 0;
    for (auto* other : m_docks)
        if (dockWidgetArea(other) == area && !other->isFloating() && ++count > 0)
            last = other;
    addDockWidget(area, dock);
    if (last != nullptr && (area != Qt::RightDockWidgetArea || count >= 2))
        tabifyDockWidget(last, dock);
    dock->setVisible(info.visible);
    m_docks.insert(id, dock);
    // Without an icon, since an icon would hide the tick.
    m_actions->menu(QStringLiteral("Window"))->addAction(dock->toggleViewAction());
}

void MainWindow::removeDock(const std::string& panelId)
{
    if (auto* dock = m_docks.take(QString::fromStdString(panelId))) {
        removeDockWidget(dock);
        delete dock;
    }
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

void MainWindow::updateLightingText()
{
    const auto& lighting = m_context->workspace().lighting();
    const auto stale = lighting.staleFaces().size();
    m_lightingText->setText(
        stale == 0 ? tr("light: up to date")
                   : tr("light: %1 of %2 faces stale").arg(stale).arg(lighting.faceCount()));
}

void MainWindow::everyHalfSecond()
{
    m_context->assets().pollChanges();
    m_context->workspace().update();
    m_context->workspace().journal().update(
        0.5, QSettings{}.value(QStringLiteral("autosaveSeconds"), 60).toDouble());
    updateLightingText();
}

bool MainWindow::dropModel(const QString& path, const PointerEvent& at)
{
    const auto place = PlaceTool::surfacePlace(at);
    if (!place) {
        showError(tr("Drop the model on something"));
        return false;
    }
    auto& document = m_context->document();
    EntityId added;
    auto done = document.run("Add model", [&](Transaction& edit) -> Result<void> {
        added = addModel(edit, path.toStdString(), place->first, place->second);
        return {};
    });
    if (!done)
        showError(QString::fromStdString(done.error().message()));
    else
        document.selection().set({added});
    return done.hasValue();
}

bool MainWindow::dropAsset(const QString& kind, const QString& path, const PointerEvent& at)
{
    if (kind == QStringLiteral("mesh"))
        return dropModel(path, at);
    if (kind != QStringLiteral("material") || at.hits.empty())
        return false;
    const Name material{path.toStdString()};
    const auto& hit = at.hits.front();
    if (hit.face == NoFace) {
        showError(tr("A model takes its materials from its file"));
        return false;
    }
    auto& document = m_context->document();
    const bool faces =
        document.selection().mode() == SelectionMode::Faces || at.has(Modifier::Shift);
    auto done = document.run("Apply material", [&](Transaction& edit) {
        return faces ? applyMaterial(edit, std::vector{FaceRef{hit.entity, hit.face}}, material)
                     : applyMaterial(edit, std::vector{hit.entity}, material);
    });
    if (!done)
        showError(QString::fromStdString(done.error().message()));
    m_context->setCurrentMaterial(material);
    return true;
}

Document& MainWindow::viewDocument()
{
    return m_context->document();
}

RenderHub* MainWindow::renderHub()
{
    return m_hub.get();
}

ToolBox& MainWindow::toolBox()
{
    return m_context->toolBox();
}

Grid MainWindow::viewGrid() const
{
    return m_context->grid();
}

const std::set<Lightmap::Key>& MainWindow::staleFaces() const
{
    return m_context->workspace().lighting().staleFaces();
}

void MainWindow::drawOverlays(DebugDraw& draw, ViewKind kind)
{
    m_context->drawOverlays(draw, kind);
}

PlaySession* MainWindow::playSession()
{
    return m_play->session();
}

ViewportWidget* MainWindow::playView()
{
    return m_play->view();
}

void MainWindow::showPointer(const Vec3d& place)
{
    m_pointerText->setText(
        QStringLiteral("x %1  y %2  z %3").arg(metres(place.x), metres(place.y), metres(place.z)));
}

void MainWindow::showMeasure(const QString& text)
{
    m_messageText->setStyleSheet({});
    m_messageText->setText(text.isEmpty() ? QString::fromStdString(m_context->toolBox().hint())
                                          : text);
}

void MainWindow::showError(const QString& text)
{
    m_context->showMessage(MessageKind::Error, text.toStdString());
}

void MainWindow::viewActivated(ViewportWidget* view)
{
    m_views->setActiveView(view);
}

void MainWindow::repaintViews()
{
    m_views->repaintViews();
}

void MainWindow::focusActiveView()
{
    if (auto* view = m_views->activeView())
        view->setFocus(Qt::OtherFocusReason);
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Keys that no field wants are the active view's: Enter places a light, Esc goes one step back.
    auto* view = m_views->activeView();
    if (view == nullptr || qobject_cast<ViewportWidget*>(focusWidget()) != nullptr)
        return QMainWindow::keyPressEvent(event);
    view->setFocus(Qt::OtherFocusReason);
    QCoreApplication::sendEvent(view, event);
}

void MainWindow::startPlay(bool fromCamera)
{
    auto* view = m_views->activeView();
    if (view == nullptr || view->kind() != ViewKind::Perspective)
        view = m_views->findView(ViewKind::Perspective);
    if (view == nullptr || !m_hub) {
        showError(tr("Play needs a 3D view: choose Window > Reset layout"));
        return;
    }
    m_context->toolBox().cancelGesture();
    if (auto started = m_play->start(m_context->workspace(), *m_hub, *view, fromCamera); !started) {
        showError(QString::fromStdString(started.error().message()));
        if (auto* console = dock("console")) {
            console->show();
            console->raise();
        }
    }
}
} // namespace editor

#include "editor/app/actions/action_registry.h"
#include "editor/app/play/play_label.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/window/job_bar.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/selection_label.h"
#include "editor/app/window/status_message.h"
#include "editor/app/window/tool_bar.h"
#include "editor/app/workspace/draft_light.h"
#include "editor/app/workspace/stale_tints.h"
#include "editor/panels/level/calculate_light.h"
#include "editor/panels/level/light_badge.h"
#include "editor/views/theme.h"
#include "editor/views/view_settings.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/light/scene_light.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace editor
{
void MainWindow::makeStatusBar()
{
    const auto makeLabel = [this](const char* name) {
        auto* label = new QLabel{this};
        label->setObjectName(QLatin1String{name});
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(6, 0, 6, 0);
        statusBar()->addPermanentWidget(label);
        return label;
    };
    statusBar()->setSizeGripEnabled(false);
    m_status = new StatusMessage{this};
    m_status->setObjectName(QStringLiteral("statusMessage"));
    statusBar()->addWidget(m_status, 1);
    m_jobs = new JobBar{[this] { return m_context->shownJobs(); }, this};
    statusBar()->addPermanentWidget(m_jobs);
    auto* playText = new PlayLabel{*m_play, this};
    statusBar()->addPermanentWidget(playText);
    connect(m_rewind, &Rewind::changed, playText, [this, playText] {
        playText->setPast(m_rewind->isPast() ? std::optional{m_rewind->tick()} : std::nullopt);
    });
    m_selectionText = new SelectionLabel{m_context->document(), this};
    m_selectionText->setObjectName(QStringLiteral("statusSelection"));
    m_selectionText->setContentsMargins(6, 0, 6, 0);
    statusBar()->addPermanentWidget(m_selectionText);
    m_pointerText = makeLabel("statusPointer");
    m_pointerText->setMinimumWidth(
        fontMetrics().horizontalAdvance(QStringLiteral("x -000.00  y -000.00  z -000.00  ")));
    m_lightingText = new QToolButton{this};
    m_lightingText->setObjectName(QStringLiteral("statusLighting"));
    m_lightingText->setFocusPolicy(Qt::NoFocus);
    m_lightingText->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // not the bar's
    connect(m_lightingText, &QToolButton::clicked, this, [this] { fixLight(); });
    statusBar()->addPermanentWidget(m_lightingText);
    m_lightBadge = new LightBadge{*m_context, *m_views, *m_draftLight};
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

    m_toolBar = new ToolBar{*m_actions,
                            [this](const std::string& id) { m_context->activateTool(id); }, this};
    addToolBar(m_toolBar);

    makeGridBar();

    m_playBar = addToolBar(tr("Play"));
    m_playBar->setObjectName(QStringLiteral("toolbar.play"));
    // All of them have room in a window of 1280: single ticks are for the menu and their key.
    for (const auto* id : {"play.start", "play.fromCamera", "play.simulate", "play.pause",
                           "play.possess", "play.stop"})
        m_playBar->addAction(m_actions->find(id));
    for (auto* bar : findChildren<QToolBar*>()) {
        bar->setIconSize({20, 20});
        bar->setMovable(true);
    }
}

void MainWindow::makeGridBar()
{
    auto* gridBar = addToolBar(tr("Grid"));
    gridBar->setObjectName(QStringLiteral("toolbar.grid"));
    gridBar->addAction(m_actions->find("view.snap"));
    m_gridBox = new QComboBox{gridBar};
    m_gridBox->setObjectName(QStringLiteral("gridStep"));
    m_gridBox->setFocusPolicy(Qt::ClickFocus); // arrow keys at the start shall not change the grid
    m_gridBox->setMaximumWidth(66); // the play buttons have their place in a window of 1280
    m_gridBox->setAccessibleName(tr("Grid step in metres"));
    m_gridBox->setToolTip(
        tooltipFor(tr("Grid step"), {}, tr("How far apart the grid's lines are, in metres.")));
    for (double step = ViewSettings::MinGridStep; step <= ViewSettings::MaxGridStep; step *= 2)
        m_gridBox->addItem(QString::number(step), step);
    m_gridBox->setCurrentText(QString::number(m_context->grid().step));
    connect(m_gridBox, &QComboBox::currentIndexChanged, this, [this] {
        auto grid = m_context->grid();
        grid.step = m_gridBox->currentData().toDouble();
        m_context->setGrid(grid);
    });
    gridBar->addWidget(m_gridBox);
    gridBar->addAction(m_actions->find("brush.textureLock"));
}

void MainWindow::makeSearchButton()
{
    auto* button = new QToolButton{this};
    button->setObjectName(QStringLiteral("searchButton"));
    button->setProperty("search", true);
    button->setIcon(themeIcon(QStringLiteral("search"), ColorRole::MutedText));
    button->setIconSize({16, 16});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(tr("Search for objects, assets and commands"));
    const auto name = [this, button] {
        const auto keys = m_actions->find("palette.places")->shortcut().toString();
        button->setText(tr("Search...   %1").arg(keys));
        button->setToolTip(
            tooltipFor(tr("Search"), keys, tr("Objects, assets and scenes; type > for commands.")));
    };
    name();
    connect(m_actions, &ActionRegistry::keymapChanged, button, name);
    connect(button, &QToolButton::clicked, this, &MainWindow::searchPlaces);
    menuBar()->setCornerWidget(button, Qt::TopRightCorner);
}

void MainWindow::followTools()
{
    const auto show = [this] {
        m_toolBar->setTools(m_context->tools(), m_context->activeTool());
    };
    show();
    auto* context = m_context.get();
    connect(context, &EditorContext::toolsChanged, m_toolBar, show);
    const auto say = [this] {
        m_status->setHint(QString::fromStdString(m_context->toolBox().hint()));
    };
    connect(context, &EditorContext::toolActivated, m_toolBar, [this, say](const QString& id) {
        m_toolBar->setActive(id.toStdString());
        say();
        m_status->forget(); // it was about what was done before
    });

    // Tools tell of what they have half done by asking for a repaint, at each move of the mouse.
    auto* hint = new QTimer{m_status};
    hint->setSingleShot(true);
    hint->setInterval(0);
    connect(hint, &QTimer::timeout, m_status, say);
    const auto soon = [hint] {
        hint->start();
    };
    soon();
    connect(context, &EditorContext::viewsDirty, hint, soon);
    auto& document = m_context->document();
    m_connections += document.changed.connect([soon](const auto&) { soon(); });
    m_connections += document.reset.connect(soon);
    m_connections += document.selection().changed.connect(soon);
}

/// Besides steps and the selection, after which they are asked at once: see connectContext().
void MainWindow::followCommands()
{
    auto* later = new QTimer{m_actions}; // not before a scene is open to its end
    later->setSingleShot(true);
    later->setInterval(0);
    connect(later, &QTimer::timeout, m_actions, &ActionRegistry::refresh);
    const auto soon = [later] {
        later->start();
    };
    m_connections += m_context->document().reset.connect(soon);
    m_connections += m_context->workspace().waitingChanged.connect(soon);
    m_connections += m_context->commandsChanged.connect(soon);
}

/// ", 6 s to fix", as far as that is known.
QString MainWindow::timeToFixLight()
{
    constexpr double Minute = 60;
    const double seconds = m_context->workspace().secondsToFix();
    if (!(seconds > 0))
        return {};
    return seconds < Minute ? tr(", %1 s to fix").arg(std::max(1, qRound(seconds)))
                            : tr(", %1 min to fix").arg(qRound(seconds / Minute));
}

/// What the text in the status bar is about.
void MainWindow::fixLight()
{
    auto& workspace = m_context->workspace();
    if (workspace.isBaking() || workspace.lighting().staleFaces().empty())
        return showDock("lighting");
    (void)bakeStaleLight(*m_context);
    updateLightingText();
}

void MainWindow::updateLightingText()
{
    const auto& lighting = m_context->workspace().lighting();
    const auto stale = lighting.staleFaces().size();
    const bool isKnown = engine::isBaked(m_context->document().world());
    // Where nothing was baked, nothing is up to date.
    const auto faces =
        tr("%1 of %2")
            .arg(QString::fromStdString(engine::numberText(stale)),
                 QString::fromStdString(engine::countText(lighting.faceCount(), "face", "faces")));
    const bool isRight = m_context->workspace().followedLight() != nullptr;
    m_lightingText->setText(!isKnown     ? QString{}
                            : stale == 0 ? tr("Light up to date")
                            : isRight    ? tr("Light is right")
                                         : tr("Light: %1%2").arg(faces, timeToFixLight()));
    m_lightingText->setEnabled(isKnown);
    auto& workspace = m_context->workspace();
    const auto click = isRight                     ? tr("A click keeps what is shown.")
                       : workspace.bakesAllFaces() ? tr("A click bakes all faces.")
                                                   : tr("A click bakes them.");
    m_lightingText->setToolTip(stale == 0 || workspace.isBaking()
                                   ? tr("Opens the Lighting dock, which bakes light.")
                                   : tr("<b>%1 out of date</b><br>%2").arg(faces, click));
    m_staleTints->follow(lighting);
    m_lightBadge->refresh();
    m_draftLight->setWanted(m_lightBadge->isLightSeen() && !m_context->isPlaying());
}
} // namespace editor

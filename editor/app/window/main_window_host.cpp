#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/effect_costs.h"
#include "editor/app/notes/note_desk.h"
#include "editor/app/play/authored_outlines.h"
#include "editor/app/play/keep_rules.h"
#include "editor/app/play/play_label.h"
#include "editor/app/play/player_marker.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/play/rewind/timeline_bar.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/status_message.h"
#include "editor/app/window/view_menu.h"
#include "editor/app/workspace/stale_tints.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/place/place_tool.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/view_layout.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QMenu>

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
QString coordinate(double value)
{
    return QString::number(value, 'f', 2);
}

/// A 2D view looks through the whole level, so what is selected there is what is meant.
const PickHit& dropTarget(const Document& document, const PointerEvent& at)
{
    const auto isSelected = [&](const PickHit& hit) {
        return document.selection().contains(hit.entity);
    };
    const auto found = depthAxis(at.view) ? std::find_if(at.hits.begin(), at.hits.end(), isSelected)
                                          : at.hits.end();
    return found != at.hits.end() ? *found : at.hits.front();
}
} // namespace

bool MainWindow::dropModel(const QString& path, const PointerEvent& at)
{
    const auto place = PlaceTool::surfacePlace(at);
    if (!place) {
        showError(tr("Drop the model on something"));
        return false;
    }
    // It stands on what it is dropped on by its bounds.
    const auto model = path.toStdString();
    m_context->workspace().withModels({model}, [this, model, place = *place] {
        auto& document = m_context->document();
        EntityId added;
        const auto done = document.run("Add model", [&](Transaction& edit) -> Result<void> {
            added = addModel(edit, model, place.first, place.second);
            return {};
        });
        if (!done)
            showError(QString::fromStdString(done.error().message()));
        else
            document.selectAfterStep({added});
    });
    return true;
}

void MainWindow::placePrefab(const std::string& path, const engine::Vec3d& at)
{
    auto library = prefabLibrary(*m_context);
    const auto prefab = library.load(path);
    m_context->workspace().withModels(
        prefab ? modelsOf(**prefab) : std::set<std::string>{}, // placing says what is wrong with it
        [this, path, at] { placePrefabAt(*m_context, path, at); });
}

bool MainWindow::dropPrefab(const QString& path, const PointerEvent& at)
{
    const auto place = PlaceTool::surfacePlace(at);
    if (!place) {
        showError(tr("Drop the prefab on something"));
        return false;
    }
    placePrefab(path.toStdString(), place->first);
    return true;
}

void MainWindow::connectPrefabs()
{
    m_connections += m_context->placePrefabWanted.connect([this](const std::string& path) {
        const auto* view = m_views->activeView();
        const auto place = view != nullptr ? view->pastePlace().first : engine::Vec3d{0};
        placePrefab(path, m_context->grid().snap(place));
    });
    m_connections +=
        m_context->editPrefabWanted.connect([this](const std::string& path) { editPrefab(path); });
}

bool MainWindow::dropAsset(const QString& kind, const QString& path, const PointerEvent& at)
{
    if (kind == QStringLiteral("mesh"))
        return dropModel(path, at);
    if (engine::isPrefabFile(path.toStdString()))
        return dropPrefab(path, at);
    if (kind != QStringLiteral("material") || at.hits.empty())
        return false;
    const Name material{path.toStdString()};
    auto& document = m_context->document();
    const auto& hit = dropTarget(document, at);
    const bool isPatch = document.world().get<engine::CurvedPatch>(hit.entity) != nullptr;
    if (hit.face == NoFace && !isPatch) {
        showError(tr("A model takes its materials from its file"));
        return false;
    }
    const bool faces = !isPatch && (document.selection().mode() == SelectionMode::Faces ||
                                    at.has(Modifier::Shift));
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

const ViewKeys& MainWindow::viewKeys() const
{
    return m_viewKeys;
}

const std::set<Lightmap::Key>& MainWindow::staleFaces() const
{
    static const std::set<Lightmap::Key> none;
    return m_showsStaleLight ? m_context->workspace().lighting().staleFaces() : none;
}

const engine::FaceParts& MainWindow::staleParts() const
{
    static const engine::FaceParts none;
    return m_showsStaleLight ? m_context->workspace().lighting().staleParts() : none;
}

std::vector<QAction*> MainWindow::viewSwitches() const
{
    std::vector<QAction*> switches;
    if (const auto* effect = m_actions->find("view.shadows.auto")) // and the menu around it
        for (auto* place : effect->associatedObjects())
            if (auto* menu = qobject_cast<QMenu*>(place))
                switches.push_back(menu->menuAction());
    if (auto* stale = m_actions->find("view.staleLight"))
        switches.push_back(stale);
    return switches;
}

void MainWindow::setViewEffects(const engine::ViewEffects& effects)
{
    m_viewEffects = effects;
    repaintViews();
}

bool MainWindow::measuresEffects() const
{
    return m_effectCosts != nullptr && m_effectCosts->isLooking();
}

void MainWindow::effectsTook(const ViewportWidget* view, const engine::RenderStats& took)
{
    m_effectCosts->take(view, took);
}

const std::vector<engine::FaceTint>& MainWindow::staleAges()
{
    m_staleTints->follow(m_context->workspace().lighting());
    return m_staleTints->tints();
}

const engine::FaceParts& MainWindow::agedParts() const
{
    return m_context->workspace().lighting().staleParts();
}

void MainWindow::setStaleLightShown(bool shown)
{
    m_showsStaleLight = shown;
    repaintViews();
}

void MainWindow::setGraphsShown(bool shown)
{
    m_showsGraphs = shown;
    repaintViews();
}

std::optional<engine::Mat4d> MainWindow::selectionMoved() const
{
    // What is done in parts is in its new place in part.
    if (m_context->document().isInParts())
        return {};
    return m_context->selectionMoved();
}

void MainWindow::drawOverlays(DebugDraw& draw, ViewKind kind, const Vec2d& view)
{
    const auto* session = m_play->session();
    if (session == nullptr || session->playsEdited())
        m_context->drawOverlays(draw, kind);
    if (m_outlines)
        m_outlines->draw(draw);
    m_rewind->draw(draw);
    if (session != nullptr && !m_rewind->isPast()) {
        drawPlayer(draw, *session, view);
        session->drawMarks(draw);
    }
}

void MainWindow::drawGameOverlays(DebugDraw& draw)
{
    m_context->navigation().drawInGame(draw);
    if (const auto* session = m_play->session())
        session->drawMarks(draw);
}

void MainWindow::makeRewind()
{
    m_rewind = new Rewind{*m_play,
                          [this]() -> std::optional<Rewind::Place> {
                              auto* view =
                                  m_play->view() != nullptr ? m_play->view() : viewForPlay();
                              if (view == nullptr || !m_hub)
                                  return std::nullopt;
                              return Rewind::Place{m_context->workspace(), *m_hub, *view};
                          },
                          this};
    connect(m_rewind, &Rewind::told, this, [this](const QString& text) {
        m_context->showMessage(MessageKind::Info, text.toStdString());
    });
    connect(m_rewind, &Rewind::failed, this, [this](const QString& text) {
        m_context->showMessage(MessageKind::Error, text.toStdString());
    });
}

/// After the commands, which its buttons are.
void MainWindow::makeTimeline()
{
    m_timeline = new TimelineBar{*m_rewind, *m_actions, this};
    centralWidget()->layout()->addWidget(m_timeline);
    connect(m_rewind, &Rewind::changed, this, [this] {
        if (m_rewind->progress())
            m_timeline->show();
    });
    connect(m_play, &PlayController::stopped, m_timeline, &QWidget::hide);
    connect(m_play, &PlayController::pausedChanged, this, [this] {
        // A note is about the picture as it stands: nothing may move it.
        if (m_play->isPaused() && !noteDesk().taker().isOpen())
            m_timeline->show();
    });
}

void MainWindow::showTimeline()
{
    if (!m_play->isPaused())
        m_play->setPaused(true);
    m_timeline->show();
    m_timeline->track().setFocus();
}

PlaySession* MainWindow::playSession()
{
    return m_play->session();
}

const std::set<EntityId>* MainWindow::movedByGame() const
{
    return m_outlines ? &m_outlines->entities() : nullptr;
}

ViewportWidget* MainWindow::playView()
{
    return m_play->view();
}

QString MainWindow::keysOf(const char* action) const
{
    const auto* found = m_actions->find(action);
    return found != nullptr ? found->shortcut().toString(QKeySequence::NativeText) : QString{};
}

QString MainWindow::gameHint(bool mouseIsCaptured) const
{
    if (m_play->isPaused())
        return tr("Paused   %1 goes on   %2 plays one tick   %3 stops")
            .arg(keysOf("play.pause"), keysOf("play.tick"), keysOf("play.stop"));
    return mouseIsCaptured ? QString{} : tr("Click to play   %1 stops").arg(keysOf("play.stop"));
}

void MainWindow::sayHowPlayGoes()
{
    const auto speed = m_play->speed() == 1 ? QString{} : tr(" at ") + speedText(m_play->speed());
    if (m_play->isPaused())
        m_status->sayWhile(tr("Paused: %1 goes on").arg(keysOf("play.pause")),
                           [this] { return m_play->isPaused(); });
    else if (m_play->isPossessed())
        m_status->say(MessageKind::Info,
                      tr("Playing%1. Esc frees the mouse, %2 leaves the player, %3 stops.")
                          .arg(speed, keysOf("play.possess"), keysOf("play.stop")));
    else
        m_status->say(MessageKind::Info,
                      tr("Simulating%1. %2 enters the player, %3 stops.")
                          .arg(speed, keysOf("play.possess"), keysOf("play.stop")));
}

void MainWindow::sayWhatTheGameChanged()
{
    if (keepByRules())
        return;
    const auto count = objectCount(m_context->gameChanges().list());
    m_status->say(
        MessageKind::Info,
        count == 0 ? tr("Stopped: back to editing")
                   : tr("Stopped: the game changed %1, %2 lists what to keep")
                         .arg(QString::fromStdString(engine::countText(count, "object", "objects")),
                              keysOf("play.changes")));
}

bool MainWindow::keepByRules()
{
    const auto rules = keepRules();
    if (rules.isEmpty())
        return false;
    const auto changes = keptByRule(m_context->gameChanges().list(), rules);
    if (!changes.empty())
        m_context->keepPlayed(changes);
    return !changes.empty();
}

void MainWindow::showPointer(const Vec3d& place)
{
    m_pointerText->setText(QStringLiteral("x %1  y %2  z %3")
                               .arg(coordinate(place.x), coordinate(place.y), coordinate(place.z)));
}

void MainWindow::showMeasure(const QString& text, const QString& refusal)
{
    m_status->setHint(QString::fromStdString(m_context->toolBox().hint()));
    m_status->showMeasure(text, refusal);
}

void MainWindow::showError(const QString& text)
{
    m_context->showMessage(MessageKind::Error, text.toStdString());
}

void MainWindow::viewActivated(ViewportWidget* view)
{
    m_views->setActiveView(view);
}

void MainWindow::showViewMenu(const PointerEvent& at, const QPoint& place)
{
    ViewMenu menu{*this, at};
    menu.exec(place);
}

void MainWindow::repaintViews()
{
    m_views->repaintViews();
}

void MainWindow::writeNote(ViewportWidget& view)
{
    m_noteDesk->write(view);
}

ViewportWidget* MainWindow::viewForPlay() const
{
    auto* view = m_views->activeView();
    return view != nullptr && view->kind() == ViewKind::Perspective
               ? view
               : m_views->findView(ViewKind::Perspective);
}

void MainWindow::startPlay(bool fromCamera)
{
    auto* view = viewForPlay();
    startPlayFrom(fromCamera && view != nullptr ? std::optional{view->camera().camera()}
                                                : std::nullopt);
}

void MainWindow::startPlayAt(const Vec3d& feet)
{
    const auto* view = viewForPlay();
    auto camera = view != nullptr ? view->camera().camera() : ViewCamera{};
    const auto& world = m_context->document().world();
    camera.position = feet + Vec3d{0, playerHeight(world), 0};
    startPlayFrom(camera);
}

void MainWindow::simulate()
{
    startPlayFrom(std::nullopt, PlayController::Start::Simulate);
}

void MainWindow::possessOrEject()
{
    if (m_play->isPossessed())
        return m_play->eject();
    if (auto* view = viewForPlay())
        m_play->possess(*view);
    else
        showError(tr("The player needs a 3D view: choose Window > Reset layout"));
}

void MainWindow::startPlayFrom(const std::optional<ViewCamera>& camera, PlayController::Start how)
{
    auto* view = viewForPlay();
    if (view == nullptr || !m_hub) {
        showError(tr("Play needs a 3D view: choose Window > Reset layout"));
        return;
    }
    m_context->toolBox().cancelGesture();
    if (auto started = m_play->start(m_context->workspace(), *m_hub, *view, camera, how);
        !started) {
        showError(QString::fromStdString(started.error().message()));
        if (auto* console = dock("console")) {
            console->show();
            console->raise();
        }
    }
}
} // namespace editor

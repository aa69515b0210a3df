#include "editor/app/play/play_controller.h"

#include "editor/app/play/user_bindings.h"
#include "editor/app/workspace/scene_files.h"
#include "editor/app/workspace/workspace.h"
#include "editor/views/render_hub.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/log.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/recording/world_changes.h"
#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
constexpr int CompilerMilliseconds = 100; ///< until scripts that take long are asked for again

/// The file in which this user's games of the project keep values; empty where none can be made.
fs::path savesOf(const engine::Project& project)
{
    const auto folder = engine::userFolderOf(project.root);
    if (const auto made = engine::makeUserFolder(folder); !made) {
        engine::logWarning("play", "Games keep nothing: {}", made.error().message());
        return {};
    }
    return folder / "saves.json";
}

/// Puts the baked light of a scene where its renderer finds it.
void readLightOf(const engine::World& world, const fs::path& scene, engine::AssetDatabase& assets)
{
    const auto* reference = world.get<engine::LightmapRef>(engine::SceneEntity);
    if (reference == nullptr || reference->file.empty() ||
        assets.lightmaps().find(lightmapHash(*reference)))
        return;
    if (const auto light = loadLightmapOf(scene, *reference))
        assets.lightmaps().put(lightmapHash(*reference), *light);
    else
        engine::logWarning("play", "The scene is drawn without its light: {}",
                           light.error().message());
}
} // namespace

PlayController::PlayController(QObject* parent) : QObject{parent}
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(8); // twice the tick rate: a late timer then costs half a tick at most
    connect(&m_timer, &QTimer::timeout, this, &PlayController::advance);
}

PlayController::~PlayController()
{
    stop();
}

void PlayController::finishRecording()
{
    m_recorder.reset();
    m_recordingBefore = {};
}

PlayController::Lent PlayController::lend(Workspace& workspace, Recording recording)
{
    const auto& project = workspace.assets().project();
    auto recorder = std::make_unique<engine::SessionRecorder>(
        engine::RecordingStore{project.root},
        engine::SessionRecorder::Options{.isHeldBack = recording == Recording::HeldBack});
    auto rebinding = std::make_unique<GameRebinding>(
        workspace.assets(), [this] { readBindings(); },
        [this]() -> QWidget* {
            return m_isPossessed && m_view != nullptr && m_view->hasFocus() ? m_view : nullptr;
        });
    const engine::PlaySetup setup{.assets = workspace.assets(),
                                  .types = workspace.types(),
                                  .collision = &workspace.collision(),
                                  .navigation = &workspace.navigation().system(),
                                  .waitsForNavigation = false,
                                  .audio = engine::AudioOutput::Default,
                                  .scripts = &workspace.scripts(),
                                  .saves = savesOf(project),
                                  .bindings = rebinding.get(),
                                  .scene =
                                      engine::sceneNameOf(project, workspace.document().path()),
                                  .recorder = recorder.get()};
    return {setup, std::move(recorder), std::move(rebinding)};
}

engine::Result<void> PlayController::start(Workspace& workspace,
                                           RenderHub& hub,
                                           ViewportWidget& view,
                                           const std::optional<engine::ViewCamera>& from,
                                           Start how)
{
    stop();
    m_sinceStart.start();
    m_startMilliseconds = 0;
    // One shall stand on them.
    workspace.assets().finishModels(engine::modelsOf(workspace.document().world()));
    auto lent = lend(workspace);
    lent.setup.startFrom = from;
    auto session = engine::PlaySession::start(workspace.document().world(), lent.setup);
    if (!session)
        return session.error();
    begin(workspace, hub, view, std::move(lent), {nullptr, *std::move(session)});
    if (how == Start::Play) {
        m_isPossessed = true;
        m_view->showHeader(false);
    }
    Q_EMIT started();
    if (m_isPossessed)
        m_view->captureMouse();
    m_view->paintNow();
    return {};
}

void PlayController::adopt(Workspace& workspace,
                           RenderHub& hub,
                           ViewportWidget& view,
                           Lent lent,
                           engine::SessionReplay::Played played)
{
    if (m_session)
        letGo();
    m_sinceStart.start();
    m_startMilliseconds = 0;
    begin(workspace, hub, view, std::move(lent), std::move(played));
    m_session->setWaitsForNavigation(false); // from here on its ticks are frames of the window
    if (const auto since =
            engine::changesBetween(*m_level, workspace.document().world(), workspace.types());
        !since.changes.empty())
        takeEdit(since);
    m_session->setPaused(true);
    Q_EMIT started();
    Q_EMIT pausedChanged();
    m_view->paintNow();
}

void PlayController::begin(Workspace& workspace,
                           RenderHub& hub,
                           ViewportWidget& view,
                           Lent lent,
                           engine::SessionReplay::Played played)
{
    m_rebinding = std::move(lent.rebinding);
    m_level = std::move(played.level);
    m_session = std::move(played.session);
    if (m_recorder) // what it has not written yet is nothing that this game waits for
        m_recordingBefore = std::async(
            std::launch::async, [before = std::move(m_recorder)]() mutable { before.reset(); });
    m_recorder = std::move(lent.recorder);
    m_workspace = &workspace;
    m_hub = &hub;
    m_view = &view;
    m_speed = 1;
    showWorld();
    m_navigation = &workspace.navigation();
    m_navigation->setPlayed([this] { return m_session ? m_session->navigation() : nullptr; });
    follow(workspace);
    followView();
    m_firstFrame =
        connect(m_view, &ViewportWidget::framePainted, this, &PlayController::firstFramePainted);
    m_clock.start();
    m_timer.start();
}

/// What the editor does meanwhile reaches the session.
void PlayController::follow(Workspace& workspace)
{
    m_connections += m_session->worldChanged.connect([this] {
        showWorld();
        Q_EMIT worldChanged();
    });
    m_connections += workspace.document().changed.connect([this](const engine::ChangeSet& changes) {
        m_recorder->keep();
        takeEdit(changes);
    });
    // Another scene would leave the session without the one it came from.
    m_connections += workspace.document().reset.connect([this] { stop(); });
    m_connections += workspace.assets().modelsRead.connect(
        [this](const std::vector<std::string>& paths) { m_session->modelsChanged(paths); });
    m_connections += workspace.assets().surfacesChanged.connect(
        [this, &workspace](const std::vector<engine::Name>& materials) {
            m_session->surfacesChanged(workspace.assets().surfaces(), materials);
        });
    m_connections += workspace.assets().changed.connect(
        [this, &workspace](const std::vector<engine::AssetEntry>& files) {
            std::vector<std::string> models;
            std::vector<std::string> materials;
            for (const auto& each : files)
                if (each.kind == engine::AssetKind::Mesh)
                    models.push_back(each.path);
                else if (each.kind == engine::AssetKind::Material)
                    materials.push_back(each.path);
            m_session->modelsChanged(models);
            m_session->materialsChanged(materials);
            const bool scripts = std::any_of(files.begin(), files.end(), [](const auto& each) {
                return each.kind == engine::AssetKind::Script;
            });
            if (scripts)
                reloadScripts(workspace.scripts());
        });
}

void PlayController::showInstead(engine::World* world)
{
    if (!m_session)
        return;
    if (world == nullptr)
        return showWorld();
    m_hub->endPlay();
    m_hub->beginPlay(*world, {},
                     m_session->playsEdited() ? RenderHub::Played::EditedScene
                                              : RenderHub::Played::OtherScene);
}

/// The light of another scene than the open one is read here; without it that scene is dark.
void PlayController::showWorld()
{
    const bool isEdited = m_session->playsEdited();
    if (!isEdited)
        readLightOf(m_session->world(), m_workspace->assets().project().root / m_session->scene(),
                    m_workspace->assets());
    m_hub->endPlay();
    m_hub->beginPlay(
        m_session->world(),
        [this](engine::EntityId entity) {
            return m_session ? m_session->interpolatedPlace(entity) : std::nullopt;
        },
        isEdited ? RenderHub::Played::EditedScene : RenderHub::Played::OtherScene);
}

/// A game that its scripts have ended. Not from within a tick: receivers of its signals may be on
/// their way.
void PlayController::endIfOver()
{
    if (m_session && m_session->hasEnded())
        stop();
}

void PlayController::readBindings()
{
    if (m_view != nullptr)
        m_view->setGameInput([assets = &m_workspace->assets()] {
            return withUserBindings(engine::inputOf(assets->project()));
        });
}

/// The view that is the game may be closed like any other, and the game with it; the one that was
/// it may go alone.
void PlayController::followView()
{
    readBindings();
    disconnect(m_viewGone);
    m_viewGone = connect(m_view, &QObject::destroyed, this, [this] {
        m_view = nullptr;
        if (m_isPossessed)
            stop();
    });
}

void PlayController::possess(ViewportWidget& view)
{
    if (!m_session || m_isPossessed)
        return;
    m_view = &view;
    followView();
    m_isPossessed = true;
    m_view->showHeader(false);
    Q_EMIT possessionChanged();
    m_view->captureMouse();
}

/// How far the view steps back from the eyes, so that the player can be seen. Metres.
double PlayController::roomBehind(const engine::ViewCamera& eyes) const
{
    constexpr double StepBack = 3;
    constexpr double FromWalls = 0.3;
    const auto& document = m_workspace->document();
    const engine::Ray back{eyes.position, -eyes.forward()};
    const auto wall = engine::pickNearestBrush(document.world(), document.index(), back, 1e6,
                                               engine::Locked::Included);
    return wall ? std::clamp(wall->distance - FromWalls, 0.0, StepBack) : StepBack;
}

void PlayController::eject()
{
    if (!m_session || !m_isPossessed)
        return;
    auto eyes = m_view->camera().camera();
    const bool isKept = std::any_of(m_camerasBefore.begin(), m_camerasBefore.end(),
                                    [this](const auto& each) { return each.first == m_view; });
    if (!isKept)
        m_camerasBefore.emplace_back(m_view, eyes);
    const auto seen = m_session->camera();
    eyes.position = seen.position - seen.forward() * roomBehind(seen);
    eyes.rotation = seen.rotation;
    m_view->releaseMouseCapture();
    static_cast<void>(m_view->takePlayerInput()); // what was held is no longer the player's
    m_isPossessed = false;
    m_rebinding->stopListening();
    m_view->camera().setCamera(eyes);
    m_view->showHeader(true);
    Q_EMIT possessionChanged();
}

void PlayController::bringCamerasBack()
{
    for (const auto& [view, camera] : std::exchange(m_camerasBefore, {}))
        if (view != nullptr && view->kind() == ViewKind::Perspective)
            view->camera().setCamera(camera);
}

void PlayController::setSpeed(double speed)
{
    m_speed = std::clamp(speed, Slowest, Fastest);
    m_clock.restart();
    Q_EMIT speedChanged();
}

engine::PlayerInput PlayController::takeInput(double seconds)
{
    if (!m_isPossessed)
        return {};
    if (m_rebinding->isListening()) { // what is pressed now is for that alone
        static_cast<void>(m_view->takePlayerInput());
        return {};
    }
    if (m_view->isMouseCaptured() && m_startMilliseconds > 0) // the first picture waits for none
        m_pads.poll();
    return m_view->takePlayerInput(&m_pads.state(), seconds);
}

void PlayController::takeEdit(const engine::ChangeSet& changes)
{
    if (m_level) {
        engine::Edit edit;
        for (const auto& change : changes.changes)
            edit.swaps.push_back({change.entity, change.type, change.after});
        m_level->apply(edit, changes.kind);
    }
    for (const auto& sentence : m_session->applyLiveEdit(changes))
        if (const auto text = QString::fromStdString(sentence); !m_untold.contains(text))
            m_untold.append(text);
    if (changes.kind == engine::ChangeKind::Final && !m_untold.isEmpty())
        QTimer::singleShot(0, this, [this] {
            for (const auto& text : std::exchange(m_untold, {})) // none of a game that has ended
                Q_EMIT notice(text);
        });
}

void PlayController::reloadScripts(const engine::ScriptLibrary& library)
{
    const auto reloaded = m_session->reloadScripts();
    if (!reloaded && library.isCompiling())
        QTimer::singleShot(CompilerMilliseconds, this, [this, &library, session = m_session.get()] {
            if (m_session && m_session.get() == session)
                reloadScripts(library);
        });
    if (!reloaded)
        Q_EMIT notice(QString::fromStdString(reloaded.error().message()) +
                      tr(". The game goes on with the version before."));
    else if (!reloaded->empty())
        Q_EMIT notice(tr("Scripts loaded again. Not everything was kept, see the console."));
    else
        Q_EMIT notice(tr("Scripts loaded again"));
}

void PlayController::firstFramePainted()
{
    disconnect(m_firstFrame);
    m_startMilliseconds = static_cast<double>(m_sinceStart.nsecsElapsed()) / 1e6;
    engine::logInfo("play", "First picture after {:.0f} ms", m_startMilliseconds);
    Q_EMIT appeared();
}

/// Of the session, which ends, with all that knows of it.
void PlayController::letGo()
{
    m_timer.stop();
    m_connections.clear();
    m_untold.clear();
    disconnect(m_firstFrame);
    disconnect(m_viewGone);
    if (m_view != nullptr) {
        m_view->releaseMouseCapture();
        m_view->showHeader(true);
    }
    bringCamerasBack();
    Q_EMIT stopping();
    m_hub->endPlay();
    m_navigation->setPlayed({});
    m_session.reset();
    m_level.reset();
    m_rebinding.reset();
    m_view = nullptr;
    m_isPossessed = false;
}

void PlayController::stop()
{
    if (!m_session)
        return;
    letGo();
    Q_EMIT stopped();
}

bool PlayController::isPaused() const
{
    return m_session && m_session->isPaused();
}

void PlayController::setPaused(bool paused)
{
    if (!m_session)
        return;
    if (!paused)
        m_recorder->keep();
    m_session->setPaused(paused);
    m_clock.restart();
    Q_EMIT pausedChanged();
}

void PlayController::tickOnce()
{
    if (!m_session)
        return;
    setPaused(true);
    m_recorder->keep();
    m_session->tick(takeInput());
    Q_EMIT frame();
    endIfOver();
}

void PlayController::advance()
{
    const double seconds = static_cast<double>(m_clock.nsecsElapsed()) / 1e9;
    m_clock.restart();
    if (!m_session->isPaused())
        m_session->advance(seconds * m_speed, takeInput(seconds));
    Q_EMIT frame();
    endIfOver();
}
} // namespace editor

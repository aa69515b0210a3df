#include "editor/app/play/rewind/rewind.h"

#include "editor/app/workspace/workspace.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/recording/world_changes.h"
#include "engine_core/serialization/scene_io.h"

#include <QElapsedTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr qint64 SliceMilliseconds = 10; ///< of the window's thread, at once
constexpr DrawColor GhostColor{0.45F, 0.75F, 1.0F, 0.9F};
constexpr double GhostHeight = 1.7; ///< metres
constexpr double GhostRadius = 0.3;

bool hasEdits(const SessionRecording& recording)
{
    return std::any_of(recording.events.begin(), recording.events.end(),
                       [](const auto& event) { return event.kind == RecordedEvent::Kind::Edit; });
}

Vec3d footOf(const PathPoint& point)
{
    return point.eyes - Vec3d{0, GhostHeight, 0};
}

QString secondsText(std::uint64_t tick)
{
    return QString::number(static_cast<double>(tick) * PlaySession::TickSeconds, 'f', 2);
}
} // namespace

Rewind::Rewind(PlayController& play, std::function<std::optional<Place>()> place, QObject* parent)
    : QObject{parent}, m_play{play}, m_place{std::move(place)}
{
    connect(&play, &PlayController::started, this, &Rewind::gameStarted);
    connect(&play, &PlayController::stopping, this, &Rewind::gameStops);
    connect(&play, &PlayController::frame, this, &Rewind::frame);
    connect(&play, &PlayController::worldChanged, this, [this] {
        m_past.reset();
        m_history->begin(*m_play.session());
        Q_EMIT changed();
    });
    connect(&play, &PlayController::pausedChanged, this, [this] {
        if (!m_play.isPaused())
            showPresent();
    });
    m_work.setInterval(0);
    connect(&m_work, &QTimer::timeout, this, &Rewind::work);
}

Rewind::~Rewind()
{
    cancel();
}

bool Rewind::isEmpty() const
{
    return !m_history || m_history->isEmpty() || !m_play.isPlaying();
}

std::uint64_t Rewind::first() const
{
    return isEmpty() ? 0 : m_history->first();
}

std::uint64_t Rewind::last() const
{
    return isEmpty() ? 0 : m_history->last();
}

std::uint64_t Rewind::tick() const
{
    return m_past.value_or(last());
}

void Rewind::addMark(Mark mark)
{
    m_marks.push_back(std::move(mark));
    Q_EMIT changed();
}

void Rewind::gameStarted()
{
    const auto place = m_place();
    if (!place)
        return;
    m_connections.clear();
    m_connections += place->workspace.document().changed.connect([this](const ChangeSet& changes) {
        if (changes.kind == ChangeKind::Final && m_play.isPlaying())
            addMark({m_play.session()->tickCount(), Mark::Kind::Edit, tr("Edit of the level")});
    });
    m_past.reset();
    if (m_isAdopting) // history and marks are those of what was played again
        return;
    m_marks.clear();
    setGhost({});
    m_errorsMarked = 0;
    m_start = std::make_unique<World>(place->workspace.document().world());
    m_history = std::make_unique<SessionHistory>();
    m_history->begin(*m_play.session());
    Q_EMIT changed();
}

void Rewind::gameStops()
{
    if (!m_isAdopting)
        cancel();
    m_connections.clear();
    m_past.reset();
    if (m_history)
        m_history->end();
    Q_EMIT changed();
}

void Rewind::frame()
{
    if (!m_play.isPlaying())
        return;
    const auto& errors = m_play.session()->scriptErrors();
    for (; m_errorsMarked < errors.size(); ++m_errorsMarked)
        m_marks.push_back({m_play.session()->tickCount(), Mark::Kind::ScriptError,
                           QString::fromStdString(errors[m_errorsMarked].message)});
    if (!m_play.isPaused())
        Q_EMIT changed();
}

void Rewind::show(std::uint64_t tick)
{
    const auto place = m_place();
    if (isEmpty() || !place)
        return;
    if (!m_play.isPaused())
        m_play.setPaused(true);
    if (m_play.isPossessed())
        m_play.eject();
    const bool isFirst = !m_past;
    m_past = std::clamp(tick, first(), last());
    auto& world = m_history->show(*m_past);
    if (isFirst)
        m_play.showInstead(&world);
    auto camera = place->view.camera().camera();
    const auto eyes = m_history->eyesAt(*m_past);
    camera.position = eyes.position;
    camera.rotation = eyes.rotation;
    place->view.camera().setCamera(camera);
    place->view.refresh();
    Q_EMIT changed();
}

void Rewind::showPresent()
{
    if (!std::exchange(m_past, std::nullopt) || !m_play.isPlaying())
        return;
    m_play.showInstead(nullptr);
    Q_EMIT changed();
}

/// Everything until now, as the file has it.
Result<std::shared_ptr<const SessionRecording>> Rewind::ownRecording()
{
    const auto* recorder = m_play.recorder();
    if (recorder == nullptr)
        return Error{"Nothing was played yet"};
    recorder->flush();
    const auto file = recorder->file();
    if (file.empty())
        return Error{"This game is not recorded: the console says why"};
    auto recording = loadSessionRecording(file);
    if (!recording)
        return recording.error();
    return std::make_shared<const SessionRecording>(*std::move(recording));
}

void Rewind::playOn()
{
    const auto place = m_place();
    if (isEmpty() || !place || m_job)
        return;
    if (tick() == last()) {
        showPresent();
        m_play.possess(place->view);
        return m_play.setPaused(false);
    }
    auto recording = ownRecording();
    if (!recording || !m_start) {
        Q_EMIT failed(QString::fromStdString(recording ? "The game's beginning is not known"
                                                       : recording.error().message()));
        return;
    }
    if (auto begun =
            beginJob(*recording, std::make_unique<World>(*m_start), {Then::PlayOn, tick()});
        !begun)
        Q_EMIT failed(QString::fromStdString(begun.error().message()));
}

void Rewind::again()
{
    const auto place = m_place();
    if (!place || m_job)
        return;
    auto recording = ownRecording();
    const auto begun =
        recording
            ? beginJob(*recording, std::make_unique<World>(place->workspace.document().world()),
                       {Then::Compare, (*recording)->input.ticks.size()})
            : Result<void>{recording.error()};
    if (!begun)
        Q_EMIT failed(QString::fromStdString(begun.error().message()));
}

Result<SessionRecording> Rewind::load(const fs::path& file) const
{
    if (const auto* recorder = m_play.recorder(); recorder != nullptr && !recorder->file().empty())
        recorder->flush(); // it may be this very game's
    return loadSessionRecording(file);
}

Result<void> Rewind::open(const fs::path& file, std::optional<std::uint64_t> tickToShow)
{
    auto recording = load(file);
    return recording ? open(*std::move(recording), tickToShow) : Result<void>{recording.error()};
}

/// The level is what it was, if it is kept beside the recording, else the open one.
Result<void> Rewind::open(SessionRecording recording, std::optional<std::uint64_t> tickToShow)
{
    const auto place = m_place();
    if (!place)
        return Error{"There is no 3D view to show it in"};
    cancel();
    const auto& document = place->workspace.document();
    auto level = std::make_unique<World>(document.world());
    const RecordingStore store{place->workspace.assets().project().root};
    if (recording.input.scene != contentHash(*level, place->workspace.types()))
        if (auto kept = loadScene(store.levelFile(recording.input.scene), place->workspace.types()))
            if (contentHash(*kept->world, place->workspace.types()) == recording.input.scene) {
                level = std::move(kept->world);
                place->workspace.assets().supply(*level);
            }
    const auto until = recording.input.ticks.size();
    return beginJob(std::make_shared<const SessionRecording>(std::move(recording)),
                    std::move(level), {Then::Look, until, tickToShow});
}

Result<void> Rewind::beginJob(std::shared_ptr<const SessionRecording> recording,
                              std::unique_ptr<World> level,
                              Goal goal)
{
    const auto place = m_place();
    if (!place)
        return Error{"There is no 3D view to show it in"};
    if (m_play.isPlaying() && !m_play.isPaused())
        m_play.setPaused(true);
    auto& workspace = place->workspace;
    Job job{.goal = goal,
            .lent = m_play.lend(workspace, PlayController::Recording::HeldBack),
            .recording = std::move(recording),
            .start = std::make_unique<World>(*level),
            .history = std::make_unique<SessionHistory>(),
            .replay = nullptr};
    const bool isOpenLevel =
        changesBetween(*level, workspace.document().world(), workspace.types()).changes.empty() &&
        (goal.then == Then::Compare || !hasEdits(*job.recording));
    if (!isOpenLevel) { // what is warm is of another level
        job.lent.setup.collision = nullptr;
        job.lent.setup.navigation = nullptr;
    }
    auto reasons = changesSince(*job.recording, *level, contentHash(*level, workspace.types()),
                                workspace.assets());
    auto replay = SessionReplay::begin({.level = std::move(level),
                                        .setup = job.lent.setup,
                                        .recording = job.recording,
                                        .reasons = std::move(reasons),
                                        .edits = goal.then == Then::Compare
                                                     ? SessionReplay::Edits::Left
                                                     : SessionReplay::Edits::AsRecorded});
    if (!replay)
        return replay.error();
    job.replay = *std::move(replay);
    job.replay->session().setPaused(true); // the past makes no sound
    job.history->begin(job.replay->session());
    m_job.emplace(std::move(job));
    followLent(workspace, isOpenLevel);
    m_work.start();
    Q_EMIT changed();
    return {};
}

/// What a job was lent may go or change while it runs, with no game that would end.
void Rewind::followLent(Workspace& workspace, bool sharesLevel)
{
    m_lent.clear();
    m_lent += workspace.document().reset.connect([this] { cancel(); });
    m_lent += workspace.assetsAboutToChange.connect([this] { cancel(); });
    if (!sharesLevel)
        return;
    m_lent += workspace.document().changed.connect([this](const ChangeSet&) {
        cancel();
        Q_EMIT failed(tr("The level was edited meanwhile: the game was not played again"));
    });
}

void Rewind::work()
{
    if (!m_job)
        return m_work.stop();
    QElapsedTimer clock;
    clock.start();
    auto& replay = *m_job->replay;
    while (!replay.isOver() && replay.tickCount() < m_job->goal.until &&
           clock.elapsed() < SliceMilliseconds)
        replay.step();
    if (replay.isOver() || replay.tickCount() >= m_job->goal.until) {
        m_work.stop();
        m_lent.clear();
        Job done{*std::move(m_job)};
        m_job.reset();
        finish(std::move(done));
    }
    Q_EMIT changed();
}

void Rewind::finish(Job job)
{
    const auto place = m_place();
    if (!place)
        return;
    const auto tick = job.replay->tickCount();
    if (job.goal.then == Then::PlayOn)
        std::erase_if(m_marks, [&](const Mark& mark) { return mark.tick > tick; });
    else
        m_marks.clear();
    if (job.goal.then == Then::Look)
        for (const auto& event : job.recording->events)
            if (event.kind == RecordedEvent::Kind::Edit)
                m_marks.push_back({event.tick, Mark::Kind::Edit, tr("Edit of the level")});
    setGhost(job.goal.then == Then::Compare ? job.recording->path : std::vector<PathPoint>{});
    m_errorsMarked = 0;
    tellOutcome(*job.replay);
    m_start = std::move(job.start);
    m_isAdopting = true;
    m_play.adopt(place->workspace, place->hub, place->view, std::move(job.lent),
                 job.replay->take());
    m_isAdopting = false;
    m_history = std::move(job.history);
    if (job.goal.then == Then::PlayOn) {
        m_play.possess(place->view);
        m_play.setPaused(false);
    } else {
        show(job.goal.tickToShow.value_or(tick));
    }
}

void Rewind::tellOutcome(const SessionReplay& replay)
{
    if (const auto& parting = replay.parting()) {
        const auto text = QString::fromStdString(parting->sentence());
        m_marks.push_back({parting->tick, Mark::Kind::Parting, text});
        Q_EMIT told(tr("The run departs %1").arg(text));
    } else {
        const auto states = countText(replay.sameStates(), "key state matches", "key states match");
        Q_EMIT told(tr("Same run: %1 s, %2")
                        .arg(secondsText(replay.tickCount()), QString::fromStdString(states)));
    }
}

std::optional<double> Rewind::progress() const
{
    if (!m_job)
        return std::nullopt;
    return static_cast<double>(m_job->replay->tickCount()) /
           static_cast<double>(std::max<std::uint64_t>(m_job->goal.until, 1));
}

void Rewind::cancel()
{
    m_work.stop();
    m_lent.clear();
    if (!m_job)
        return;
    m_job->history->end();
    m_job->replay.reset(); // before what it was lent
    m_job.reset();
    Q_EMIT changed();
}

void Rewind::setGhost(std::vector<PathPoint> path)
{
    m_ghost = std::move(path);
    DebugDraw way;
    for (std::size_t i = 1; i < m_ghost.size(); ++i)
        way.line(footOf(m_ghost[i - 1]), footOf(m_ghost[i]), GhostColor, 2,
                 DebugDraw::Depth::Dimmed);
    m_ghostWay = std::move(way.lines);
}

void Rewind::draw(DebugDraw& draw) const
{
    draw.lines.insert(draw.lines.end(), m_ghostWay.begin(), m_ghostWay.end());
    const auto next =
        std::upper_bound(m_ghost.begin(), m_ghost.end(), tick(),
                         [](std::uint64_t at, const PathPoint& point) { return at < point.tick; });
    if (next == m_ghost.begin())
        return;
    const Vec3d foot = footOf(*std::prev(next));
    draw.box({foot - Vec3d{GhostRadius, 0, GhostRadius},
              foot + Vec3d{GhostRadius, GhostHeight + 0.1, GhostRadius}},
             GhostColor, 2, DebugDraw::Depth::Dimmed);
    draw.labels.push_back({Vec3f{foot + Vec3d{0, GhostHeight + 0.5, 0}}, "Before", GhostColor});
}
} // namespace editor

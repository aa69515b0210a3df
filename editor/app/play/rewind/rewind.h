#pragma once

#include "editor/app/play/play_controller.h"
#include "engine_core/play/recording/session_history.h"
#include "engine_core/scene/debug_draw.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace editor
{
/// Shows moments of the running game that are past, plays on from them, and plays recordings again.
/// What a moment looked like is known at once (SessionHistory); to play on from it, the recording
/// is played again up to there, in slices between other events, as a session of its own: the old
/// recording stays. Main thread.
class Rewind : public QObject
{
    Q_OBJECT

public:
    /// Where it happens: asked for when it is needed.
    struct Place
    {
        Workspace& workspace;
        RenderHub& hub;
        ViewportWidget& view;
    };

    /// @param play outlives this
    Rewind(PlayController& play, std::function<std::optional<Place>()> place, QObject* parent);
    ~Rewind() override;

    /// Something that happened at a tick, for the timeline.
    struct Mark
    {
        enum class Kind
        {
            Edit,
            ScriptError,
            Note,
            Parting
        };

        std::uint64_t tick = 0;
        Kind kind = Kind::Edit;
        QString text;
    };

    /// Whether there are moments to show.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] std::uint64_t first() const;
    [[nodiscard]] std::uint64_t last() const;

    /// The tick that is shown: the last one unless the past is.
    [[nodiscard]] std::uint64_t tick() const;

    [[nodiscard]] bool isPast() const { return m_past.has_value(); }

    [[nodiscard]] const std::vector<Mark>& marks() const { return m_marks; }

    /// For notes and whatever else belongs to a tick of the running game.
    void addMark(Mark mark);

    /// Pauses the game and shows that moment, seen as its player did.
    void show(std::uint64_t tick);

    void step(int ticks)
    {
        show(static_cast<std::uint64_t>(
            std::max<std::int64_t>(0, static_cast<std::int64_t>(tick()) + ticks)));
    }

    /// The present of the game is shown again.
    void showPresent();

    /// A person plays on from the moment that is shown.
    void playOn();

    /// The same input in the level as it is edited now; what comes of it is told().
    void again();

    /// A recording, in the scene that is open: it can be looked at from its end back.
    /// @param tickToShow once it is played; none: the last one
    engine::Result<void> open(const engine::fs::path& recording,
                              std::optional<std::uint64_t> tickToShow = {});
    engine::Result<void> open(engine::SessionRecording recording,
                              std::optional<std::uint64_t> tickToShow = {});

    /// Reads it, with all of it if it is the running game's.
    [[nodiscard]] engine::Result<engine::SessionRecording> load(const engine::fs::path& file) const;

    /// Work under way: how far, 0 to 1. Another scene or project ends it, and so does an edit of
    /// the level that it shares.
    [[nodiscard]] std::optional<double> progress() const;
    void cancel();

    /// The way of the player before, and a figure where they were at the tick that is shown.
    void draw(engine::DebugDraw& draw) const;

Q_SIGNALS:
    void changed();
    void told(const QString& text);
    void failed(const QString& text);

private:
    enum class Then
    {
        PlayOn,
        Compare, ///< with the ghost of the old run
        Look
    };

    /// What a recording is played again for.
    struct Goal
    {
        Then then = Then::Look;
        std::uint64_t until = 0;
        std::optional<std::uint64_t> tickToShow{}; ///< none: the last one
    };

    /// A recording that is being played again.
    struct Job
    {
        Goal goal;
        PlayController::Lent lent;
        std::shared_ptr<const engine::SessionRecording> recording;
        std::unique_ptr<engine::World> start; ///< the level as it began
        std::unique_ptr<engine::SessionHistory> history;
        std::unique_ptr<engine::SessionReplay> replay;
    };

    void gameStarted();
    void gameStops();
    void frame();
    [[nodiscard]] engine::Result<std::shared_ptr<const engine::SessionRecording>> ownRecording();
    engine::Result<void> beginJob(std::shared_ptr<const engine::SessionRecording> recording,
                                  std::unique_ptr<engine::World> level,
                                  Goal goal);
    void followLent(Workspace& workspace, bool sharesLevel);
    void work();
    void finish(Job job);
    void setGhost(std::vector<engine::PathPoint> path);
    void tellOutcome(const engine::SessionReplay& replay);

    PlayController& m_play;
    std::function<std::optional<Place>()> m_place;
    std::unique_ptr<engine::World> m_start; ///< the level when the game began
    std::unique_ptr<engine::SessionHistory> m_history;
    std::optional<std::uint64_t> m_past;
    std::vector<Mark> m_marks;
    std::size_t m_errorsMarked = 0;
    std::vector<engine::PathPoint> m_ghost;          ///< by ticks
    std::vector<engine::DebugDraw::Line> m_ghostWay; ///< through them, as all views draw it
    std::optional<Job> m_job;
    engine::Connections m_lent; ///< while a job runs
    bool m_isAdopting = false;
    engine::Connections m_connections;
    QTimer m_work;
};
} // namespace editor

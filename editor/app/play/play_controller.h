#pragma once

#include "editor/app/play/game_rebinding.h"
#include "engine_core/gamepad/gamepads.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/play/recording/session_replay.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <future>
#include <memory>
#include <utility>
#include <vector>

namespace editor
{
class RenderHub;
class SceneNavigation;
class ViewportWidget;
class Workspace;

/// Starts, feeds and ends the play session of one window, and hands it the edits made meanwhile.
/// Nothing of the document changes by playing.
class PlayController : public QObject
{
    Q_OBJECT

public:
    explicit PlayController(QObject* parent = nullptr);
    ~PlayController() override;

    enum class Start
    {
        Play,    ///< the view is the game
        Simulate ///< the world runs, and nobody moves the player; the views stay the editor's
    };

    /// In this view, from the player start or from the given camera. On an Error nothing started.
    engine::Result<void> start(Workspace& workspace,
                               RenderHub& hub,
                               ViewportWidget& view,
                               const std::optional<engine::ViewCamera>& from,
                               Start how = Start::Play);
    /// Views that have left the player look again from where they did before.
    void stop();

    /// What a session is begun with, and what must live as long as it does.
    struct Lent
    {
        engine::PlaySetup setup;
        std::unique_ptr<engine::SessionRecorder> recorder;
        std::unique_ptr<GameRebinding> rebinding;
    };

    enum class Recording
    {
        Kept,
        HeldBack ///< until the session goes on, or somebody asks for it
    };

    [[nodiscard]] Lent lend(Workspace& workspace, Recording recording = Recording::Kept);

    /// Plays on, paused, with a session that was played up to here elsewhere: in place of the
    /// running one, or in this view. The level may have been edited since: what is different
    /// reaches the session as an edit. What its scripts keep is kept for this game alone: a moment
    /// of the past shall not overwrite what was saved since.
    void adopt(Workspace& workspace,
               RenderHub& hub,
               ViewportWidget& view,
               Lent lent,
               engine::SessionReplay::Played played);

    /// Views show this world, such as a moment that is past, in place of the played one; null: the
    /// played one again. Not owned. Only while a game runs.
    void showInstead(engine::World* world);

    /// The view becomes the game, and its mouse and keys the player's.
    void possess(ViewportWidget& view);

    /// The game goes on; its view is the editor's again and looks over the player's shoulder.
    void eject();

    /// Whether a view is the game.
    [[nodiscard]] bool isPossessed() const { return m_isPossessed; }

    static constexpr double Slowest = 1.0 / 16;
    static constexpr double Fastest = 16;

    /// Of the game's clock; 1 is the time of the world outside, and again with the next start.
    [[nodiscard]] double speed() const { return m_speed; }

    void setSpeed(double speed); ///< held to Slowest and Fastest

    void setPaused(bool paused);
    void tickOnce();

    [[nodiscard]] bool isPlaying() const { return m_session != nullptr; }

    [[nodiscard]] bool isPaused() const;

    [[nodiscard]] engine::PlaySession* session() { return m_session.get(); }

    /// Of the game that runs, or that has run last; null before the first one.
    [[nodiscard]] const engine::SessionRecorder* recorder() const { return m_recorder.get(); }

    /// Waits until the recording is written: before the workspace goes. Not while a game runs.
    void finishRecording();

    /// The view that is the game; null while none is.
    [[nodiscard]] ViewportWidget* view() { return m_isPossessed ? m_view : nullptr; }

    /// From the command to the first finished frame of the game; 0 before the first one.
    /// Milliseconds.
    [[nodiscard]] double startMilliseconds() const { return m_startMilliseconds; }

Q_SIGNALS:
    void started();
    /// The first picture of the game is there.
    void appeared();
    /// The session is about to go.
    void stopping();
    void stopped();
    void pausedChanged();
    void possessionChanged();
    void speedChanged();
    /// Another scene of the game runs, see PlaySession::worldChanged.
    void worldChanged();
    /// Something that the running game cannot take over ("applies on restart"), or what an edit did
    /// to its player. Told of a drag when it has ended, behind what the step itself says.
    void notice(const QString& text);
    void frame();

private:
    void begin(Workspace& workspace,
               RenderHub& hub,
               ViewportWidget& view,
               Lent lent,
               engine::SessionReplay::Played played);
    void follow(Workspace& workspace);
    void letGo();
    void advance();
    void showWorld();
    void endIfOver();
    void takeEdit(const engine::ChangeSet& changes);
    void firstFramePainted();
    void followView();
    void readBindings();
    [[nodiscard]] double roomBehind(const engine::ViewCamera& eyes) const;
    [[nodiscard]] engine::PlayerInput takeInput(double seconds = 0);
    void reloadScripts(const engine::ScriptLibrary& library);
    void bringCamerasBack();

    std::unique_ptr<engine::SessionRecorder> m_recorder; ///< outlives the session
    std::future<void> m_recordingBefore; ///< that is still written; waits in the end
    std::unique_ptr<GameRebinding> m_rebinding;          ///< of the session
    std::unique_ptr<engine::World> m_level; ///< of an adopted session, which follows its edits
    std::unique_ptr<engine::PlaySession> m_session;
    Workspace* m_workspace = nullptr; ///< of the last start
    RenderHub* m_hub = nullptr;
    SceneNavigation* m_navigation = nullptr;
    ViewportWidget* m_view = nullptr; ///< that is the game, or was the last time
    /// Of views that have left the player, as they were before the game.
    std::vector<std::pair<QPointer<ViewportWidget>, engine::ViewCamera>> m_camerasBefore;
    bool m_isPossessed = false;
    double m_speed = 1;
    QStringList m_untold; ///< of a drag under way
    engine::Connections m_connections;
    QMetaObject::Connection m_firstFrame;
    QMetaObject::Connection m_viewGone;
    engine::Gamepads m_pads;
    QTimer m_timer;
    QElapsedTimer m_clock;
    QElapsedTimer m_sinceStart;
    double m_startMilliseconds = 0;
};
} // namespace editor

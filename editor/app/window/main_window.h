#pragma once

#include "editor/api/turn_share.h"
#include "editor/app/play/play_controller.h"
#include "editor/app/safety/safe_start.h"
#include "editor/app/window/editor_context.h"
#include "editor/views/render_hub.h"
#include "editor/views/view_host.h"

#include <QHash>
#include <QJsonArray>
#include <QMainWindow>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <set>
#include <string>

class QComboBox;
class QDockWidget;
class QLabel;
class QToolBar;
class QToolButton;

namespace editor
{
class ActionRegistry;
class CommandPalette;
class FileGuard;
class GuidedTour;
class JobBar;
class DraftLight;
class EffectCosts;
class LightBadge;
class LongSteps;
class NeighbourGuard;
class NoteDesk;
class NoticeBar;
class ObjectClipboard;
class PluginManager;
class Rewind;
class AuthoredOutlines;
class SaveNotices;
class SceneTrail;
class ScriptWindows;
class SelectionLabel;
class StartPage;
class StatusMessage;
class StaleTints;
class StepNews;
class TimelineBar;
class ToolBar;
class ToolOptionsPanel;
class TrustGuard;
class ViewLayout;

/// The editor's window: views in the middle, docks around them, and the commands. What it shows
/// lives in EditorContext; what commands do is in the *_actions files.
class MainWindow : public QMainWindow, public ViewHost
{
    Q_OBJECT

public:
    explicit MainWindow(engine::Project project, const StartOptions& options = {});
    ~MainWindow() override;

    [[nodiscard]] EditorContext& context() { return *m_context; }

    [[nodiscard]] ActionRegistry& actions() { return *m_actions; }

    [[nodiscard]] PlayController& play() { return *m_play; }

    /// The past of the running game.
    [[nodiscard]] Rewind& rewind() { return *m_rewind; }

    /// Pauses the game and shows its timeline below the views.
    void showTimeline();

    /// Steps about many objects.
    [[nodiscard]] LongSteps& longSteps() { return *m_longSteps; }

    [[nodiscard]] ObjectClipboard& objectClipboard() { return *m_objectClipboard; }

    [[nodiscard]] NoteDesk& noteDesk() { return *m_noteDesk; }

    [[nodiscard]] ViewLayout& viewLayout() { return *m_views; }

    [[nodiscard]] PluginManager& plugins() { return *m_plugins; }

    [[nodiscard]] ScriptWindows& scriptWindows() { return *m_scriptWindows; }

    /// What stays below the tool bar until its cause is gone.
    [[nodiscard]] NoticeBar& notices() { return *m_notices; }

    [[nodiscard]] SaveNotices& saveNotices() { return *m_saveNotices; }

    /// Asks before a file is replaced that something else has written. What comes of it is told.
    void saveScene(const fs::path& file);

    /// The same under a name that the user is asked for.
    void saveSceneAs();

    /// Whether the scripts of the open project may run.
    [[nodiscard]] TrustGuard& trust() { return *m_trust; }

    /// Null if there is none of that id.
    [[nodiscard]] QDockWidget* dock(const std::string& panelId) const;

    /// Opens a scene of the open project, or of its own project if it lies in another.
    void openScene(const fs::path& file);

    /// The document is an empty scene of the open project; unsaved edits are gone.
    void startNewScene();

    /// A view that shows light shows materials instead while the scene has no light at all.
    void leaveTheDark();

    /// Whether faces whose light is stale are hatched in views that show light.
    void setStaleLightShown(bool shown);
    void setViewEffects(const engine::ViewEffects& effects);

    /// Who hears what effects took; lives as long as the window.
    void setEffectCosts(EffectCosts* costs) { m_effectCosts = costs; }

    /// Whether the game's picture shows how values of the player went.
    void setGraphsShown(bool shown);

    /// Opens the file of a prefab in place of the scene, which waits as it is: see
    /// Workspace::openAside(). If that prefab waits already, goes back to it.
    void editPrefab(std::string path);

    /// Places an instance and selects it, as soon as its models are read.
    void placePrefab(const std::string& path, const engine::Vec3d& at);

    /// Back to the scene or prefab that waits at this place (0: the scene); asks about unsaved
    /// edits of the prefabs that are left.
    void comeBackTo(std::size_t place);

    /// Starts or stops the game in the active 3D view.
    void startPlay(bool fromCamera);

    /// Starts the game with the player standing there, looking as the 3D view does.
    void startPlayAt(const engine::Vec3d& feet);

    /// Starts the game with the editor's views: nobody moves the player.
    void simulate();

    /// The active 3D view becomes the running game, or the view that is it the editor's again.
    void possessOrEject();

    /// The search field over the window: commands, or objects, assets and scenes.
    void searchCommands();
    void searchPlaces();

    /// Recent projects, templates and the guided tour, over the whole window; any command that
    /// runs closes it.
    void showStartPage();

    [[nodiscard]] StartPage* startPage() { return m_startPage; }

    /// The guided tour in an empty scene of the open project; asks about unsaved edits.
    void startTour();

    /// Null unless it is under way.
    [[nodiscard]] GuidedTour* tour() { return m_tour; }

    /// Opens another project with the scene that was open last in it, or its start scene; asks
    /// about unsaved edits.
    void openProject(const fs::path& folder);

    /// Opens the user's own copy of a sample, which is made on a worker the first time.
    void openSample(const std::string& id);

    /// Says whether the open project is a sample itself, or the copy of one that was just made.
    void tellOfSample(const fs::path& copied = {});

    /// Keys go to the view worked in last.
    void focusActiveView();

    /// Named arrangements: 0 Build, 1 Light, 2 Populate, 3 Play.
    void showLayout(int layout);
    void resetLayout();

    /// Makes work of a dead session an offer at start; called once the window is shown.
    void offerRecovery();

    /// Holds a connection as long as the window lives.
    void keep(engine::Connection connection) { m_connections += std::move(connection); }

    /// Asks about unsaved edits; false if the user wants to stay.
    bool mayDiscard();
    /// Asks whether a running bake may be stopped, and stops it; true if there is none.
    bool mayStopBake();

    // ViewHost
    Document& viewDocument() override;
    RenderHub* renderHub() override;
    ToolBox& toolBox() override;
    engine::Grid viewGrid() const override;
    const ViewKeys& viewKeys() const override;
    const std::set<engine::Lightmap::Key>& staleFaces() const override;
    const engine::FaceParts& staleParts() const override;
    std::vector<QAction*> viewSwitches() const override;

    engine::ViewEffects viewEffects() const override { return m_viewEffects; }

    bool measuresEffects() const override;
    void effectsTook(const ViewportWidget* view, const engine::RenderStats& took) override;
    const std::vector<engine::FaceTint>& staleAges() override;
    const engine::FaceParts& agedParts() const override;

    std::optional<engine::Mat4d> selectionMoved() const override;
    void drawOverlays(engine::DebugDraw& draw, ViewKind kind, const engine::Vec2d& view) override;
    void drawGameOverlays(engine::DebugDraw& draw) override;
    engine::PlaySession* playSession() override;
    const std::set<engine::EntityId>* movedByGame() const override;
    ViewportWidget* playView() override;
    QString gameHint(bool mouseIsCaptured) const override;

    void showPointer(const engine::Vec3d& place) override;
    void showMeasure(const QString& text, const QString& refusal = {}) override;
    void showError(const QString& text);
    void viewActivated(ViewportWidget* view) override;
    bool dropAsset(const QString& kind, const QString& path, const PointerEvent& at) override;
    void showViewMenu(const PointerEvent& at, const QPoint& place) override;
    void repaintViews() override;
    void writeNote(ViewportWidget& view) override;

    bool showsGraphs() const override { return m_showsGraphs; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString keysOf(const char* action) const;
    void sayHowPlayGoes();
    void sayWhatTheGameChanged();
    /// What keepRules() name of the running or the last game becomes the level's; whether that was
    /// anything.
    bool keepByRules();
    bool dropModel(const QString& path, const PointerEvent& at);
    bool dropPrefab(const QString& path, const PointerEvent& at);
    void connectPrefabs();
    /// As mayDiscard(), for what is open now alone.
    bool mayLeave();
    /// Reads a scene's file on a worker while the window stays alive: after a moment a dialog tells
    /// of it, where it can be stopped. Nothing if it was, or if the file cannot be read, which is
    /// said then. `other` as in Workspace::readScene().
    std::optional<Workspace::ReadScene> readScene(const fs::path& file,
                                                  const std::optional<engine::Project>& other = {});
    /// The same after mayDiscard(), which is asked once more if somebody has edited meanwhile. What
    /// is saved then is read again. Only while Workspace::holdBack() holds.
    std::optional<Workspace::ReadScene>
    readSceneToOpen(const fs::path& file, const std::optional<engine::Project>& other);
    void comeBack();
    [[nodiscard]] ViewportWidget* viewForPlay() const;
    void startPlayFrom(const std::optional<engine::ViewCamera>& camera,
                       PlayController::Start how = PlayController::Start::Play);
    void makeRenderHub();
    void showDraftLight();
    [[nodiscard]] QString timeToFixLight();
    void fixLight();
    void makeToolBars();
    void makeGridBar();
    void makeStatusBar();
    void makeSearchButton();
    void connectActions();
    CommandPalette& commandPalette();
    void makeStartPage();
    void placeStartPage();
    void newProject(const std::string& templateName);
    void openFromStartPage(const fs::path& folder);
    void endTour();
    /// What the 3D view shows now, for the lists of projects.
    void keepProjectPicture();
    /// If the process ends before the window has answered for a while, the next start asks.
    void noteOpening(const fs::path& project);
    void awaitSurvival();
    /// The status bar says what a switch is now; steps speak for themselves.
    void commandRan(const QString& id);
    void makeDock(const std::string& panelId);
    void removeDock(const std::string& panelId);
    void showDock(const std::string& panelId);
    /// Closes the docks of plugins and scripts and puts each, as a tab, behind the dock that has
    /// its place: they have room when they open, and none is left from another arrangement.
    void putOthersAside();
    void prepareDocks();
    void makeMiddle();
    void makeRewind();
    void makeTimeline();
    void connectContext();
    void frame(const engine::Aabb& box);
    void connectDocument();
    void connectPlay();
    void followPlayedScene();
    void followTools();
    void followCommands();
    void saveLayout();
    void restoreLayout();
    /// Writes the layout and the views' places once they have come to rest, so that a crash takes
    /// neither.
    void keepLayout();
    void recoverWork(const Journal::Leftover& leftover);
    /// The views look where they did when the scene was left; in one that is new here, the 3D view
    /// from behind the player's start and the others around everything.
    void showScene();
    void showWholeScene();
    /// Views that show materials in even light show the light of a scene when it gets the first.
    void showFirstLight();
    void updateTitle();
    void showLightingText();
    void updateLightingText();
    void everyHalfSecond();

    std::unique_ptr<OpeningNote> m_opening; ///< before everything that reads the project
    std::unique_ptr<EditorContext> m_context;
    std::unique_ptr<RenderHub> m_hub;
    std::unique_ptr<LongSteps> m_longSteps; ///< goes before what it works on
    std::unique_ptr<NoteDesk> m_noteDesk;
    std::unique_ptr<ObjectClipboard> m_objectClipboard;
    ActionRegistry* m_actions = nullptr;
    PlayController* m_play = nullptr;
    Rewind* m_rewind = nullptr;
    TimelineBar* m_timeline = nullptr; ///< below the views
    ViewLayout* m_views = nullptr;
    NoticeBar* m_notices = nullptr;
    std::unique_ptr<SaveNotices> m_saveNotices;
    std::unique_ptr<AuthoredOutlines> m_outlines; ///< while playing
    TrustGuard* m_trust = nullptr;
    FileGuard* m_fileGuard = nullptr;
    NeighbourGuard* m_neighbours = nullptr;
    SceneTrail* m_trail = nullptr;          ///< over the views, while a prefab is edited
    std::vector<QJsonArray> m_waitingViews; ///< ViewLayout::savePlaces(), by place
    JobBar* m_jobs = nullptr;
    ToolBar* m_toolBar = nullptr;
    QToolBar* m_playBar = nullptr;
    QHash<QString, QDockWidget*> m_docks;
    std::vector<Registration> m_builtins;
    std::unique_ptr<PluginManager> m_plugins;
    StatusMessage* m_status = nullptr;
    std::unique_ptr<StepNews> m_steps;
    CommandPalette* m_palette = nullptr;
    StartPage* m_startPage = nullptr;
    GuidedTour* m_tour = nullptr;
    Registration m_tourPanel;
    std::set<std::string> m_copying; ///< ids of samples
    QStringList m_ranLast;           ///< ids of commands, the last one first
    ViewKeys m_viewKeys;
    std::unique_ptr<ScriptWindows> m_scriptWindows;
    bool m_isReadingScene = false;
    bool m_isBaked = false;
    bool m_showsStaleLight = false;
    engine::ViewEffects m_viewEffects;
    EffectCosts* m_effectCosts = nullptr;
    std::unique_ptr<StaleTints> m_staleTints;
    bool m_layoutRestored = false;
    bool m_showsGraphs = false;
    QByteArray m_layoutSeen; ///< half a second ago
    QByteArray m_layoutKept;
    SelectionLabel* m_selectionText = nullptr;
    QLabel* m_pointerText = nullptr;
    QToolButton* m_lightingText = nullptr;
    DraftLight* m_draftLight = nullptr;
    LightBadge* m_lightBadge = nullptr;
    QComboBox* m_gridBox = nullptr;
    QTimer m_slowTimer;
    TurnShare m_slowShare;
    engine::Connections m_connections;
};
} // namespace editor

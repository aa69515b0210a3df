#pragma once

#include "editor/api/registration.h"
#include "editor/app/workspace/prefab_follower.h"
#include "editor/document/document.h"
#include "editor/document/journal.h"
#include "editor/operations/foliage/foliage_grower.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "editor/operations/prefab/prefab_history.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/jobs.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scripting/compile/script_library.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace editor
{
/// One open project with its open scene and everything derived from it, without any window: what
/// the main window shows and what the tour drives. Main thread only.
class Workspace
{
public:
    /// `wake` is called from a worker when deliver() has something to do. With one, models that an
    /// edit brings into the open scene are read on a worker and shown when they are there; without,
    /// whoever needs them waits, and so does opening a scene whose models were not read with it.
    Workspace(engine::Project project, std::function<void()> wake);
    ~Workspace();

    /// Another project with an empty scene; document, systems and everything that refers to them
    /// stay the same objects, assets() is a new one. Unsaved work must have been dealt with before.
    void setProject(engine::Project project);

    /// Before assets() is replaced: let go of it.
    engine::Signal<> assetsAboutToChange;
    engine::Signal<> assetsChanged;

    [[nodiscard]] const engine::TypeRegistry& types() const { return m_types; }

    [[nodiscard]] engine::AssetDatabase& assets() { return *m_assets; }

    [[nodiscard]] Document& document() { return *m_document; }

    [[nodiscard]] engine::LightingSystem& lighting() { return *m_lighting; }

    [[nodiscard]] const engine::StaticCollision& collision() const { return *m_collision; }

    [[nodiscard]] SceneNavigation& navigation() { return *m_navigation; }

    /// The project's scripts, compiled when first asked for; another object after assetsChanged.
    /// Of the project's own files it compiles none while the project is not trusted.
    [[nodiscard]] engine::ScriptLibrary& scripts() { return *m_scripts; }

    /// Lets scripts run or not, as the user has decided by now.
    void followTrust();

    [[nodiscard]] bool isTrusted() const { return m_isTrusted; }

    [[nodiscard]] engine::JobQueue& jobs() { return m_jobs; }

    /// Scenes opened so far: tells whether the one that a job was started for is still open.
    [[nodiscard]] std::uint64_t sceneCount() const { return m_sceneCount; }

    using Light = std::shared_ptr<const engine::Lightmap>;

    /// A scene as it was read from its files, to be opened.
    struct ReadScene : Journal::ReadScene
    {
        /// What the file that the scene names holds; nothing if it was not read.
        std::optional<engine::Result<Light>> light;
        /// Those that were not loaded yet, of the project that it is opened in.
        std::map<std::string, engine::LoadedModel> models;
    };

    /// Any thread. Light of the hash `knownLight` is in memory already and not read. Ends soon,
    /// with an Error, when `control` is cancelled.
    static engine::Result<ReadScene> read(const fs::path& file,
                                          const engine::TypeRegistry& types,
                                          const std::string& knownLight = {},
                                          const engine::JobControl* control = nullptr);

    /// Opens a scene of the project; on an Error everything stays as it was. The problems found are
    /// in the log and in issues(). Prefab instances follow their files, which are read on a worker,
    /// in one undoable step if anything changes: see finishPrefabs().
    engine::Result<void> openScene(const fs::path& file);
    engine::Result<void> openScene(ReadScene scene);
    void newScene();

    /// Opens a prefab's file in place of the scene, which waits with its unsaved edits, its history
    /// and its selection until comeBack(); prefabs inside it can be opened on top of it. On an
    /// Error everything stays as it was. A bake under way is stopped. What a prefab cannot hold,
    /// such as an instance of itself, is refused while its file is open.
    engine::Result<void> openAside(const fs::path& file);
    engine::Result<void> openAside(ReadScene scene);

    using SceneRead = std::function<void(engine::Result<ReadScene>)>;

    /// Reads a scene's files and its models on a worker, for openScene() or openAside(); saves
    /// under way are waited for first, since it may be that very file. `done` is called by
    /// deliver(), also after a cancel, which ends the reading soon. `other` is its project, to be
    /// opened with it by setProject(); none if it is the one that is open.
    std::shared_ptr<engine::JobControl>
    readScene(const fs::path& file, SceneRead done, std::optional<engine::Project> other = {});

    /// Where readScene() does so, one after the other.
    [[nodiscard]] engine::JobQueue& reads() { return m_reads; }

    /// What comes late of a command, such as objects that a worker has read: at once if nobody
    /// edits and nothing is held back, else when the drag or the step in parts has ended, in the
    /// order in which it came. Never if another scene is opened meanwhile.
    void onceIdle(std::function<void()> work);

    /// Does what onceIdle() keeps, if nobody edits now. So do deliver() and update().
    void catchUp();

    /// Calls `then` when nobody will wait for these models, as onceIdle() does: now if they are
    /// read already, else after a worker has read them. Never if another scene is opened meanwhile
    /// or the reading is stopped.
    void withModels(const std::set<std::string>& paths, std::function<void()> then);

    /// Brings back what waits, the last one first; what is open now is given up, so unsaved work
    /// must have been dealt with before. Refused while a drag is under way.
    engine::Result<void> comeBack();

    /// A scene or prefab that waits while another one is edited.
    struct Waiting
    {
        fs::path file; ///< empty if it was never saved
        bool isModified = false;
    };

    /// The scene first, then the prefabs opened in place of it. Opening a scene with openScene(),
    /// or a new one, gives all of them up.
    [[nodiscard]] std::vector<Waiting> waiting() const;

    engine::Signal<> waitingChanged;

    [[nodiscard]] const std::vector<engine::Issue>& issues() const { return m_issues; }

    /// A scene under another name keeps its light in a file of its own, so that two scenes never
    /// share one. One undoable step if there is something to rename. Refused as save() refuses.
    engine::Result<void> nameLightmapAfter(const fs::path& scene);

    /// Writes scene and lightmap on a worker; `done` gets the outcome on the main thread. If the
    /// scene or what belongs to it cannot be written, all files stay as they were; if the scene is
    /// there and only its light or plants cannot take their places, the Error says so and the scene
    /// stays modified. One save after the other, so that the last one asked for is what the file
    /// holds. If another scene is opened meanwhile, the file is written all the same, and nothing
    /// else changes. Refused for the file of a scene or prefab that waits: its unsaved edits would
    /// meet other contents.
    void save(const fs::path& file, std::function<void(const engine::Result<void>&)> done);

    /// Whether something else has written the open scene's file since it was opened or saved, which
    /// a save would replace.
    [[nodiscard]] bool isFileChanged();

    /// The open scene becomes what its file holds by now, in one undoable step "Reload from disk",
    /// and is unmodified. On an Error everything stays as it was.
    engine::Result<void> reload(ReadScene file);

    /// The open scene shall stay as it is although its file holds something else, of that hash, or
    /// is gone (0): it counts as modified, and a save replaces just that without a question.
    void keepOverFile(engine::ContentHash hash);

    /// Whether saves asked for so far are still being written, or are told of as done by now.
    [[nodiscard]] bool isSaving();

    /// Main thread: waits for the saves asked for so far, not for a bake, and calls their `done`.
    void finishSaves() { m_saves.finishAll(); }

    enum class BakeScope
    {
        All,
        Stale,        ///< all if the light that is there has another quality or other bounces
        StaleAsBefore ///< in the quality of the light that is there; all if there is none
    };

    /// Bakes on a worker; on success one undoable step "Bake lighting" shows the new lightmap. Null
    /// if a bake is already running. Opening another scene stops it; `done` is told so. Of what is
    /// stale, followed light that is right is taken at once.
    std::shared_ptr<engine::JobControl>
    bake(const engine::BakeOptions& options,
         std::function<void(const engine::Result<engine::BakeStats>&)> done,
         BakeScope scope = BakeScope::All);

    /// Whether no face of the light that is there can stay.
    [[nodiscard]] bool bakesAllFaces() const;

    /// What a bake of the stale faces alone begins with; nothing if bakesAllFaces().
    [[nodiscard]] std::optional<engine::OldLight> oldLight();

    /// Light that was baked beside the work, for the level as it was.
    struct FollowedLight
    {
        engine::BakeResult result;
        std::shared_ptr<const engine::World> baked;
        engine::ModelShapes shapes;
        engine::BakeQuality quality = engine::BakeQuality::Final;
        int samples = 0;            ///< rays a luxel and bounce, as samplesFor() says
        std::uint64_t revision = 0; ///< of lighting()
    };

    void setFollowedLight(std::optional<FollowedLight> light) { m_followed = std::move(light); }

    /// Null if there is none, or if it is out of date by now.
    [[nodiscard]] const FollowedLight* followedLight() const;

    /// Whether light follows the work by itself (a setting of the user).
    [[nodiscard]] bool followsLight() const { return m_followsLight; }

    void setFollowsLight(bool follows);
    engine::Signal<> followsLightChanged;

    /// Files of materials or their pictures have: lighting() knows already what that makes stale.
    engine::Signal<> materialsChanged;

    /// What baking the stale faces will take, as fast as the last bakes were here; 0: unknown.
    [[nodiscard]] double secondsToFix();

    /// The setting of this machine that secondsToFix() goes by; 0: unknown.
    [[nodiscard]] double secondsPerLuxel() const { return m_secondsPerLuxel; }

    void setSecondsPerLuxel(double seconds) { m_secondsPerLuxel = seconds; }

    /// Of a bake of the whole level; others are no measure.
    void noteSpeed(const engine::BakeStats& stats);
    engine::Signal<> speedNoted;

    [[nodiscard]] bool isBaking() const { return m_bake != nullptr || m_waitingBake; }

    /// It is cancelled and will end soon.
    [[nodiscard]] bool isBakeStopped() const { return m_bake && m_bake->isCancelled(); }

    /// The old light stays; whoever baked is told so.
    void stopBake();

    /// Runs what finished jobs left to do; main loop. A finished bake waits until no drag is under
    /// way: call update() now and then.
    void deliver();

    /// As long as it lives, nothing that a job has found reaches the document: what the user has
    /// said about the scene that is open stays true while another one is read. Meanwhile onceIdle()
    /// waits, too.
    [[nodiscard]] Registration holdBack();

    /// Main thread: waits until prefab instances have followed their files. Not during a drag.
    void finishPrefabs() { m_prefabs->finish(); }

    /// Main loop, now and then: takes a finished bake, catches up, and lets prefab instances follow
    /// files that have changed. These are read on a worker; deliver() and the next update() take
    /// what it found.
    void update();

    /// Unsaved work that a dead program left in this project.
    [[nodiscard]] std::vector<Journal::Leftover> leftovers() const;
    engine::Result<void> recover(const Journal::Leftover& leftover);

    [[nodiscard]] Journal& journal() { return *m_journal; }

    /// As Journal::update(), also of what waits.
    void updateJournals(double secondsPassed, double intervalSeconds);

    /// Plants that follow their rules; see update().
    [[nodiscard]] FoliageGrower& foliageGrower() { return *m_foliageGrower; }

    [[nodiscard]] PrefabHistory& prefabHistory() { return *m_prefabHistory; }

private:
    struct WaitingBake
    {
        std::function<void()> publish;
        engine::BakeStats stats;
        std::function<void(const engine::Result<engine::BakeStats>&)> done;
    };

    /// What waits, with the journal that keeps it safe meanwhile.
    struct Aside
    {
        std::unique_ptr<Journal> journal;
        std::vector<engine::Issue> issues;
    };

    void useAssets();
    void surfacesChanged(const std::vector<engine::Name>& materials);
    void modelsChanged(const std::vector<std::string>& paths);
    void followFiles();
    void keepSafeFromFiles();
    void takeChangedFiles();
    void showFiles(const std::vector<FileWrite>& writes);
    void sceneOpened(std::vector<engine::Issue> problems,
                     std::optional<engine::Result<Light>> light = {});
    [[nodiscard]] std::string knownLight() const;
    void logProblems() const;
    void dropWaiting();
    [[nodiscard]] engine::Result<void> checkWritable(const fs::path& file) const;
    [[nodiscard]] std::string openPrefab() const;
    void prepareScene();
    void useLightOfScene(std::optional<engine::Result<Light>> light);
    void takeLightmap(const engine::LightmapRef& reference, Light lightmap);
    void publishBake(const engine::BakeResult& result);
    [[nodiscard]] Light shownLight() const;

    engine::TypeRegistry m_types;
    std::unique_ptr<engine::AssetDatabase> m_assets;
    std::unique_ptr<engine::ScriptLibrary> m_scripts;
    bool m_isTrusted = false; ///< scripts of the project may run
    std::unique_ptr<Document> m_document;
    std::unique_ptr<engine::LightingSystem> m_lighting;
    std::unique_ptr<engine::StaticCollision> m_collision;
    std::unique_ptr<SceneNavigation> m_navigation;
    std::unique_ptr<Journal> m_journal;
    std::vector<Aside> m_aside; ///< the scene first
    std::unique_ptr<PrefabHistory> m_prefabHistory;
    std::vector<engine::Issue> m_issues;
    std::shared_ptr<engine::JobControl> m_bake;
    std::optional<FollowedLight> m_followed;
    bool m_followsLight = true;
    double m_secondsPerLuxel = 0;
    std::optional<WaitingBake> m_waitingBake;     ///< finished, until the drag under way ends
    std::deque<std::function<void()>> m_onceIdle; ///< in this scene, the first one first
    std::uint64_t m_sceneCount = 0; ///< scenes opened so far: tells whether a save's is still open
    engine::Connections m_connections;
    engine::Connection m_assetsConnection;
    engine::Connection m_modelsConnection;
    engine::Connection m_surfacesConnection;
    std::function<void()> m_wake;
    std::set<fs::path> m_shownFiles; ///< whose texts a drag shows that are not written yet
    int m_held = 0;           ///< by how many holdBack() gave
    engine::JobQueue m_saves; ///< one worker: saves never overtake each other
    engine::JobQueue m_reads; ///< apart, so that opening a scene never waits for a bake
    engine::JobQueue m_jobs;  ///< almost last, so that its workers end before what they work for
    std::unique_ptr<PrefabFollower> m_prefabs;
    std::unique_ptr<FoliageGrower> m_foliageGrower; ///< cancels its job
};
} // namespace editor

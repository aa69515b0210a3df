#include "editor/app/workspace/workspace.h"

#include "editor/app/workspace/scene_files.h"
#include "editor/operations/prefab/prefab_scene.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/log.h"
#include "engine_core/play/play_library.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
LogLevel levelOf(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return LogLevel::Info;
    case Severity::Warning:
        return LogLevel::Warning;
    case Severity::Error:
        break;
    }
    return LogLevel::Error;
}

/// How long the window waits for a script to be compiled. Most take some milliseconds.
constexpr std::chrono::milliseconds ScriptPatience{100};
} // namespace

Workspace::Workspace(Project project, std::function<void()> wake)
    : m_wake{wake}, m_saves{1, wake}, m_reads{1, wake}, m_jobs{2, wake}
{
    registerComponents(m_types);
    m_assets = std::make_unique<AssetDatabase>(std::move(project));
    followTrust();
    m_document = std::make_unique<Document>(m_types);
    useAssets();
    m_lighting = std::make_unique<LightingSystem>();
    m_collision = std::make_unique<StaticCollision>();
    m_document->worldForSystems().addSystem(*m_lighting);
    m_document->worldForSystems().addSystem(*m_collision);
    m_navigation = std::make_unique<SceneNavigation>(*m_document, std::move(wake));
    m_prefabHistory = std::make_unique<PrefabHistory>(*m_document);
    m_connections += m_prefabHistory->failed.connect(
        [](const std::string& sentence) { logWarning("prefab", "{}", sentence); });
    followFiles();
    m_journal = std::make_unique<Journal>(*m_document, journalPlaceOf(m_assets->project().root));
    m_prefabs = std::make_unique<PrefabFollower>(*m_document, m_jobs,
                                                 [this]() -> AssetDatabase& { return *m_assets; });
    m_foliageGrower =
        std::make_unique<FoliageGrower>(*m_document, m_jobs, [this] { return m_assets.get(); });
    m_connections += m_document->reset.connect([this] {
        ++m_sceneCount;
        m_onceIdle.clear();
    });
    m_connections += m_document->stateChanged.connect([this] {
        if (!m_onceIdle.empty() && m_wake)
            m_wake(); // an edit may have ended
    });
    m_document->addRule([this](Transaction& edit) -> Result<void> {
        const auto prefab = openPrefab();
        if (prefab.empty())
            return {};
        PrefabLibrary library{m_assets->project().assetFolder(), m_types};
        return checkPrefabScene(edit, prefab, library);
    });
}

/// The prefab whose file is open, as instances name it; empty if it is a scene.
std::string Workspace::openPrefab() const
{
    const auto& path = m_document->path();
    if (!isPrefabFile(path.string()))
        return {};
    std::error_code failed;
    const auto full = fs::weakly_canonical(path, failed);
    const auto inside = full.lexically_relative(m_assets->project().assetFolder());
    return inside.empty() || *inside.begin() == ".." ? std::string{} : inside.generic_string();
}

void Workspace::setProject(Project project)
{
    newScene();
    m_saves.finishAll();
    for (const auto& job : m_jobs.running())
        job.control->cancel(); // what they were made for is no longer open
    m_jobs.finishAll();
    m_journal.reset();
    assetsAboutToChange();
    m_scripts.reset();
    m_assets = std::make_unique<AssetDatabase>(std::move(project));
    followTrust();
    useAssets();
    m_journal = std::make_unique<Journal>(*m_document, journalPlaceOf(m_assets->project().root));
    assetsChanged();
}

void Workspace::followTrust()
{
    const auto permission = scriptTrustOf(m_assets->project());
    m_isTrusted = permission == ScriptTrust::On;
    m_scripts = makeScriptLibrary(*m_assets, permission);
    m_scripts->setPatience(ScriptPatience);
}

void Workspace::useAssets()
{
    if (m_wake)
        m_assets->readModelsAside(m_wake);
    // What killed programs left half written in the project goes, beside the user's work.
    m_jobs.start(
        "Clearing",
        [root = m_assets->project().root](JobControl& control) {
            clearUnfinishedBelow(root, &control);
        },
        [] {});
    m_assets->supply(m_document->worldForSystems());
    m_surfacesConnection = m_assets->surfacesChanged.connect(
        [this](const std::vector<Name>& materials) { surfacesChanged(materials); });
    m_modelsConnection = m_assets->modelsRead.connect(
        [this](const std::vector<std::string>& paths) { modelsChanged(paths); });
    m_assetsConnection = m_assets->changed.connect([this](const std::vector<AssetEntry>& entries) {
        std::vector<std::string> models;
        bool havePrefabsChanged = false;
        for (const auto& entry : entries) {
            if (entry.kind == AssetKind::Mesh)
                models.push_back(entry.path);
            havePrefabsChanged |= isPrefabFile(entry.path);
        }
        m_lighting->picturesChanged();
        if (std::any_of(entries.begin(), entries.end(), [](const AssetEntry& entry) {
                return entry.kind == AssetKind::Material || entry.kind == AssetKind::Texture;
            }))
            materialsChanged();
        if (havePrefabsChanged)
            m_prefabs->follow();
        modelsChanged(models);
    });
}

/// What faces of these materials are has changed, such as whether one can walk into them.
void Workspace::surfacesChanged(const std::vector<Name>& materials)
{
    auto& world = m_document->worldForSystems();
    world.setSurfaces(m_assets->surfaces());
    if (auto changes = changesOfSurfaces(world, materials); !changes.changes.empty())
        world.notify(changes);
}

/// Or read: whoever shows them hears of it.
void Workspace::modelsChanged(const std::vector<std::string>& paths)
{
    auto& world = m_document->worldForSystems();
    if (auto changes = changesOfMeshes(world, paths); !changes.changes.empty())
        world.notify(changes);
}

Workspace::~Workspace()
{
    m_saves.finishAll(); // what was asked to be saved is saved
    for (const auto& job : m_jobs.running())
        job.control->cancel();
    m_document->worldForSystems().removeSystem(*m_lighting);
    m_document->worldForSystems().removeSystem(*m_collision);
}

void Workspace::deliver()
{
    m_saves.deliver();
    m_reads.deliver();
    if (m_held == 0)
        m_jobs.deliver();
    m_assets->deliverModels();
    m_navigation->update();
    catchUp();
}

Registration Workspace::holdBack()
{
    ++m_held;
    return Registration{[this] {
        if (--m_held == 0 && m_wake)
            m_wake();
    }};
}

Result<Workspace::ReadScene> Workspace::read(const fs::path& file,
                                             const TypeRegistry& types,
                                             const std::string& knownLight,
                                             const JobControl* control)
{
    auto scene = Journal::read(file, types, control);
    if (!scene)
        return scene.error();
    const auto* reference = scene->scene.world->get<LightmapRef>(SceneEntity);
    ReadScene whole{*std::move(scene), {}, {}};
    const bool isStopped = control != nullptr && control->isCancelled();
    if (!isStopped)
        clearLeftBeside(file, *whole.scene.world);
    if (reference == nullptr || reference->file.empty() || isStopped)
        return whole;
    takeWaitingLightmap(file, *reference);
    if (reference->hash != knownLight)
        whole.light = loadLightmapOf(file, *reference);
    return whole;
}

std::shared_ptr<JobControl>
Workspace::readScene(const fs::path& file, SceneRead done, std::optional<Project> other)
{
    m_saves.finishAll();
    const auto outcome = std::make_shared<Result<ReadScene>>(
        Error{"'{}' could not be read", file.filename().string()});
    const auto known = other ? std::set<std::string>{} : m_assets->loadedModels();
    const auto light = other ? std::string{} : knownLight();
    return m_reads.start(
        "Opening " + file.filename().string(),
        [file, outcome, light, known, &types = m_types,
         project = other.value_or(m_assets->project())](JobControl& control) {
            *outcome = read(file, types, light, &control);
            // The models come with it: nothing on the main thread waits for them once it is open.
            if (*outcome)
                (*outcome)->models =
                    loadModelsOf(project, modelsOf(*(*outcome)->scene.world), known, control);
        },
        [outcome, done = std::move(done)] { done(std::move(*outcome)); });
}

void Workspace::withModels(const std::set<std::string>& paths, std::function<void()> then)
{
    const auto known = m_assets->loadedModels();
    const auto missing = std::find_if(paths.begin(), paths.end(),
                                      [&](const auto& path) { return !known.contains(path); });
    if (missing == paths.end())
        return onceIdle(std::move(then));
    const auto models = std::make_shared<std::map<std::string, LoadedModel>>();
    const auto isWhole = std::make_shared<bool>(false);
    m_jobs.start(
        "Reading " + fs::path{*missing}.filename().string(),
        [project = m_assets->project(), paths, known, models, isWhole](JobControl& control) {
            *models = loadModelsOf(project, paths, known, control);
            *isWhole = !control.isCancelled();
        },
        [this, paths, models, isWhole, scene = m_sceneCount, then = std::move(then)] {
            if (!*isWhole || scene != m_sceneCount)
                return;
            m_assets->addModels(*models);
            onceIdle([this, paths, then] {
                for (const auto& path : paths)
                    (void)m_assets->mesh(path); // what changed since it was read was not taken
                then();
            });
        });
}

void Workspace::onceIdle(std::function<void()> work)
{
    m_onceIdle.push_back(std::move(work));
    catchUp();
}

void Workspace::catchUp()
{
    while (!m_onceIdle.empty() && m_held == 0 && !m_document->isEditing()) {
        const auto work = std::move(m_onceIdle.front());
        m_onceIdle.pop_front();
        work(); // it may begin a step in parts, for which the next one waits
    }
}

Result<void> Workspace::openScene(const fs::path& file)
{
    m_saves.finishAll(); // it may be this very file
    auto scene = read(file, m_types, knownLight());
    return scene ? openScene(*std::move(scene)) : scene.error();
}

Result<void> Workspace::openScene(ReadScene scene)
{
    m_assets->addModels(scene.models);
    auto light = std::move(scene.light);
    auto problems = m_journal->open(std::move(scene));
    if (!problems)
        return problems.error();
    dropWaiting();
    sceneOpened(*std::move(problems), std::move(light));
    logProblems();
    return {};
}

/// Also when one that waited is open again.
void Workspace::sceneOpened(std::vector<Issue> problems, std::optional<Result<Light>> light)
{
    stopBake(); // it belongs to the scene it was started for
    m_issues = std::move(problems);
    prepareScene();
    m_assets->finishModels(modelsOf(m_document->world())); // not what the last one asked for
    useLightOfScene(std::move(light));
    m_prefabs->follow();
}

void Workspace::logProblems() const
{
    for (const auto& issue : m_issues)
        log({levelOf(issue.severity), "scene",
             issue.place.empty() ? issue.message : issue.place + ": " + issue.message,
             m_document->path().string(), 0});
}

/// What opening can do ahead, so that views and play need not wait for it later.
void Workspace::prepareScene()
{
    std::vector<Name> materials;
    const auto& world = m_document->world();
    world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        for (const auto& face : component.brush->faces())
            if (materials.empty() || !(materials.back() == face.material))
                materials.push_back(face.material);
    });
    world.forEach<CurvedPatch>(
        [&](EntityId, const CurvedPatch& patch) { materials.emplace_back(patch.material.path); });
    world.forEach<Decal>(
        [&](EntityId, const Decal& decal) { materials.emplace_back(decal.material.path); });
    std::sort(materials.begin(), materials.end());
    materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
    // Models are read side by side, too.
    world.forEach<MeshInstance>([&](EntityId, const MeshInstance& instance) {
        if (!instance.mesh.path.empty())
            materials.push_back(Name{instance.mesh.path + InModel});
    });
    world.forEach<FoliageType>([&](EntityId, const FoliageType& kind) {
        if (!kind.mesh.path.empty())
            materials.push_back(Name{kind.mesh.path + InModel});
    });
    m_assets->prepareMaterials(materials);
}

void Workspace::newScene()
{
    stopBake();
    m_document->clear();
    dropWaiting();
    m_issues.clear();
}

bool Workspace::isSaving()
{
    if (!m_saves.running().empty())
        return true;
    m_saves.deliver();
    return false;
}

bool Workspace::isFileChanged()
{
    return !isSaving() && m_journal->isFileChanged(); // what we write ourselves is no change
}

Result<void> Workspace::reload(ReadScene file)
{
    m_assets->addModels(file.models);
    auto light = std::move(file.light);
    auto problems = m_journal->reload(std::move(file));
    if (!problems)
        return problems.error();
    m_issues = *std::move(problems);
    prepareScene();
    useLightOfScene(std::move(light));
    m_prefabs->follow();
    logProblems();
    return {};
}

void Workspace::keepOverFile(ContentHash hash)
{
    m_journal->allowReplacing(hash);
    m_document->setFileLost(true);
    m_journal->becomeIndependent();
}

void Workspace::save(const fs::path& file, std::function<void(const Result<void>&)> done)
{
    if (const auto writable = checkWritable(file); !writable) {
        if (done)
            done(writable);
        return;
    }
    auto job = m_document->beginSave();
    std::shared_ptr<const Lightmap> lightmap;
    if (const auto* reference = job.world->get<LightmapRef>(SceneEntity))
        lightmap = m_assets->lightmaps().find(lightmapHash(*reference));
    const auto outcome = std::make_shared<Result<void>>(Error{"The scene was not saved"});
    const auto written = std::make_shared<std::optional<Journal::FileState>>();
    m_saves.start(
        "Saving",
        [job, file, lightmap, outcome, written, note = m_journal->noteSave(file),
         &types = m_types](JobControl&) {
            ContentHash ours = 0;
            *outcome = saveSceneWithLight(*job.world, types, file, lightmap.get(),
                                          [&ours, &note](ContentHash hash) {
                                              ours = hash;
                                              note(hash);
                                          });
            const auto stamp = stampOf(file);
            const auto hash = hashOfFile(file);
            // Also if only its light or its plants could not take their places.
            if (hash != 0 && hash == ours)
                written->emplace(Journal::FileState{hash, stamp});
            else if (*outcome) // somebody else has written it since: that is not what we know
                written->emplace(Journal::FileState{ours, {}});
        },
        [this, stateId = job.stateId, scene = m_sceneCount, file, outcome, written,
         done = std::move(done)] {
            if (*outcome && scene == m_sceneCount) {
                if (*written)
                    m_journal->setSaved(**written);
                m_document->endSave(file, stateId);
            } else if (*written && scene == m_sceneCount && file == m_document->path()) {
                m_journal->setWritten(**written);
            }
            if (done)
                done(*outcome);
        });
}

void Workspace::update()
{
    if (m_held > 0)
        return;
    m_prefabs->update();
    m_foliageGrower->update();
    catchUp();
    if (!m_waitingBake || m_document->isEditing())
        return;
    const auto finished = *std::exchange(m_waitingBake, {});
    finished.publish();
    finished.done(finished.stats);
}

std::vector<Journal::Leftover> Workspace::leftovers() const
{
    return Journal::findLeftovers(journalPlaceOf(m_assets->project().root));
}

Result<void> Workspace::recover(const Journal::Leftover& leftover)
{
    m_journal->setSaved(Journal::FileState{leftover.sceneHash, {}}); // whatever it holds now
    if (auto done = Journal::recover(*m_document, leftover); !done) {
        m_journal->setSaved(std::nullopt);
        return done;
    }
    m_journal->takeOver(leftover);
    dropWaiting();
    sceneOpened({});
    return {};
}
} // namespace editor

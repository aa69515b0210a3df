#include "editor/app/workspace.h"

#include "engine_core/assets/model_assets.h"
#include "engine_core/base/log.h"
#include "engine_core/play/play_library.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/static_geometry.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
/// "start.scene.json" and "start.lightmap.exr" lie side by side.
fs::path lightmapFileFor(const fs::path& scene)
{
    auto name = scene.filename().string();
    constexpr std::string_view Ending = ".scene.json";
    if (name.ends_with(Ending))
        name.resize(name.size() - Ending.size());
    return scene.parent_path() / (name + ".lightmap.exr");
}

/// Where new light lies until the scene that refers to it is written.
fs::path waitingLightmap(const fs::path& lightmap)
{
    return lightmap.string() + ".new";
}

bool holds(const fs::path& file, ContentHash hash)
{
    std::error_code failed;
    if (!fs::exists(file, failed))
        return false;
    const auto stored = loadLightmap(file);
    return stored && (*stored)->hash == hash;
}

/// Scene and light become new together: the light waits beside its place until the scene is there,
/// so that a save that fails leaves the old scene with its own light. If the program dies between
/// the two renames, loading finds the light where it waits.
Result<void> saveBoth(const World& world,
                      const TypeRegistry& types,
                      const fs::path& scene,
                      const Lightmap* lightmap)
{
    if (lightmap == nullptr)
        return saveScene(world, types, scene);
    const auto inside =
        resolveInside(scene.parent_path(), world.get<LightmapRef>(SceneEntity)->file);
    if (!inside)
        return inside.error();
    const auto& place = *inside;
    if (holds(place, lightmap->hash))
        return saveScene(world, types, scene);
    const auto waiting = waitingLightmap(place);
    std::error_code failed;
    if (auto saved = saveLightmap(*lightmap, waiting); !saved)
        return saved;
    if (auto saved = saveScene(world, types, scene); !saved) {
        fs::remove(waiting, failed);
        return saved;
    }
    fs::rename(waiting, place, failed);
    if (failed)
        return Error{"The scene is saved, but its light cannot be written to '{}': {}",
                     place.string(), failed.message()};
    return {};
}

/// A save that was cut short right before its end left the scene's light here.
void takeWaitingLightmap(const fs::path& place, const std::string& hash)
{
    const auto waiting = waitingLightmap(place);
    std::error_code ignored;
    if (holds(waiting, std::strtoull(hash.c_str(), nullptr, 16)))
        fs::rename(waiting, place, ignored);
}

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
} // namespace

Workspace::Workspace(Project project, std::function<void()> wake)
    : m_saves{1, wake}, m_jobs{2, wake}
{
    registerComponents(m_types);
    m_assets = std::make_unique<AssetDatabase>(std::move(project));
    m_scripts = makeScriptLibrary(*m_assets);
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
    m_journal = std::make_unique<Journal>(*m_document, m_assets->project().cacheFolder());
    m_foliageGrower =
        std::make_unique<FoliageGrower>(*m_document, m_jobs, [this] { return m_assets.get(); });
    m_connections += m_document->reset.connect([this] { ++m_sceneCount; });
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
    m_scripts = makeScriptLibrary(*m_assets);
    useAssets();
    m_journal = std::make_unique<Journal>(*m_document, m_assets->project().cacheFolder());
    assetsChanged();
}

void Workspace::useAssets()
{
    m_document->worldForSystems().setMeshes(m_assets.get());
    m_assetsConnection = m_assets->changed.connect([this](const std::vector<AssetEntry>& entries) {
        std::vector<std::string> models;
        for (const auto& entry : entries) {
            if (entry.kind == AssetKind::Mesh)
                models.push_back(entry.path);
            m_prefabsChanged |= isPrefabFile(entry.path);
        }
        auto& world = m_document->worldForSystems();
        if (auto changes = changesOfMeshes(world, models); !changes.changes.empty())
            world.notify(changes);
    });
}

Workspace::~Workspace()
{
    m_saves.finishAll(); // what was asked to be saved is saved
    for (const auto& job : m_jobs.running())
        job.control->cancel();
    m_document->worldForSystems().removeSystem(*m_lighting);
    m_document->worldForSystems().removeSystem(*m_collision);
}

/// A bake belongs to the scene it was started for.
void Workspace::dropBake()
{
    if (m_bake)
        m_bake->cancel();
    if (auto dropped = std::exchange(m_waitingBake, {}))
        dropped->done(Error{"The bake belongs to a scene that is no longer open; it was dropped"});
}

Result<void> Workspace::openScene(const fs::path& file)
{
    m_saves.finishAll(); // it may be this very file
    auto problems = m_document->open(file);
    if (!problems)
        return problems.error();
    dropWaiting();
    dropBake();
    m_issues = *std::move(problems);
    logProblems(file);
    prepareScene();
    followFiles();
    return {};
}

void Workspace::followFiles()
{
    m_readPrefabs = nullptr; // of another scene
    m_prefabsChanged = true;
    readChangedPrefabs();
}

void Workspace::logProblems(const fs::path& file) const
{
    for (const auto& issue : m_issues)
        log({levelOf(issue.severity), "scene",
             issue.place.empty() ? issue.message : issue.place + ": " + issue.message,
             file.string(), 0});
}

/// What waited is given up, and so is what undo would have written to prefab files for it.
void Workspace::dropWaiting()
{
    m_prefabHistory->forget();
    if (m_aside.empty())
        return;
    m_aside.clear();
    waitingChanged();
}

Result<void> Workspace::openAside(const fs::path& file)
{
    m_saves.finishAll(); // it may be this very file, and what waits shall know that it is saved
    auto problems = m_journal->openAside(file);
    if (!problems)
        return problems.error();
    m_aside.push_back({std::move(m_journal), std::exchange(m_issues, *std::move(problems))});
    m_journal = std::make_unique<Journal>(*m_document, m_assets->project().cacheFolder());
    dropBake();
    logProblems(file);
    prepareScene();
    followFiles();
    waitingChanged();
    return {};
}

Result<void> Workspace::comeBack()
{
    if (m_document->isEditing())
        return Error{"Finish the drag first"};
    if (m_aside.empty())
        return Error{"No scene waits for you to come back"};
    m_saves.finishAll();
    dropBake();
    auto aside = std::move(m_aside.back());
    m_aside.pop_back();
    m_journal = std::move(aside.journal); // the files of the other one go
    m_journal->comeBack();
    m_issues = std::move(aside.issues);
    prepareScene();
    followFiles();
    waitingChanged();
    return {};
}

std::vector<Workspace::Waiting> Workspace::waiting() const
{
    std::vector<Waiting> all;
    for (const auto& aside : m_aside)
        all.push_back({aside.journal->waitingPath(), aside.journal->isWaitingModified()});
    return all;
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
    std::sort(materials.begin(), materials.end());
    materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
    // Models are read side by side, too.
    world.forEach<MeshInstance>([&](EntityId, const MeshInstance& instance) {
        if (!instance.mesh.path.empty())
            materials.push_back(Name{instance.mesh.path + InModel});
    });
    m_assets->prepareMaterials(materials);
    loadLightmapOfScene();
}

void Workspace::newScene()
{
    dropBake();
    m_document->clear();
    dropWaiting();
    m_issues.clear();
}

void Workspace::loadLightmapOfScene()
{
    const auto* reference = m_document->world().get<LightmapRef>(SceneEntity);
    if (reference == nullptr || reference->file.empty())
        return;
    const auto file = resolveInside(m_document->path().parent_path(), reference->file);
    if (file)
        takeWaitingLightmap(*file, reference->hash);
    // A scene that comes back has light that no file holds, if it was baked and not saved.
    if (const auto light =
            m_assets->lightmaps().find(std::strtoull(reference->hash.c_str(), nullptr, 16));
        light && hashToText(light->hash) == reference->hash)
        return m_lighting->compareWith(*light);
    auto lightmap =
        file ? loadLightmap(*file) : Result<std::shared_ptr<const Lightmap>>{file.error()};
    if (!lightmap) {
        log({LogLevel::Warning,
             "lightmap",
             lightmap.error().message() + "; bake again (Ctrl+L) to light the scene",
             {},
             0});
        return;
    }
    if (hashToText((*lightmap)->hash) != reference->hash)
        logWarning("lightmap", "'{}' belongs to another state of the scene; bake again (Ctrl+L)",
                   reference->file);
    // Kept under the scene's hash, so that the old light shows until it is baked again.
    m_assets->lightmaps().put(std::strtoull(reference->hash.c_str(), nullptr, 16), *lightmap);
    m_lighting->compareWith(**lightmap);
}

Result<void> Workspace::nameLightmapAfter(const fs::path& scene)
{
    const auto* reference = m_document->world().get<LightmapRef>(SceneEntity);
    const auto name = lightmapFileFor(scene).filename().string();
    if (reference == nullptr || reference->file == name)
        return {};
    auto renamed = *reference;
    renamed.file = name;
    return m_document->run("Name lightmap", [&](Transaction& edit) -> Result<void> {
        edit.set(SceneEntity, renamed);
        return {};
    });
}

void Workspace::save(const fs::path& file, std::function<void(const Result<void>&)> done)
{
    auto job = m_document->beginSave();
    std::shared_ptr<const Lightmap> lightmap;
    if (const auto* reference = job.world->get<LightmapRef>(SceneEntity))
        lightmap = m_assets->lightmaps().find(std::strtoull(reference->hash.c_str(), nullptr, 16));
    const auto outcome = std::make_shared<Result<void>>(Error{"The scene was not saved"});
    const auto hash = std::make_shared<ContentHash>(0);
    m_saves.start(
        "Saving",
        [job, file, lightmap, outcome, hash, &types = m_types](JobControl&) {
            *outcome = saveBoth(*job.world, types, file, lightmap.get());
            if (const auto written = readFile(file); *outcome && written)
                *hash = hashText(*written);
        },
        [this, stateId = job.stateId, scene = m_sceneCount, file, outcome, hash,
         done = std::move(done)] {
            if (*outcome && scene == m_sceneCount) {
                if (*hash != 0)
                    m_journal->setSavedHash(*hash);
                m_document->endSave(file, stateId);
            }
            if (done)
                done(*outcome);
        });
}

std::shared_ptr<JobControl> Workspace::bake(const BakeOptions& options,
                                            std::function<void(const Result<BakeStats>&)> done)
{
    if (isBaking())
        return nullptr;
    auto input = std::make_shared<BakeInput>(collectBakeInput(m_document->world(), *m_assets));
    const auto baked = std::make_shared<const World>(m_document->world());
    const auto outcome = std::make_shared<std::optional<Result<BakeResult>>>();
    m_bake = m_jobs.start(
        "Calculating lighting",
        [input, options, outcome](JobControl& control) {
            outcome->emplace(bakeLightmap(*input, options, control));
        },
        [this, outcome, baked, done = std::move(done)] {
            const auto control = std::exchange(m_bake, nullptr);
            if (const auto failure = control->failure())
                return done(Error{"The light could not be calculated: {}", *failure});
            if (control->isCancelled() || !outcome->has_value())
                return done(Error{"The bake was stopped; the old light stays"});
            if (!**outcome)
                return done((**outcome).error());
            if ((**outcome)->lightmap->atlases.empty()) {
                done(Error{"There is nothing to light: the scene has no brushes"});
                return;
            }
            const auto publish = [this, outcome, baked] {
                publishBake(***outcome);
                m_lighting->markFresh(*baked); // edits made meanwhile are stale
            };
            m_waitingBake = WaitingBake{publish, (**outcome)->stats, done};
            update();
        });
    return m_bake;
}

/// On a worker: a file of thousands of brushes takes longer than a frame.
void Workspace::readChangedPrefabs()
{
    if (!m_prefabsChanged || m_readsPrefabs)
        return;
    m_prefabsChanged = false;
    if (m_document->world().count<PrefabInstance>() == 0)
        return;
    m_readsPrefabs = true;
    const auto world = std::make_shared<World>(m_document->world());
    const auto read = std::make_shared<ReadPrefabs>();
    read->stateId = m_document->history().stateId();
    read->scene = m_sceneCount;
    m_jobs.start(
        "Reading prefabs",
        [world, read, folder = m_assets->project().assetFolder(), &types = m_types](JobControl&) {
            PrefabLibrary library{folder, types};
            read->news = findPrefabNews(*world, library, types);
        },
        [this, read] {
            m_readsPrefabs = false;
            m_readPrefabs = read;
            takeReadPrefabs();
        });
}

/// A drag under way goes on first.
void Workspace::takeReadPrefabs()
{
    if (!m_readPrefabs || m_document->isEditing())
        return;
    const auto read = std::exchange(m_readPrefabs, nullptr);
    if (read->scene != m_sceneCount)
        return readChangedPrefabs(); // those of the scene that is open now
    if (read->stateId != m_document->history().stateId()) {
        m_prefabsChanged = true; // someone has worked on meanwhile
        return readChangedPrefabs();
    }
    for (const auto& failure : read->news.failures)
        logWarning("prefab", "{}; its instances stay as they are", failure);
    if (read->news.merges.empty())
        return;
    const auto done = m_document->run(
        "Follow prefab files", [&](Transaction& edit) { return takePrefabNews(edit, read->news); });
    if (!done)
        logWarning("prefab", "Prefabs could not follow their files: {}", done.error().message());
}

void Workspace::finishPrefabs()
{
    while (m_readsPrefabs || m_prefabsChanged) {
        readChangedPrefabs();
        if (m_readsPrefabs)
            m_jobs.finishAll();
    }
}

void Workspace::update()
{
    takeReadPrefabs();
    readChangedPrefabs();
    m_foliageGrower->update();
    if (!m_waitingBake || m_document->isEditing())
        return;
    const auto finished = *std::exchange(m_waitingBake, {});
    finished.publish();
    finished.done(finished.stats);
}

void Workspace::publishBake(const BakeResult& result)
{
    m_assets->lightmaps().put(result.lightmap->hash, result.lightmap);
    const auto file = m_document->path().empty()
                          ? std::string{"unsaved.lightmap.exr"}
                          : lightmapFileFor(m_document->path()).filename().string();
    const LightmapRef reference{.file = file, .hash = hashToText(result.lightmap->hash)};
    if (auto done = m_document->run("Bake lighting",
                                    [&](Transaction& edit) -> Result<void> {
                                        edit.set(SceneEntity, reference);
                                        return {};
                                    });
        !done)
        logError("lightmap", "{}", done.error().message());
}

std::vector<Journal::Leftover> Workspace::leftovers() const
{
    return Journal::findLeftovers(m_assets->project().cacheFolder());
}

Result<void> Workspace::recover(const Journal::Leftover& leftover)
{
    if (auto done = Journal::recover(*m_document, leftover); !done)
        return done;
    Journal::discard(leftover); // our own journal holds the work now
    dropBake();
    prepareScene();
    return {};
}
} // namespace editor

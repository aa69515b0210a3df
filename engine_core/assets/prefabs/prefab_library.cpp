#include "engine_core/assets/prefabs/prefab_library.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
constexpr std::string_view Ending = ".prefab.json";

constexpr std::uintmax_t MaxFileBytes = std::uintmax_t{256} << 20;

constexpr std::size_t MaxNesting = 32;

/// How many entities the world holds once the instance is as its prefab; null: a new instance.
std::size_t countWith(const World& world,
                      EntityId instance,
                      const PrefabWorld& prefab,
                      const TypeRegistry& types)
{
    auto count = world.entityCount() + prefab.entityCount();
    if (!instance)
        return count;
    const auto parts = subtree(world, instance);
    if (std::none_of(parts.begin(), parts.end(),
                     [&](EntityId part) { return world.get<PrefabOverrides>(part) != nullptr; }))
        return count - parts.size();
    // What was added to the instance stays, what was removed stays away.
    count = world.entityCount();
    World ids{world};
    NewLinks links;
    for (const auto& swap : mergePrefab(
             world, instance, prefab, types, [&] { return ids.newId(); }, links))
        if (swap.type == typeIdOf<Node>())
            count = count + (swap.value ? 1U : 0U) - (world.exists(swap.entity) ? 1U : 0U);
    return count;
}

/// Whether the world would get too much. What it holds already counts once.
bool wouldOverfill(const World& world,
                   EntityId instance,
                   const PrefabWorld& prefab,
                   const TypeRegistry& types,
                   std::size_t most)
{
    return world.entityCount() + prefab.entityCount() > most &&
           countWith(world, instance, prefab, types) > most;
}
} // namespace

bool isPrefabFile(std::string_view path)
{
    return path.ends_with(Ending) && path.size() > Ending.size() &&
           path[path.size() - Ending.size() - 1] != '/';
}

std::string prefabName(std::string_view path)
{
    path = path.substr(path.rfind('/') + 1);
    if (path.ends_with(Ending))
        path.remove_suffix(Ending.size());
    return std::string{path};
}

PrefabLibrary::PrefabLibrary(fs::path assetFolder, const TypeRegistry& types)
    : m_folder{std::move(assetFolder)}, m_types{types}
{
}

Result<fs::path> PrefabLibrary::fileOf(const std::string& path) const
{
    if (!isPrefabFile(path))
        return Error{"'{}' is no prefab: its name does not end in '{}'", path, Ending};
    return resolveInside(m_folder, path);
}

Result<std::shared_ptr<const PrefabWorld>> PrefabLibrary::load(const std::string& path)
{
    if (const auto at = m_loaded.find(path); at != m_loaded.end())
        return at->second;
    if (std::find(m_open.begin(), m_open.end(), path) != m_open.end())
        return Error{"The prefab '{}' contains itself", path};
    m_open.push_back(path);
    auto loaded = loadNow(path);
    m_open.pop_back();
    // What failed inside itself may be whole when it is asked for from outside.
    if (loaded || m_open.empty())
        m_loaded.emplace(path, loaded);
    return loaded;
}

Result<std::shared_ptr<const PrefabWorld>>
PrefabLibrary::load(const std::string& path, const World& scene, EntityId instance)
{
    auto loaded = load(path);
    const auto most = std::max(MaxSceneEntities, scene.entityCount());
    if (loaded && wouldOverfill(scene, instance, **loaded, m_types, most))
        return Error{"With the prefab '{}' the scene would hold more than {} objects", path,
                     MaxSceneEntities};
    return loaded;
}

PrefabLibrary::Loaded PrefabLibrary::read(const std::string& path)
{
    if (const auto at = m_read.find(path); at != m_read.end())
        return at->second;
    return m_read.emplace(path, readNow(path)).first->second;
}

PrefabLibrary::Loaded PrefabLibrary::readNow(const std::string& path)
{
    const auto file = fileOf(path);
    if (!file)
        return file.error();
    const auto text = readFile(*file, MaxFileBytes);
    if (!text)
        return text.error().withContext("The prefab '{}' cannot be read", path);
    auto scene = readScene(*text, m_types, path);
    if (!scene)
        return scene.error().withContext("The prefab '{}' cannot be read", path);
    for (auto& problem : scene->problems) {
        problem.place = problem.place.empty() ? path : path + ", " + problem.place;
        m_problems.push_back(std::move(problem));
    }
    return std::shared_ptr<const PrefabWorld>{std::move(scene->world)};
}

PrefabLibrary::Loaded PrefabLibrary::loadNow(const std::string& path)
{
    const auto stored = read(path);
    if (!stored)
        return stored;
    const auto prefab = std::make_shared<PrefabWorld>(**stored);
    if (auto done = resolve(*prefab, path); !done)
        return done.error();
    return std::shared_ptr<const PrefabWorld>{prefab};
}

/// Prefabs inside a prefab follow their files. One whose file cannot be read stays as it is stored;
/// a prefab that contains itself, or too much, is an error.
Result<void> PrefabLibrary::resolve(PrefabWorld& prefab, const std::string& path)
{
    if (m_open.size() > MaxNesting)
        return Error{"The prefab '{}' lies in too many others", path};
    NewLinks links;
    return visitPrefabInstances(prefab, [&](EntityId instance) -> Result<void> {
        const auto inside = prefab.get<PrefabInstance>(instance)->file.path;
        if (!read(inside))
            return {};
        const auto contents = load(inside);
        if (!contents)
            return contents.error();
        if (wouldOverfill(prefab, instance, **contents, m_types, MaxPrefabEntities))
            return Error{"The prefab '{}' holds more than {} objects", path, MaxPrefabEntities};
        Edit edit{mergePrefab(
            prefab, instance, **contents, m_types, [&] { return prefab.newId(); }, links)};
        prefab.exchange(edit);
        return {};
    });
}

void PrefabLibrary::replace(const std::string& path, std::shared_ptr<const PrefabWorld> contents)
{
    m_loaded.clear(); // others may hold it
    m_read.insert_or_assign(path, std::move(contents));
}

Result<void> PrefabLibrary::check(const std::string& path, const PrefabWorld& contents)
{
    // What is loaded by now may hold the prefab as it was, in which it did not find itself.
    auto before = std::exchange(m_loaded, {});
    m_open.push_back(path);
    PrefabWorld copy{contents};
    auto done = resolve(copy, path);
    m_open.pop_back();
    m_loaded = std::move(before);
    return done;
}

std::vector<std::string>
updatePrefabs(World& world, PrefabLibrary& library, const TypeRegistry& types)
{
    std::vector<std::string> failures;
    NewLinks links;
    static_cast<void>(visitPrefabInstances(world, [&](EntityId instance) -> Result<void> {
        const auto& path = world.get<PrefabInstance>(instance)->file.path;
        const auto contents = library.load(path, world, instance);
        if (!contents) {
            failures.push_back(contents.error().message());
            return {};
        }
        Edit edit{mergePrefab(
            world, instance, **contents, types, [&] { return world.newId(); }, links)};
        world.exchange(edit);
        return {};
    }));
    return failures;
}
} // namespace engine

#include "tests/faults/saving_paths.h"

#include "editor/app/workspace/scene_files.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/assets/project/project_import.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/zip_archive.h"

#include <array>
#include <memory>

namespace mapwright::faults
{
using namespace engine;

namespace
{
const TypeRegistry& types()
{
    static const auto registry = [] {
        auto made = std::make_unique<TypeRegistry>();
        registerComponents(*made);
        return made;
    }();
    return *registry;
}

void clearBelow(const fs::path& folder)
{
    clearUnfinishedBelow(folder);
}

/// As a reader tells one state from the other.
Found whichOf(bool isOld, bool isNew)
{
    return isOld && isNew ? Found::Both : isOld ? Found::Old : isNew ? Found::New : Found::Damaged;
}

// --- Scenes with plants and light

constexpr EntityId Layer{41};

std::shared_ptr<const Lightmap> lightOf(std::uint16_t shade)
{
    auto lightmap = std::make_shared<Lightmap>();
    lightmap->atlases.push_back({4, 4, std::vector<std::uint16_t>(48, shade)});
    lightmap->charts[{EntityId{100}, 0}] = {0, 1, 1, 2, 2, shade};
    lightmap->hash = hashOf(*lightmap);
    return lightmap;
}

std::unique_ptr<World> sceneOf(int state, const Lightmap* light)
{
    auto world = std::make_unique<World>();
    world->setNextId(100);
    mapwright::test::addBox(*world, {0, 0, 0}, {1.0 + state, 1, 1});
    FoliageEdit plants{nullptr};
    for (int i = 0; i <= state; ++i) {
        FoliageInstance plant;
        plant.position = {static_cast<float>(i), 0, 0};
        plants.add(plant);
    }
    Edit edit{{swapTo(Layer, Node{.name = "Plants", .parent = {}}), swapTo(Layer, FoliageLayer{}),
               swapTo(Layer, FoliagePlacement{.instances = plants.finish()})}};
    if (light != nullptr)
        edit.swaps.push_back(swapTo(SceneEntity, LightmapRef{.file = "start.lightmap.exr",
                                                             .hash = hashToText(light->hash)}));
    world->apply(edit);
    return world;
}

fs::path sceneIn(const fs::path& folder)
{
    return folder / "scenes" / "start.scene.json";
}

void prepareFolder(const fs::path& folder)
{
    fs::create_directories(folder / "scenes");
    fs::create_directories(folder / "assets");
    ENGINE_EXPECT(writeFileAtomically(folder / "project.json", projectText({folder, "x", {}})));
}

template <bool HasLight>
void prepareScene(const fs::path& folder)
{
    prepareFolder(folder);
    const auto light = HasLight ? lightOf(1) : nullptr;
    ENGINE_EXPECT(editor::saveSceneWithLight(*sceneOf(1, light.get()), types(), sceneIn(folder),
                                             light.get()));
}

template <bool HasLight>
std::function<Result<void>()> saveScene(const fs::path& folder)
{
    const std::shared_ptr light = HasLight ? lightOf(2) : nullptr;
    const std::shared_ptr world = sceneOf(2, light.get());
    return [=] {
        return editor::saveSceneWithLight(*world, types(), sceneIn(folder), light.get());
    };
}

template <bool HasLight>
Found lookAtScene(const fs::path& folder)
{
    const auto read = loadScene(sceneIn(folder), types());
    if (!read || !read->problems.empty())
        return Found::Damaged;
    const auto hash = contentHash(*read->world, types());
    const auto isState = [&](int state) {
        const auto light =
            HasLight ? lightOf(static_cast<std::uint16_t>(state)) : std::shared_ptr<Lightmap>{};
        if (hash != contentHash(*sceneOf(state, light.get()), types()))
            return false;
        if (!HasLight)
            return true;
        const auto stored =
            editor::loadLightmapOf(sceneIn(folder), *read->world->get<LightmapRef>(SceneEntity));
        return stored && (*stored)->hash == light->hash;
    };
    return whichOf(isState(1), isState(2));
}

void openScene(const fs::path& folder)
{
    clearBelow(folder);
    const auto read = loadScene(sceneIn(folder), types());
    ENGINE_EXPECT(read);
    editor::clearLeftBeside(sceneIn(folder), *read->world);
    if (const auto* reference = read->world->get<LightmapRef>(SceneEntity))
        editor::takeWaitingLightmap(sceneIn(folder), *reference);
}

// --- Single files

/// `write` saves a state to a file, `hash` says which is there; 0 if it cannot be read.
template <Result<void> (*write)(const fs::path& file, int state),
          std::uint64_t (*hash)(const fs::path& file)>
struct SingleFile
{
    static fs::path fileIn(const fs::path& folder) { return folder / "assets" / "file.dat"; }

    static void prepare(const fs::path& folder)
    {
        prepareFolder(folder);
        ENGINE_EXPECT(write(fileIn(folder), 1));
    }

    static std::function<Result<void>()> save(const fs::path& folder)
    {
        return [file = fileIn(folder)] {
            return write(file, 2);
        };
    }

    static Found look(const fs::path& folder)
    {
        static const auto states = [&] {
            const auto other = folder.parent_path() / "states";
            std::array<std::uint64_t, 2> known{};
            for (int state = 1; state <= 2; ++state) {
                ENGINE_EXPECT(write(other, state));
                known[static_cast<std::size_t>(state - 1)] = hash(other);
                fs::remove(other);
            }
            ENGINE_EXPECT(known[0] != 0 && known[1] != 0 && known[0] != known[1]);
            return known;
        }();
        const auto found = hash(fileIn(folder));
        return whichOf(found == states[0], found == states[1]);
    }

    static constexpr SavingPath path(const char* name)
    {
        return {name, prepare, save, look, clearBelow};
    }
};

Result<void> writeImage(const fs::path& file, int state)
{
    return savePng({2, 2, std::vector<std::uint8_t>(16, static_cast<std::uint8_t>(state))}, file);
}

std::uint64_t hashOfImage(const fs::path& file)
{
    const auto image = loadImage(file);
    return image ? 1U + image->rgba.front() : 0U;
}

Result<void> writeLight(const fs::path& file, int state)
{
    return saveLightmap(*lightOf(static_cast<std::uint16_t>(state)), file);
}

std::uint64_t hashOfLight(const fs::path& file)
{
    const auto light = loadLightmap(file);
    return light ? (*light)->hash : 0;
}

const NavMesh& navMesh(int state)
{
    static const auto meshOf = [](double size) {
        mapwright::test::NavFixture level;
        level.box({-size, -1, -size}, {size, 0, size});
        return level.mesh();
    };
    static const std::array meshes{meshOf(3), meshOf(5)};
    return meshes[static_cast<std::size_t>(state - 1)];
}

Result<void> writeNavMesh(const fs::path& file, int state)
{
    return saveNavMesh(navMesh(state), 7, file);
}

std::uint64_t hashOfNavMesh(const fs::path& file)
{
    const auto stored = loadNavMesh(file, navMesh(1).config());
    return stored ? stored->mesh.contentHash() : 0;
}

Result<void> writeModel(const fs::path& file, int state)
{
    World world;
    mapwright::test::addBox(world, {0, 0, 0}, {1.0 + state, 1, 1});
    auto made = exportGltf(world, fs::path{file}.replace_extension(".glb"), {});
    return made ? Result<void>{} : Result<void>{made.error()};
}

std::uint64_t hashOfModel(const fs::path& file)
{
    const auto model = loadModel(fs::path{file}.replace_extension(".glb"));
    if (!model)
        return 0;
    double sum = 1;
    for (const auto& vertex : model->mesh.vertices)
        sum += double{vertex.position.x};
    return static_cast<std::uint64_t>(sum * 16);
}

// --- Folders that are made as a whole

template <Result<void> (*make)(const fs::path& folder), bool (*isWhole)(const fs::path& made)>
struct NewFolder
{
    static void prepare(const fs::path& folder)
    {
        prepareFolder(folder);
        World world;
        mapwright::test::addBox(world, {0, 0, 0}, {1, 1, 1});
        ENGINE_EXPECT(exportGltf(world, folder / "box.glb", {}));
        ENGINE_EXPECT(writeFileAtomically(
            folder / "packed.zip",
            mapwright::test::zipOf({{"project.json", projectText({"x", "packed", {}})},
                                    {"scenes/a.txt", "text"},
                                    {"assets/deep/b.txt", "more"}})));
    }

    static std::function<Result<void>()> save(const fs::path& folder)
    {
        return [folder] {
            return make(folder);
        };
    }

    static Found look(const fs::path& folder)
    {
        const auto made = folder / "assets" / "Models" / "box";
        const auto project = folder / "made";
        const bool isThere = fs::exists(made) || fs::exists(project);
        return !isThere ? Found::Old : isWhole(folder) ? Found::New : Found::Damaged;
    }

    static constexpr SavingPath path(const char* name)
    {
        return {name, prepare, save, look, clearBelow};
    }
};

template <typename T>
Result<void> outcomeOf(const Result<T>& result)
{
    return result ? Result<void>{} : Result<void>{result.error()};
}

Result<void> makeProject(const fs::path& folder)
{
    return outcomeOf(createProject(folder / "made", "empty"));
}

bool isProjectWhole(const fs::path& folder)
{
    const auto project = openProject(folder / "made");
    return project && loadScene(project->root / project->startScene, types());
}

Result<void> unpackProject(const fs::path& folder)
{
    return outcomeOf(importProject(folder / "packed.zip", folder / "made"));
}

bool isUnpackedWhole(const fs::path& folder)
{
    const auto text = readFile(folder / "made" / "assets" / "deep" / "b.txt");
    return openProject(folder / "made") && text && *text == "more";
}

Result<void> takeModel(const fs::path& folder)
{
    return outcomeOf(importModel(folder / "box.glb", Project{folder, "x", {}}, {}));
}

bool isModelWhole(const fs::path& folder)
{
    const auto models = folder / "assets" / "Models" / "box";
    for (const auto& entry : fs::directory_iterator{models})
        if (entry.path().extension() == ".gltf")
            return loadModel(entry.path()).hasValue();
    return false;
}
} // namespace

std::span<const SavingPath> savingPaths()
{
    static constexpr std::array Paths{
        SavingPath{"scene with plants", prepareScene<false>, saveScene<false>, lookAtScene<false>,
                   openScene},
        SavingPath{"scene with plants and light", prepareScene<true>, saveScene<true>,
                   lookAtScene<true>, openScene},
        SingleFile<writeImage, hashOfImage>::path("picture"),
        SingleFile<writeLight, hashOfLight>::path("lightmap"),
        SingleFile<writeNavMesh, hashOfNavMesh>::path("navigation mesh"),
        SingleFile<writeModel, hashOfModel>::path("exported model"),
        NewFolder<makeProject, isProjectWhole>::path("new project"),
        NewFolder<unpackProject, isUnpackedWhole>::path("unpacked project"),
        NewFolder<takeModel, isModelWhole>::path("imported model")};
    return Paths;
}
} // namespace mapwright::faults

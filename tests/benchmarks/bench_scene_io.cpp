#include "engine_core/assets/project/project.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/window/editor_words.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 9;
constexpr std::size_t Brushes = 5000;
constexpr std::size_t Entities = 100000;

void buildLights(World& world, std::size_t count)
{
    Edit edit;
    edit.swaps.reserve(count * 3);
    for (std::size_t i = 0; i < count; ++i) {
        const EntityId id{i + 2};
        Light light;
        light.range = 9;
        light.intensity = 30.0f + static_cast<float>(i % 1000) / 8.0f;
        const Vec3d at{static_cast<double>(i % 317) * 1.25, 3.5,
                       static_cast<double>(i / 317) / 3.0};
        edit.swaps.push_back(swapTo(id, Node{.name = "light", .parent = {}}));
        edit.swaps.push_back(swapTo(id, TransformComponent{.position = at}));
        edit.swaps.push_back(swapTo(id, light));
    }
    world.exchange(edit);
}

/// A row for loading and one for saving, beside nlohmann's parse and dump of the same bytes.
void addRows(std::vector<Row>& rows,
             const World& world,
             const TypeRegistry& types,
             const std::string& suffix)
{
    auto text = writeScene(world, types);
    nlohmann::json dom;
    bool same = false;
    const auto readWorld = [&] {
        const auto scene = readScene(text, types, "benchmark");
        same =
            scene && scene->problems.empty() && scene->world->entityCount() == world.entityCount();
    };
    const auto [load, parse] =
        medianMillisecondsInTurn(Repeats, readWorld, [&] { dom = nlohmann::json::parse(text); });
    ENGINE_EXPECT(same);
    std::string dumped;
    const auto [save, dump] = medianMillisecondsInTurn(
        Repeats, [&] { text = writeScene(world, types); }, [&] { dumped = dom.dump(); });
    const auto work = fmt::format("{} entities, {} bytes, hash {}", world.entityCount() - 1,
                                  text.size(), hashToText(hashText(text)));
    rows.push_back({"load_" + suffix, work, load, "ms", parse, load / parse,
                    "our time from text to world / nlohmann's parse of the same bytes"});
    rows.push_back({"save_" + suffix, work, save, "ms", dump, save / dump,
                    "our time from world to text / nlohmann's dump of the same document"});
}

struct InWindow
{
    double opened = 0; ///< milliseconds, as the program says of its own window
    double saved = 0;
    double stall = 0;
};

std::optional<InWindow> measureInWindow(const fs::path& project, const fs::path& scene)
{
    const auto words =
        editorWords({QStringLiteral("--measure-scene"), QString::fromStdString(scene.string()),
                     QString::fromStdString(project.string())},
                    QStringLiteral("scene"), 3);
    if (words.isEmpty())
        return std::nullopt; // no display: there is nothing to measure
    return InWindow{words[0].toDouble(), words[1].toDouble(), words[2].toDouble()};
}

double medianOf(std::vector<InWindow>& all, double InWindow::*figure)
{
    std::sort(all.begin(), all.end(),
              [&](const InWindow& a, const InWindow& b) { return a.*figure < b.*figure; });
    return all[all.size() / 2].*figure;
}

/// Opening and saving as the mapper sees it: in the editor's window, from and to the disk.
void addWindowRows(std::vector<Row>& rows, const World& world, const TypeRegistry& types)
{
    constexpr int Starts = 3;
    constexpr double MostOpening = 1000; // milliseconds, the targets
    constexpr double MostSaving = 150;
    constexpr double MostStall = 16;
    const QTemporaryDir folder;
    const auto project =
        createProject(fs::path{folder.path().toStdString()} / "level", "first_room");
    if (!project)
        return;
    const auto scene = project->sceneFolder() / "level.scene.json";
    if (!saveScene(world, types, scene))
        return;
    std::vector<InWindow> all;
    for (int i = 0; i < Starts; ++i)
        if (const auto measured = measureInWindow(project->root, scene))
            all.push_back(*measured);
    if (all.empty())
        return;
    const auto work = fmt::format("{} brushes, {} bytes on disk, median of {} editors",
                                  world.count<BrushComponent>(), fs::file_size(scene), all.size());
    const auto add = [&](const char* name, double value, double target, const char* what) {
        rows.push_back({name, work, value, "ms", target, value / target, what});
    };
    add("load_5k_to_first_frame", medianOf(all, &InWindow::opened), MostOpening,
        "the target, to the scene's picture in every view of the window; value / baseline");
    add("save_5k_on_disk", medianOf(all, &InWindow::saved), MostSaving,
        "the target, until the file is flushed and in its place; value / baseline");
    add("save_5k_stall", medianOf(all, &InWindow::stall), MostStall,
        "the target: the longest the window took no events during that save; value / baseline");
}
} // namespace

std::vector<Row> benchSceneIo(const Settings&)
{
    TypeRegistry types;
    registerComponents(types);
    std::vector<Row> rows;
    World level;
    test::buildLevel(level, Brushes);
    addRows(rows, level, types, "5k");
    addWindowRows(rows, level, types);
    World lights;
    buildLights(lights, Entities);
    addRows(rows, lights, types, "100k_entities");
    return rows;
}
} // namespace mapwright::bench

#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/level_builder.h"

#include <nlohmann/json.hpp>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 5;
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
    std::string text;
    const double save = medianMilliseconds(Repeats, [&] { text = writeScene(world, types); });
    bool same = false;
    const double load = medianMilliseconds(Repeats, [&] {
        const auto scene = readScene(text, types, "benchmark");
        same =
            scene && scene->problems.empty() && scene->world->entityCount() == world.entityCount();
    });
    ENGINE_EXPECT(same);
    nlohmann::json dom;
    const double parse = medianMilliseconds(Repeats, [&] { dom = nlohmann::json::parse(text); });
    std::string dumped;
    const double dump = medianMilliseconds(Repeats, [&] { dumped = dom.dump(); });
    const auto work = fmt::format("{} entities, {} bytes, hash {}", world.entityCount() - 1,
                                  text.size(), hashToText(hashText(text)));
    rows.push_back({"load_" + suffix, work, load, "ms", parse, load / parse,
                    "our time from text to world / nlohmann's parse of the same bytes"});
    rows.push_back({"save_" + suffix, work, save, "ms", dump, save / dump,
                    "our time from world to text / nlohmann's dump of the same document"});
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
    World lights;
    buildLights(lights, Entities);
    addRows(rows, lights, types, "100k_entities");
    return rows;
}
} // namespace mapwright::bench

#include "tests/benchmarks/bench_queries.h"

#include "engine_core/play/world/play_index.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Side = 142; ///< boxes along x and z: 20,164 in all
constexpr int Queries = 1000;
constexpr double Step = 3;  ///< metres from box to box
constexpr double Half = 45; ///< metres; a query finds some 900 boxes

/// The same places for the script and for the comparison.
Vec3d placeOf(int query)
{
    return {query * 37 % 400 + 10.0, 0, query * 53 % 400 + 10.0};
}

constexpr const char* Asker = R"(class Asker : Node
{
    int found;
    void onTick(float dt)
    {
        found = 0;
        for (int i = 0; i < 1000; ++i)
        {
            Vec3 at(i * 37 % 400 + 10.0, 0, i * 53 % 400 + 10.0);
            found += findInBox(at - Vec3(45, 1, 45), at + Vec3(45, 1, 45)).length();
        }
    }
})";
} // namespace

Row queryRow()
{
    test::PlayFixture game;
    for (int x = 0; x < Side; ++x)
        for (int z = 0; z < Side; ++z)
            test::addBox(game.world, {x * Step, 0, z * Step}, {x * Step + 1, 1, z * Step + 1});
    test::addPlayerStart(game.world, {0, 2, 0});
    game.writeScript("asker.as", Asker);
    const auto asker = game.addScripted("asker", "asker.as", "Asker", {0, 100, 0});
    ENGINE_EXPECT(game.start());
    const double value = medianMilliseconds(3, [&] { game.tick(1); });
    std::size_t found = 0;
    constexpr int Looked = 20; // a look at everything takes its time
    const double baseline = medianMilliseconds(3, [&] {
        found = 0;
        const auto& world = game.session->world();
        for (int i = 0; i < Looked; ++i) {
            const Aabb box{placeOf(i) - Vec3d{Half, 1, Half}, placeOf(i) + Vec3d{Half, 1, Half}};
            for (const auto entity : world.entities())
                if (const auto body = ownBody(world, entity); body && body->intersects(box))
                    ++found;
        }
    });
    const auto perQuery = value / Queries;
    const auto perLook = baseline / Looked;
    return {"query_box_20k",
            fmt::format("{} times what is in a box of {} x {} m among {} objects, by a script: "
                        "{:.0f} found in all",
                        Queries, 2 * Half, 2 * Half, game.world.entityCount(),
                        game.number(asker, "found")),
            perQuery,
            "ms",
            perLook,
            perQuery / perLook,
            fmt::format("a look at every object; {} found in {} of them", found, Looked)};
}
} // namespace mapwright::bench

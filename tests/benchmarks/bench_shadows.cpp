#include "engine_core/base/contract.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <memory>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 21;
constexpr std::size_t Brushes = 500;

template <typename T>
void setComponent(World& world, EntityId entity, T component)
{
    Edit edit;
    edit.swaps.push_back(swapTo(entity, std::move(component)));
    world.apply(edit);
}

EntityId
addLive(World& world, LightKind kind, const Vec3d& at, const Vec3d& along, float range, bool casts)
{
    const auto entity = test::addLight(world, at, range, kind == LightKind::Sun ? 2.0F : 20.0F);
    auto light = *world.get<Light>(entity);
    light.kind = kind;
    light.baked = false;
    light.castShadows = casts;
    setComponent(world, entity, light);
    const Vec3d up = std::abs(along.y) > 0.99 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    setComponent(
        world, entity,
        TransformComponent{.position = at, .rotation = glm::quatLookAt(glm::normalize(along), up)});
    return entity;
}

/// An open yard with boxes, and a box that moves in its middle.
struct Yard
{
    Yard()
    {
        test::addBox(world, {-40, -1, -40}, {40, 0, 40});
        for (std::size_t i = 0; i < Brushes; ++i) {
            const auto x = static_cast<double>(i % 25) * 3 - 36;
            const auto z = static_cast<double>(i / 25) * 3.5 - 34;
            test::addBox(world, {x, 0, z}, {x + 1, 0.5 + static_cast<double>(i % 7) * 0.4, z + 1});
        }
        door = test::addBox(world, {-1, 0, -1}, {1, 2, 1});
        setComponent(world, door, Mover{});
    }

    World world;
    EntityId door;
};

ViewRequest viewOfYard(EffectUse shadows)
{
    auto view = test::viewFrom({-14, 6, -14}, {0, 0, 0});
    view.width = 640;
    view.height = 360;
    view.mode = ViewMode::Lit;
    view.quality = ViewQuality::Full;
    view.effects.shadows = shadows;
    return view;
}

Row row(std::string name, std::string work, double value, double baseline, std::string compares)
{
    Row row;
    row.name = std::move(name);
    row.work = std::move(work);
    row.value = value;
    row.unit = "ms";
    row.baseline = baseline;
    row.ratio = baseline > 0 ? value / baseline : 0;
    row.compares = std::move(compares);
    return row;
}

std::vector<Row> measureShadows(test::GlFixture& gl)
{
    Yard yard;
    addLive(yard.world, LightKind::Sun, {0, 20, 0}, {0.5, -1, 0.3}, 8, true);
    for (int i = 0; i < 8; ++i)
        addLive(yard.world, LightKind::Spot, {i % 4 * 5.0 - 8, 5, i / 4 * 6.0 - 4}, {0, -1, 0}, 9,
                true);
    RenderSystem system{gl.resources()};
    system.attach(yard.world);
    yard.world.addSystem(system);
    double at = 0;
    system.setPlaceOverride([&](EntityId entity) -> std::optional<Transform> {
        return entity == yard.door ? std::optional{Transform{.position = {at, 0, 0}}}
                                   : std::nullopt;
    });
    RenderStats stats;
    const auto draw = [&](EffectUse shadows) {
        ENGINE_EXPECT(renderToImage(system, viewOfYard(shadows), &stats).hasValue());
    };
    draw(EffectUse::On);
    const auto [still, without] = medianMillisecondsInTurn(
        Repeats, [&] { draw(EffectUse::On); }, [&] { draw(EffectUse::Off); });
    draw(EffectUse::On);
    const int drawnStill = stats.shadowViewsDrawn;
    const int views = stats.shadowViews;
    const auto [moving, again] = medianMillisecondsInTurn(
        Repeats,
        [&] {
            at += 0.01;
            draw(EffectUse::On);
        },
        [&] { draw(EffectUse::Off); });
    at += 0.01;
    draw(EffectUse::On);
    const int drawnMoving = stats.shadowViewsDrawn;
    yard.world.removeSystem(system);
    return {row("shadows_still",
                fmt::format("640 x 360, {} brushes, 1 sun and 8 spots: {} views, {} drawn", Brushes,
                            views, drawnStill),
                still, without, "the same without shadows"),
            row("shadows_moving",
                fmt::format("the same with one box that moves: {} views drawn", drawnMoving),
                moving, again, "the same without shadows")};
}

/// Small lamps all over the yard, of which few reach any one pixel.
std::vector<Row> measureMany(test::GlFixture& gl)
{
    const auto picture = [&](int lamps) {
        auto yard = std::make_unique<Yard>();
        for (int i = 0; i < lamps; ++i)
            addLive(yard->world, LightKind::Point,
                    {i % 20 * 4.0 - 38, 1.5, static_cast<double>(i / 20) * 8.0 - 38}, {0, -1, 0}, 3,
                    false);
        return yard;
    };
    const auto many = picture(200);
    const auto few = picture(8);
    RenderSystem manySystem{gl.resources()};
    RenderSystem fewSystem{gl.resources()};
    manySystem.attach(many->world);
    fewSystem.attach(few->world);
    const auto draw = [&](RenderSystem& system) {
        ENGINE_EXPECT(renderToImage(system, viewOfYard(EffectUse::Off)).hasValue());
    };
    draw(manySystem);
    draw(fewSystem);
    const auto [with200, with8] = medianMillisecondsInTurn(
        Repeats, [&] { draw(manySystem); }, [&] { draw(fewSystem); });
    return {row("lights_200", "640 x 360, 200 live lamps of 3 m without shadows", with200, with8,
                "8 of them")};
}
} // namespace

std::vector<Row> benchShadows(const Settings& /*settings*/)
{
    const auto gl = test::GlFixture::create(installationFolder() / "projects" / "first_room");
    if (!gl) {
        fmt::print(stderr, "mapwright: {}\n", gl.error().message());
        return {};
    }
    auto rows = measureShadows(**gl);
    for (auto& each : measureMany(**gl))
        rows.push_back(std::move(each));
    return rows;
}
} // namespace mapwright::bench

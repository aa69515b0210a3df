#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/light_reach.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace tst_light_reach
{
using namespace engine;
using namespace mapwright::test;

namespace
{
template <typename T>
void set(World& world, EntityId entity, const T& value)
{
    Edit edit;
    edit.swaps.push_back(swapTo(entity, value));
    world.apply(edit);
}

/// A room of 8 x 3 x 8 m inside, each side a box, and an index that follows it.
struct Room
{
    World world;
    SpatialIndex index;
    EntityId floor, ceiling, west, east, north, south;

    Room()
    {
        index.attach(world);
        world.addSystem(index);
        floor = addBox(world, {-4, -0.25, -4}, {4, 0, 4}, "Floor");
        ceiling = addBox(world, {-4, 3, -4}, {4, 3.25, 4}, "Ceiling");
        west = addBox(world, {-4.25, 0, -4}, {-4, 3, 4}, "West");
        east = addBox(world, {4, 0, -4}, {4.25, 3, 4}, "East");
        north = addBox(world, {-4, 0, -4.25}, {4, 3, -4}, "North");
        south = addBox(world, {-4, 0, 4}, {4, 3, 4.25}, "South");
    }

    ~Room() { world.removeSystem(index); }

    [[nodiscard]] LightReach reach(EntityId light, std::size_t atOnce = 2) const
    {
        LightReachSearch search{world, index, light};
        while (!search.run(atOnce)) {
        }
        return search.reach();
    }

    [[nodiscard]] double luxelsOf(double squareMetres) const
    {
        const double density = static_cast<double>(SceneSettings{}.luxelsPerMetre);
        return squareMetres * density * density;
    }
};
} // namespace

class TestLightReach : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aLampReachesTheSidesOfItsRoom()
    {
        Room room;
        const auto lamp = addLight(room.world, {0, 1.5, 0}, 20, 60);
        const auto reach = room.reach(lamp);
        QCOMPARE(reach.faces, std::size_t{6});
        QCOMPARE(reach.objects.size(), std::size_t{6});
        QVERIFY(reach.waste == LightWaste::None);
        QVERIFY(std::abs(reach.luxels - room.luxelsOf(2 * 64 + 4 * 24)) < 1);
        QCOMPARE(reach.overlaps, std::size_t{0});
        QVERIFY(std::abs(reach.shadowRays - reach.luxels * 16) < 1);
    }

    void whatIsBehindAWallIsNotReached()
    {
        Room room;
        const auto lamp = addLight(room.world, {-2, 1.5, 0}, 20, 60);
        const auto crate = addBox(room.world, {1, 0, -1}, {2, 1, 1}, "Crate");
        const auto has = [&](const LightReach& reach) {
            return std::binary_search(reach.objects.begin(), reach.objects.end(), crate);
        };
        QVERIFY(has(room.reach(lamp)));
        addBox(room.world, {-0.25, 0, -4}, {0, 3, 4}, "Partition");
        QVERIFY(!has(room.reach(lamp)));
        auto light = *room.world.get<Light>(lamp);
        light.castShadows = false;
        set(room.world, lamp, light);
        QVERIFY(has(room.reach(lamp)));
        QCOMPARE(room.reach(lamp).shadowRays, 0.0);
    }

    void aRangeCutsADiscOutOfTheFloor()
    {
        Room room;
        const auto lamp = addLight(room.world, {0, 1, 0}, 1.5, 60);
        const auto reach = room.reach(lamp);
        QCOMPARE(reach.objects, std::vector{room.floor}); // 2 m below the ceiling
        QVERIFY(std::abs(reach.luxels - room.luxelsOf(Pi * (1.5 * 1.5 - 1))) < 1);
    }

    void aSpotReachesWhatItsConeMeets()
    {
        Room room;
        const auto spot = addLight(room.world, {0, 2.5, 0}, 20, 60);
        auto light = *room.world.get<Light>(spot);
        light.kind = LightKind::Spot;
        light.cone = 40;
        light.innerCone = 20;
        set(room.world, spot, light);
        set(room.world, spot,
            TransformComponent{.position = {1, 2.5, 1},
                               .rotation = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0})});
        QCOMPARE(room.reach(spot).objects, std::vector{room.floor});
    }

    void othersOverlapWhereBothShine()
    {
        Room room;
        const auto lamp = addLight(room.world, {0, 1.5, 0}, 20, 60);
        addLight(room.world, {3, 1.5, 0}, 20, 60);
        addLight(room.world, {0, 5, 0}, 20, 60); // above the ceiling
        addLight(room.world, {100, 1.5, 0}, 5, 60);
        const auto sun = addLight(room.world, {900, 0, 0}, 5, 60);
        auto light = *room.world.get<Light>(sun);
        light.kind = LightKind::Sun;
        set(room.world, sun, light);
        QCOMPARE(room.reach(lamp).overlaps, std::size_t{1});
    }

    void wastedLightsSayWhy()
    {
        Room room;
        const auto lamp = addLight(room.world, {0, 1.5, 0}, 3, 60);
        const auto usual = *room.world.get<Light>(lamp);
        const auto wasteWith = [&](auto change) {
            auto light = usual;
            change(light);
            set(room.world, lamp, light);
            return room.reach(lamp).waste;
        };
        QVERIFY(wasteWith([](Light& light) { light.on = false; }) == LightWaste::Off);
        QVERIFY(wasteWith([](Light& light) {
                    light.on = false;
                    light.group = "hall";
                }) == LightWaste::None);
        QVERIFY(wasteWith([](Light& light) { light.intensity = 0; }) == LightWaste::NoStrength);
        QVERIFY(wasteWith([](Light& light) { light.color = {0, 0, 0}; }) == LightWaste::NoStrength);
        QVERIFY(wasteWith([](Light& light) { light.range = 0.5F; }) == LightWaste::ReachesNothing);
        set(room.world, lamp, usual);
        set(room.world, lamp, TransformComponent{.position = {4.125, 1, 0}});
        const auto buried = room.reach(lamp);
        QVERIFY(buried.waste == LightWaste::InSolid);
        QCOMPARE(buried.solid, room.east);
        QCOMPARE(wasteText(room.world, buried), "it is inside 'East'");
    }

    void stylesAndGroupsCostNoBake()
    {
        Room room;
        const auto lamp = addLight(room.world, {0, 1.5, 0}, 20, 60);
        auto light = *room.world.get<Light>(lamp);
        light.style = LightStyle::Candle;
        set(room.world, lamp, light);
        const auto reach = room.reach(lamp);
        QCOMPARE(reach.faces, std::size_t{6});
        QCOMPARE(reach.shadowRays, 0.0);
    }

    void howManyAtOnceMakesNoDifference()
    {
        Room room;
        const auto lamp = addLight(room.world, {0, 1.5, 0}, 20, 60);
        const auto one = room.reach(lamp, 1);
        const auto all = room.reach(lamp, 1000);
        QCOMPARE(one.objects, all.objects);
        QCOMPARE(one.luxels, all.luxels);
    }
};

CORE_TEST(TestLightReach)
} // namespace tst_light_reach

#include "tst_light_reach.moc"

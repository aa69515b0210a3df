#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/trigger.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_map_liquids
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A floor with a pool of the texture on it.
std::string pool(const char* texture)
{
    return "{\n\"classname\" \"worldspawn\"\n" + boxText({-256, -256, -16}, {256, 256, 0}) +
           boxText({-64, -128, 0}, {64, 128, 32}, texture) + "}\n";
}

struct Pool
{
    ImportedMap map;
    EntityId liquid; ///< null if there is none

    explicit Pool(const char* texture, const MapPartTable* table = nullptr)
    {
        auto imported = importMap(pool(texture), {DefaultMapScale, {}, nullptr, {table, "quake"}});
        ENGINE_EXPECT(imported);
        map = *std::move(imported);
        map.world->forEach<Water>([this](EntityId id, const Water&) { liquid = id; });
    }

    template <typename T>
    const T* get() const
    {
        return map.world->get<T>(liquid);
    }
};
} // namespace

class TestMapLiquids : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aBrushOfWaterIsWater()
    {
        const Pool level{"*water1"};
        QVERIFY(level.liquid);
        const auto place = worldTransform(*level.map.world, level.liquid).position;
        const auto size = level.get<Water>()->size / DefaultMapScale;
        QCOMPARE(place / DefaultMapScale, (Vec3d{0, 16, 0}));
        // Quake's x is ours turned: the pool is 128 wide, 32 high and 256 long either way.
        QCOMPARE(size.y, 32.0);
        QCOMPARE(size.x * size.z, 128.0 * 256.0);
        QVERIFY(level.get<Trigger>() == nullptr);
        QVERIFY(level.map.needs.empty());
    }

    void wallsAreNoWater()
    {
        QVERIFY(!Pool{"stone"}.liquid);
        QVERIFY(!Pool{"clip"}.liquid);
        QVERIFY(!Pool{"hint"}.liquid);
    }

    void lavaHurts()
    {
        const auto table = loadMapParts(nullptr);
        VERIFY_OK(table);
        const Pool lava{"*lava1", &*table};
        QVERIFY(lava.get<Trigger>() != nullptr);
        QVERIFY(lava.get<Trigger>()->size == lava.get<Water>()->size);
        QCOMPARE(lava.get<Script>()->className, std::string{"HurtArea"});
        QCOMPARE(lava.map.needs.size(), 1U);
        const Pool water{"*water1", &*table};
        QVERIFY(water.get<Script>() == nullptr);
    }

    void itIsExportedAsItWas()
    {
        const Pool level{"*water1"};
        const auto text = exportMap(*level.map.world, {});
        VERIFY_OK(text);
        const auto again = importMap(text->text, {});
        VERIFY_OK(again);
        Aabb first;
        Aabb second;
        level.map.world->forEach<BrushComponent>(
            [&](EntityId id, const BrushComponent&) { first.add(boundsOf(*level.map.world, id)); });
        again->world->forEach<BrushComponent>(
            [&](EntityId id, const BrushComponent&) { second.add(boundsOf(*again->world, id)); });
        QVERIFY(glm::distance(first.min, second.min) < 1e-6);
        QVERIFY(glm::distance(first.max, second.max) < 1e-6);
        QCOMPARE(again->world->count<Water>(), 1U);
    }
};

PLAIN_TEST(TestMapLiquids)
} // namespace tst_map_liquids

#include "tst_map_liquids.moc"

#include "engine_core/base/files/files.h"
#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/map_compare.h"
#include "tests/support/levels/map_generator.h"
#include "tests/support/levels/map_mixture.h"

#include <QtTest>

#include <fmt/format.h>

namespace tst_map_export
{
using namespace engine;
using namespace mapwright::test;

namespace
{
std::string fixture(const char* name)
{
    auto text = readFile(fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/maps" / name);
    return text ? *std::move(text) : std::string{};
}

/// Empty if a map survives import, export and import within the promised tolerances.
std::string lossOf(const std::string& text)
{
    const auto first = importMap(text, {});
    if (!first)
        return first.error().message();
    const auto exported = exportMap(*first->world, {});
    if (!exported)
        return exported.error().message();
    const auto second = importMap(exported->text, {});
    if (!second)
        return second.error().message();
    return mapDifference(*first->world, *second->world);
}

std::vector<MapEntity> mapEntities(const World& world)
{
    std::vector<MapEntity> entities;
    world.forEach<MapEntity>(
        [&](EntityId, const MapEntity& entity) { entities.push_back(entity); });
    return entities;
}
} // namespace

class TestMapExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fixturesSurviveTheRoundTrip_data();
    void fixturesSurviveTheRoundTrip();
    void generatedMapsSurviveTheRoundTrip();
    void mixedMapsSurviveTheRoundTrip_data();
    void mixedMapsSurviveTheRoundTrip();
    void tenRoundTripsDoNotDrift();
    void turnedGroupsSurviveTheRoundTrip();
    void randomBrushesSurviveTheRoundTrip();
    void keysSurviveInTheirOrder();
    void whatWasMovedIsWrittenWhereItIs();
    void lightsSayWhatTheyBecame();
    void ownLevelsComeBack();
    void groupsWithoutKeysBecomeFuncGroups();
    void objectsWithoutACounterpartAreReported();
    void texturesAreWrittenInTheirOwnTexels();
};

void TestMapExport::fixturesSurviveTheRoundTrip_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const auto* name : {"standard.map", "valve.map", "quake3.map", "broken.map"})
        QTest::newRow(name) << QByteArray{name};
}

void TestMapExport::fixturesSurviveTheRoundTrip()
{
    QFETCH(QByteArray, name);
    QCOMPARE(lossOf(fixture(name.constData())), std::string{});
}

void TestMapExport::generatedMapsSurviveTheRoundTrip()
{
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        QCOMPARE(lossOf(generateMap(500, seed)), std::string{});
}

void TestMapExport::mixedMapsSurviveTheRoundTrip_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("Standard") << 0;
    QTest::newRow("Valve 220") << 1;
    QTest::newRow("brush primitives") << 2;
}

void TestMapExport::mixedMapsSurviveTheRoundTrip()
{
    QFETCH(int, format);
    for (int i = 0; i < 60; ++i) {
        const auto seed = static_cast<std::uint64_t>(3 * i + format);
        const auto mixed = generateMixedMap(seed);
        const auto first = importMap(mixed.text, {});
        VERIFY_OK(first);
        QCOMPARE(first->brushes, mixed.brushes);
        QCOMPARE(first->invalidBrushes, std::size_t{0});
        QCOMPARE(first->entities, mixed.entities);
        QCOMPARE(first->patches, mixed.patches);
        QCOMPARE(first->skips.count(), std::size_t{0});
        const auto exported = exportMap(*first->world, {});
        VERIFY_OK(exported);
        QVERIFY(exported->skipped.empty());
        const auto second = importMap(exported->text, {});
        VERIFY_OK(second);
        QVERIFY(second->skips.list().empty());
        const auto difference = mapDifference(*first->world, *second->world);
        QVERIFY2(difference.empty(), fmt::format("seed {}: {}", seed, difference).c_str());
        auto before = mapEntities(*first->world);
        before[0].keys += R"( "mapversion" "220")";
        QVERIFY2(before == mapEntities(*second->world), fmt::format("seed {}", seed).c_str());
    }
}

void TestMapExport::tenRoundTripsDoNotDrift()
{
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const auto first = importMap(generateMixedMap(seed).text, {});
        VERIFY_OK(first);
        auto exported = exportMap(*first->world, {});
        for (int round = 1; round < 10; ++round) {
            VERIFY_OK(exported);
            const auto map = importMap(exported->text, {});
            VERIFY_OK(map);
            exported = exportMap(*map->world, {});
        }
        VERIFY_OK(exported);
        const auto last = importMap(exported->text, {});
        VERIFY_OK(last);
        const auto difference = mapDifference(*first->world, *last->world);
        QVERIFY2(difference.empty(), fmt::format("seed {}: {}", seed, difference).c_str());
    }
}

void TestMapExport::turnedGroupsSurviveTheRoundTrip()
{
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Dice dice{seed};
        World world;
        Edit edit;
        EntityId parent;
        for (int depth = 0; depth < 3; ++depth) {
            const auto group = world.newId();
            const auto turn = glm::angleAxis(dice.between(0, 2 * Pi), dice.direction());
            const Vec3d scale{dice.chance(0.5) ? 1.0 : dice.between(0.5, 2)};
            edit.swaps.push_back(swapTo(group, Node{fmt::format("group {}", depth), parent}));
            edit.swaps.push_back(swapTo(group, TransformComponent{dice.place(500), turn, scale}));
            for (int i = 0; i < 5; ++i) {
                const auto id = world.newId();
                const auto brush = std::make_shared<const Brush>(randomBrush(dice, 50));
                edit.swaps.push_back(swapTo(id, Node{"Brush", group}));
                edit.swaps.push_back(swapTo(id, BrushComponent{brush}));
            }
            parent = group;
        }
        world.apply(edit);
        const auto exported = exportMap(world, {});
        VERIFY_OK(exported);
        QCOMPARE(exported->brushes, std::size_t{15});
        const auto again = importMap(exported->text, {});
        VERIFY_OK(again);
        const auto difference = mapDifference(world, *again->world);
        QVERIFY2(difference.empty(), fmt::format("seed {}: {}", seed, difference).c_str());
    }
}

void TestMapExport::randomBrushesSurviveTheRoundTrip()
{
    Dice dice{5};
    World world;
    Edit edit;
    for (int i = 0; i < 1'000; ++i) {
        const auto id = world.newId();
        const auto reach = i % 2 == 0 ? 100.0 : 30'000.0;
        edit.swaps.push_back(swapTo(id, Node{"Brush", {}}));
        edit.swaps.push_back(
            swapTo(id, BrushComponent{std::make_shared<const Brush>(randomBrush(dice, reach))}));
    }
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    QCOMPARE(mapDifference(world, *again->world), std::string{});
}

void TestMapExport::keysSurviveInTheirOrder()
{
    const auto first = importMap(fixture("standard.map"), {});
    VERIFY_OK(first);
    const auto exported = exportMap(*first->world, {});
    VERIFY_OK(exported);
    QCOMPARE(exported->entities, std::size_t{5});
    const auto second = importMap(exported->text, {});
    VERIFY_OK(second);
    auto before = mapEntities(*first->world);
    const auto after = mapEntities(*second->world);
    QCOMPARE(before.size(), after.size());
    QVERIFY(before[0].className == "worldspawn"); // it now says its format, too
    before[0].keys += R"( "mapversion" "220")";
    for (std::size_t i = 0; i < before.size(); ++i) {
        QCOMPARE(after[i].className, before[i].className);
        QCOMPARE(after[i].keys, before[i].keys);
    }
}

void TestMapExport::whatWasMovedIsWrittenWhereItIs()
{
    const auto map = importMap(fixture("standard.map"), {});
    VERIFY_OK(map);
    auto& world = *map->world;
    EntityId ogre;
    world.forEach<MapEntity>([&](EntityId entity, const MapEntity& each) {
        ogre = each.className == "monster_ogre" ? entity : ogre;
    });
    Edit edit;
    edit.swaps.push_back(swapTo(ogre, TransformComponent{{2, 1, -4}}));
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    QVERIFY(exported->text.find("\"origin\" \"64 128 32\"") != std::string::npos);
    QVERIFY(exported->text.find("\"origin\" \"-64 32 24\"") != std::string::npos);
}

void TestMapExport::lightsSayWhatTheyBecame()
{
    World world;
    const auto lamp = addLight(world, {1, 2, 3}, 4.0F, 33.0F);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    QVERIFY(exported->text.find("\"light\" \"128\"") != std::string::npos);
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    std::optional<Light> light;
    again->world->forEach<Light>([&](EntityId, const Light& each) { light = each; });
    QVERIFY(light.has_value());
    QCOMPARE(light->range, world.get<Light>(lamp)->range);
    QCOMPARE(light->intensity, world.get<Light>(lamp)->intensity);
}

void TestMapExport::ownLevelsComeBack()
{
    World world;
    buildLevel(world, 200);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    QCOMPARE(exported->brushes, std::size_t{200});
    QVERIFY(exported->skipped.empty());
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    QCOMPARE(mapDifference(world, *again->world), std::string{});
    QCOMPARE(again->world->count<Light>(), world.count<Light>());
    QCOMPARE(again->world->count<PlayerStart>(), world.count<PlayerStart>());
}

void TestMapExport::groupsWithoutKeysBecomeFuncGroups()
{
    World world;
    const auto box = addBox(world, {0, 0, 0}, {1, 1, 1}, "box");
    const auto group = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(group, Node{"hall", {}}));
    edit.swaps.push_back(swapTo(group, TransformComponent{{10, 0, 0}}));
    edit.swaps.push_back(swapTo(box, Node{"box", group}));
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    QCOMPARE(again->brushes, std::size_t{1});
    const auto& top = again->world->children({});
    QCOMPARE(top.size(), std::size_t{1});
    QCOMPARE(again->world->get<Node>(top[0])->name, std::string{"hall"});
    QCOMPARE(boundsOfTree(*again->world, top[0]), (Aabb{{10, 0, 0}, {11, 1, 1}}));
}

void TestMapExport::objectsWithoutACounterpartAreReported()
{
    World world;
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{"wind", {}}));
    edit.swaps.push_back(swapTo(id, AudioSource{}));
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    QCOMPARE(exported->skipped.size(), std::size_t{1});
    QVERIFY(exported->skipped[0].find("'wind'") != std::string::npos);
}

void TestMapExport::texturesAreWrittenInTheirOwnTexels()
{
    World world;
    addBox(world, {0, 0, 0}, {1, 1, 1}, "box", Name{"Materials/wall"});
    MapExportOptions options;
    options.findMaterial = [](Name name) -> std::optional<MapMaterial> {
        if (name == Name{"Materials/wall"})
            return MapMaterial{"wall", {128, 128}};
        return std::nullopt;
    };
    const auto exported = exportMap(world, options);
    VERIFY_OK(exported);
    // A repeat of 1 m is 32 units wide, which 128 texels fill at a scale of a quarter.
    QVERIFY(exported->text.find("wall [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 0.25 0.25") != std::string::npos);
}

PLAIN_TEST(TestMapExport)
} // namespace tst_map_export

#include "tst_map_export.moc"

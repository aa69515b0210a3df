#include "engine_core/foliage/foliage_planting.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_migrations
{
using namespace engine;

class TestMigrations : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void format1IsReadWithPlanesRangesAndSettings();
    void aMigratedSceneIsWrittenInTheNewestFormat();
    void badFacesOfFormat1AreReportedNotLost();
    void kindsOfPlantsFromBeforeShareTheMix();
};

namespace
{
TypeRegistry allTypes()
{
    TypeRegistry types;
    registerComponents(types);
    return types;
}

Result<LoadedScene> loadFormat1(const TypeRegistry& types)
{
    return loadScene(fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/scenes/format_1.scene.json",
                     types);
}
} // namespace

void TestMigrations::format1IsReadWithPlanesRangesAndSettings()
{
    const auto types = allTypes();
    const auto scene = loadFormat1(types);
    VERIFY_OK(scene);
    QVERIFY(scene->problems.empty());
    const auto& world = *scene->world;
    const auto* crate = world.get<BrushComponent>(EntityId{2});
    QVERIFY(crate != nullptr);
    QCOMPARE(crate->brush->faceCount(), std::size_t{6});
    QCOMPARE(crate->brush->bounds().min, (Vec3d{-1, 0, -1}));
    QCOMPARE(crate->brush->bounds().max, (Vec3d{1, 2, 1}));
    QCOMPARE(crate->brush->faces()[0].material.text(), std::string{"Materials/crate"});
    QCOMPARE(crate->brush->faces()[0].uv.scale, (Vec2d{2, 2}));
    QCOMPARE(world.get<Light>(EntityId{3})->range, 4.5f);
    QCOMPARE(world.get<Node>(EntityId{3})->parent, EntityId{2});
    QCOMPARE(world.get<SceneSettings>(SceneEntity)->ambient.r, 0.25f);
}

void TestMigrations::aMigratedSceneIsWrittenInTheNewestFormat()
{
    const auto types = allTypes();
    const auto scene = loadFormat1(types);
    VERIFY_OK(scene);
    const auto text = writeScene(*scene->world, types);
    QVERIFY(text.find("\"format\":2") != std::string::npos);
    QVERIFY(text.find("points") == std::string::npos);
    QVERIFY(text.find("radius") == std::string::npos);
    const auto again = readScene(text, types, "again");
    VERIFY_OK(again);
    QVERIFY(again->problems.empty());
    QCOMPARE(writeScene(*again->world, types), text);
}

void TestMigrations::badFacesOfFormat1AreReportedNotLost()
{
    const auto types = allTypes();
    const auto scene = readScene(
        R"({"format":1,"entities":[{"id":2,"components":{"brush":{"faces":[{"points":[[0,0,0],[1,0,0],[2,0,0]]}]}}}]})",
        types, "old");
    VERIFY_OK(scene);
    QCOMPARE(scene->problems.size(), std::size_t{1});
    QCOMPARE(scene->problems[0].rule, std::string{"bad-brush"});
    QVERIFY(writeScene(*scene->world, types).find("points") != std::string::npos);
}

/// Scenes from before kinds could have a density of their own say nothing about it.
void TestMigrations::kindsOfPlantsFromBeforeShareTheMix()
{
    const auto types = allTypes();
    const auto file =
        fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/scenes/foliage_shares.scene.json";
    const auto scene = loadScene(file, types);
    VERIFY_OK(scene);
    QVERIFY(scene->problems.empty());
    auto& world = *scene->world;
    const auto densities = [&] {
        std::vector<double> all;
        for (const auto& species : foliageSpecies(world, EntityId{5}, {}))
            all.push_back(species.density);
        std::sort(all.begin(), all.end());
        return all;
    };
    QVERIFY((densities() == std::vector{0.25 * 0.4, 0.75 * 0.4}));
    const auto text = readFile(file);
    VERIFY_OK(text);
    QCOMPARE(writeScene(world, types), *text); // and are saved as they were
    auto birch = *world.get<FoliageType>(EntityId{7});
    birch.ownDensity = true;
    Edit edit;
    edit.swaps.push_back(swapTo(EntityId{7}, birch));
    world.apply(edit);
    QVERIFY((densities() == std::vector{0.4, 0.4})); // the fir has all of the mix now
    const auto again = readScene(writeScene(world, types), types, "again");
    VERIFY_OK(again);
    QVERIFY(again->world->get<FoliageType>(EntityId{7})->ownDensity);
}

PLAIN_TEST(TestMigrations)
} // namespace tst_migrations

#include "tst_migrations.moc"

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/geometry/patch_edit.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/map_compare.h"

#include <QtTest>

#include <fmt/core.h>

#include <random>

namespace tst_map_patches
{
using namespace engine;
using mapwright::test::mapDifference;

class TestMapPatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pointsTextureAndStepsAreTaken();
    void frontIsWhereQuakeHasIt();
    void patchesOfEntitiesLieBelowThem();
    void texturesAreFoundByTheirName();
    void brokenPatchesAreToldAndTheRestIsRead_data();
    void brokenPatchesAreToldAndTheRestIsRead();

    void roundTripsKeepEveryPoint_data();
    void roundTripsKeepEveryPoint();
    void movedPatchesAreWrittenWhereTheyStand();
    void scenesKeepPatches();
    void hostileScenesAreRefusedWithASentence();
};

namespace
{
std::string patchText(const std::string& head, const std::string& points)
{
    return fmt::format("{{\n{}\n(\n{})\n}}\n}}\n", head, points);
}

/// A floor of 64 by 128 units, whose middle is 32 high.
std::string floorPoints()
{
    std::string points;
    for (int column = 0; column < 3; ++column) {
        points += "( ";
        for (int row = 0; row < 3; ++row)
            points += fmt::format("( {} {} {} {} {} ) ", 32 * column, 64 * row,
                                  column == 1 && row == 1 ? 32 : 0, 0.25 * column, -0.5 * row);
        points += ")\n";
    }
    return points;
}

std::string worldOf(const std::string& bodies)
{
    return "{\n\"classname\" \"worldspawn\"\n" + bodies + "}\n";
}

std::vector<std::pair<EntityId, CurvedPatch>> patchesOf(const World& world)
{
    std::vector<std::pair<EntityId, CurvedPatch>> patches;
    world.forEach<CurvedPatch>(
        [&](EntityId entity, const CurvedPatch& patch) { patches.emplace_back(entity, patch); });
    return patches;
}

const std::string Head2 = "patchDef2\n{\nbase/floor\n( 3 3 0 0 0 )";
const std::string Head3 = "patchDef3\n{\n\"textures/base/floor\"\n( 3 3 4 2 0 0 0 )";

std::string randomPatch(std::mt19937_64& random)
{
    const auto number = [&](double size) {
        return std::uniform_real_distribution<double>{-size, size}(random);
    };
    const int columns = 2 * static_cast<int>(random() % 4) + 3;
    const int rows = 2 * static_cast<int>(random() % 4) + 3;
    std::string points;
    for (int column = 0; column < columns; ++column) {
        points += "( ";
        for (int row = 0; row < rows; ++row)
            points += fmt::format("( {} {} {} {} {} ) ", number(4096), number(4096), number(4096),
                                  number(16), number(16));
        points += ")\n";
    }
    return patchText(random() % 2 == 0
                         ? fmt::format("patchDef2\n{{\na/b\n( {} {} 0 0 0 )", columns, rows)
                         : fmt::format("patchDef3\n{{\n\"c d\"\n( {} {} {} {} 0 0 0 )", columns,
                                       rows, random() % 8, random() % 8),
                     points);
}
} // namespace

void TestMapPatches::pointsTextureAndStepsAreTaken()
{
    const auto map =
        importMap(worldOf(patchText(Head2, floorPoints()) + patchText(Head3, floorPoints())), {});
    VERIFY_OK(map);
    QCOMPARE(map->patches, std::size_t{2});
    QCOMPARE(map->skips.count(), std::size_t{0});
    const auto patches = patchesOf(*map->world);
    QCOMPARE(patches.size(), std::size_t{2});
    const auto& patch = patches[0].second;
    QCOMPARE(patch.material.path, std::string{"base/floor"});
    QVERIFY(patch.steps() == PatchSteps{});
    QCOMPARE(patch.grid->columns(), 3);
    // Z is up there, and Y here.
    QCOMPARE(patch.grid->at(1, 1).position, (Vec3d{1, 1, -2}));
    QCOMPARE(patch.grid->at(2, 0).position, (Vec3d{2, 0, 0}));
    QCOMPARE(patch.grid->at(2, 1).uv, (Vec2d{0.5, -0.5}));
    QCOMPARE(patches[1].second.material.path, std::string{"textures/base/floor"});
    QVERIFY((patches[1].second.steps() == PatchSteps{4, 2}));
    QVERIFY(*patches[1].second.grid == *patch.grid);
}

void TestMapPatches::frontIsWhereQuakeHasIt()
{
    const auto map = importMap(worldOf(patchText(Head2, floorPoints())), {});
    VERIFY_OK(map);
    const auto mesh = patchesOf(*map->world)[0].second.mesh();
    for (const auto& vertex : mesh->mesh().vertices)
        QVERIFY(vertex.normal.y > 0.5F);
}

void TestMapPatches::patchesOfEntitiesLieBelowThem()
{
    const auto map = importMap("{\n\"classname\" \"worldspawn\"\n}\n"
                               "{\n\"classname\" \"func_door\"\n" +
                                   patchText(Head2, floorPoints()) + "}\n",
                               {});
    VERIFY_OK(map);
    const auto patches = patchesOf(*map->world);
    QCOMPARE(patches.size(), std::size_t{1});
    const auto parent = map->world->get<Node>(patches[0].first)->parent;
    QCOMPARE(map->world->get<MapEntity>(parent)->className, std::string{"func_door"});
    QVERIFY(isMoving(*map->world, patches[0].first));
}

void TestMapPatches::texturesAreFoundByTheirName()
{
    MapImportOptions options;
    options.findTexture = [](std::string_view name) -> std::optional<MapTexture> {
        if (name == "base/floor")
            return MapTexture{Name{"Materials/floor"}, {256, 256}};
        return std::nullopt;
    };
    const auto map = importMap(worldOf(patchText(Head2, floorPoints())), options);
    VERIFY_OK(map);
    const auto patch = patchesOf(*map->world)[0].second;
    QCOMPARE(patch.material.path, std::string{"Materials/floor"});
    QCOMPARE(patch.grid->at(2, 1).uv, (Vec2d{0.5, -0.5})); // repeats, whatever the texture's size
}

void TestMapPatches::brokenPatchesAreToldAndTheRestIsRead_data()
{
    QTest::addColumn<QString>("patch");
    const auto add = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QString::fromStdString(text);
    };
    const auto points = floorPoints();
    add("even", patchText("patchDef2\n{\na\n( 4 3 0 0 0 )", points));
    add("huge", patchText("patchDef2\n{\na\n( 999999999 3 0 0 0 )", points));
    add("negative", patchText("patchDef2\n{\na\n( -3 3 0 0 0 )", points));
    add("too few points", patchText("patchDef2\n{\na\n( 5 3 0 0 0 )", points));
    add("too many points", patchText("patchDef2\n{\na\n( 3 3 0 0 0 )", points + points));
    add("no size", patchText("patchDef2\n{\na", points));
    add("no texture", patchText("patchDef2\n{\n", points));
    add("words", patchText(Head2, "( ( a b c d e ) )"));
    add("one line", patchText(Head2, "( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) ( 2 0 0 0 0 ) )\n"
                                     "( ( 3 0 0 0 0 ) ( 4 0 0 0 0 ) ( 5 0 0 0 0 ) )\n"
                                     "( ( 6 0 0 0 0 ) ( 7 0 0 0 0 ) ( 8 0 0 0 0 ) )\n"));
    add("beyond the world", patchText(Head2, "( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) ( 2 0 0 0 0 ) )\n"
                                             "( ( 3 9 0 0 0 ) ( 4 0 0 0 0 ) ( 5 0 0 0 0 ) )\n"
                                             "( ( 1e12 0 0 0 0 ) ( 7 0 0 0 0 ) ( 8 0 0 0 0 ) )\n"));
}

void TestMapPatches::brokenPatchesAreToldAndTheRestIsRead()
{
    QFETCH(QString, patch);
    const auto map = importMap(worldOf(patch.toStdString() + patchText(Head2, floorPoints())), {});
    VERIFY_OK(map);
    QCOMPARE(map->patches, std::size_t{1});
    QCOMPARE(patchesOf(*map->world).size(), std::size_t{1});
    QCOMPARE(map->skips.list().size(), std::size_t{1});
    QCOMPARE(map->skips.list()[0].line, 3);
    QVERIFY(map->skips.list()[0].reason.find("curved patch") != std::string::npos);
}

void TestMapPatches::roundTripsKeepEveryPoint_data()
{
    QTest::addColumn<double>("scale");
    QTest::newRow("1/32") << 1.0 / 32;
    QTest::newRow("0.0254") << 0.0254;
    QTest::newRow("1/37") << 1.0 / 37;
}

void TestMapPatches::roundTripsKeepEveryPoint()
{
    QFETCH(double, scale);
    std::mt19937_64 random{11};
    for (int i = 0; i < 20; ++i) {
        std::string bodies;
        for (int k = 0; k < 5; ++k)
            bodies += randomPatch(random);
        MapImportOptions options;
        options.scale = scale;
        const auto first = importMap(worldOf(bodies), options);
        VERIFY_OK(first);
        QCOMPARE(first->patches, std::size_t{5});
        const auto exported = exportMap(*first->world, {.scale = scale, .findMaterial = {}});
        VERIFY_OK(exported);
        QCOMPARE(exported->patches, std::size_t{5});
        QVERIFY(exported->skipped.empty());
        const auto second = importMap(exported->text, options);
        VERIFY_OK(second);
        QCOMPARE(second->skips.count(), std::size_t{0});
        QCOMPARE(mapDifference(*first->world, *second->world), std::string{});
    }
}

void TestMapPatches::movedPatchesAreWrittenWhereTheyStand()
{
    const auto first = importMap(worldOf(patchText(Head2, floorPoints())), {});
    VERIFY_OK(first);
    const auto entity = patchesOf(*first->world)[0].first;
    Edit edit;
    TransformComponent place;
    place.position = {4, 5, 6};
    place.scale = {-1, 1, 1};
    edit.swaps.push_back(swapTo(entity, place));
    (void)first->world->apply(edit);
    const auto exported = exportMap(*first->world, {});
    VERIFY_OK(exported);
    const auto second = importMap(exported->text, {});
    VERIFY_OK(second);
    QCOMPARE(mapDifference(*first->world, *second->world), std::string{});
    const auto mesh = patchesOf(*second->world)[0].second.mesh();
    for (const auto& vertex : mesh->mesh().vertices)
        QVERIFY(vertex.normal.y > 0.5F); // its mirror image still lies face up
}

void TestMapPatches::scenesKeepPatches()
{
    std::mt19937_64 random{12};
    const auto types = mapwright::test::engineTypes();
    const auto map = importMap(worldOf(randomPatch(random) + randomPatch(random)), {});
    VERIFY_OK(map);
    const auto text = writeScene(*map->world, types);
    const auto read = readScene(text, types, "test");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, types), text);
    QVERIFY(patchesOf(*read->world) == patchesOf(*map->world));
}

void TestMapPatches::hostileScenesAreRefusedWithASentence()
{
    const auto types = mapwright::test::engineTypes();
    const auto map = importMap(worldOf(patchText(Head2, floorPoints())), {});
    VERIFY_OK(map);
    const auto good = writeScene(*map->world, types);
    for (const std::string bad : {"1e300 0 0 0 0", "0 0 0 0", "0 0 0 0 0", "x", ""}) {
        auto text = good;
        const auto from = text.find("\"grid\":\"") + 8;
        text.replace(from, text.find('"', from) - from, bad);
        const auto read = readScene(text, types, "test");
        VERIFY_OK(read);
        QCOMPARE(writeScene(*read->world, types), text); // for whoever mends it
        QCOMPARE(read->problems.size(), std::size_t{1});
        QVERIFY(read->problems[0].message.find("curved patch") != std::string::npos);
        QVERIFY(patchesOf(*read->world).empty());
    }
}

PLAIN_TEST(TestMapPatches)
} // namespace tst_map_patches

#include "tst_map_patches.moc"

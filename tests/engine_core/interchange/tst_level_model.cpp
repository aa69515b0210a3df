#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

namespace tst_level_model
{
using namespace engine;

class TestLevelModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gltfReadsBackAsTheLevel_data();
    void gltfReadsBackAsTheLevel();
    void objNamesEveryBrushAndMaterial();
    void emptyLevelIsRefused();
    void brushesThatCannotStandAreReported();
    void whatTheGameDoesNotShowIsLeftOut();
    void whatTheFileDoesNotHoldIsCounted();
};

void TestLevelModel::gltfReadsBackAsTheLevel_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("glb") << QStringLiteral("room.glb");
    QTest::newRow("gltf") << QStringLiteral("room.gltf");
}

void TestLevelModel::gltfReadsBackAsTheLevel()
{
    QFETCH(QString, name);
    const QTemporaryDir folder;
    World world;
    mapwright::test::buildRoom(world);
    const fs::path file{folder.filePath(name).toStdString()};
    const auto written = exportGltf(world, file, {});
    VERIFY_OK(written);
    QCOMPARE(written->brushes, std::size_t{6});
    QCOMPARE(written->triangles, std::size_t{6 * 12});
    const auto mesh = loadMesh(file);
    VERIFY_OK(mesh);
    QCOMPARE(mesh->indices.size(), 3 * written->triangles);
    Aabb bounds;
    for (const auto& vertex : mesh->vertices)
        bounds.add(Vec3d{vertex.position});
    QCOMPARE(bounds, boundsOfTree(world, {}));
    std::set<std::string> materials;
    for (const auto& face : mesh->faces)
        materials.insert(face.material.text());
    QCOMPARE(materials.size(), written->materials);
    QVERIFY(std::all_of(materials.begin(), materials.end(), [](const std::string& each) {
        return each.starts_with("Materials/Spaceship/");
    }));
}

void TestLevelModel::objNamesEveryBrushAndMaterial()
{
    const QTemporaryDir folder;
    World world;
    mapwright::test::addBox(world, {0, 0, 0}, {1, 2, 3}, "my box", Name{"Materials/wall"});
    const auto written = exportObj(world, fs::path{folder.filePath("box.obj").toStdString()}, {});
    VERIFY_OK(written);
    QFile file{folder.filePath("box.obj")};
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    QVERIFY(text.contains("mtllib box.mtl\no my_box\n"));
    QCOMPARE(text.count("\nv "), 8);
    QCOMPARE(text.count("\nf "), 6);
    QCOMPARE(text.count("usemtl Materials/wall\n"), 6);
    QFile library{folder.filePath("box.mtl")};
    QVERIFY(library.open(QIODevice::ReadOnly));
    QVERIFY(library.readAll().startsWith("newmtl Materials/wall\n"));
}

void TestLevelModel::emptyLevelIsRefused()
{
    const QTemporaryDir folder;
    const fs::path file{folder.filePath("none.glb").toStdString()};
    QVERIFY(!exportGltf(World{}, file, {}));
    QVERIFY(!fs::exists(file));
}

void TestLevelModel::brushesThatCannotStandAreReported()
{
    const QTemporaryDir folder;
    World world;
    mapwright::test::addBox(world, {0, 0, 0}, {1, 1, 1}, "here");
    const auto far = mapwright::test::addBox(world, {0, 0, 0}, {1, 1, 1}, "far out");
    Edit edit{{swapTo(far, TransformComponent{.position = {2 * WorldLimit, 0, 0}})}};
    world.apply(edit);
    for (const auto* name : {"level.glb", "level.obj"}) {
        const fs::path file{folder.filePath(name).toStdString()};
        const auto written =
            file.extension() == ".obj" ? exportObj(world, file, {}) : exportGltf(world, file, {});
        VERIFY_OK(written);
        QCOMPARE(written->brushes, std::size_t{1});
        QCOMPARE(written->skipped.size(), std::size_t{1});
        QVERIFY(written->skipped[0].starts_with("The brush 'far out' was left out: "));
    }
}

void TestLevelModel::whatTheGameDoesNotShowIsLeftOut()
{
    const QTemporaryDir folder;
    World world;
    mapwright::test::addBox(world, {0, 0, 0}, {1, 1, 1}, "here");
    mapwright::test::addBox(world, {2, 0, 0}, {3, 1, 1}, "clip", Name{"common/clip"});
    const auto sketch = mapwright::test::addBox(world, {4, 0, 0}, {5, 1, 1}, "sketch");
    const auto zone = mapwright::test::addBox(world, {6, 0, 0}, {7, 1, 1}, "zone");
    const auto layer = world.newId();
    const auto trigger = world.newId();
    Trigger hiding;
    hiding.hides = true;
    Layer notes;
    notes.omit = true;
    Edit edit{{swapTo(layer, Node{.name = "notes", .parent = {}}), swapTo(layer, notes),
               swapTo(trigger, Node{.name = "trigger", .parent = {}}), swapTo(trigger, hiding),
               swapTo(sketch, Node{.name = "sketch", .parent = layer}), swapTo(sketch, Light{}),
               swapTo(zone, Node{.name = "zone", .parent = trigger})}};
    world.apply(edit);
    for (const auto* name : {"level.glb", "level.obj"}) {
        const fs::path file{folder.filePath(name).toStdString()};
        const auto written =
            file.extension() == ".obj" ? exportObj(world, file, {}) : exportGltf(world, file, {});
        VERIFY_OK(written);
        QCOMPARE(written->brushes, std::size_t{1});
        QCOMPARE(written->lights, std::size_t{0});
        const std::vector<std::string> expected{
            "1 object of layers that are not in the game was left out",
            "1 object below triggers, which the game hides, was left out",
            "1 object of tool textures, which the game does not show, was left out"};
        QCOMPARE(written->skipped, expected);
    }
}

void TestLevelModel::whatTheFileDoesNotHoldIsCounted()
{
    const QTemporaryDir folder;
    World world;
    const auto box = mapwright::test::addBox(world, {0, 0, 0}, {1, 1, 1}, "box");
    const auto exported = [&](const char* name) {
        const fs::path file{folder.filePath(name).toStdString()};
        const auto written =
            file.extension() == ".obj" ? exportObj(world, file, {}) : exportGltf(world, file, {});
        return written ? written->leftOut : written.error().message();
    };
    QCOMPARE(exported("level.glb"), std::string{});
    const auto other = mapwright::test::addBox(world, {4, 0, 0}, {5, 1, 1}, "other");
    Edit edit{{swapTo(box, Light{}), swapTo(other, Light{}), swapTo(other, AudioSource{})}};
    world.apply(edit);
    QCOMPARE(exported("level.glb"), std::string{"1 sound"});
    QCOMPARE(exported("level.obj"), std::string{"2 lights, 1 sound"});
}

PLAIN_TEST(TestLevelModel)
} // namespace tst_level_model

#include "tst_level_model.moc"

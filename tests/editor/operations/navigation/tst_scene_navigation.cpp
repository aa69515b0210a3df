#include "editor/operations/navigation/scene_navigation.h"
#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/scene/components/nav_walker.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_scene_navigation
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A document with a floor and its navigation; what wakes it is counted.
struct Level
{
    DocumentFixture fixture;
    std::atomic<int> wakes{0};
    SceneNavigation navigation{fixture.document, [this] {
                                   ++wakes;
                               }};

    Level() { fixture.addBox({-10, -1, -10}, {10, 0, 10}); }

    void finish()
    {
        navigation.update();
        navigation.system().finish();
    }
};
} // namespace

class TestSceneNavigation : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsBuiltUntilSomebodyAsks();
    void everybodySeesTheSameMesh();
    void walkersHaveTheirMeshBuilt();
    void theFileBesideTheSceneIsTaken();
    void anotherSceneForgetsEverything();
};

void TestSceneNavigation::nothingIsBuiltUntilSomebodyAsks()
{
    Level level;
    level.finish();
    QVERIFY(level.navigation.system().mesh("walker") == nullptr);
    QVERIFY(!level.navigation.want("nobody"));
    VERIFY_OK(level.navigation.want(""));
    level.finish();
    QVERIFY(level.navigation.system().mesh("walker")->polygonCount() > 0);
}

void TestSceneNavigation::everybodySeesTheSameMesh()
{
    Level level;
    VERIFY_OK(level.navigation.want("walker"));
    level.finish();
    const auto* mesh = level.navigation.system().mesh("walker");
    VERIFY_OK(level.navigation.want("walker"));
    level.finish();
    QCOMPARE(level.navigation.system().mesh("walker"), mesh);
    const auto before = mesh->contentHash();
    const int wakes = level.wakes;
    int told = 0;
    const auto connection = level.navigation.updated.connect([&] { ++told; });
    level.fixture.addBox({2, 0, 2}, {4, 3, 4});
    QVERIFY(level.wakes > wakes);
    level.finish();
    QCOMPARE(told, 1);
    QVERIFY(level.navigation.system().mesh("walker")->contentHash() != before);
}

void TestSceneNavigation::walkersHaveTheirMeshBuilt()
{
    Level level;
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(edit.create("guard"), NavWalker{});
        return {};
    }));
    level.finish();
    QVERIFY(level.navigation.system().mesh("walker") != nullptr);
    QCOMPARE(level.navigation.system().status("walker").dirty, std::size_t{0});
}

void TestSceneNavigation::theFileBesideTheSceneIsTaken()
{
    const QTemporaryDir folder;
    const auto scene = fs::path{folder.path().toStdString()} / "a.scene.json";
    Level level;
    VERIFY_OK(level.navigation.want("walker"));
    level.finish();
    auto& system = level.navigation.system();
    const auto content = system.mesh("walker")->contentHash();
    const auto inputs = hashOfInputs(system.mesh("walker")->config(), system.scene());
    VERIFY_OK(inputs);
    VERIFY_OK(level.fixture.document.save(scene));
    VERIFY_OK(saveNavMesh(*system.mesh("walker"), *inputs, navMeshFileOf(scene, "walker")));
    level.fixture.document.clear();
    QVERIFY(system.mesh("walker") == nullptr);
    VERIFY_OK(level.fixture.document.open(scene));
    QVERIFY(system.mesh("walker") != nullptr);
    QCOMPARE(system.mesh("walker")->contentHash(), content); // at once
    level.finish();
    QCOMPARE(system.status("walker").dirty, std::size_t{0});
    QCOMPARE(system.status("walker").lastTiles, std::size_t{0}); // none of it was old
    QCOMPARE(system.mesh("walker")->contentHash(), content);
}

void TestSceneNavigation::anotherSceneForgetsEverything()
{
    Level level;
    VERIFY_OK(level.navigation.want("walker"));
    level.navigation.update(); // workers are at it
    int opened = 0;
    const auto connection = level.navigation.opened.connect([&] { ++opened; });
    level.fixture.document.clear();
    QCOMPARE(opened, 1);
    level.finish();
    QVERIFY(level.navigation.system().mesh("walker") == nullptr);
    QCOMPARE(level.navigation.system().scene().count(), std::size_t{0});
}

PLAIN_TEST(TestSceneNavigation)
} // namespace tst_scene_navigation

#include "tst_scene_navigation.moc"

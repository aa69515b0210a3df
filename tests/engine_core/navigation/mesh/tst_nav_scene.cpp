#include "engine_core/navigation/mesh/nav_scene.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/system/little_memory.h"

#include <QTest>

namespace tst_nav_scene
{
using namespace engine;
using namespace mapwright::test;

class TestNavScene : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aCopyNeedsNoMemory();
    void aCopyStaysAsItWas();
    void nothingIsCopiedForAChangeOfNothing();
};

void TestNavScene::aCopyNeedsNoMemory()
{
    NavFixture level;
    buildLevel(level.world, 200);
    const NavScene scene{level.world};
    const auto before = allocations.load();
    const NavScene copy = scene;
    QCOMPARE(allocations.load(), before);
    QCOMPARE(copy.count(), scene.count());
}

void TestNavScene::aCopyStaysAsItWas()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto crate = level.box({0, 0, 0}, {1, 1, 1});
    NavScene scene{level.world};
    const NavScene copy = scene;
    const auto pieces = copy.all();
    level.reshape(crate, {4, 0, 4}, {5, 2, 5});
    QVERIFY(!scene.refresh(level.world, crate).isEmpty());
    QVERIFY(copy.all() == pieces);
    QVERIFY(scene.all() != pieces);
    QCOMPARE(scene.touching({{4.1, 1.5, 4.1}, {4.2, 1.6, 4.2}}).size(), std::size_t{1});
    QVERIFY(copy.touching({{4.1, 1.5, 4.1}, {4.2, 1.6, 4.2}}).empty());
    scene.hide(crate);
    QCOMPARE(scene.count(), std::size_t{1});
    QCOMPARE(copy.count(), std::size_t{2});
}

void TestNavScene::nothingIsCopiedForAChangeOfNothing()
{
    NavFixture level;
    buildLevel(level.world, 2000);
    const auto crate = level.box({0, 0, 0}, {1, 1, 1});
    NavScene scene{level.world};
    const NavScene copy = scene;
    const auto before = allocations.load();
    QVERIFY(scene.refresh(level.world, crate).isEmpty());
    QVERIFY(allocations.load() - before < 100); // for the crate alone
}

PLAIN_TEST(TestNavScene)
} // namespace tst_nav_scene

#include "tst_nav_scene.moc"

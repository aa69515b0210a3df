#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/live_navmesh.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

namespace tst_navmesh_workers
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Belongs to the thread that made it, as the project's does.
struct ThreadBoundModels final : MeshSource
{
    ModelSource source;
    std::thread::id thread = std::this_thread::get_id();
    mutable std::atomic<int> elsewhere{0};

    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string& path) const override
    {
        elsewhere += std::this_thread::get_id() == thread ? 0 : 1;
        return source.mesh(path);
    }
};
} // namespace

/// What systems share with each other, and what workers do for them.
class TestNavmeshWorkers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSecondSystemStartsWithTheTilesOfTheFirst();
    void aSpareIsWhatTheNextSystemBeginsWith();
    void aSpareOfAnotherMomentIsNotTaken();
    void whatOneSystemBuildsTheOtherTakes();
    void tilesOfASystemThatEndsAreBuiltByTheOther();
    void editsWhileTheLevelIsTakenInCount();
    void modelsAreAskedForOnOneThread();
    void anAgentMayGoWhileItsTilesAreBuilt();
    void workersGoOnWhileTheWindowIsBusy();
    void whatIsAskedForIsBuiltWithoutTheWindow();
};

void TestNavmeshWorkers::aSecondSystemStartsWithTheTilesOfTheFirst()
{
    LiveLevel level;
    buildLevel(level.world, 100);
    VERIFY_OK(level.system.build("walker"));
    const auto content = level.live().contentHash();
    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    QCOMPARE(second.status("walker").dirty, std::size_t{0});
    QCOMPARE(second.mesh("walker")->contentHash(), content);
    second.finish();
    QCOMPARE(second.status("walker").lastTiles, std::size_t{0}); // it has built none
    copy.removeSystem(second);
}

void TestNavmeshWorkers::aSpareIsWhatTheNextSystemBeginsWith()
{
    LiveLevel level;
    buildLevel(level.world, 100);
    VERIFY_OK(level.system.build("walker"));
    const auto content = level.live().contentHash();
    level.system.makeSpares();
    level.system.finish();        // waits for the worker
    for (int i = 0; i < 2; ++i) { // the second one has no spare left
        World copy{level.world};
        NavmeshSystem second{{}, 1};
        copy.addSystem(second);
        second.startFrom(level.system);
        QCOMPARE(second.status("walker").dirty, std::size_t{0});
        QCOMPARE(second.mesh("walker")->contentHash(), content);
        const NavQuery ours{*level.system.mesh("walker")};
        const NavQuery theirs{*second.mesh("walker")};
        const Vec3d from{2, 0, 2};
        const Vec3d to{12, 0, 12};
        QCOMPARE(theirs.findPath(from, to).length, ours.findPath(from, to).length);
        copy.removeSystem(second);
    }
}

void TestNavmeshWorkers::aSpareOfAnotherMomentIsNotTaken()
{
    LiveLevel level;
    level.box({-30, -1, -30}, {30, 0, 30});
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.system.makeSpares();
    level.system.finish();
    level.box({1, 0, 1}, {3, 2, 3});
    const auto content = level.live().contentHash(); // built anew there
    level.system.makeSpares();                       // is under way when the game begins
    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    QCOMPARE(second.mesh("walker")->contentHash(), content);
    copy.removeSystem(second);
}

void TestNavmeshWorkers::whatOneSystemBuildsTheOtherTakes()
{
    LiveLevel level;
    level.box({-30, -1, -30}, {30, 0, 30});
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    // The same edit in both, as a live edit while playing.
    auto shape = makeBox({{1, 0, 1}, {3, 2, 3}});
    VERIFY_OK(shape);
    const BrushComponent crate{std::make_shared<const Brush>(*std::move(shape))};
    const auto entity = level.world.newId();
    for (auto* world : {&level.world, &copy}) {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, Node{.name = "crate", .parent = {}}));
        edit.swaps.push_back(swapTo(entity, crate));
        world->apply(edit);
    }
    level.system.update(0); // begins
    second.update(0);       // waits for the other
    QCOMPARE(second.status("walker").building, std::size_t{0});
    QVERIFY(second.status("walker").dirty > 0);
    level.system.finish();
    second.update(0);
    QCOMPARE(second.status("walker").dirty, std::size_t{0});
    QCOMPARE(second.status("walker").lastTiles, std::size_t{0});
    QCOMPARE(second.mesh("walker")->contentHash(), level.live().contentHash());
    copy.removeSystem(second);
}

void TestNavmeshWorkers::tilesOfASystemThatEndsAreBuiltByTheOther()
{
    LiveLevel level;
    level.box({-30, -1, -30}, {30, 0, 30});
    World copy{level.world};
    {
        NavmeshSystem second{{}, 1};
        copy.addSystem(second);
        second.startFrom(level.system);
        VERIFY_OK(second.build("walker"));
        beginTiles(second, "walker");
        VERIFY_OK(level.system.build("walker"));
        level.system.update(0);
        copy.removeSystem(second);
    }
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshWorkers::editsWhileTheLevelIsTakenInCount()
{
    LiveLevel level;
    buildLevel(level.world, 200);
    const auto crate = level.box({1, 0, 1}, {2, 1, 2});
    VERIFY_OK(level.system.build("walker"));
    QVERIFY(level.system.isGathering());
    QVERIFY(level.system.status("walker").dirty > 0);
    level.system.update(0); // a worker begins
    level.reshape(crate, {1, 0, 1}, {4, 3, 4});
    const auto pillar = level.box({-3, 0, -3}, {-2, 3, -2});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QVERIFY(!level.system.isGathering());

    // Once more with all of it: what ground materials are, a bounds volume, and who asks at once.
    level.settings.waterMaterials = "floor";
    level.set(SceneEntity, level.settings);
    level.system.update(0);
    level.remove(pillar);
    level.place({0, 0, 0}, NavVolume{{12, 9, 12}, NavVolumeRole::Bounds, NavArea::Ground});
    QVERIFY(level.system.scene().hasBoundsVolume());
    QCOMPARE(level.system.scene().count(), NavScene{level.world}.count());
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshWorkers::modelsAreAskedForOnOneThread()
{
    ThreadBoundModels models;
    models.source.models["rock"] = boxModel({{-1, 0, -1}, {1, 2, 1}});
    LiveLevel level;
    level.world.setMeshes(&models);
    level.box({-10, -1, -10}, {10, 0, 10});
    addModel(level.world, "rock", {{4, 0, 4}, {1, 0, 0, 0}, Vec3d{1}});
    VERIFY_OK(level.system.build("walker"));
    level.system.finish();
    QCOMPARE(models.elsewhere.load(), 0);
    QCOMPARE(level.system.scene().count(), std::size_t{2});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshWorkers::anAgentMayGoWhileItsTilesAreBuilt()
{
    LiveLevel level;
    buildLevel(level.world, 100);
    const auto agent = level.place({0, 0, 0}, NavAgent{}, "guard");
    VERIFY_OK(level.system.build("guard"));
    level.system.finish();
    level.settings.cellSize = 0.2; // another mesh: what was asked for is built by whoever gathers
    level.set(SceneEntity, level.settings);
    beginTiles(level.system, "guard");
    QVERIFY(level.system.status("guard").building > 0);
    level.remove(agent);
    level.system.finish();
    QVERIFY(level.system.mesh("guard") == nullptr);
}

void TestNavmeshWorkers::workersGoOnWhileTheWindowIsBusy()
{
    NavFixture level;
    level.box({-60, -1, -60}, {60, 0, 60});
    std::counting_semaphore<> ended{0};
    NavmeshSystem system{[&] { ended.release(); }, 1};
    level.world.addSystem(system);
    VERIFY_OK(system.build("walker"));
    system.finish();
    while (ended.try_acquire()) {
    }
    level.settings.cellSize = 0.1;
    level.set(SceneEntity, level.settings);
    system.update(0); // a worker looks at the level
    // What the first build has ended may be told late: only the look makes so many tiles.
    while (system.status("walker").building <= 8) {
        QVERIFY2(ended.try_acquire_for(std::chrono::seconds{30}), "nobody looks at the level");
        system.update(0);
    }
    // Nobody takes anything from the workers, as in a window that is being drawn.
    for (std::size_t i = 0; i < 4; ++i)
        QVERIFY2(ended.try_acquire_for(std::chrono::seconds{30}), "the worker waits");
    system.update(0);
    QVERIFY(system.mesh("walker")->tiles().size() >= 4);
    system.finish();
    QCOMPARE(differenceFromFull(*system.mesh("walker"), level.world), std::string{});
    level.world.removeSystem(system);
}

void TestNavmeshWorkers::whatIsAskedForIsBuiltWithoutTheWindow()
{
    NavFixture level;
    level.box({1, -1, 1}, {6, 0, 6}); // one tile
    std::counting_semaphore<> ended{0};
    NavmeshSystem system{[&] { ended.release(); }, 2};
    level.world.addSystem(system);
    VERIFY_OK(system.build("walker"));
    system.update(0);
    ended.acquire();
    QVERIFY(system.mesh("walker")->tiles().empty());
    system.update(0); // takes all at once, and hands nothing out
    QCOMPARE(system.status("walker").building, std::size_t{0});
    QCOMPARE(system.status("walker").dirty, std::size_t{0});
    QCOMPARE(differenceFromFull(*system.mesh("walker"), level.world), std::string{});
    level.world.removeSystem(system);
}

PLAIN_TEST(TestNavmeshWorkers)
} // namespace tst_navmesh_workers

#include "tst_navmesh_workers.moc"

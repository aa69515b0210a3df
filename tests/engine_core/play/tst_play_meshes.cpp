#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"

#include <QTest>

namespace tst_play_meshes
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Does in the game what waits for workers, until the condition holds; false after too many ticks.
template <typename Condition>
bool tickUntil(WalkFixture& fixture, const Condition& holds)
{
    for (int i = 0; i < 20000; ++i) {
        if (holds())
            return true;
        fixture.tick(1);
    }
    return false;
}

/// A game on the built mesh of the edited world, which `edited` then follows. It waits for nobody.
Result<void> startOnTilesOf(NavmeshSystem& edited, WalkFixture& fixture)
{
    fixture.world.addSystem(edited);
    if (auto built = edited.build("walker"); !built)
        return built;
    edited.finish();
    auto setup = fixture.setup();
    setup.navigation = &edited;
    setup.waitsForNavigation = false;
    auto started = PlaySession::start(fixture.world, setup);
    if (!started)
        return started.error();
    fixture.session = *std::move(started);
    return {};
}
} // namespace

/// The meshes of a game that runs, and those of the edited world.
class TestPlayMeshes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ticksDoNotWaitForTheMesh();
    void theEditorsTilesAreTaken();
    void aLiveEditIsBuiltOnceForBoth();
    void aMoverThatRestsCutsTheMesh();
};

void TestPlayMeshes::ticksDoNotWaitForTheMesh()
{
    WalkFixture fixture;
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    fixture.writeScript("asker.as", R"(class Asker : Node
{
    bool readyAtStart = true;
    bool ready = false;
    void onStart() { readyAtStart = isNavigationReady(); }
    void onTick(float dt) { ready = isNavigationReady(); }
})");
    const auto asker = fixture.addScripted("asker", "asker.as", "Asker");
    auto setup = fixture.setup();
    setup.waitsForNavigation = false;
    auto started = PlaySession::start(fixture.world, setup);
    VERIFY_OK(started);
    fixture.session = *std::move(started);
    fixture.tick(1);
    QCOMPARE(fixture.number(guard, "failures"), 0.0); // it waits, and nobody waits for it
    QVERIFY(tickUntil(fixture, [&] { return fixture.number(guard, "arrivals") == 1.0; }));
    QVERIFY(fixture.distance(guard, {6, 0, 0}) < 0.2);
    QVERIFY(fixture.session->scriptProperty(asker, "ready") == Value{true});
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
}

void TestPlayMeshes::theEditorsTilesAreTaken()
{
    WalkFixture fixture;
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    NavmeshSystem edited{{}, 1};
    VERIFY_OK(startOnTilesOf(edited, fixture));
    fixture.tick(30); // half a second: it would stand if it had to wait
    QVERIFY(fixture.distance(guard, {-6, 0, 0}) > 0.5);
    fixture.session.reset();
    fixture.world.removeSystem(edited);
}

void TestPlayMeshes::aLiveEditIsBuiltOnceForBoth()
{
    WalkFixture fixture;
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    NavmeshSystem edited{{}, 1};
    VERIFY_OK(startOnTilesOf(edited, fixture));
    fixture.tick(10);
    auto wall = makeBox({{-1, 0, -20}, {1, 3, 18}});
    VERIFY_OK(wall);
    const auto entity = fixture.world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Node{.name = "wall", .parent = {}}));
    edit.swaps.push_back(
        swapTo(entity, BrushComponent{std::make_shared<const Brush>(*std::move(wall))}));
    fixture.editLive(std::move(edit));
    edited.update(0); // the editor is first
    const auto begun = edited.status("walker").dirty;
    QVERIFY(begun > 0);
    fixture.tick(1);
    edited.finish();
    // It built everything that the edit touched itself: the game has taken none of it away.
    QCOMPARE(edited.status("walker").lastTiles, begun);
    double farthest = 0;
    QVERIFY(tickUntil(fixture, [&] {
        farthest = std::max(farthest, fixture.placeOf(guard).z);
        return fixture.number(guard, "arrivals") == 1.0;
    }));
    QVERIFY(farthest > 18);
    fixture.session.reset();
    fixture.world.removeSystem(edited);
}

void TestPlayMeshes::aMoverThatRestsCutsTheMesh()
{
    WalkFixture fixture;
    // A wall with two gaps; a block slides into the nearer one while the guard is on its way.
    addBox(fixture.world, {-1, 0, -20}, {1, 3, -1});
    addBox(fixture.world, {-1, 0, 1}, {1, 3, 10});
    addBox(fixture.world, {-1, 0, 12}, {1, 3, 20});
    fixture.writeScript("block.as", R"(class Block : Node
{
    int ticks = 0;
    bool groundBefore = false;
    bool groundAfter = true;
    void onTick(float dt)
    {
        ticks++;
        if (ticks == 5) groundBefore = hasGround(Vec3(0, 0, 0), 0.2);
        if (ticks > 10 && ticks <= 40) entity.position = entity.position + Vec3(0.1, 0, 0);
        if (ticks == 90) groundAfter = hasGround(Vec3(0, 0, 0), 0.2);
    }
})");
    const auto block = fixture.addDoor({-4, 0, -1}, {-2, 3, 1}, "block.as");
    fixture.set(block, NavObstacle{.cutsMesh = true});
    const auto guard = fixture.addGuard({-14, 0, 0}, {14, 0, 0});
    VERIFY_OK(fixture.start());
    double farthest = 0;
    for (int i = 0; i < 30 * 60 && fixture.number(guard, "arrivals") == 0; ++i) {
        fixture.tick(1);
        farthest = std::max(farthest, fixture.placeOf(guard).z);
    }
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
    QVERIFY(fixture.session->scriptProperty(block, "groundBefore") == Value{true});
    QVERIFY(fixture.session->scriptProperty(block, "groundAfter") == Value{false});
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QVERIFY2(farthest > 10, qPrintable(QString::number(farthest))); // round through the other gap
}

CORE_TEST(TestPlayMeshes)
} // namespace tst_play_meshes

#include "tst_play_meshes.moc"

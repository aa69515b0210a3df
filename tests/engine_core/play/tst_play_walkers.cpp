#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <cmath>

namespace tst_play_walkers
{
using namespace engine;
using namespace mapwright::test;

/// What becomes of walkers that are sent somewhere while others, doors and edits come in between.
class TestPlayWalkers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aGuardSentToThePlayerArrives();
    void aQueueAtAClosedDoorWaits();
    void liveEditsOfAgentsKeepTheGoal_data();
    void liveEditsOfAgentsKeepTheGoal();
    void aMistypedAgentIsToldAndMayBePutRight();
    void bodiesAreMetWhereTheyWalk();
    void feetStayOnSteepRamps_data();
    void feetStayOnSteepRamps();
};

void TestPlayWalkers::aGuardSentToThePlayerArrives()
{
    WalkFixture fixture;
    fixture.set(fixture.addPlayerStartAway(), TransformComponent{.position = {0, 0, 0}});
    const auto guard = fixture.addGuard({-8, 0, 0.2}, {0, 0, 0});
    VERIFY_OK(fixture.start());
    fixture.tick(8 * 60);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QVERIFY(fixture.distance(guard, fixture.session->player().position) < 1.2);
}

void TestPlayWalkers::aQueueAtAClosedDoorWaits()
{
    WalkFixture fixture;
    addBox(fixture.world, {-0.2, 0, -20}, {0.2, 3, -1});
    addBox(fixture.world, {-0.2, 0, 1}, {0.2, 3, 20});
    fixture.writeScript("gate.as", R"(class Gate : Node
{
    double time = 0;
    void onTick(float dt)
    {
        time += dt;
        if (time > 30) entity.position = Vec3(0, 0, 2.2 * min(time - 30, 1.0));
    }
})");
    fixture.addDoor({-0.1, 0, -1}, {0.1, 2.5, 1}, "gate.as");
    std::vector<EntityId> guards;
    for (int i = 0; i < 4; ++i)
        guards.push_back(fixture.addGuard({-4.0 - i, 0, 0}, {6, 0, i - 1.5}));
    VERIFY_OK(fixture.start());
    fixture.tick(29 * 60);
    for (const auto guard : guards) {
        QVERIFY(fixture.session->scriptProperty(guard, "moving") == Value{true});
        QVERIFY(fixture.placeOf(guard).x < 0);
    }
    fixture.tick(15 * 60);
    for (const auto guard : guards) {
        QCOMPARE(fixture.number(guard, "failures"), 0.0);
        QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    }
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
}

void TestPlayWalkers::liveEditsOfAgentsKeepTheGoal_data()
{
    QTest::addColumn<bool>("isAgent");
    QTest::newRow("the agent's radius") << true;
    QTest::newRow("the cell size") << false;
}

void TestPlayWalkers::liveEditsOfAgentsKeepTheGoal()
{
    QFETCH(const bool, isAgent);
    WalkFixture fixture;
    const auto agent = fixture.world.newId();
    fixture.set(agent, Node{.name = "soldier", .parent = {}});
    fixture.set(agent, NavAgent{});
    NavWalker walker;
    walker.agent = "soldier";
    const auto guard = fixture.addGuard({-8, 0, 0}, {8, 0, 0}, walker);
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    NavAgent wider;
    wider.radius = 0.5;
    NavSettings finer;
    finer.cellSize = 0.1;
    Edit edit;
    edit.swaps.push_back(isAgent ? swapTo(agent, wider) : swapTo(SceneEntity, finer));
    QVERIFY(fixture.editLive(std::move(edit)).empty());
    fixture.tick(30);
    QVERIFY(fixture.session->scriptProperty(guard, "moving") == Value{true});
    fixture.tick(10 * 60);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QCOMPARE(fixture.number(guard, "failures"), 0.0);
    QVERIFY(fixture.distance(guard, {8, 0, 0}) < 0.3);
}

void TestPlayWalkers::aMistypedAgentIsToldAndMayBePutRight()
{
    WalkFixture fixture;
    fixture.writeScript("guard.as", R"(class Guard : Node
{
    Vec3 goal;
    int arrivals = 0;
    int failures = 0;
    void onTick(float dt) { if (arrivals == 0 && !entity.isMoving) entity.moveTo(goal); }
    void onArrived() { arrivals++; }
    void onPathFailed() { failures++; }
})");
    const auto guard = fixture.addGuard({-8, 0, 0}, {8, 0, 0});
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    for (const std::string agent : {"nobody", ""}) {
        NavWalker walker;
        walker.agent = agent;
        Edit edit;
        edit.swaps.push_back(swapTo(guard, walker));
        fixture.editLive(std::move(edit));
        fixture.tick(30);
        QVERIFY(fixture.number(guard, "failures") > 0);
    }
    fixture.tick(10 * 60);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
}

/// Their bodies, one of which a script moves besides.
void TestPlayWalkers::bodiesAreMetWhereTheyWalk()
{
    WalkFixture fixture;
    fixture.writeScript("bob.as", R"(class Bob : Node
{
    double time = 0;
    void onTick(float dt) { time += dt; entity.position = Vec3(0, 0.2 * sin(4 * time), 0); }
})");
    const auto box = makeBox({{-0.3, 0, -0.1}, {0.3, 1.7, 0.1}});
    QVERIFY(box);
    const auto addBody = [&](EntityId guard, EntityId body) {
        fixture.set(guard, Mover{});
        fixture.set(body, Node{.name = "body", .parent = guard});
        fixture.set(body, BrushComponent{std::make_shared<const Brush>(*box)});
    };
    const auto still = fixture.addGuard({-8, 0, -3}, {8, 0, 4});
    const auto bobbing = fixture.addGuard({-8, 0, 3}, {8, 0, -6});
    addBody(still, fixture.world.newId());
    addBody(bobbing, fixture.addScripted("body", "bob.as", "Bob", {0, 0, 0}));
    fixture.writeScript("probe.as", R"(class Probe : Node
{
    Vec3 at;
    double hit;
    void onTick(float dt) { hit = raycast(at, Vec3(0, -1, 0), 10); }
})");
    const auto probe = fixture.addScripted("probe", "probe.as", "Probe", {0, 0, 0});
    VERIFY_OK(fixture.start());
    const auto height = [&](const Vec3d& place) {
        Edit edit;
        edit.swaps.push_back(
            swapTo(probe, Script{{"probe.as"}, "Probe", {{"at", {place + Vec3d{0, 5, 0}}}}}));
        ENGINE_EXPECT(fixture.editLive(std::move(edit)).empty());
        fixture.tick(1);
        return place.y + 5 - fixture.number(probe, "hit");
    };
    for (int i = 0; i < 40; ++i) {
        fixture.tick(7);
        for (const auto guard : {still, bobbing}) {
            const auto body = fixture.session->world().children(guard).front();
            const auto top = fixture.placeOf(body) + Vec3d{0, 1.7, 0};
            QVERIFY(std::abs(height(top) - top.y) < 0.1);
        }
    }
    const auto left = fixture.placeOf(still) - Vec3d{1, 0, 0};
    QVERIFY(std::abs(height(left) - left.y) < 0.1); // the floor
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
}

void TestPlayWalkers::feetStayOnSteepRamps_data()
{
    QTest::addColumn<double>("degrees");
    for (const double degrees : {20.0, 35.0, 44.0})
        QTest::addRow("%g", degrees) << degrees;
}

void TestPlayWalkers::feetStayOnSteepRamps()
{
    QFETCH(const double, degrees);
    WalkFixture fixture;
    constexpr double Rise = 4;
    const double length = Rise / std::tan(radians(degrees));
    auto ramp = makePrism(std::vector<Vec2d>{{0, 0}, {length, 0}, {length, Rise}}, 2, -2.0, 2.0);
    VERIFY_OK(ramp);
    const auto entity = fixture.world.newId();
    fixture.set(entity, Node{.name = "ramp", .parent = {}});
    fixture.set(entity, BrushComponent{std::make_shared<const Brush>(*std::move(ramp))});
    addBox(fixture.world, {length, Rise - 0.5, -2}, {length + 4, Rise, 2});
    const auto guard = fixture.addGuard({-4, 0, 0.3}, {length + 2, Rise, 0.3});
    VERIFY_OK(fixture.start());
    double highest = 0;
    for (int i = 0; i < 12 * 60; ++i) {
        fixture.tick(1);
        const auto at = fixture.placeOf(guard);
        if (at.x > 0.5 && at.x < length - 0.5)
            highest = std::max(highest, std::abs(at.y - at.x / length * Rise));
    }
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QVERIFY2(highest < 0.05, qPrintable(QString::number(highest)));
}

PLAIN_TEST(TestPlayWalkers)
} // namespace tst_play_walkers

#include "tst_play_walkers.moc"

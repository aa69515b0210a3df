#include "engine_core/base/log.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

namespace tst_play_navigation
{
using namespace engine;
using namespace mapwright::test;

class TestPlayNavigation : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aGuardWalksToItsGoalAndHearsOfIt();
    void aGoalOutOfReachIsToldToTheScript();
    void whyThereIsNoMeshIsToldToTheScript_data();
    void whyThereIsNoMeshIsToldToTheScript();
    void walkersOfNobodyHearOfIt();
    void whyANewMeshCannotBeIsLogged_data();
    void whyANewMeshCannotBeIsLogged();
    void stopAndTeleportWork();
    void playLeavesTheDocumentAlone();
    void anEditWhilePlayingChangesTheWay();
    void closedDoorsAreOpenedWaitedForOrAvoided_data();
    void closedDoorsAreOpenedWaitedForOrAvoided();
    void walkersGoAroundThePlayerAndObstacles();
    void bodiesMoveWithTheirWalker();
    void scriptsAskForWays();
    void badQuestionsRaiseExceptions();
    void equalSessionsWalkEqually();
};

void TestPlayNavigation::aGuardWalksToItsGoalAndHearsOfIt()
{
    WalkFixture fixture;
    addBox(fixture.world, {-1, 0, -10}, {1, 3, 10});
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
    QVERIFY(fixture.session->scriptProperty(guard, "moving") == Value{true});
    const auto at = fixture.placeOf(guard);
    QVERIFY(fixture.distance(guard, {-6, 0, 0}) > 1.5);
    QVERIFY(std::abs(at.y) < 0.01); // on the floor, not on the mesh above it
    // It looks where it walks.
    const auto forward = worldTransform(fixture.session->world(), guard).rotation * Vec3d{0, 0, -1};
    const auto before = fixture.placeOf(guard);
    fixture.tick(1);
    const auto step = fixture.placeOf(guard) - before;
    QVERIFY(glm::dot(forward, glm::normalize(step)) > 0.9);
    QVERIFY(fixture.session->interpolatedPlace(guard).has_value());
    fixture.tick(15 * 60);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QCOMPARE(fixture.number(guard, "failures"), 0.0);
    QVERIFY(fixture.distance(guard, {6, 0, 0}) < 0.2);
    QVERIFY(fixture.session->scriptProperty(guard, "moving") == Value{false});
}

void TestPlayNavigation::aGoalOutOfReachIsToldToTheScript()
{
    WalkFixture fixture;
    const auto far = fixture.addGuard({0, 0, 0}, {60, 0, 0});
    const auto off = fixture.addGuard({0, 30, 0}, {5, 0, 0});
    VERIFY_OK(fixture.start());
    fixture.tick(5);
    QCOMPARE(fixture.number(far, "failures"), 1.0);
    QVERIFY(fixture.session->scriptProperty(far, "problem") ==
            Value{std::string{"There is no ground at the goal"}});
    QCOMPARE(fixture.number(off, "failures"), 1.0);
    QVERIFY(fixture.session->scriptProperty(off, "problem") ==
            Value{std::string{"It stands on no ground"}});
    QVERIFY(fixture.distance(far, {0, 0, 0}) < 0.01);
}

void TestPlayNavigation::whyThereIsNoMeshIsToldToTheScript_data()
{
    QTest::addColumn<bool>("waits");
    QTest::newRow("waited for") << true;
    QTest::newRow("not waited for") << false;
}

void TestPlayNavigation::whyThereIsNoMeshIsToldToTheScript()
{
    QFETCH(const bool, waits);
    WalkFixture fixture;
    const auto plain = addBox(fixture.world, {-40000, -3, -40000}, {40000, -2, 40000}, "plain");
    const auto guard = fixture.addGuard({-2, 0, 0}, {2, 0, 0});
    fixture.writeScript("guard.as", R"(class Guard : Node
{
    Vec3 goal;
    int arrivals = 0;
    int failures = 0;
    bool ready = false;
    string problem;
    void onStart() { entity.moveTo(goal); }
    void onTick(float dt) { ready = isNavigationReady(); }
    void onArrived() { arrivals++; }
    void onPathFailed() { failures++; problem = entity.pathProblem; entity.moveTo(goal); }
})");
    auto setup = fixture.setup();
    setup.waitsForNavigation = waits;
    auto started = PlaySession::start(fixture.world, setup);
    VERIFY_OK(started);
    fixture.session = *std::move(started);
    QTRY_VERIFY((fixture.tick(1), fixture.number(guard, "failures") > 1));
    const auto problem = *fixture.session->scriptProperty(guard, "problem")->as<std::string>();
    QVERIFY2(problem.find("tiles") != std::string::npos, problem.c_str());
    QVERIFY(fixture.session->scriptProperty(guard, "ready") == Value{false});

    auto small = makeBox({{-20, -3, -20}, {20, -2, 20}});
    VERIFY_OK(small);
    Edit edit;
    edit.swaps.push_back(
        swapTo(plain, BrushComponent{std::make_shared<const Brush>(*std::move(small))}));
    fixture.editLive(std::move(edit));
    QTRY_VERIFY((fixture.tick(30), fixture.number(guard, "arrivals") > 0));
    QVERIFY(fixture.session->scriptProperty(guard, "ready") == Value{true});
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
}

void TestPlayNavigation::walkersOfNobodyHearOfIt()
{
    WalkFixture fixture;
    NavWalker walker;
    walker.agent = "giant";
    const auto guard = fixture.addGuard({-2, 0, 0}, {2, 0, 0}, walker);
    fixture.writeScript("patient.as", R"(class Patient : Node
{
    int arrivals = 0;
    void onStart() { entity.moveTo(Vec3(2, 0, 4)); }
    void onArrived() { arrivals++; }
    void onPathFailed() { entity.moveTo(Vec3(2, 0, 4)); }
})");
    const auto patient = fixture.addScripted("patient", "patient.as", "Patient", {-2, 0, 4});
    fixture.set(patient, walker);
    VERIFY_OK(fixture.start());
    fixture.tick(5);
    QCOMPARE(fixture.number(guard, "failures"), 1.0);
    const auto problem = *fixture.session->scriptProperty(guard, "problem")->as<std::string>();
    QVERIFY2(problem.find("no agent 'giant'") != std::string::npos, problem.c_str());
    // Who asks again is heard once there is such an agent, also if it got its name later.
    const auto agent = fixture.world.newId();
    Edit added;
    added.swaps.push_back(swapTo(agent, Node{.name = "dwarf", .parent = {}}));
    added.swaps.push_back(swapTo(agent, NavAgent{}));
    fixture.editLive(std::move(added));
    fixture.tick(30);
    QVERIFY(fixture.distance(patient, {-2, 0, 4}) < 0.01);
    Edit renamed;
    renamed.swaps.push_back(swapTo(agent, Node{.name = "giant", .parent = {}}));
    fixture.editLive(std::move(renamed));
    fixture.tick(5 * 60);
    QCOMPARE(fixture.number(patient, "arrivals"), 1.0);
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
}

void TestPlayNavigation::whyANewMeshCannotBeIsLogged_data()
{
    whyThereIsNoMeshIsToldToTheScript_data();
}

void TestPlayNavigation::whyANewMeshCannotBeIsLogged()
{
    QFETCH(const bool, waits);
    WalkFixture fixture;
    addBox(fixture.world, {-40000, -3, -40000}, {40000, -2, 40000}, "plain");
    NavWalker walker;
    walker.agent = "giant";
    fixture.addGuard({-2, 0, 0}, {2, 0, 0}, walker);
    std::vector<std::string> told;
    const auto sink = addLogSink([&](const LogMessage& message) {
        if (message.text.find("does not walk") != std::string::npos)
            told.push_back(message.text);
    });
    auto setup = fixture.setup();
    setup.waitsForNavigation = waits;
    auto started = PlaySession::start(fixture.world, setup);
    VERIFY_OK(started);
    fixture.session = *std::move(started);
    fixture.tick(5);
    QCOMPARE(told.size(), std::size_t{1});
    QVERIFY2(told.back().find("no agent 'giant'") != std::string::npos, told.back().c_str());
    Edit settings;
    settings.swaps.push_back(swapTo(SceneEntity, NavSettings{}));
    fixture.editLive(std::move(settings));
    fixture.tick(5);
    QCOMPARE(told.size(), std::size_t{1}); // that is known
    const auto agent = fixture.world.newId();
    Edit added;
    added.swaps.push_back(swapTo(agent, Node{.name = "giant", .parent = {}}));
    added.swaps.push_back(swapTo(agent, NavAgent{}));
    fixture.editLive(std::move(added));
    QTRY_VERIFY((fixture.tick(1), told.size() > 1));
    QVERIFY2(told.back().find("tiles") != std::string::npos, told.back().c_str());
    fixture.tick(60);
    QCOMPARE(told.size(), std::size_t{2});
}

void TestPlayNavigation::stopAndTeleportWork()
{
    WalkFixture fixture;
    fixture.writeScript("s.as", R"(class S : Node
{
    int ticks = 0;
    void onStart() { entity.moveTo(Vec3(10, 0, 0)); }
    void onTick(float dt)
    {
        ticks++;
        if (ticks == 60) entity.stopMoving();
        if (ticks == 120) entity.position = Vec3(0, 0, 8);
        if (ticks == 130) entity.moveTo(Vec3(4, 0, 8));
    }
})");
    const auto walker = fixture.addScripted("walker", "s.as", "S", {-10, 0, 0});
    fixture.set(walker, NavWalker{});
    VERIFY_OK(fixture.start());
    fixture.tick(119);
    const auto stopped = fixture.placeOf(walker);
    QVERIFY(stopped.x > -9 && stopped.x < -6);
    fixture.tick(5);
    QVERIFY(fixture.distance(walker, {0, 0, 8}) < 0.05);
    fixture.tick(200);
    QVERIFY(fixture.distance(walker, {4, 0, 8}) < 0.2);
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
}

void TestPlayNavigation::playLeavesTheDocumentAlone()
{
    WalkFixture fixture;
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    const auto before = contentHash(fixture.world, fixture.types);
    VERIFY_OK(fixture.start());
    fixture.tick(120);
    QVERIFY(fixture.distance(guard, {-6, 0, 0}) > 2);
    fixture.session.reset();
    QCOMPARE(contentHash(fixture.world, fixture.types), before);
    QCOMPARE(worldTransform(fixture.world, guard).position, (Vec3d{-6, 0, 0}));
}

void TestPlayNavigation::anEditWhilePlayingChangesTheWay()
{
    WalkFixture fixture;
    addBox(fixture.world, {-1, 0, -20}, {1, 3, -2});
    const auto wall = addBox(fixture.world, {-1, 0, 12}, {1, 3, 20});
    const auto guard = fixture.addGuard({-8, 0, 0}, {8, 0, 0});
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    // The gap between the walls is closed up to its far end.
    auto longer = makeBox({{-1, 0, -3}, {1, 3, 10}});
    VERIFY_OK(longer);
    Edit edit;
    edit.swaps.push_back(
        swapTo(wall, BrushComponent{std::make_shared<const Brush>(*std::move(longer))}));
    fixture.editLive(std::move(edit));
    double farthest = 0;
    for (int i = 0; i < 20 * 60; ++i) {
        fixture.tick(1);
        const auto at = fixture.placeOf(guard);
        farthest = std::max(farthest, at.z);
        QVERIFY(!(std::abs(at.x) < 1 && at.z < 9.9));
    }
    QVERIFY(farthest > 10);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
}

void TestPlayNavigation::closedDoorsAreOpenedWaitedForOrAvoided_data()
{
    QTest::addColumn<bool>("opens");
    QTest::addColumn<bool>("hasOtherWay");
    QTest::newRow("opened") << true << false;
    QTest::newRow("waited for") << false << false;
    QTest::newRow("avoided") << false << true;
}

void TestPlayNavigation::closedDoorsAreOpenedWaitedForOrAvoided()
{
    QFETCH(bool, opens);
    QFETCH(bool, hasOtherWay);
    WalkFixture fixture;
    addBox(fixture.world, {-0.2, 0, -20}, {0.2, 3, -1});
    addBox(fixture.world, {-0.2, 0, 1}, {0.2, 3, hasOtherWay ? 8 : 20});
    const auto volume = addPlayerStart(fixture.world, {0, 1, 0});
    fixture.set(volume, NavVolume{{1, 2, 2}, NavVolumeRole::Area, NavArea::Door});
    Edit plain;
    plain.swaps.push_back({volume, typeIdOf<PlayerStart>(), nullptr});
    fixture.world.apply(plain);
    fixture.writeScript("gate.as", R"(class Gate : Node
{
    int uses = 0;
    double open = 0;
    void onUse(Entity by) { uses++; }
    void onTick(float dt)
    {
        if (uses > 0) open = min(open + dt, 1.0);
        entity.position = Vec3(0, 0, 2.2 * open);
    }
})");
    const auto door = fixture.addDoor({-0.1, 0, -1}, {0.1, 2.5, 1}, "gate.as");
    NavWalker walker;
    walker.opensDoors = opens;
    walker.patience = 2;
    const auto guard = fixture.addGuard({-5, 0, 0}, {5, 0, 0}, walker);
    VERIFY_OK(fixture.start());
    for (int i = 0; i < 20 * 60; ++i) {
        fixture.tick(1);
        // Never inside the door while it is shut.
        const auto at = fixture.placeOf(guard);
        const auto leaf = fixture.placeOf(door);
        QVERIFY(!(std::abs(at.x) < 0.3 && std::abs(at.z - leaf.z) < 0.9));
    }
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
    QCOMPARE(fixture.number(guard, "arrivals"), opens || hasOtherWay ? 1.0 : 0.0);
    QCOMPARE(fixture.number(door, "uses") > 0, opens);
    if (!opens && !hasOtherWay)
        QVERIFY(fixture.placeOf(guard).x > -2 && fixture.placeOf(guard).x < 0);
}

void TestPlayNavigation::walkersGoAroundThePlayerAndObstacles()
{
    WalkFixture fixture;
    fixture.set(fixture.addPlayerStartAway(), TransformComponent{.position = {0, 0, 0.05}});
    const auto post = fixture.addScripted("post", "", "", {-6, 0, -0.05});
    fixture.set(post, NavObstacle{.radius = 0.8});
    const auto guard = fixture.addGuard({-12, 0, 0}, {12, 0, 0});
    VERIFY_OK(fixture.start());
    double toPlayer = 100;
    double toPost = 100;
    for (int i = 0; i < 15 * 60; ++i) {
        fixture.tick(1);
        toPlayer = std::min(toPlayer, fixture.distance(guard, fixture.session->player().position));
        toPost = std::min(toPost, fixture.distance(guard, {-6, 0, -0.05}));
    }
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QVERIFY2(toPlayer > 0.6, qPrintable(QString::number(toPlayer)));
    QVERIFY2(toPost > 1.0, qPrintable(QString::number(toPost)));
}

void TestPlayNavigation::bodiesMoveWithTheirWalker()
{
    WalkFixture fixture;
    const auto guard = fixture.addGuard({-6, 0, 3}, {6, 0, 3});
    fixture.set(guard, Mover{});
    const auto body = addBox(fixture.world, {-0.3, 0, -0.3}, {0.3, 1.7, 0.3}, "body");
    fixture.set(body, Node{.name = "body", .parent = guard});
    VERIFY_OK(fixture.start());
    fixture.tick(120);
    const auto& world = fixture.session->world();
    QVERIFY(glm::length(boundsOf(world, body).center() - fixture.placeOf(guard) -
                        Vec3d{0, 0.85, 0}) < 0.01);
    fixture.tick(10 * 60);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0); // its own body is no door
}

void TestPlayNavigation::scriptsAskForWays()
{
    WalkFixture fixture;
    addBox(fixture.world, {-1, 0, -10}, {1, 3, 10});
    fixture.writeScript("ask.as", R"(class Ask : Node
{
    int turns = 0;
    int none = 0;
    Vec3 last;
    Vec3 near;
    bool ground = false;
    bool inWall = true;
    double farthest = 0;
    int different = 0;
    void onStart()
    {
        array<Vec3>@ path = findPath(Vec3(-6, 0, 0), Vec3(6, 0, 0));
        turns = path.length();
        last = path[turns - 1];
        none = findPath(Vec3(-6, 0, 0), Vec3(600, 0, 0), "walker").length();
        near = nearestPoint(Vec3(0.5, 0, 0));
        ground = hasGround(Vec3(5, 0, 5));
        inWall = hasGround(Vec3(0, 0, 0), 0.2);
        Vec3 before;
        for (int i = 0; i < 50; i++)
        {
            Vec3 at = randomReachablePoint(Vec3(-6, 0, 0), 4);
            farthest = max(farthest, at.distanceTo(Vec3(-6, 0, 0)));
            if (at.distanceTo(before) > 0.01) different++;
            before = at;
        }
    }
})");
    const auto ask = fixture.addScripted("ask", "ask.as", "Ask");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QVERIFY2(fixture.errors().empty(), fixture.errors().c_str());
    QVERIFY(fixture.number(ask, "turns") >= 4);
    QCOMPARE(fixture.number(ask, "none"), 0.0);
    QVERIFY(glm::length(*fixture.session->scriptProperty(ask, "last")->as<Vec3d>() -
                        Vec3d{6, 0, 0}) < 0.1);
    const auto near = *fixture.session->scriptProperty(ask, "near")->as<Vec3d>();
    QVERIFY(near.x > 1.3 && near.x < 1.8);
    QVERIFY(fixture.session->scriptProperty(ask, "ground") == Value{true});
    QVERIFY(fixture.session->scriptProperty(ask, "inWall") == Value{false});
    QVERIFY(fixture.number(ask, "farthest") <= 4.0 && fixture.number(ask, "farthest") > 2);
    QVERIFY(fixture.number(ask, "different") > 40);
}

void TestPlayNavigation::badQuestionsRaiseExceptions()
{
    for (const auto& call :
         {"entity.moveTo(Vec3(1, 0, 0));", "findPath(Vec3(), Vec3(1, 0, 0), \"nobody\");",
          "nearestPoint(Vec3(), -1);", "randomReachablePoint(Vec3(), 0.0 - 1);",
          "nearestPoint(Vec3(1.0 / (entity.position.x * 0.0 + 1e-320) * 1e10, 0, 0));"}) {
        WalkFixture fixture;
        fixture.writeScript("bad.as", std::string{"class Bad : Node { void onTick(float dt) { "} +
                                          call + " } }");
        fixture.addScripted("bad", "bad.as", "Bad");
        VERIFY_OK(fixture.start());
        fixture.tick(2);
        QVERIFY2(fixture.session->scriptErrors().size() == 1, call);
    }
}

void TestPlayNavigation::equalSessionsWalkEqually()
{
    WalkFixture fixture;
    addBox(fixture.world, {-4, 0, -4}, {4, 3, 4});
    const auto crate = addBox(fixture.world, {-12, 0, 6}, {-11, 1, 7});
    for (int i = 0; i < 12; ++i)
        fixture.addGuard({-15, 0, -6.0 + i}, {15, 0, 6.0 - i});
    const auto run = [&] {
        ENGINE_EXPECT(fixture.start());
        for (int i = 0; i < 300; ++i) {
            fixture.tick(1);
            if (i != 60 && i != 63)
                continue;
            // Ground changes while they walk, and workers build it.
            Edit edit;
            edit.swaps.push_back(
                swapTo(crate, TransformComponent{.position = {i == 60 ? 3.0 : 0.0, 0, -6}}));
            fixture.editLive(std::move(edit));
        }
        const auto hash = fixture.session->stateHash();
        Edit back;
        back.swaps.push_back(swapTo(crate, TransformComponent{}));
        fixture.world.apply(back);
        return hash;
    };
    const auto first = run();
    QCOMPARE(run(), first);
    QCOMPARE(run(), first);
}

CORE_TEST(TestPlayNavigation)
} // namespace tst_play_navigation

#include "tst_play_navigation.moc"

#include "engine_core/play/bots/explore.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>

namespace tst_explore
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* TouchScript = "class Plate : Node { int count = 0;"
                                    " void onTouch(Entity other) { count++; } }";

/// A hall of 20 x 12 metres with walls and a ceiling, entered in its middle.
struct Hall : PlayFixture
{
    Hall()
    {
        addBox(world, {-10, -1, -6}, {10, 0, 6}, "floor");
        addBox(world, {-10, 6, -6}, {10, 7, 6}, "ceiling");
        addBox(world, {-11, -1, -7}, {-10, 7, 7}, "west wall");
        addBox(world, {10, -1, -7}, {11, 7, 7}, "wall");
        addBox(world, {-10, -1, -7}, {10, 7, -6}, "wall");
        addBox(world, {-10, -1, 6}, {10, 7, 7}, "wall");
        addPlayerStart(world, {0, 0, 0});
    }

    EntityId addPlate(const Vec3d& min, const Vec3d& max)
    {
        writeScript("plate.as", TouchScript);
        return addDoor(min, max, "plate.as");
    }
};

/// The same under the sky, with walls of that thickness in metres.
struct Court : PlayFixture
{
    explicit Court(double thick)
    {
        addBox(world, {-10, -1, -6}, {10, 0, 6}, "floor");
        addBox(world, {-10 - thick, -1, -6 - thick}, {-10, 7, 6 + thick}, "wall");
        addBox(world, {10, -1, -6 - thick}, {10 + thick, 7, 6 + thick}, "wall");
        addBox(world, {-10, -1, -6 - thick}, {10, 7, -6}, "wall");
        addBox(world, {-10, -1, 6}, {10, 7, 6 + thick}, "wall");
        addPlayerStart(world, {0, 0, 0});
    }
};

Result<ExploreReport> reportOf(const PlayFixture& level, unsigned bots = 0, double seconds = 20)
{
    JobControl control;
    const NavScene scene{level.world};
    const auto config = makeNavConfig(navProfiles(level.world).front(), navSettingsOf(level.world));
    const auto built = buildNavMesh(*config, scene, {}, control);
    ENGINE_EXPECT(built);
    ExploreOptions options;
    options.runsBots = bots > 0;
    options.bots.bots = bots;
    options.bots.seconds = seconds;
    return explore(level.world, level.assets.project(), scene, built->mesh, options, control);
}

std::size_t count(const ExploreReport& report, NavFindingKind kind)
{
    return static_cast<std::size_t>(
        std::count_if(report.findings.begin(), report.findings.end(),
                      [kind](const NavFinding& finding) { return finding.kind == kind; }));
}

std::string told(const ExploreReport& report)
{
    std::string text = report.problem;
    for (const auto& finding : report.findings)
        text += finding.message + " ";
    return text;
}
} // namespace

class TestExplore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anOrdinaryHallHasNoFindings();
    void aLedgeThatNobodyReachesIsFound();
    void ledgesAboveTheEyesAreFoundUnderTheSky_data();
    void ledgesAboveTheEyesAreFoundUnderTheSky();
    void blocksUnderTheSkyAreFloorsIfOneCouldStandThere_data();
    void blocksUnderTheSkyAreFloorsIfOneCouldStandThere();
    void roofsUnderTheSkyAreNoFloors_data();
    void roofsUnderTheSkyAreNoFloors();
    void theOutsideOfTheLevelIsNoFloor();
    void aRoofOutsideOfTheWindowIsNoFloor();
    void whatAJumpReachesIsReached();
    void aPitIsFound();
    void aPitWithALinkOutIsNone();
    void whoDropsIntoTheLevelIsInNoPit();
    void liftsLeadUp();
    void aTriggerBehindAWallIsFound();
    void botsVisitTriggers();
    void whoWalksOffTheLevelFalls();
    void aDoorwayToNothingIsFound_data();
    void aDoorwayToNothingIsFound();
    void theEdgesOfARaftAreOneFall();
    void aNarrowShaftIsAStuckSpot();
    void equalSeedsAreEqualRuns();
    void theSampleRoomHasNoFindings_data();
    void theSampleRoomHasNoFindings();
    void aLevelWithoutAStartIsRefused();
    void brokenScriptsLeaveTheAnalysis();
    void cancelEndsIt();
    void progressOnlyGrowsOverAllPhases();
};

void TestExplore::anOrdinaryHallHasNoFindings()
{
    Hall hall;
    addBox(hall.world, {4, 0, -2}, {5, 1, -1}, "crate");
    addBox(hall.world, {-6, 0, 2}, {-4, 2.5, 4}, "pillar");
    const auto report = reportOf(hall, 2);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
    QVERIFY(report->where.reachedArea > 180);
    QVERIFY(report->bots.ticks == 2 * 20 * 60 && report->bots.cells.size() > 100);
}

void TestExplore::aLedgeThatNobodyReachesIsFound()
{
    Hall hall;
    addBox(hall.world, {6, 0, -6}, {10, 3, 6}, "ledge");
    const auto report = reportOf(hall);
    VERIFY_OK(report);
    QVERIFY2(count(*report, NavFindingKind::Unreachable) == 1, told(*report).c_str());
    const auto& finding = report->findings.front();
    QVERIFY(std::abs(finding.place.y - 3) < 0.1 && finding.place.x > 6);
    QVERIFY(finding.area > 25 && finding.area < 48);
    QVERIFY(!finding.fix.empty());
}

void TestExplore::ledgesAboveTheEyesAreFoundUnderTheSky_data()
{
    QTest::addColumn<double>("bottom");
    QTest::newRow("terrace") << 0.0;
    QTest::newRow("gallery") << 4.6;
}

void TestExplore::ledgesAboveTheEyesAreFoundUnderTheSky()
{
    QFETCH(const double, bottom);
    Court court{1};
    addBox(court.world, {4, bottom, -6}, {10, 5, 6}, "ledge");
    const auto report = reportOf(court);
    VERIFY_OK(report);
    QVERIFY2(count(*report, NavFindingKind::Unreachable) == 1, told(*report).c_str());
    QVERIFY(std::abs(report->findings.front().place.y - 5) < 0.1);
}

void TestExplore::blocksUnderTheSkyAreFloorsIfOneCouldStandThere_data()
{
    QTest::addColumn<Aabb>("block");
    QTest::addColumn<int>("floors");
    QTest::newRow("block") << Aabb{{2, 0, -2}, {6, 5, 2}} << 1;
    QTest::newRow("long block") << Aabb{{2, 0, -4}, {5, 4, 4}} << 1;
    QTest::newRow("pillar") << Aabb{{4, 0, -0.5}, {5, 5, 0.5}} << 0;
    QTest::newRow("garden wall") << Aabb{{4, 0, -4.5}, {5.4, 4, 4.5}} << 0;
    QTest::newRow("house") << Aabb{{2, 0, -2}, {6, 6.5, 2}} << 0;
}

void TestExplore::blocksUnderTheSkyAreFloorsIfOneCouldStandThere()
{
    QFETCH(const Aabb, block);
    QFETCH(const int, floors);
    Court court{1};
    addBox(court.world, block.min, block.max, "block");
    const auto report = reportOf(court);
    VERIFY_OK(report);
    QVERIFY2(report->findings.size() == static_cast<std::size_t>(floors), told(*report).c_str());
    for (const auto& finding : report->findings)
        QVERIFY(std::abs(finding.place.y - block.max.y) < 0.1);
}

void TestExplore::roofsUnderTheSkyAreNoFloors_data()
{
    QTest::addColumn<double>("thick");
    QTest::addColumn<double>("open");
    QTest::newRow("closed room") << 0.3 << 0.0;
    QTest::newRow("with a door") << 0.3 << 1.6;
    QTest::newRow("thick roof") << 2.0 << 0.0;
}

void TestExplore::roofsUnderTheSkyAreNoFloors()
{
    QFETCH(const double, thick);
    QFETCH(const double, open);
    Court court{1};
    addBox(court.world, {2, 0, -4}, {2.3, 3, 4 - open}, "house wall");
    addBox(court.world, {7.7, 0, -4}, {8, 3, 4}, "house wall");
    addBox(court.world, {2.3, 0, -4}, {7.7, 3, -3.7}, "house wall");
    addBox(court.world, {2.3, 0, 3.7}, {7.7, 3, 4}, "house wall");
    addBox(court.world, {2, 3, -4}, {8, 3 + thick, 4}, "roof");
    const auto report = reportOf(court);
    VERIFY_OK(report);
    for (const auto& finding : report->findings)
        QVERIFY2(finding.place.y < 1, finding.message.c_str()); // the closed room below it is one
    QCOMPARE(report->findings.empty(), open > 0);
}

/// Tops of thick walls, which are seen from below.
void TestExplore::theOutsideOfTheLevelIsNoFloor()
{
    const Court court{2.2};
    const auto report = reportOf(court);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
}

/// A window high up in a hall, before which there is a balcony, looks down on the next house.
void TestExplore::aRoofOutsideOfTheWindowIsNoFloor()
{
    Hall hall;
    addBox(hall.world, {-10, 0, -6}, {-6, 3, 6}, "balcony");
    hall.world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        Edit edit;
        TransformComponent place;
        place.position = {-8, 3, 0};
        edit.swaps.push_back(swapTo(entity, place));
        hall.world.apply(edit);
    });
    hall.world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (node.name == "west wall") {
            Edit edit;
            addRemoval(hall.world, entity, edit);
            hall.world.apply(edit);
        }
    });
    // The wall anew with a slit that nobody gets through, and the house before it.
    addBox(hall.world, {-11, -1, -7}, {-10, 4.4, 7}, "below the slit");
    addBox(hall.world, {-11, 4.8, -7}, {-10, 7, 7}, "above the slit");
    addBox(hall.world, {-23, 0, -5}, {-12, 3, -4.7}, "house wall");
    addBox(hall.world, {-23, 0, 4.7}, {-12, 3, 5}, "house wall");
    addBox(hall.world, {-23, -1, -5}, {-12, 0, 5}, "house floor");
    addBox(hall.world, {-23, 3, -5}, {-12, 3.3, 5}, "roof");
    const auto report = reportOf(hall);
    VERIFY_OK(report);
    for (const auto& finding : report->findings)
        QVERIFY2(finding.place.y < 1, finding.message.c_str()); // the room below it is a floor
}

void TestExplore::whatAJumpReachesIsReached()
{
    Hall hall;
    addBox(hall.world, {6, 0, -6}, {10, 0.7, 6}, "stage");
    const auto report = reportOf(hall, 2);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
    const bool isUp = std::any_of(report->bots.stood.begin(), report->bots.stood.end(),
                                  [](const Vec3d& place) { return place.y > 0.65; });
    QVERIFY(isUp); // a bot jumped
}

void TestExplore::aPitIsFound()
{
    PlayFixture pit;
    addBox(pit.world, {-10, -4, -6}, {2, 0, 6}, "floor");
    addBox(pit.world, {2, -4, -6}, {8, -3, 6}, "bottom");
    addBox(pit.world, {8, -4, -6}, {9, 4, 6}, "wall");
    addBox(pit.world, {-11, -4, -7}, {9, 4, -6}, "wall");
    addBox(pit.world, {-11, -4, 6}, {9, 4, 7}, "wall");
    addPlayerStart(pit.world, {0, 0, 0});
    const auto report = reportOf(pit);
    VERIFY_OK(report);
    QVERIFY2(count(*report, NavFindingKind::Pit) == 1, told(*report).c_str());
    QVERIFY(std::abs(report->findings.front().place.y + 3) < 0.1);
}

void TestExplore::aPitWithALinkOutIsNone()
{
    Hall hall;
    addBox(hall.world, {6, 0, -6}, {10, 3, 6}, "ledge");
    NavLink ladder;
    ladder.kind = NavLinkKind::Ladder;
    ladder.end = {1.4, 3, 0};
    ladder.bothWays = true;
    const auto entity = hall.addScripted("ladder", "", "", {5.3, 0, 0});
    Edit edit;
    edit.swaps.push_back(swapTo(entity, ladder));
    edit.swaps.push_back({entity, typeIdOf<Script>(), nullptr});
    hall.world.apply(edit);
    const auto report = reportOf(hall);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
}

void TestExplore::whoDropsIntoTheLevelIsInNoPit()
{
    Hall hall; // begun from a ledge that is left for good
    addBox(hall.world, {-10, 0, -6}, {-7, 3, 6}, "ledge");
    hall.world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        Edit edit;
        TransformComponent place;
        place.position = {-8.5, 3, 0};
        edit.swaps.push_back(swapTo(entity, place));
        hall.world.apply(edit);
    });
    const auto report = reportOf(hall);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
}

void TestExplore::liftsLeadUp()
{
    Hall hall;
    addBox(hall.world, {6, 0, -6}, {10, 3, 6}, "ledge");
    hall.writeScript("lift.as", "class Lift : Node { void onTick(float dt) {} }");
    hall.addDoor({4, 0, -1}, {5.8, 0.1, 1}, "lift.as");
    const auto report = reportOf(hall);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
}

void TestExplore::aTriggerBehindAWallIsFound()
{
    Hall hall;
    addBox(hall.world, {6, 0, -6}, {6.5, 6, 6}, "partition");
    hall.addPlate({-6, 0, -1}, {-5, 0.1, 1});
    const auto hidden = hall.addPlate({8, 0, -1}, {9, 0.1, 1});
    for (const unsigned bots : {0U, 1U}) {
        const auto report = reportOf(hall, bots);
        VERIFY_OK(report);
        QVERIFY2(count(*report, NavFindingKind::Trigger) == 1, told(*report).c_str());
        QVERIFY(count(*report, NavFindingKind::Unreachable) == 1); // the floor behind, too
        QVERIFY(report->findings.back().entity == hidden);
    }
}

void TestExplore::botsVisitTriggers()
{
    Hall hall;
    const auto a = hall.addPlate({-9, 0, -5}, {-8, 0.1, -4});
    const auto b = hall.addPlate({8, 0, 4}, {9, 0.1, 5});
    const auto report = reportOf(hall, 1);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty(), told(*report).c_str());
    QCOMPARE(report->bots.triggers.size(), std::size_t{2});
    QVERIFY((report->bots.visited == std::vector{a, b}));
}

void TestExplore::whoWalksOffTheLevelFalls()
{
    PlayFixture level;
    addBox(level.world, {-3, -1, -3}, {3, 0, 3}, "raft");
    addPlayerStart(level.world, {0, 0, 0});
    SceneSettings settings;
    settings.killHeight = -20;
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    level.world.apply(edit);
    const auto report = reportOf(level, 1, 60);
    VERIFY_OK(report);
    QVERIFY2(count(*report, NavFindingKind::Fall) > 0, told(*report).c_str());
    for (const auto& finding : report->findings)
        QVERIFY2(std::abs(finding.place.x) < 3.5 && std::abs(finding.place.z) < 3.5,
                 finding.message.c_str());
}

void TestExplore::aDoorwayToNothingIsFound_data()
{
    QTest::addColumn<double>("sill");
    QTest::addColumn<double>("ground"); // the top of what lies outside; 0: nothing does
    QTest::addColumn<int>("falls");
    QTest::newRow("open") << 0.0 << 0.0 << 1;
    QTest::newRow("window") << 1.0 << 0.0 << 0;
    QTest::newRow("ground below") << 0.0 << -4.0 << 0;
    QTest::newRow("ground below the kill height") << 0.0 << -200.0 << 1;
}

/// A door hole in the outer wall, which no bot may have come to.
void TestExplore::aDoorwayToNothingIsFound()
{
    QFETCH(const double, sill);
    QFETCH(const double, ground);
    QFETCH(const int, falls);
    Hall hall;
    hall.world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (node.name == "west wall") {
            Edit edit;
            addRemoval(hall.world, entity, edit);
            hall.world.apply(edit);
        }
    });
    addBox(hall.world, {-11, -1, -7}, {-10, 7, -0.7}, "beside the door");
    addBox(hall.world, {-11, -1, 0.7}, {-10, 7, 7}, "beside the door");
    addBox(hall.world, {-11, 2.2, -0.7}, {-10, 7, 0.7}, "above the door");
    addBox(hall.world, {-11, -1, -0.7}, {-10, sill, 0.7}, "sill");
    if (ground < 0)
        addBox(hall.world, {-40, ground - 1, -40}, {40, ground, 40}, "ground");
    const auto report = reportOf(hall);
    VERIFY_OK(report);
    const auto near = std::count_if(
        report->findings.begin(), report->findings.end(), [](const NavFinding& finding) {
            return finding.kind == NavFindingKind::Fall && finding.place.y > -1;
        });
    QVERIFY2(near == falls, told(*report).c_str());
    for (const auto& finding : report->findings)
        if (finding.kind == NavFindingKind::Fall && finding.place.y > -1)
            QVERIFY(finding.place.x < -9.5 && std::abs(finding.place.z) < 0.7);
}

void TestExplore::theEdgesOfARaftAreOneFall()
{
    PlayFixture level;
    addBox(level.world, {-3, -1, -3}, {3, 0, 3}, "raft");
    addPlayerStart(level.world, {0, 0, 0});
    const auto report = reportOf(level, 4, 60);
    VERIFY_OK(report);
    QVERIFY2(count(*report, NavFindingKind::Fall) == 1, told(*report).c_str()); // bots fell, too
    QVERIFY(report->where.falls.size() == 1 && report->where.falls[0].places.size() > 20);
}

void TestExplore::aNarrowShaftIsAStuckSpot()
{
    PlayFixture level;
    addBox(level.world, {-6, -3, -4}, {3, 0, 4}, "floor");
    addBox(level.world, {3.9, -3, -4}, {8, 0, 4}, "floor");
    addBox(level.world, {3, -3, -4}, {3.9, 0, -0.45}, "floor");
    addBox(level.world, {3, -3, 0.45}, {3.9, 0, 4}, "floor");
    addBox(level.world, {3, -3, -0.45}, {3.9, -2.5, 0.45}, "bottom");
    addBox(level.world, {-7, -3, -5}, {-6, 4, 5}, "wall");
    addBox(level.world, {8, -3, -5}, {9, 4, 5}, "wall");
    addBox(level.world, {-6, -3, -5}, {8, 4, -4}, "wall");
    addBox(level.world, {-6, -3, 4}, {8, 4, 5}, "wall");
    addPlayerStart(level.world, {0, 0, 0});
    const auto report = reportOf(level, 2, 60);
    VERIFY_OK(report);
    const auto stuck =
        std::find_if(report->findings.begin(), report->findings.end(),
                     [](const auto& finding) { return finding.kind == NavFindingKind::Stuck; });
    QVERIFY2(stuck != report->findings.end(), told(*report).c_str());
    QVERIFY(glm::distance(stuck->place, Vec3d{3.45, -2.5, 0}) < 1);
}

void TestExplore::equalSeedsAreEqualRuns()
{
    Hall hall;
    addBox(hall.world, {4, 0, -2}, {5, 1, -1}, "crate");
    const auto first = reportOf(hall, 2, 5);
    const auto second = reportOf(hall, 2, 5);
    VERIFY_OK(first);
    VERIFY_OK(second);
    QCOMPARE(first->bots.hash, second->bots.hash);
    QCOMPARE(first->bots.cells.size(), second->bots.cells.size());
    QVERIFY(first->bots.hash != reportOf(hall, 2, 6)->bots.hash);
}

void TestExplore::theSampleRoomHasNoFindings_data()
{
    QTest::addColumn<QString>("scene");
    QTest::newRow("room") << "start.scene.json";
    QTest::newRow("with a guard") << "patrol.scene.json";
}

void TestExplore::theSampleRoomHasNoFindings()
{
    QFETCH(const QString, scene);
    PlayFixture level{firstRoomFolder()};
    const auto loaded = loadScene(firstRoomFolder() / "scenes" / scene.toStdString(), level.types);
    VERIFY_OK(loaded);
    JobControl control;
    const auto& world = *loaded->world;
    const NavScene pieces{world};
    const auto config = makeNavConfig(navProfiles(world).front(), navSettingsOf(world));
    const auto built = buildNavMesh(*config, pieces, {}, control);
    VERIFY_OK(built);
    ExploreOptions options;
    options.runsBots = true;
    options.bots.bots = 3;
    options.bots.seconds = 40;
    const auto report =
        explore(world, level.assets.project(), pieces, built->mesh, options, control);
    VERIFY_OK(report);
    QVERIFY2(report->findings.empty() && report->problem.empty(), told(*report).c_str());
    QVERIFY(report->where.reachedArea > 100);
}

void TestExplore::aLevelWithoutAStartIsRefused()
{
    PlayFixture level;
    addBox(level.world, {-3, -1, -3}, {3, 0, 3});
    const auto report = reportOf(level);
    QVERIFY(!report);
    QVERIFY(report.error().message().find("player start") != std::string::npos);
}

void TestExplore::brokenScriptsLeaveTheAnalysis()
{
    Hall hall;
    addBox(hall.world, {6, 0, -6}, {10, 3, 6}, "ledge");
    hall.writeScript("broken.as", "class Broken : Node { void onTick( }");
    hall.addScripted("broken", "broken.as", "Broken", {0, 1, 0});
    const auto report = reportOf(hall, 1);
    VERIFY_OK(report);
    QVERIFY(report->problem.find("broken.as") != std::string::npos);
    QVERIFY(count(*report, NavFindingKind::Unreachable) == 1);
    QCOMPARE(report->bots.ticks, std::uint64_t{0});
}

void TestExplore::cancelEndsIt()
{
    Hall hall;
    const NavScene scene{hall.world};
    JobControl control;
    const auto config = makeNavConfig(navProfiles(hall.world).front(), {});
    const auto built = buildNavMesh(*config, scene, {}, control);
    VERIFY_OK(built);
    control.cancel();
    ExploreOptions options;
    options.runsBots = true;
    const auto report =
        explore(hall.world, hall.assets.project(), scene, built->mesh, options, control);
    VERIFY_OK(report);
    QVERIFY(report->findings.empty() && report->bots.ticks == 0);
}

void TestExplore::progressOnlyGrowsOverAllPhases()
{
    Hall hall;
    ExploreOptions options;
    options.runsBots = true;
    options.bots.bots = 2;
    JobControl control;
    std::atomic<bool> isDone = false;
    std::thread worker{[&] {
        static_cast<void>(exploreLevel(hall.world, hall.assets.project(), options, control));
        isDone = true;
    }};
    double last = 0;
    double lost = 0;
    const bool hasEnded = spinUntil([&] {
        const double now = control.progress();
        lost = std::max(lost, last - now);
        last = now;
        return isDone.load();
    });
    control.cancel(); // it has ended, or never would
    worker.join();
    QVERIFY2(hasEnded, "Exploring never ends");
    QCOMPARE(lost, 0.0);
    QCOMPARE(control.progress(), 1.0);
}

PLAIN_TEST(TestExplore)
} // namespace tst_explore

#include "tst_explore.moc"

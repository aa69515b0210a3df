#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/checks/brush_checks.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/checks/object_checks.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <random>

namespace tst_level_checks
{
using namespace engine;
using namespace mapwright::test;

namespace
{
std::vector<Issue> issuesOf(const World& world, const std::string& rule)
{
    auto all = checkLevel(world);
    std::erase_if(all, [&](const Issue& issue) { return issue.rule != rule; });
    return all;
}

/// A hollow box around the origin, 8 x 3 x 8 metres inside, with walls a quarter thick.
struct SealedRoom
{
    World world;
    EntityId start = addPlayerStart(world, {0, 0, 0});
    EntityId ceiling;
    EntityId wall; ///< on the +X side

    SealedRoom()
    {
        addBox(world, {-4.25, -0.25, -4.25}, {4.25, 0, 4.25}, "Floor");
        ceiling = addBox(world, {-4.25, 3, -4.25}, {4.25, 3.25, 4.25}, "Ceiling");
        wall = addBox(world, {4, 0, -4}, {4.25, 3, 4}, "East wall");
        addBox(world, {-4.25, 0, -4}, {-4, 3, 4}, "West wall");
        addBox(world, {-4.25, 0, 4}, {4.25, 3, 4.25}, "South wall");
        addBox(world, {-4.25, 0, -4.25}, {4.25, 3, -4}, "North wall");
    }

    void set(EntityId entity, const Aabb& box)
    {
        Edit edit{{swapTo(entity, BrushComponent{std::make_shared<const Brush>(*makeBox(box))})}};
        world.apply(edit);
    }
};

bool isInAnyBrush(const World& world, const Vec3d& point)
{
    bool isInside = false;
    world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        isInside = isInside || component.brush->contains(point, -1e-6);
    });
    return isInside;
}

void verifyWayIsFree(const World& world, const std::vector<Vec3d>& way)
{
    for (std::size_t i = 1; i < way.size(); ++i)
        for (int step = 0; step <= 500; ++step)
            QVERIFY(!isInAnyBrush(world, glm::mix(way[i - 1], way[i], step / 500.0)));
}
} // namespace

class TestLevelChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSealedRoomHasNoIssue();
    void theTutorialRoomDoesNotLeak();
    void aHoleIsFoundWithItsPlaceAndAFreeWay();
    void aLeakGoesThroughSeveralRooms();
    void slantedWallsThatTouchAreTight();
    void anOpenLevelIsOnlyANote();
    void aStartInsideASolidIsAnError();
    void whatLiesOutsideTheRoomsIsUnreachable();
    void whatLiesBehindADoorIsWithinReach();
    void lightsInSolidsAreFound();
    void lightsThatLightNothingAreFound();
    void walkersWithoutMoversAreFound();
    void bodiesThatCannotWorkAreFound();
    void laddersAndWaterThatCannotWorkAreFound();
    void jointsThatCannotWorkAreFound();
    void duplicatesAreFoundOnce();
    void lightsThatDifferAreNoDuplicates_data();
    void lightsThatDifferAreNoDuplicates();
    void thinBrushesAndShortEdgesAreTiny();
    void brushesThatAreNowhereAreFound();
    void cornersOffTheGridAreNotes();
    void facesThatFlickerAreFound();
    void sharedAreasAgreeWithSampling();
    void groupsWithoutContentsAreFound();
    void agentsWhoseNameIsTakenAreFound();
    void oneRuleGivesABoundedList();
    void aCancelledCheckEnds();
};

void TestLevelChecks::aSealedRoomHasNoIssue()
{
    const SealedRoom room;
    QCOMPARE(checkLevel(room.world).size(), 0u);
}

void TestLevelChecks::theTutorialRoomDoesNotLeak()
{
    World world;
    buildRoom(world);
    addPlayerStart(world, {0, 0, 0});
    QVERIFY(issuesOf(world, "leak").empty());
    QVERIFY(issuesOf(world, "unreachable").empty());
}

void TestLevelChecks::aHoleIsFoundWithItsPlaceAndAFreeWay()
{
    // From a door to a slit of 4 cm beside the east wall.
    for (const double gap : {1.0, 0.25, 0.0625, 0.04}) {
        SealedRoom room;
        room.set(room.wall, {{4, 0, -4}, {4.25, 3, 4 - gap}});
        const auto leaks = issuesOf(room.world, "leak");
        QCOMPARE(leaks.size(), 1u);
        QCOMPARE(leaks[0].severity, Severity::Warning);
        QCOMPARE(leaks[0].entity, room.start);
        const auto& way = leaks[0].path;
        QVERIFY(way.size() >= 2);
        QVERIFY(glm::distance(way.front(), Vec3d{0, 0.85, 0}) < 4);
        const auto out = way.back();
        QVERIFY(out.x > 4.25 || out.z > 4.25);
        verifyWayIsFree(room.world, way);
        QVERIFY2(std::any_of(way.begin(), way.end(),
                             [&](const Vec3d& p) { return p.x > 3.9 && p.z > 3.9 - gap; }),
                 "the way goes through the gap");
        QVERIFY(leaks[0].hole.has_value());
        const auto hole = *leaks[0].hole;
        QCOMPARE(leaks[0].place, fmt::format("{:.2f}, {:.2f}, {:.2f}", hole.x, hole.y, hole.z));
    }
}

void TestLevelChecks::aLeakGoesThroughSeveralRooms()
{
    World world;
    buildLevel(world, 400);
    const auto sealed = issuesOf(world, "leak");
    // The generated level is closed or open as a whole; what is told has a free way.
    for (const auto& issue : sealed)
        verifyWayIsFree(world, issue.path);
    SealedRoom room;
    // A second room behind a door in the east wall, with a hole in its roof.
    room.set(room.wall, {{4, 0, -4}, {4.25, 3, 3}});
    addBox(room.world, {4.25, -0.25, -4.25}, {8.25, 0, 4.25}, "Floor 2");
    addBox(room.world, {4.25, 3, -4.25}, {8, 3.25, 4.25}, "Roof 2");
    addBox(room.world, {8, 0, -4.25}, {8.25, 3, 4.25}, "Wall 2");
    addBox(room.world, {4.25, 0, 4}, {8.25, 3, 4.25}, "Wall 3");
    addBox(room.world, {4.25, 0, -4.25}, {8.25, 3, -4}, "Wall 4");
    QVERIFY(issuesOf(room.world, "leak").empty());
    EntityId roof;
    room.world.forEach<Node>(
        [&](EntityId entity, const Node& node) { roof = node.name == "Roof 2" ? entity : roof; });
    room.set(roof, {{4.25, 3, -4.25}, {7.5, 3.25, 4.25}});
    const auto leaks = issuesOf(room.world, "leak");
    QCOMPARE(leaks.size(), 1u);
    verifyWayIsFree(room.world, leaks[0].path);
    QVERIFY(leaks[0].path.back().y > 3);
    // With a sky it is a window.
    auto settings = *room.world.get<SceneSettings>(SceneEntity);
    settings.skyTop = {0.1F, 0.2F, 0.5F};
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    room.world.apply(edit);
    QVERIFY(issuesOf(room.world, "leak").at(0).severity == Severity::Info);
}

void TestLevelChecks::slantedWallsThatTouchAreTight()
{
    // The whole room turned: its walls lie across all cells of the octree.
    SealedRoom room;
    World turned;
    room.world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        const Transform by{{0.013, 0.4, -0.2}, glm::angleAxis(0.4, Vec3d{0, 1, 0}), Vec3d{1}};
        const auto brush = transformed(*component.brush, by, TextureLock::On);
        VERIFY_OK(brush);
        const auto id = turned.newId();
        Edit edit{{swapTo(id, Node{"Slab", {}, false, false}),
                   swapTo(id, BrushComponent{std::make_shared<const Brush>(*brush)})}};
        turned.apply(edit);
    });
    addPlayerStart(turned, {0, 0.5, 0});
    QVERIFY(issuesOf(turned, "leak").empty());
}

void TestLevelChecks::anOpenLevelIsOnlyANote()
{
    World world;
    addBox(world, {-8, -0.25, -8}, {8, 0, 8}, "Ground");
    addBox(world, {6, 0, 6}, {7, 5, 7}, "Tower");
    addPlayerStart(world, {0, 0, 0});
    const auto leaks = issuesOf(world, "leak");
    QCOMPARE(leaks.size(), 1u);
    QCOMPARE(leaks[0].severity, Severity::Info);
}

void TestLevelChecks::aStartInsideASolidIsAnError()
{
    SealedRoom room;
    addBox(room.world, {-1, 0, -1}, {1, 3, 1}, "Pillar");
    const auto leaks = issuesOf(room.world, "leak");
    QCOMPARE(leaks.size(), 1u);
    QCOMPARE(leaks[0].severity, Severity::Error);
}

void TestLevelChecks::whatLiesOutsideTheRoomsIsUnreachable()
{
    SealedRoom room;
    const auto crate = addBox(room.world, {10, 0, 0}, {11, 1, 1}, "Lost crate");
    const auto light = addLight(room.world, {0, 5, 0});
    addLight(room.world, {0, 2, 0});
    addBox(room.world, {-3, 0, -3}, {-2, 1, -2}, "Crate");
    std::vector<EntityId> found;
    for (const auto& issue : issuesOf(room.world, "unreachable"))
        found.push_back(issue.entity);
    QCOMPARE(found, (std::vector{crate, light}));
}

void TestLevelChecks::whatLiesBehindADoorIsWithinReach()
{
    SealedRoom room;
    addBox(room.world, {1, 0, -4}, {1.25, 3, 3}, "Partition");
    const auto door = addBox(room.world, {1, 0, 3}, {1.25, 3, 4}, "Door");
    addLight(room.world, {3, 2, 0});
    QCOMPARE(issuesOf(room.world, "unreachable").size(), 2u); // the light and the east wall
    Edit edit{{swapTo(door, Mover{})}};
    room.world.apply(edit);
    QVERIFY(issuesOf(room.world, "unreachable").empty());
    QVERIFY(issuesOf(room.world, "leak").empty());
}

void TestLevelChecks::lightsInSolidsAreFound()
{
    SealedRoom room;
    const auto buried = addLight(room.world, {4.125, 1, 0});
    addLight(room.world, {3.9, 1, 0});
    const auto issues = issuesOf(room.world, "light-in-solid");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, buried);
    QCOMPARE(issues[0].others, std::vector{room.wall});
}

void TestLevelChecks::lightsThatLightNothingAreFound()
{
    SealedRoom room;
    addLight(room.world, {0, 2, 0});
    const auto far = addLight(room.world, {0, 500, 0});
    const auto dark = addLight(room.world, {1, 2, 0});
    const auto switched = addLight(room.world, {2, 2, 0});
    const auto live = addLight(room.world, {0, 600, 0});
    auto light = *room.world.get<Light>(dark);
    light.intensity = 0;
    auto grouped = light;
    grouped.group = "hall";
    auto moving = *room.world.get<Light>(live);
    moving.baked = false;
    Edit edit{{swapTo(dark, light), swapTo(switched, grouped), swapTo(live, moving)}};
    room.world.apply(edit);
    const auto issues = issuesOf(room.world, "wasted-light");
    QCOMPARE(issues.size(), 2u);
    QCOMPARE(issues[0].entity, far);
    QVERIFY(issues[0].severity == Severity::Warning);
    QCOMPARE(issues[1].entity, dark);
    QCOMPARE(issues[1].place, "intensity");
    QVERIFY(issues[1].severity == Severity::Info);
}

void TestLevelChecks::walkersWithoutMoversAreFound()
{
    SealedRoom room;
    const auto body = addBox(room.world, {-0.3, 0, -0.3}, {0.3, 1.7, 0.3}, "Guard");
    QVERIFY(issuesOf(room.world, "walker-stands").empty());
    Edit edit;
    edit.swaps.push_back(swapTo(body, NavWalker{}));
    room.world.apply(edit);
    const auto issues = issuesOf(room.world, "walker-stands");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, body);
    Edit mended;
    mended.swaps.push_back(swapTo(body, Mover{}));
    room.world.apply(mended);
    QVERIFY(issuesOf(room.world, "walker-stands").empty());
}

void TestLevelChecks::bodiesThatCannotWorkAreFound()
{
    SealedRoom room;
    const auto crate = addBox(room.world, {-0.3, 0, -0.3}, {0.3, 0.6, 0.3}, "Crate");
    const auto set = [&](EntityId entity, auto component) {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        room.world.apply(edit);
    };
    set(crate, Body{});
    QVERIFY(issuesOf(room.world, "body").empty());
    set(crate, Body{.density = 0});
    auto issues = issuesOf(room.world, "body");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].severity, Severity::Error);
    set(crate, Body{.mass = 3, .density = 0});
    QVERIFY(issuesOf(room.world, "body").empty());
    set(crate, Mover{});
    QCOMPARE(issuesOf(room.world, "body").size(), 1u);
    set(crate, Body{.kind = BodyKind::Kinematic});
    QVERIFY(issuesOf(room.world, "body").empty());

    const auto group = room.world.newId();
    set(group, Node{.name = "Group", .parent = {}});
    set(group, Body{});
    issues = issuesOf(room.world, "body");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, group); // nothing to collide with
    set(crate, Node{.name = "Crate", .parent = group});
    issues = issuesOf(room.world, "body");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, crate); // now a part of the group's
}

void TestLevelChecks::laddersAndWaterThatCannotWorkAreFound()
{
    SealedRoom room;
    const auto thing = room.world.newId();
    const auto set = [&](auto component) {
        Edit edit;
        edit.swaps.push_back(swapTo(thing, std::move(component)));
        room.world.apply(edit);
    };
    const auto count = [&] {
        return issuesOf(room.world, "ladder-water").size();
    };
    set(Node{.name = "Thing", .parent = {}});
    set(Ladder{});
    set(TransformComponent{.rotation = glm::angleAxis(1.0, Vec3d{0, 1, 0})});
    QCOMPARE(count(), 0u);
    set(TransformComponent{.rotation = glm::angleAxis(Pi / 2, Vec3d{1, 0, 0})});
    QCOMPARE(issuesOf(room.world, "ladder-water").front().entity, thing);
    set(TransformComponent{});
    set(Ladder{.size = {1, 0, 1}});
    QCOMPARE(count(), 1u);
    set(Ladder{});
    set(Water{.size = {4, 2, 4}});
    QCOMPARE(count(), 0u);
    set(TransformComponent{.scale = {1, 0.001, 1}});
    QCOMPARE(count(), 2u);
}

void TestLevelChecks::jointsThatCannotWorkAreFound()
{
    SealedRoom room;
    const auto door = addBox(room.world, {-0.3, 0, -0.3}, {0.3, 2, 0.3}, "Door");
    const auto wall = addBox(room.world, {1, 0, -0.3}, {1.6, 2, 0.3}, "Wall");
    const auto set = [&](EntityId entity, auto component) {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        room.world.apply(edit);
    };
    const auto problemOf = [&](const Joint& joint) {
        set(door, joint);
        const auto issues = issuesOf(room.world, "joint");
        return issues.empty() ? std::string{} : issues.front().message;
    };
    const auto says = [&](const Joint& joint, const char* text) {
        return problemOf(joint).find(text) != std::string::npos;
    };
    QVERIFY(says({}, "nothing that weight moves"));
    QCOMPARE(issuesOf(room.world, "joint").front().severity, Severity::Error);
    set(door, Body{});
    QCOMPARE(problemOf({}), std::string{});
    QVERIFY(says({.other = EntityId{987654}}, "no longer there"));
    QVERIFY(says({.other = door}, "with itself"));
    QVERIFY(says({.axis = {0, 0, 0}}, "without an axis"));
    QCOMPARE(problemOf({.kind = JointKind::Fixed, .axis = {0, 0, 0}}), std::string{});
    QVERIFY(says({.limited = true, .lowestAngle = 10, .highestAngle = -10}, "above the highest"));
    QVERIFY(says({.other = wall}, "without a Body"));
    QCOMPARE(issuesOf(room.world, "joint").front().severity, Severity::Info);
    set(wall, Body{.kind = BodyKind::Kinematic});
    QCOMPARE(problemOf({.other = wall}), std::string{});
    set(door, Body{.kind = BodyKind::Kinematic});
    QVERIFY(says({.other = wall}, "nothing that weight moves"));
    QCOMPARE(issuesOf(room.world, "joint").front().severity, Severity::Info); // until a script
}

void TestLevelChecks::duplicatesAreFoundOnce()
{
    SealedRoom room;
    const auto first = addBox(room.world, {1, 0, 1}, {2, 1, 2}, "Crate");
    const auto second = addBox(room.world, {1, 0, 1}, {2, 1, 2}, "Crate");
    addBox(room.world, {1, 1, 1}, {2, 2, 2}, "Crate on top");
    addLight(room.world, {0, 2, 0});
    const auto twin = addLight(room.world, {0, 2, 0});
    const auto issues = issuesOf(room.world, "duplicate");
    QCOMPARE(issues.size(), 2u);
    QCOMPARE(issues[0].entity, second);
    QCOMPARE(issues[0].others, std::vector{first});
    QCOMPARE(issues[1].entity, twin);
}

void TestLevelChecks::lightsThatDifferAreNoDuplicates_data()
{
    QTest::addColumn<Light>("other");
    const auto row = [](const char* name, auto change) {
        Light light;
        change(light);
        QTest::newRow(name) << light;
    };
    row("group", [](Light& light) { light.group = "hall"; });
    row("style", [](Light& light) { light.style = LightStyle::Pattern; });
    row("profile", [](Light& light) { light.profile.path = "lamp.ies"; });
    row("switch", [](Light& light) { light.on = false; });
    row("colour", [](Light& light) { light.color = {1, 0, 0}; });
}

void TestLevelChecks::lightsThatDifferAreNoDuplicates()
{
    QFETCH(Light, other);
    SealedRoom room;
    Edit edit;
    edit.swaps.push_back(swapTo(addLight(room.world, {0, 2, 0}), Light{}));
    edit.swaps.push_back(swapTo(addLight(room.world, {0, 2, 0}), other));
    room.world.apply(edit);
    QCOMPARE(issuesOf(room.world, "duplicate").size(), 0u);
}

void TestLevelChecks::thinBrushesAndShortEdgesAreTiny()
{
    World world;
    const auto thin = addBox(world, {0, 0, 0}, {1, 0.002, 1}, "Film");
    addBox(world, {5, 0, 0}, {6, 0.0625, 1}, "Board");
    const auto issues = issuesOf(world, "tiny-brush");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, thin);
}

void TestLevelChecks::brushesThatAreNowhereAreFound()
{
    World world;
    const auto speck = addBox(world, {0, 0, 0}, {1, 1, 1}, "Speck");
    const auto small = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(small, Node{"Small", {}}));
    edit.swaps.push_back(swapTo(small, TransformComponent{.scale = Vec3d{1e-6}}));
    edit.swaps.push_back(swapTo(speck, Node{"Speck", small}));
    world.apply(edit);
    const auto issues = issuesOf(world, "tiny-brush");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, speck);
    QCOMPARE(issues[0].severity, Severity::Error);
    QVERIFY(issues[0].message.starts_with("'Speck' is not in the level"));
}

void TestLevelChecks::cornersOffTheGridAreNotes()
{
    World world;
    addBox(world, {0, 0, 0}, {1, 0.015625, 1}, "On");
    const auto off = addBox(world, {5.003, 0, 0}, {6, 1, 1}, "Off");
    const auto issues = issuesOf(world, "off-grid");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, off);
    QCOMPARE(issues[0].severity, Severity::Info);
    QVERIFY(QString::fromStdString(issues[0].message).contains(QStringLiteral("4 corners")));
}

void TestLevelChecks::facesThatFlickerAreFound()
{
    World world;
    const auto a = addBox(world, {0, 0, 0}, {2, 1, 2}, "A", Name{"stone"});
    const auto b = addBox(world, {1, 0, 1}, {3, 1, 3}, "B", Name{"metal"});
    addBox(world, {3, 0, 1}, {4, 1, 3}, "Beside", Name{"stone"}); // only edges in common
    addBox(world, {0, 1, 0}, {1, 2, 1}, "On top", Name{"wood"});  // faces look at each other
    addBox(world, {-1, 0, 0}, {0.5, 1, 0.5}, "Same look",
           Name{"stone"}); // nobody sees a difference
    const auto issues = issuesOf(world, "overlapping-faces");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, a);
    QCOMPARE(issues[0].others, std::vector{b});
    // Where they flicker, on top, which is seen, and not below.
    QCOMPARE(issues[0].path.size(), 1u);
    QVERIFY(glm::distance(issues[0].path[0], Vec3d{1.5, 1, 1.5}) < 1e-9);
}

void TestLevelChecks::sharedAreasAgreeWithSampling()
{
    std::mt19937 random{7};
    std::uniform_real_distribution<double> place{-1, 1};
    std::uniform_real_distribution<double> size{0.5, 2};
    for (int round = 0; round < 200; ++round) {
        const Vec3d at{place(random), 0, place(random)};
        const Vec3d extent{size(random), 1, size(random)};
        const auto a = *makeBox({{-1, 0, -1}, {1, 1, 1}});
        const auto b = *makeBox({at, at + extent});
        const double width = std::min(1.0, at.x + extent.x) - std::max(-1.0, at.x);
        const double depth = std::min(1.0, at.z + extent.z) - std::max(-1.0, at.z);
        const double expected = std::max(width, 0.0) * std::max(depth, 0.0);
        QVERIFY(std::abs(sharedArea(a, 2, b, 2) - expected) < 1e-9);
        QVERIFY(std::abs(sharedArea(b, 2, a, 2) - expected) < 1e-9);
    }
}

void TestLevelChecks::groupsWithoutContentsAreFound()
{
    World world;
    const auto empty = world.newId();
    const auto full = world.newId();
    Edit edit{{swapTo(empty, Node{"Empty", {}, false, false}),
               swapTo(full, Node{"Full", {}, false, false})}};
    world.apply(edit);
    const auto child = addBox(world, {0, 0, 0}, {1, 1, 1});
    Edit move{{swapTo(child, Node{"Crate", full, false, false})}};
    world.apply(move);
    const auto issues = issuesOf(world, "empty-group");
    QCOMPARE(issues.size(), 1u);
    QCOMPARE(issues[0].entity, empty);
    Edit hangs{{swapTo(child, Joint{.kind = JointKind::Distance, .other = empty})}};
    world.apply(hangs);
    QVERIFY(issuesOf(world, "empty-group").empty());
}

void TestLevelChecks::agentsWhoseNameIsTakenAreFound()
{
    World world;
    const auto add = [&](const std::string& name) {
        const auto entity = world.newId();
        Edit edit{{swapTo(entity, Node{name, {}, false, false}), swapTo(entity, NavAgent{})}};
        world.apply(edit);
        return entity;
    };
    const auto first = add("walker");
    const auto slashed = add("big/walker");
    add("walker two");
    add(""); // called by its number
    add("");
    QVERIFY(issuesOf(world, "agent-name").empty());
    addBox(world, {0, 0, 0}, {1, 1, 1}, "walker"); // no agent
    QVERIFY(issuesOf(world, "agent-name").empty());
    const auto second = add("walker");
    const auto third = add("walker");
    const auto inSameFile = add("big_walker");
    const auto issues = issuesOf(world, "agent-name");
    QCOMPARE(issues.size(), 3u);
    QCOMPARE(issues[0].entity, second);
    QCOMPARE(issues[0].others, std::vector{first});
    QCOMPARE(issues[1].entity, third);
    QCOMPARE(issues[1].others, std::vector{first});
    QCOMPARE(issues[2].entity, inSameFile);
    QCOMPARE(issues[2].others, std::vector{slashed});
    QVERIFY(issues[2].message.find("'big/walker' and 'big_walker'") != std::string::npos);
}

void TestLevelChecks::oneRuleGivesABoundedList()
{
    World world;
    for (int i = 0; i < 500; ++i)
        addBox(world, {i * 2.0, 0, 0}, {i * 2.0 + 1, 0.001, 1});
    const auto issues = issuesOf(world, "tiny-brush");
    QCOMPARE(issues.size(), MaxIssuesPerRule + 1);
    QVERIFY(QString::fromStdString(issues.back().message).startsWith(QStringLiteral("300 more")));
}

void TestLevelChecks::aCancelledCheckEnds()
{
    const SealedRoom room;
    JobControl control;
    control.cancel();
    QVERIFY(checkLevel(room.world, &control).empty());
}

PLAIN_TEST(TestLevelChecks)
} // namespace tst_level_checks

#include "tst_level_checks.moc"

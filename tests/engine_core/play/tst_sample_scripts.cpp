#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_sample_scripts
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Forward = keys(PlayerKey::Forward);
constexpr auto RunForward = keys(PlayerKey::Forward, PlayerKey::Run);

/// The scripts of projects/first_room in a world of their own.
struct SampleFixture : PlayFixture
{
    SampleFixture() : PlayFixture{firstRoomFolder()} { addFloor(); }

    [[nodiscard]] Vec3d placeOf(EntityId entity) const
    {
        return session->world().get<TransformComponent>(entity)->position;
    }
};
} // namespace

class TestSampleScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void walkingMovesAtTheScriptedSpeed();
    void diagonalsAreNotFaster();
    void lookingTurnsTheWalk();
    void jumpingLeavesTheGroundAndLands();
    void crouchingLowersTheEyesSmoothly();
    void footstepsAreHeardAtTheirIntervals();
    void aDoorOpensForThePlayerAndClosesBehind();
    void aClosedDoorBlocks();
    void usingADoorOpensIt();
    void tunablesOfADoorCarryTheirHints();
    void theGuardWalksItsRound();
    void guardsShareTheirStops();
};

void TestSampleScripts::walkingMovesAtTheScriptedSpeed()
{
    SampleFixture fixture;
    VERIFY_OK(fixture.start());
    const auto player = fixture.session->player().entity;
    fixture.tick(30, Forward);
    const auto from = fixture.session->player().position;
    fixture.tick(60, Forward);
    const auto to = fixture.session->player().position;
    QVERIFY(std::abs((from.z - to.z) - fixture.number(player, "walkSpeed")) < 0.02);
    QVERIFY(std::abs(to.x) < 1e-6);
    fixture.tick(60, RunForward);
    const double ran = to.z - fixture.session->player().position.z;
    const double wanted = fixture.number(player, "walkSpeed") * fixture.number(player, "runBoost");
    QVERIFY(ran > wanted - 0.3 && ran <= wanted + 0.01);
}

void TestSampleScripts::diagonalsAreNotFaster()
{
    SampleFixture fixture;
    VERIFY_OK(fixture.start());
    fixture.tick(60, keys(PlayerKey::Forward, PlayerKey::Right));
    const auto velocity = fixture.session->player().velocity;
    QVERIFY(std::abs(glm::length(velocity) - 3.5) < 0.02);
    QVERIFY(velocity.x > 2 && velocity.z < -2);
}

void TestSampleScripts::lookingTurnsTheWalk()
{
    SampleFixture fixture;
    VERIFY_OK(fixture.start());
    fixture.tick(1, 0, {Pi / 2, 10}); // to the right, and far beyond straight up
    fixture.tick(60, Forward);
    QVERIFY(fixture.session->player().position.x > 2);
    const double pitch = std::asin(fixture.session->camera().forward().y);
    QVERIFY(std::abs(degrees(pitch) - 85.0) < 1e-6);
}

void TestSampleScripts::jumpingLeavesTheGroundAndLands()
{
    SampleFixture fixture;
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    const auto heard = fixture.session->audio().playedCount();
    double highest = 0;
    for (int i = 0; i < 80; ++i) {
        fixture.tick(1, i < 40 ? keys(PlayerKey::Jump) : 0);
        highest = std::max(highest, fixture.session->player().position.y);
    }
    // v^2 / 2g with 5 m/s and 15 m/s^2; the key held down does not jump again.
    QVERIFY2(std::abs(highest - 25.0 / 30.0) < 0.06, std::to_string(highest).c_str());
    QVERIFY(fixture.session->player().grounded);
    QCOMPARE(fixture.session->audio().playedCount(), heard + 2); // the jump and the landing
}

void TestSampleScripts::crouchingLowersTheEyesSmoothly()
{
    SampleFixture fixture;
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    const double standing = fixture.session->camera().position.y;
    fixture.tick(1, keys(PlayerKey::Crouch));
    const double first = fixture.session->camera().position.y;
    fixture.tick(90, keys(PlayerKey::Crouch));
    QVERIFY(fixture.session->player().crouched);
    const double crouched = fixture.session->camera().position.y;
    QVERIFY2(std::abs(standing - 1.7) < 0.01, std::to_string(standing).c_str());
    QVERIFY(first > 1.5);
    QVERIFY2(std::abs(crouched - 1.2) < 0.01, std::to_string(crouched).c_str());
}

void TestSampleScripts::footstepsAreHeardAtTheirIntervals()
{
    SampleFixture fixture;
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    const auto before = fixture.session->audio().playedCount();
    fixture.tick(240, Forward); // four seconds at two steps a second
    const auto walked = fixture.session->audio().playedCount() - before;
    QVERIFY2(walked == 8 || walked == 9, std::to_string(walked).c_str());
    fixture.tick(60);
    const auto standing = fixture.session->audio().playedCount();
    fixture.tick(60);
    QCOMPARE(fixture.session->audio().playedCount(), standing);
}

void TestSampleScripts::aDoorOpensForThePlayerAndClosesBehind()
{
    SampleFixture fixture;
    const auto door =
        fixture.addDoor({-1, 0, -3.25}, {1, 2.5, -3}, "door.as",
                        {{"openOffset", {Vec3d{2.2, 0, 0}}}, {"stayOpenSeconds", {0.5}}});
    // Walls to both sides, so that the doorway is the only way.
    addBox(fixture.world, {-20, 0, -3.25}, {-1, 2.5, -3});
    addBox(fixture.world, {3.3, 0, -3.25}, {20, 2.5, -3});
    VERIFY_OK(fixture.start());
    fixture.tick(30, keys(PlayerKey::Back));
    QVERIFY(fixture.placeOf(door) == Vec3d{0});
    fixture.tick(180, Forward);
    QVERIFY(fixture.session->player().position.z < -5);
    QVERIFY(fixture.placeOf(door).x > 1);
    fixture.tick(180, Forward);
    QVERIFY(std::abs(fixture.placeOf(door).x) < 1e-9);
    QVERIFY(fixture.world.get<TransformComponent>(door)->position == Vec3d{0});
}

void TestSampleScripts::aClosedDoorBlocks()
{
    SampleFixture fixture;
    fixture.addDoor({-10, 0, -3.25}, {10, 2.5, -3}, "door.as", {{"openDistance", {0.0}}});
    VERIFY_OK(fixture.start());
    fixture.tick(180, Forward);
    const double z = fixture.session->player().position.z;
    QVERIFY2(z > -2.67 && z < -2.6, std::to_string(z).c_str());
}

void TestSampleScripts::usingADoorOpensIt()
{
    SampleFixture fixture;
    const auto door =
        fixture.addDoor({-10, 0, -2.25}, {10, 2.5, -2}, "door.as", {{"openDistance", {0.0}}});
    VERIFY_OK(fixture.start());
    fixture.tick(10);
    QVERIFY(fixture.placeOf(door) == Vec3d{0});
    fixture.tick(30, keys(PlayerKey::Use));
    QVERIFY(fixture.placeOf(door).x > 0.3);
}

void TestSampleScripts::tunablesOfADoorCarryTheirHints()
{
    SampleFixture fixture;
    const auto info = fixture.scripts->classInfo("door.as", "Door");
    VERIFY_OK(info);
    QCOMPARE(info->properties.size(), 6U);
    QCOMPARE(info->findProperty("speed")->unit, "m/s");
    QCOMPARE(info->findProperty("openOffset")->kind, PropertyKind::Vec3);
    QCOMPARE(info->findProperty("openSound")->assetKind, AssetKind::Sound);
    VERIFY_OK(fixture.scripts->classInfo("player.as", "Player"));
}

/// The scene patrol.scene.json: through the door to all stops and round again.
void TestSampleScripts::theGuardWalksItsRound()
{
    PlayFixture fixture{firstRoomFolder()};
    const auto scene = loadScene(firstRoomFolder() / "scenes" / "patrol.scene.json", fixture.types);
    VERIFY_OK(scene);
    Edit edit;
    for (const auto entity : scene->world->entities())
        for (const auto& type : fixture.types.all())
            if (const auto& value = scene->world->value(entity, type.id))
                edit.swaps.push_back({entity, type.id, value});
    fixture.world.apply(edit);
    VERIFY_OK(fixture.start());
    const auto named = [&](const std::string& name) {
        EntityId found;
        fixture.session->world().forEach<Node>([&](EntityId entity, const Node& node) {
            if (node.name == name)
                found = entity;
        });
        return found;
    };
    const auto guard = named("Guard");
    const auto placeOf = [&](EntityId entity) {
        return worldTransform(fixture.session->world(), entity).position;
    };
    const std::vector<EntityId> stops{named("Stop 1"), named("Stop 2"), named("Stop 3"),
                                      named("Stop 4")};
    std::vector<double> nearest(stops.size(), 100);
    for (int i = 0; i < 45 * 60; ++i) {
        fixture.tick(1);
        for (std::size_t stop = 0; stop < stops.size(); ++stop)
            nearest[stop] =
                std::min(nearest[stop], glm::length(placeOf(guard) - placeOf(stops[stop])));
    }
    QVERIFY(fixture.session->scriptErrors().empty());
    QCOMPARE(fixture.number(guard, "unreached"), 0.0);
    QVERIFY(fixture.number(guard, "visited") >= 5);
    for (const auto away : nearest)
        QVERIFY2(away < 0.25, qPrintable(QString::number(away)));
}

void TestSampleScripts::guardsShareTheirStops()
{
    SampleFixture fixture;
    const auto place = [&](const std::string& name, const Vec3d& at, EntityId parent) {
        const auto entity = fixture.world.newId();
        Edit edit;
        edit.swaps.push_back(swapTo(entity, Node{.name = name, .parent = parent}));
        edit.swaps.push_back(swapTo(entity, TransformComponent{.position = at}));
        fixture.world.apply(edit);
        return entity;
    };
    const auto stops = place("Stops", {0, 0, 0}, {});
    for (const Vec3d& at : {Vec3d{-6, 0, -6}, Vec3d{6, 0, -6}, Vec3d{6, 0, 6}, Vec3d{-6, 0, 6}})
        place("stop", at, stops);
    std::vector<EntityId> guards;
    for (int i = 0; i < 3; ++i) {
        guards.push_back(
            fixture.addScripted("guard", "patrol.as", "Patrol", {1.5 * i - 1.5, 0, 0}));
        Edit edit;
        edit.swaps.push_back(swapTo(guards.back(), NavWalker{}));
        fixture.world.apply(edit);
    }
    VERIFY_OK(fixture.start());
    fixture.tick(60 * 60);
    QVERIFY(fixture.session->scriptErrors().empty());
    for (const auto guard : guards) {
        QCOMPARE(fixture.number(guard, "unreached"), 0.0);
        QVERIFY(fixture.number(guard, "visited") >= 5);
    }
}

PLAIN_TEST(TestSampleScripts)
} // namespace tst_sample_scripts

#include "tst_sample_scripts.moc"

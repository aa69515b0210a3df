#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_play_session
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Forward = keys(PlayerKey::Forward);
constexpr auto RunForward = keys(PlayerKey::Forward, PlayerKey::Run);
} // namespace

class TestPlaySession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePlayerStandsAtThePlayerStart();
    void playStartsFromACameraIfAsked();
    void theSceneOwnPlayerIsUsed();
    void fallingBelowTheKillHeightStartsAgain();
    void theNumberOfTicksFollowsTheTime();
    void aStallDoesNotSpiral();
    void pauseStopsTheClock();
    void placesAreBlendedBetweenTicks();
    void whatIsCarriedGlidesAndJumpsAlong();
    void aMovingBrushPushesThePlayer();
    void aLiftCarriesThePlayer();
    void playingAloneLeavesTheEditedWorldAlone();
    void equalInputGivesEqualState();
    void startCompilesNothingTheSecondTime();
    void aSessionWithoutBorrowedCollisionMakesItsOwn();
    void layersThatAreLeftOutAreNotInTheGame();
    void hiddenLayersAreInTheGame();
};

void TestPlaySession::thePlayerStandsAtThePlayerStart()
{
    PlayFixture fixture;
    addBox(fixture.world, {-20, -1, -20}, {20, 0, 20});
    addPlayerStart(fixture.world, {3, 0, 4});
    VERIFY_OK(fixture.start());
    QVERIFY(fixture.session->player().entity.isSpawned());
    QVERIFY(fixture.session->player().position == (Vec3d{3, 0, 4}));
    QVERIFY(fixture.session->camera().position == (Vec3d{3, 1.7, 4}));
    fixture.tick(10);
    QVERIFY(fixture.session->player().grounded);
    QVERIFY(glm::distance(fixture.session->player().position, Vec3d{3, 0, 4}) < 0.01);
    QVERIFY(std::abs(degrees(fixture.session->camera().fovY) - 70.0) < 1e-9);
    // A wide picture shows more at its sides, a narrow one never less than one of 4:3.
    QCOMPARE(fixture.session->camera(16.0 / 9).fovY, fixture.session->camera().fovY);
    const double across = std::tan(fixture.session->camera().fovY / 2) * 4 / 3;
    QVERIFY(std::abs(std::tan(fixture.session->camera(0.5).fovY / 2) * 0.5 - across) < 1e-9);
}

void TestPlaySession::playStartsFromACameraIfAsked()
{
    PlayFixture fixture;
    fixture.addFloor();
    auto setup = fixture.setup();
    ViewCamera camera;
    camera.position = {5, 1.7, -3};
    camera.rotation = glm::angleAxis(Pi / 2, Vec3d{0, 1, 0});
    setup.startFrom = camera;
    const auto session = PlaySession::start(fixture.world, setup);
    VERIFY_OK(session);
    QVERIFY(glm::distance((*session)->player().position, Vec3d{5, 0, -3}) < 1e-9);
    (*session)->tick({});
    QVERIFY(glm::distance((*session)->camera().forward(), Vec3d{-1, 0, 0}) < 1e-6);
}

void TestPlaySession::theSceneOwnPlayerIsUsed()
{
    PlayFixture fixture{firstRoomFolder()};
    fixture.addFloor();
    const auto hero = fixture.addScripted("hero", "player.as", "Player", {2, 0, 2});
    Edit edit;
    edit.swaps.push_back(swapTo(hero, Character{}));
    fixture.world.apply(edit);
    VERIFY_OK(fixture.start());
    QCOMPARE(fixture.session->player().entity, hero);
    QVERIFY(fixture.session->player().position == (Vec3d{2, 0, 2}));
}

void TestPlaySession::fallingBelowTheKillHeightStartsAgain()
{
    PlayFixture fixture;
    addPlayerStart(fixture.world, {1, 5, 1});
    Edit edit;
    SceneSettings settings;
    settings.killHeight = 0;
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    fixture.world.apply(edit);
    VERIFY_OK(fixture.start());
    double lowest = 5;
    for (int i = 0; i < 200; ++i) {
        fixture.tick(1);
        lowest = std::min(lowest, fixture.session->player().position.y);
    }
    QVERIFY(lowest >= 0 && lowest < 0.5);
}

void TestPlaySession::theNumberOfTicksFollowsTheTime()
{
    PlayFixture fixture;
    fixture.addFloor();
    VERIFY_OK(fixture.start());
    int ticks = 0;
    double time = 0;
    for (int i = 0; time < 2.0; ++i) {
        const double frame = i % 3 == 0 ? 0.004 : i % 3 == 1 ? 0.031 : 0.0173;
        ticks += fixture.session->advance(frame, {});
        time += frame;
    }
    QCOMPARE(ticks, static_cast<int>(time * 60.0 + 1e-6));
    QCOMPARE(fixture.session->tickCount(), static_cast<std::uint64_t>(ticks));
    for (int i = 0; i < 60; ++i)
        ticks += fixture.session->advance(PlaySession::TickSeconds, {});
    QCOMPARE(ticks, static_cast<int>(time * 60.0 + 60 + 1e-6));
}

void TestPlaySession::aStallDoesNotSpiral()
{
    PlayFixture fixture;
    fixture.addFloor();
    VERIFY_OK(fixture.start());
    QCOMPARE(fixture.session->advance(10.0, {}), 8);
    QCOMPARE(fixture.session->advance(0.0, {}), 0);
}

void TestPlaySession::pauseStopsTheClock()
{
    PlayFixture fixture;
    fixture.addFloor();
    VERIFY_OK(fixture.start());
    fixture.session->setPaused(true);
    QCOMPARE(fixture.session->advance(1.0, {}), 0);
    fixture.session->tick({}); // the Tick button
    QCOMPARE(fixture.session->tickCount(), 1U);
    fixture.session->setPaused(false);
    QCOMPARE(fixture.session->advance(PlaySession::TickSeconds, {}), 1);
}

void TestPlaySession::placesAreBlendedBetweenTicks()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("move.as", "class Move : Node { void onTick(float dt) { "
                                   "entity.translate(Vec3(6, 0, 0)); } }");
    const auto mover = fixture.addScripted("mover", "move.as", "Move", {0, 5, 0});
    const auto still = addLight(fixture.world, {0, 3, 0});
    VERIFY_OK(fixture.start());
    QCOMPARE(fixture.session->advance(PlaySession::TickSeconds * 1.5, {}), 1);
    const auto place = fixture.session->interpolatedPlace(mover);
    QVERIFY(place.has_value());
    QVERIFY(std::abs(place->position.x - 3.0) < 1e-9);
    QVERIFY(!fixture.session->interpolatedPlace(still));
    fixture.session->tick({});
    QVERIFY(std::abs(fixture.session->interpolatedPlace(mover)->position.x - 12.0) < 1e-9);
}

void TestPlaySession::whatIsCarriedGlidesAndJumpsAlong()
{
    PlayFixture fixture;
    addPlayerStart(fixture.world, {1, 5, 1});
    fixture.writeScript("hero.as", "class Hero : Node {}");
    const auto hero = fixture.addScripted("hero", "hero.as", "Hero", {1, 5, 1});
    const auto lamp = addLight(fixture.world, {0, 1, 0});
    Edit edit;
    SceneSettings settings;
    settings.killHeight = 0;
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    edit.swaps.push_back(swapTo(hero, Character{}));
    edit.swaps.push_back(swapTo(lamp, Node{.name = "lamp", .parent = hero}));
    fixture.world.apply(edit);
    VERIFY_OK(fixture.start());
    int falls = 0;
    for (int i = 0; i < 200; ++i) {
        const auto before = worldTransform(fixture.session->world(), lamp).position;
        fixture.session->advance(PlaySession::TickSeconds * 0.9, {});
        const auto now = worldTransform(fixture.session->world(), lamp).position;
        const auto shown = fixture.session->interpolatedPlace(lamp);
        if (now.y > before.y + 1) {
            ++falls;
            QVERIFY(!shown || glm::distance(shown->position, now) < 1e-9);
        } else if (now.y < before.y) {
            QVERIFY(shown && shown->position.y <= before.y + 1e-9);
            QVERIFY(shown->position.y >= now.y - 1e-9);
        }
    }
    QVERIFY(falls > 0);
}

void TestPlaySession::aMovingBrushPushesThePlayer()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("push.as", "class Push : Node { void onTick(float dt) { "
                                   "entity.translate(Vec3(0, 0, dt)); } }");
    fixture.addDoor({-1, 0.1, -1.5}, {1, 2, -1}, "push.as");
    VERIFY_OK(fixture.start());
    fixture.tick(120); // the leaf moves from z = -1 to z = 1
    QVERIFY(fixture.session->scriptErrors().empty());
    const auto player = fixture.session->player().position;
    QVERIFY2(player.z > 1.3 && player.z < 1.5, std::to_string(player.z).c_str());
}

void TestPlaySession::aLiftCarriesThePlayer()
{
    PlayFixture fixture;
    addPlayerStart(fixture.world, {0, 0, 0});
    fixture.writeScript("lift.as", "class Lift : Node { void onTick(float dt) { "
                                   "if (time() > 0.5) entity.translate(Vec3(dt, -2 * dt, 0)); } }");
    fixture.addDoor({-1, -0.2, -1}, {1, 0, 1}, "lift.as");
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    int inTheAir = 0;
    for (int i = 0; i < 120; ++i) {
        fixture.tick(1);
        inTheAir += fixture.session->player().grounded ? 0 : 1;
    }
    const auto player = fixture.session->player().position;
    QVERIFY2(std::abs(player.x - 2) < 0.1, std::to_string(player.x).c_str());
    QVERIFY2(std::abs(player.y + 4) < 0.1, std::to_string(player.y).c_str());
    QVERIFY2(inTheAir < 5, std::to_string(inTheAir).c_str());
}

void TestPlaySession::playingAloneLeavesTheEditedWorldAlone()
{
    PlayFixture fixture{firstRoomFolder()};
    fixture.addFloor();
    fixture.addDoor({-1, 0, -3.25}, {1, 2.5, -3}, "door.as");
    const auto before = contentHash(fixture.world, fixture.types);
    const auto count = fixture.world.entityCount();
    VERIFY_OK(fixture.start());
    fixture.tick(300, Forward);
    QCOMPARE(contentHash(fixture.world, fixture.types), before);
    fixture.session.reset();
    QCOMPARE(contentHash(fixture.world, fixture.types), before);
    QCOMPARE(fixture.world.entityCount(), count);
}

void TestPlaySession::equalInputGivesEqualState()
{
    std::vector<ContentHash> hashes;
    for (int run = 0; run < 2; ++run) {
        PlayFixture fixture{firstRoomFolder()};
        fixture.addFloor();
        fixture.addDoor({-1, 0, -3.25}, {1, 2.5, -3}, "door.as");
        VERIFY_OK(fixture.start());
        for (int i = 0; i < 300; ++i)
            fixture.session->tick({i % 60 < 50 ? RunForward : keys(PlayerKey::Jump),
                                   Vec2d{0.01 * std::sin(i * 0.1), 0.002}});
        hashes.push_back(fixture.session->stateHash());
        fixture.tick(1, Forward);
        QVERIFY(fixture.session->stateHash() != hashes.back());
    }
    QCOMPARE(hashes[0], hashes[1]);
}

void TestPlaySession::startCompilesNothingTheSecondTime()
{
    PlayFixture fixture{firstRoomFolder()};
    fixture.addFloor();
    fixture.addDoor({-1, 0, -3.25}, {1, 2.5, -3}, "door.as");
    VERIFY_OK(fixture.start());
    const auto compiled = fixture.scripts->compileCount();
    fixture.session.reset();
    VERIFY_OK(fixture.start());
    QCOMPARE(fixture.scripts->compileCount(), compiled);
}

void TestPlaySession::aSessionWithoutBorrowedCollisionMakesItsOwn()
{
    PlayFixture fixture;
    fixture.addFloor();
    auto setup = fixture.setup();
    setup.collision = nullptr;
    setup.scripts = nullptr;
    const auto session = PlaySession::start(fixture.world, setup);
    VERIFY_OK(session);
    for (int i = 0; i < 60; ++i)
        (*session)->tick({});
    QVERIFY((*session)->player().grounded);
}

namespace
{
/// A wall one metre before the player, on a layer.
EntityId addWallOnLayer(PlayFixture& fixture, const Layer& layer, bool hidden)
{
    const auto id = fixture.world.newId();
    const auto wall = addBox(fixture.world, {-5, 0, -2}, {5, 3, -1});
    Edit edit{{swapTo(id, Node{.name = "Layer", .parent = {}, .hidden = hidden}), swapTo(id, layer),
               swapTo(wall, Node{.name = "wall", .parent = id})}};
    fixture.world.apply(edit);
    return wall;
}
} // namespace

void TestPlaySession::layersThatAreLeftOutAreNotInTheGame()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto wall = addWallOnLayer(fixture, {.omit = true}, false);
    VERIFY_OK(fixture.start());
    QVERIFY(!fixture.session->world().exists(wall));
    fixture.tick(120, Forward);
    QVERIFY(fixture.session->player().position.z < -2);
    // Edits of it, and what is added to it meanwhile, stay out, too.
    const auto layer = fixture.world.get<Node>(wall)->parent;
    const auto added = fixture.world.newId();
    fixture.editLive({{swapTo(added, Node{.name = "new", .parent = layer}),
                       swapTo(wall, Node{.name = "renamed", .parent = layer})}});
    QVERIFY(!fixture.session->world().exists(wall));
    QVERIFY(!fixture.session->world().exists(added));
}

void TestPlaySession::hiddenLayersAreInTheGame()
{
    PlayFixture fixture;
    fixture.addFloor();
    addWallOnLayer(fixture, {}, true);
    VERIFY_OK(fixture.start());
    fixture.tick(120, Forward);
    QVERIFY(fixture.session->player().position.z > -1);
}

PLAIN_TEST(TestPlaySession)
} // namespace tst_play_session

#include "tst_play_session.moc"

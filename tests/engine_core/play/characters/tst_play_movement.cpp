#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_play_movement
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Forward = keys(PlayerKey::Forward);

/// An object of the level with one component.
template <typename T>
EntityId addWith(PlayFixture& fixture, const T& component, const TransformComponent& place)
{
    const auto entity = fixture.world.newId();
    Edit edit{{swapTo(entity, Node{.name = "thing", .parent = {}}), swapTo(entity, place),
               swapTo(entity, component)}};
    fixture.world.apply(edit);
    return entity;
}

/// A player of the level's own, with the class Hero of this text.
EntityId addHero(PlayFixture& fixture, const std::string& text, const Character& body = {})
{
    fixture.writeScript("hero.as", text);
    const auto hero = fixture.addScripted("hero", "hero.as", "Hero");
    Edit edit{{swapTo(hero, body)}};
    fixture.world.apply(edit);
    return hero;
}
} // namespace

/// What a level and its scripts say about how characters move.
class TestPlayMovement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void brakingIsLive();
    void aRateOfTheScriptHoldsForThatTick();
    void jumpsWaitForTheGround();
    void waterCarriesThePlayer();
    void waterTurnsAndMovesWithItsObject();
    void ladderLeadsUpAndOff_data();
    void ladderLeadsUpAndOff();
    void noclipGoesThroughWallsAndBack();
    void footstepsTellMaterialAndGait();
    void footstepsTellTheSurface();
    void onFootstepMustTakeWhatItIsTold();
    void equalInputGivesEqualStateInWaterAndOnLadders();
};

void TestPlayMovement::brakingIsLive()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto hero =
        addHero(fixture, "class Hero : Node { double speed = 5; void onTick(float dt) "
                         "{ entity.move(Vec3(speed, 0, 0)); } }");
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    QVERIFY(std::abs(fixture.session->player().velocity.x - 5) < 1e-9);
    fixture.editLive({{swapTo(hero, Character{.braking = 6})}});
    fixture.editLive({{swapTo(hero, Script{{"hero.as"}, "Hero", {{"speed", {0.0}}}})}});
    fixture.tick(30);
    const double speed = fixture.session->player().velocity.x;
    QVERIFY2(std::abs(speed - 2) < 0.2, qPrintable(QString::number(speed)));
}

void TestPlayMovement::aRateOfTheScriptHoldsForThatTick()
{
    PlayFixture fixture;
    fixture.addFloor();
    addHero(fixture,
            "class Hero : Node { int ticks = 0; void onTick(float dt) { ++ticks; "
            "entity.move(ticks < 60 ? Vec3(6, 0, 0) : Vec3(), 0, false, ticks < 60 ? 60 : 12); } }",
            Character{.acceleration = 1, .braking = 1});
    VERIFY_OK(fixture.start());
    fixture.tick(59);
    QVERIFY(std::abs(fixture.session->player().velocity.x - 6) < 1e-9);
    fixture.tick(15);
    QVERIFY(std::abs(fixture.session->player().velocity.x - 3) < 1e-9);
}

void TestPlayMovement::jumpsWaitForTheGround()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("count.as", "class Count : Node { int jumps = 0; void onLateTick(float dt) "
                                    "{ if (player().hasJumped) ++jumps; } }");
    const auto count = fixture.addScripted("count", "count.as", "Count");
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    fixture.tick(2, keys(PlayerKey::Jump));
    QCOMPARE(fixture.number(count, "jumps"), 1.0);
    for (int i = 0; i < 120 && !fixture.session->player().grounded; ++i) {
        const auto player = fixture.session->player();
        const bool soon = player.velocity.y < 0 && player.position.y < 0.3;
        fixture.tick(1, soon ? keys(PlayerKey::Jump) : 0);
    }
    fixture.tick(2, keys(PlayerKey::Jump)); // held since it was in the air
    QCOMPARE(fixture.number(count, "jumps"), 2.0);
}

void TestPlayMovement::waterCarriesThePlayer()
{
    PlayFixture fixture;
    addBox(fixture.world, {-20, -7, -20}, {20, -6, 20});
    addPlayerStart(fixture.world, {0, -3, 0});
    addWith(fixture, Water{.size = {10, 6, 10}}, {.position = {0, -3, 0}});
    VERIFY_OK(fixture.start());
    fixture.tick(600);
    const double depth = -fixture.session->player().position.y;
    QVERIFY2(std::abs(depth - 0.8 * 1.7) < 0.02, qPrintable(QString::number(depth)));
    // Down where they look, and up again with Jump.
    fixture.tick(1, 0, {0, -10});
    fixture.tick(120, Forward);
    QVERIFY(fixture.session->player().position.y < -5);
    fixture.tick(180, keys(PlayerKey::Jump));
    QVERIFY(fixture.session->player().position.y > -1.6);
}

void TestPlayMovement::waterTurnsAndMovesWithItsObject()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("lock.as", "class Lock : Node { double part = 0; void onTick(float dt) { "
                                   "part = player().submerged; } }");
    const auto lock = fixture.addScripted("lock", "lock.as", "Lock");
    // Lying on its side it is 2 m wide and 6 m deep; twice as large in all.
    const auto water = addWith(fixture, Water{.size = {3, 1, 1}},
                               {.position = {0, 0, 0},
                                .rotation = glm::angleAxis(Pi / 2, Vec3d{0, 0, 1}),
                                .scale = {2, 2, 2}});
    VERIFY_OK(fixture.start());
    fixture.tick(3);
    QCOMPARE(fixture.number(lock, "part"), 1.0);
    fixture.editLive({{swapTo(water, TransformComponent{.position = {2, 0, 0}})}});
    fixture.tick(3);
    QCOMPARE(fixture.number(lock, "part"), 0.0);
}

void TestPlayMovement::ladderLeadsUpAndOff_data()
{
    QTest::addColumn<double>("yaw");
    QTest::newRow("as it is made") << 0.0;
    QTest::newRow("turned to the left") << Pi / 2;
    QTest::newRow("turned a little") << 0.3;
}

void TestPlayMovement::ladderLeadsUpAndOff()
{
    QFETCH(double, yaw);
    PlayFixture fixture;
    fixture.addFloor();
    const auto turn = glm::angleAxis(yaw, Vec3d{0, 1, 0});
    const auto wall = addBox(fixture.world, {-4, 0, -30}, {4, 4, -2}); // where a start looks
    Edit edit{{swapTo(wall, TransformComponent{.rotation = turn})}};
    fixture.world.apply(edit);
    addWith(fixture, Ladder{.size = {1, 4, 0.8}},
            {.position = turn * Vec3d{0, 2, -1.6}, .rotation = turn});
    VERIFY_OK(fixture.start());
    fixture.tick(30, 0, {-yaw / 30, 0});
    fixture.tick(240, Forward);
    const auto player = fixture.session->player();
    QVERIFY2(player.grounded && std::abs(player.position.y - 4) < 0.01,
             qPrintable(QString::number(player.position.y)));
}

void TestPlayMovement::noclipGoesThroughWallsAndBack()
{
    PlayFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {-20, 0, -3}, {20, 5, -2});
    fixture.writeScript("switch.as",
                        "class Switch : Node { bool through = false; void onTick(float dt) "
                        "{ player().noclip = through; } }");
    const auto toggle = fixture.addScripted("switch", "switch.as", "Switch");
    VERIFY_OK(fixture.start());
    fixture.tick(60, Forward);
    QVERIFY(fixture.session->player().position.z > -1.7);
    const auto through = [&](bool is) {
        fixture.editLive({{swapTo(toggle, Script{{"switch.as"}, "Switch", {{"through", {is}}}})}});
        fixture.tick(2);
    };
    through(true);
    fixture.tick(60, Forward);
    QVERIFY(fixture.session->player().position.z < -4);
    fixture.tick(1, 0, {0, 10}); // up
    fixture.tick(60, Forward);
    QVERIFY(fixture.session->player().position.y > 3);
    QVERIFY(!fixture.session->player().grounded);
    through(false);
    fixture.tick(120);
    QVERIFY(fixture.session->player().grounded);
    QVERIFY(fixture.session->player().position.y < 0.01);
}

void TestPlayMovement::footstepsTellMaterialAndGait()
{
    PlayFixture fixture;
    addBox(fixture.world, {-20, -1, -7}, {20, 0, 20}, "stone", Name{"Materials/stone"});
    addBox(fixture.world, {-20, -1, -90}, {20, 0, -7}, "wood", Name{"Materials/wood"});
    const auto hero = addHero(
        fixture, "class Hero : Node { int walked = 0; int ran = 0; string ground; "
                 "double speed = 3.5; bool jumps = false; "
                 "void onTick(float dt) { entity.move(Vec3(0, 0, -speed), jumps ? 5 : 0); } "
                 "void onFootstep(string material, bool running) { ground = material; "
                 "if (running) ++ran; else ++walked; } }");
    VERIFY_OK(fixture.start());
    const auto set = [&](const ValueBag& values) {
        fixture.editLive({{swapTo(hero, Script{{"hero.as"}, "Hero", values})}});
    };
    const auto ground = [&] {
        const auto value = fixture.session->scriptProperty(hero, "ground");
        const auto* text = value ? value->as<std::string>() : nullptr;
        return text != nullptr ? *text : std::string{"none"};
    };
    fixture.tick(121);
    // A step each 1.75 m, and one where it sets out.
    const double way = -fixture.session->player().position.z;
    QVERIFY2(way > 6 && way < 7, qPrintable(QString::number(way)));
    QCOMPARE(fixture.number(hero, "walked"), 1 + std::floor(way / 1.75));
    QCOMPARE(ground(), std::string{"Materials/stone"});
    set({{"speed", {6.45}}});
    fixture.tick(120); // 12.9 m: a step of a run each 2.15 m
    QVERIFY2(std::abs(fixture.number(hero, "ran") - 6) <= 1,
             qPrintable(QString::number(fixture.number(hero, "ran"))));
    QCOMPARE(ground(), std::string{"Materials/wood"});
    set({{"speed", {0.0}}});
    fixture.tick(10);
    const double before = fixture.number(hero, "ran") + fixture.number(hero, "walked");
    fixture.tick(60);
    QCOMPARE(fixture.number(hero, "ran") + fixture.number(hero, "walked"), before);
    QVERIFY(fixture.session->scriptErrors().empty());
}

void TestPlayMovement::footstepsTellTheSurface()
{
    PlayFixture fixture;
    const auto file = fixture.assets.project().assetFolder() / "Materials" / "oak.material.json";
    VERIFY_OK(makeFolders(file.parent_path()));
    VERIFY_OK(writeFileAtomically(file, R"({"format":1,"surface":"wood"})"));
    addBox(fixture.world, {-20, -1, -20}, {20, 0, 20}, "floor", Name{"Materials/oak"});
    const auto hero = addHero(
        fixture,
        "class Hero : Node { string ground; string below; "
        "void onTick(float dt) { entity.move(Vec3(0, 0, -3), 0); "
        "RayHit hit = castRay(entity.position + Vec3(0, 1, 0), Vec3(0, -1, 0), 5); "
        "below = hit.surface; } "
        "void onFootstep(const string &in material, bool running, const string &in surface) "
        "{ ground = surface; } }");
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    for (const auto* property : {"ground", "below"}) {
        const auto value = fixture.session->scriptProperty(hero, property);
        QVERIFY(value && value->as<std::string>() != nullptr);
        QCOMPARE(*value->as<std::string>(), std::string{"wood"});
    }
    QVERIFY(fixture.session->scriptErrors().empty());
}

void TestPlayMovement::onFootstepMustTakeWhatItIsTold()
{
    PlayFixture fixture;
    fixture.addFloor();
    addHero(fixture, "class Hero : Node { void onFootstep(bool running) {} }");
    const auto started = fixture.start();
    QVERIFY(!started);
    const auto why = started.error().message();
    QVERIFY2(why.find("'void onFootstep(string material, bool running, string surface)'") !=
                 std::string::npos,
             why.c_str());
}

void TestPlayMovement::equalInputGivesEqualStateInWaterAndOnLadders()
{
    std::vector<std::vector<ContentHash>> runs(2);
    int swims = 0;
    for (auto& hashes : runs) {
        PlayFixture fixture;
        fixture.addFloor();
        addBox(fixture.world, {-4, 0, -8}, {4, 4, -4});
        addWith(fixture, Ladder{.size = {2, 4, 0.8}}, {.position = {0, 2, -3.6}});
        addWith(fixture, Water{.size = {20, 4, 20}, .current = {0.2, 0, 0}},
                {.position = {0, 2, 12}});
        VERIFY_OK(fixture.start());
        for (int i = 0; i < 900; ++i) {
            auto held = i < 240 ? Forward : keys(PlayerKey::Back, PlayerKey::Run);
            if (i % 50 == 0)
                held |= keys(PlayerKey::Jump);
            fixture.session->tick({held, Vec2d{0.002, 0.001 * std::sin(i * 0.1)}});
            hashes.push_back(fixture.session->stateHash());
            swims += fixture.session->player().position.z > 3 ? 1 : 0;
        }
    }
    QCOMPARE(runs[0], runs[1]);
    QVERIFY(swims > 100);
}

PLAIN_TEST(TestPlayMovement)
} // namespace tst_play_movement

#include "tst_play_movement.moc"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

#include <random>

namespace tst_play_bodies
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Right = keys(PlayerKey::Right);

/// A floor, and a player who starts at the origin.
struct BodyFixture : WalkFixture
{
    BodyFixture() { set(addPlayerStartAway(), TransformComponent{.position = {0, 0, 0}}); }

    EntityId addBody(const Vec3d& min, const Vec3d& max, const Body& body = {})
    {
        const auto box = addBox(world, min, max, "crate");
        set(box, body);
        return box;
    }

    /// The middle of what a brush is in the game.
    [[nodiscard]] Vec3d middle(EntityId brush) const
    {
        const auto& played = session->world();
        return worldTransform(played, brush)
            .apply(played.get<BrushComponent>(brush)->brush->bounds().center());
    }
};
} // namespace

class TestPlayBodies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCrateFallsAndComesToRest();
    void thePlayerPushesACrateAndNotAHeavyOne();
    void thePlayerStandsOnACrate();
    void theEditedWorldStaysAsItIs();
    void equalGamesAreEqualBitByBit();
    void brushesOfBodiesDoNotStandStill();
    void aGroupIsOneRigidPiece();
    void aLiftCarriesACrate();
    void theGroundMayBeEditedAway();
    void propertiesAndSizesActAtOnce();
    void whatFallsOutOfTheLevelStartsAgain();
    void scriptsPushAndRead();
    void scriptsThrowACharacter();
    void scriptsHearWhatRunsIntoWhat();
    void copiesFallAndDestroyedOnesAreGone();
    void nobodyLeavesAClosedRoomAmongBodies_data();
    void nobodyLeavesAClosedRoomAmongBodies();
};

void TestPlayBodies::aCrateFallsAndComesToRest()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({4, 3, -0.5}, {5, 4, 0.5});
    VERIFY_OK(fixture.start());
    fixture.tick(10);
    QVERIFY(fixture.middle(crate).y < 3.4);
    QVERIFY(fixture.session->interpolatedPlace(crate).has_value());
    fixture.tick(290);
    const auto end = fixture.middle(crate);
    QVERIFY(std::abs(end.y - 0.5) < 0.01);
    QVERIFY(glm::distance(end, Vec3d{4.5, 0.5, 0}) < 0.1); // it bounces a little
    QVERIFY(!fixture.session->interpolatedPlace(crate));   // it sleeps
}

void TestPlayBodies::thePlayerPushesACrateAndNotAHeavyOne()
{
    for (const double mass : {50.0, 500.0}) {
        BodyFixture fixture;
        const auto crate = fixture.addBody({1, 0, -0.5}, {2, 1, 0.5}, Body{.mass = mass});
        VERIFY_OK(fixture.start());
        fixture.tick(30);
        fixture.tick(120, Right);
        const double way = fixture.middle(crate).x - 1.5;
        QVERIFY2(mass > 100 ? way < 0.01 : way > 1.5, qPrintable(QString::number(way)));
        QVERIFY(fixture.session->player().position.x < fixture.middle(crate).x - 0.5 - 0.34);
        QVERIFY(fixture.session->player().position.x > fixture.middle(crate).x - 0.5 - 0.45);
    }
}

void TestPlayBodies::thePlayerStandsOnACrate()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({-0.5, 0, -0.5}, {0.5, 1, 0.5});
    fixture.set(fixture.addPlayerStartAway(), TransformComponent{.position = {0, 1.5, 0}});
    VERIFY_OK(fixture.start());
    fixture.tick(120);
    QVERIFY(fixture.session->player().grounded);
    QVERIFY(std::abs(fixture.session->player().position.y - 1) < 0.01);
    QVERIFY(glm::distance(fixture.middle(crate), Vec3d{0, 0.5, 0}) < 0.01);
}

void TestPlayBodies::theEditedWorldStaysAsItIs()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({4, 3, -0.5}, {5, 4, 0.5});
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    QVERIFY(fixture.world.get<TransformComponent>(crate) == nullptr);
    QVERIFY(fixture.session->world().get<TransformComponent>(crate) != nullptr);
}

void TestPlayBodies::equalGamesAreEqualBitByBit()
{
    const auto run = [] {
        BodyFixture fixture;
        for (int i = 0; i < 12; ++i) {
            const double at = 1.5 + 0.2 * (i % 3);
            fixture.addBody({at, i * 1.1, -0.5}, {at + 1, i * 1.1 + 1, 0.5},
                            Body{.restitution = 0.05 * i});
        }
        ENGINE_EXPECT(fixture.start());
        fixture.tick(100);
        fixture.tick(100, Right);
        return fixture.session->stateHash();
    };
    QCOMPARE(run(), run());
}

void TestPlayBodies::brushesOfBodiesDoNotStandStill()
{
    BodyFixture fixture;
    const auto crate = addBox(fixture.world, {4, 0, 0}, {5, 1, 1});
    const auto before = fixture.collision.shapeCount();
    fixture.set(crate, Body{});
    QCOMPARE(fixture.collision.shapeCount(), before - 1);
    Edit edit;
    edit.swaps.push_back({crate, typeIdOf<Body>(), nullptr});
    fixture.world.apply(edit);
    QCOMPARE(fixture.collision.shapeCount(), before);
}

void TestPlayBodies::aGroupIsOneRigidPiece()
{
    BodyFixture fixture;
    const auto group = fixture.world.newId();
    fixture.set(group, Node{.name = "table", .parent = {}});
    fixture.set(group, TransformComponent{.position = {6, 2, 0}});
    fixture.set(group, Body{});
    const auto top = addBox(fixture.world, {-1, 1, -1}, {1, 1.2, 1});
    const auto leg = addBox(fixture.world, {-0.5, 0, -0.5}, {0.5, 1, 0.5});
    for (const auto part : {top, leg})
        fixture.set(part, Node{.name = "part", .parent = group});
    VERIFY_OK(fixture.start());
    fixture.tick(240);
    QVERIFY(glm::distance(fixture.placeOf(group), Vec3d{6, 0, 0}) < 0.02);
    QVERIFY(std::abs(glm::distance(fixture.middle(top), fixture.middle(leg)) - 0.6) < 1e-6);
    QVERIFY(fixture.session->world().get<TransformComponent>(top) == nullptr);
}

void TestPlayBodies::aLiftCarriesACrate()
{
    BodyFixture fixture;
    fixture.writeScript("lift.as",
                        "class Lift : Node { void onTick(float dt) {\n"
                        "if (time() > 2 && time() < 4) entity.translate(Vec3(0, dt, 0)); } }");
    fixture.addDoor({4, 0.1, -1}, {6, 0.3, 1}, "lift.as");
    const auto crate = fixture.addBody({4.5, 0.35, -0.5}, {5.5, 1.35, 0.5});
    VERIFY_OK(fixture.start());
    fixture.tick(110);
    const double before = fixture.middle(crate).y;
    fixture.tick(190);
    QCOMPARE(fixture.errors(), std::string{});
    QVERIFY2(std::abs(fixture.middle(crate).y - before - 2) < 0.1,
             qPrintable(QString::number(fixture.middle(crate).y - before)));
}

void TestPlayBodies::theGroundMayBeEditedAway()
{
    BodyFixture fixture;
    const auto shelf = addBox(fixture.world, {4, 2, -1}, {6, 2.5, 1});
    const auto crate = fixture.addBody({4.5, 2.5, -0.5}, {5.5, 3.5, 0.5});
    VERIFY_OK(fixture.start());
    fixture.tick(240);
    QVERIFY(std::abs(fixture.middle(crate).y - 3) < 0.01);
    Edit edit;
    addRemoval(fixture.world, shelf, edit);
    fixture.editLive(std::move(edit));
    fixture.tick(120);
    QVERIFY(std::abs(fixture.middle(crate).y - 0.5) < 0.02);
}

void TestPlayBodies::propertiesAndSizesActAtOnce()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({4, 0, -0.5}, {5, 1, 0.5});
    VERIFY_OK(fixture.start());
    fixture.tick(200);
    Edit lighter;
    lighter.swaps.push_back(swapTo(crate, Body{.gravityScale = -1}));
    fixture.editLive(std::move(lighter));
    fixture.tick(30);
    QVERIFY(fixture.middle(crate).y > 1.5);
    Edit again;
    again.swaps.push_back(swapTo(crate, Body{}));
    fixture.editLive(std::move(again));
    Edit taller;
    const auto box = makeBox({{4, 0, -0.5}, {5, 3, 0.5}});
    QVERIFY(box);
    taller.swaps.push_back(swapTo(crate, BrushComponent{std::make_shared<const Brush>(*box)}));
    fixture.editLive(std::move(taller));
    fixture.tick(240);
    QVERIFY(fixture.middle(crate).y > 0.45);
    const auto side = worldTransform(fixture.session->world(), crate).rotation * Vec3d{0, 1, 0};
    const double height = std::abs(side.y) > 0.7 ? 1.5 : 0.5; // it may have toppled
    QVERIFY(std::abs(fixture.middle(crate).y - height) < 0.05);
}

void TestPlayBodies::whatFallsOutOfTheLevelStartsAgain()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({30, 3, -0.5}, {31, 4, 0.5}); // beside the floor
    VERIFY_OK(fixture.start());
    double lowest = 0;
    for (int i = 0; i < 400; ++i) {
        fixture.tick(1);
        lowest = std::min(lowest, fixture.middle(crate).y);
    }
    const auto* scene = fixture.world.get<SceneSettings>(SceneEntity);
    QVERIFY(lowest < -5 && lowest >= scene->killHeight);
    QVERIFY(std::abs(fixture.middle(crate).x - 30.5) < 1e-3);
}

void TestPlayBodies::scriptsPushAndRead()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({4, 0, -0.5}, {5, 1, 0.5}, Body{.mass = 10, .friction = 0});
    fixture.writeScript("kick.as", R"(class Kick : Node
{
    int ticks = 0; double speed = 0; double mass = 0; double turn = 0; bool asleep = true;
    void onTick(float dt)
    {
        ticks++;
        if (ticks == 3) entity.applyImpulse(Vec3(0, 0, -20));
        if (ticks == 4) { speed = -entity.velocity.z; mass = entity.mass; asleep = entity.isAsleep; }
        if (ticks == 10) entity.velocity = Vec3(0, 5, 0);
        if (ticks == 11) entity.angularVelocity = Vec3(0, 2, 0);
        if (ticks == 12) { turn = entity.angularVelocity.y; entity.applyForce(Vec3(100, 0, 0)); }
        if (ticks == 13) entity.applyTorque(Vec3(0, 1, 0));
    }
})");
    fixture.set(crate, Script{{"kick.as"}, "Kick", {}});
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    QCOMPARE(fixture.errors(), std::string{});
    QVERIFY(std::abs(fixture.number(crate, "speed") - 2) < 0.1);
    QCOMPARE(fixture.number(crate, "mass"), 10.0);
    QVERIFY(std::abs(fixture.number(crate, "turn") - 2) < 0.1);
    QVERIFY(fixture.middle(crate).y > 1);
    QVERIFY(fixture.middle(crate).x > 4.52);

    fixture.writeScript("wrong.as", "class Wrong : Node { void onTick(float dt) {"
                                    " entity.applyForce(Vec3(1, 0, 0)); } }");
    fixture.addScripted("wrong", "wrong.as", "Wrong");
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    QVERIFY(fixture.errors().find("needs a Body") != std::string::npos);
}

void TestPlayBodies::scriptsThrowACharacter()
{
    BodyFixture fixture;
    fixture.writeScript("blast.as", R"(class Blast : Node
{
    int ticks = 0; Vec3 speed;
    void onTick(float dt)
    {
        ticks++;
        if (ticks == 30) { player().velocity = Vec3(3, 6, 0); speed = player().velocity; }
        if (ticks == 45) player().velocity = player().velocity + Vec3(0, 4, 0); // in the air
    }
})");
    const auto blast = fixture.addScripted("blast", "blast.as", "Blast");
    VERIFY_OK(fixture.start());
    fixture.tick(44);
    const auto before = fixture.session->player().position;
    QVERIFY(before.x > 0.6 && before.y > 0.8);
    QVERIFY(std::abs(fixture.session->scriptProperty(blast, "speed")->as<Vec3d>()->y - 6) < 1e-9);
    fixture.tick(15);
    QVERIFY(fixture.session->player().position.y > before.y + 0.7);
    QCOMPARE(fixture.errors(), std::string{});
}

void TestPlayBodies::scriptsHearWhatRunsIntoWhat()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({4, 2, -0.5}, {5, 3, 0.5});
    fixture.writeScript("ear.as", R"(class Ear : Node
{
    int hits = 0; double strongest = 0; double up = 0; bool isFloor = false;
    void onCollision(Entity other, Vec3 point, Vec3 normal, double impulse)
    {
        hits++;
        strongest = max(strongest, impulse);
        up = normal.y;
        isFloor = other.name == "floor" && point.y < 0.1;
    }
})");
    fixture.set(crate, Script{{"ear.as"}, "Ear", {}});
    fixture.world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (node.name != "crate" && fixture.world.get<BrushComponent>(entity) != nullptr) {
            Edit edit;
            edit.swaps.push_back(swapTo(entity, Node{.name = "floor", .parent = {}}));
            static_cast<void>(fixture.world.exchange(edit));
        }
    });
    VERIFY_OK(fixture.start());
    fixture.tick(200);
    QCOMPARE(fixture.errors(), std::string{});
    QCOMPARE(fixture.number(crate, "hits"), 1.0);
    QVERIFY(fixture.number(crate, "strongest") > 200);
    QVERIFY(fixture.number(crate, "up") > 0.99);
    QCOMPARE(fixture.session->scriptProperty(crate, "isFloor"), (Value{true}));
}

void TestPlayBodies::copiesFallAndDestroyedOnesAreGone()
{
    BodyFixture fixture;
    const auto crate = fixture.addBody({4, 0, -0.5}, {5, 1, 0.5});
    fixture.writeScript("copy.as", R"(class Copy : Node
{
    [hidden] Entity made; int ticks = 0; double height = 0;
    void onTick(float dt)
    {
        ticks++;
        if (ticks == 3) { made = copyOf(find("crate")); made.translate(Vec3(0, 4, 0)); }
        if (ticks > 3) height = made.center.y;
        if (ticks == 300) find("crate").destroy();
    }
})");
    const auto script = fixture.addScripted("copier", "copy.as", "Copy");
    VERIFY_OK(fixture.start());
    fixture.tick(290);
    QCOMPARE(fixture.errors(), std::string{});
    QVERIFY(std::abs(fixture.number(script, "height") - 1.5) < 0.03); // on the first one
    fixture.tick(120);
    QVERIFY(!fixture.session->world().exists(crate));
    QVERIFY(std::abs(fixture.number(script, "height") - 0.5) < 0.03);
}

void TestPlayBodies::nobodyLeavesAClosedRoomAmongBodies_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 4; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestPlayBodies::nobodyLeavesAClosedRoomAmongBodies()
{
    QFETCH(unsigned, seed);
    PlayFixture fixture;
    buildRoom(fixture.world);
    addPlayerStart(fixture.world, {0, 0, 0});
    fixture.writeScript("throw.as", R"(class Throw : Node
{
    double at = 0;
    void onTick(float dt)
    {
        if (time() < at) return;
        at = time() + random() * 2;
        entity.velocity = Vec3(random() - 0.5, random() - 0.3, random() - 0.5) * 60.0;
    }
})");
    std::mt19937 numbers{seed};
    const auto part = [&] {
        return static_cast<double>(numbers() % 1000U) / 1000;
    };
    for (int i = 0; i < 16; ++i) {
        const Vec3d low{part() * 12 - 6, part() * 2, part() * 12 - 6};
        const auto box = addBox(fixture.world, low, low + Vec3d{0.3 + part()});
        Edit edit;
        edit.swaps.push_back(swapTo(box, Body{.mass = part() * 500 + 1, .restitution = part()}));
        edit.swaps.push_back(swapTo(box, Script{{"throw.as"}, "Throw", {}}));
        fixture.world.apply(edit);
    }
    auto setup = fixture.setup();
    setup.seed = seed;
    auto session = PlaySession::start(fixture.world, setup);
    QVERIFY(session);
    for (int i = 0; i < 3000; ++i) {
        std::uint32_t pressed = 0;
        for (const auto key : {PlayerKey::Forward, PlayerKey::Left, PlayerKey::Right,
                               PlayerKey::Jump, PlayerKey::Crouch, PlayerKey::Run})
            if (numbers() % 3U == 0)
                pressed |= static_cast<std::uint32_t>(key);
        (*session)->tick({pressed, {part() - 0.5, 0}});
        const auto at = (*session)->player().position;
        const double edge = 8 - 0.35 + 0.02;
        QVERIFY(isFinite(at));
        QVERIFY(std::abs(at.x) < edge && std::abs(at.z) < edge);
        QVERIFY2(at.y > -0.02 && at.y < 4 - 1.2 + 0.02, qPrintable(QString::number(at.y)));
    }
}

PLAIN_TEST(TestPlayBodies)
} // namespace tst_play_bodies

#include "tst_play_bodies.moc"

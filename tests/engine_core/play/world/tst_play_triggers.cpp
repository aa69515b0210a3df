#include "engine_core/play/world/play_triggers.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_play_triggers
{
using namespace engine;
using namespace mapwright::test;

/// A game on a floor; its triggers write down who comes and goes as "+name " and "-name ".
struct TriggerGame : PlayFixture
{
    TriggerGame()
    {
        addFloor();
        writeScript("t.as", R"(class T : Node
{
    string seen;
    void onTriggerEnter(Entity other) { seen += "+" + other.name + " "; }
    void onTriggerExit(Entity other) { seen += "-" + (other.exists ? other.name : "?") + " "; }
})");
    }

    EntityId addTrigger(const Vec3d& at, const Trigger& trigger = {})
    {
        const auto entity = addScripted("trigger", "t.as", "T", at);
        Edit edit;
        edit.swaps.push_back(swapTo(entity, trigger));
        world.apply(edit);
        return entity;
    }

    EntityId addThing(const std::string& name, const Vec3d& at)
    {
        const auto entity = world.newId();
        Edit edit;
        edit.swaps.push_back(swapTo(entity, Node{.name = name, .parent = {}}));
        edit.swaps.push_back(swapTo(entity, TransformComponent{.position = at}));
        world.apply(edit);
        return entity;
    }

    template <typename T>
    void set(EntityId entity, const T& component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, component));
        world.apply(edit);
    }

    [[nodiscard]] std::string seen(EntityId trigger) const
    {
        for (const auto& issue : session->scriptErrors())
            return issue.message;
        return *session->scriptProperty(trigger, "seen")->as<std::string>();
    }
};

class TestPlayTriggers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePlayerComesAndGoes();
    void whoStartsInsideHasComeIn();
    void theBoxTurnsAndGrowsWithItsObject();
    void everyOneIsToldWhoMaySetItOff();
    void aFallingCrateSetsItOff();
    void onceIsTheFirstAlone();
    void whatIsSpawnedAndDestroyedInsideCountsToo();
    void aSpawnedTriggerFindsWhoIsThere();
    void aTriggerIsNoObstacle();
    void aChangeOfItsSizeActsAtOnce();
    void whatCarriesATriggerDoesNotSetItOff();
    void theOrderIsThatOfTheIds();
    void equalGamesHaveEqualStates();
};

void TestPlayTriggers::thePlayerComesAndGoes()
{
    TriggerGame game;
    const auto trigger = game.addTrigger({0, 1, -3});
    VERIFY_OK(game.start());
    game.tick(20);
    QCOMPARE(game.seen(trigger), std::string{});
    int ticks = 0;
    while (game.seen(trigger).empty() && ++ticks < 300)
        game.tick(1, keys(PlayerKey::Forward));
    QCOMPARE(game.seen(trigger), std::string{"+Player "});
    // The near side is at z = -2, and the capsule is 0.35 m thick.
    QVERIFY(std::abs(game.session->player().position.z - (-1.65)) < 0.2);
    while (game.seen(trigger) == "+Player " && ++ticks < 600)
        game.tick(1, keys(PlayerKey::Forward));
    QCOMPARE(game.seen(trigger), std::string{"+Player -Player "});
    QVERIFY(std::abs(game.session->player().position.z - (-4.35)) < 0.2);
}

void TestPlayTriggers::whoStartsInsideHasComeIn()
{
    TriggerGame game;
    const auto trigger = game.addTrigger({0, 1, 0});
    VERIFY_OK(game.start());
    game.tick(3);
    QCOMPARE(game.seen(trigger), std::string{"+Player "});
}

void TestPlayTriggers::theBoxTurnsAndGrowsWithItsObject()
{
    World world;
    const auto entity = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Node{.name = "t", .parent = {}}));
    edit.swaps.push_back(
        swapTo(entity, TransformComponent{.position = {10, 0, 0},
                                          .rotation = glm::angleAxis(radians(45.0), Vec3d{0, 1, 0}),
                                          .scale = {2, 1, 1}}));
    world.apply(edit);
    const auto box = TriggerBox::of(world, entity, Trigger{.size = {2, 2, 0.2}});
    const auto at = [&](double x, double z) {
        return box.overlaps(Aabb{{x, 0, z}, {x, 0, z}}.grown(0.1));
    };
    QVERIFY(at(10, 0));
    QVERIFY(at(11.2, -1.2)); // 1.7 m along the turned box, which is 2 m long to either side
    QVERIFY(!at(11.2, 1.2));
    QVERIFY(!at(11.6, -1.6));
    QVERIFY(!at(10.5, 0.5));
}

void TestPlayTriggers::everyOneIsToldWhoMaySetItOff()
{
    TriggerGame game;
    const auto walker = game.addThing("guard", {0.5, 1, 0});
    game.set(walker, NavWalker{});
    const auto lift = game.addThing("lift", {0, 1, 0.5});
    game.set(lift, Mover{});
    const auto crate = game.addThing("crate", {0.2, 1, 0.2});
    game.set(crate, Tags{"wood, heavy"});
    game.addThing("nothing", {0.1, 1, 0.1});
    const auto with = [&](const Trigger& trigger) {
        return game.addTrigger({0, 1, 0}, trigger);
    };
    const auto player = with({});
    const auto walkers = with({.player = false, .walkers = true});
    const auto bodies = with({.player = false, .bodies = true});
    const auto tagged = with({.player = false, .tag = "heavy"});
    const auto nobody = with({.player = false});
    const auto all = with({.walkers = true, .bodies = true, .tag = "wood"});
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.seen(player), std::string{"+Player "});
    QCOMPARE(game.seen(walkers), std::string{"+guard "});
    QCOMPARE(game.seen(bodies), std::string{"+lift "});
    QCOMPARE(game.seen(tagged), std::string{"+crate "});
    QCOMPARE(game.seen(nobody), std::string{});
    QCOMPARE(game.seen(all), std::string{"+guard +lift +crate +Player "});
}

void TestPlayTriggers::aFallingCrateSetsItOff()
{
    TriggerGame game;
    const auto trigger =
        game.addTrigger({3, 1, 0}, Trigger{.size = {1, 0.5, 1}, .player = false, .bodies = true});
    const auto crate = addBox(game.world, {2.75, 4, -0.25}, {3.25, 4.5, 0.25});
    auto named = *game.world.get<Node>(crate);
    named.name = "Crate";
    game.set(crate, named);
    game.set(crate, Body{});
    VERIFY_OK(game.start());
    game.tick(1);
    QCOMPARE(game.seen(trigger), std::string{});
    game.tick(120); // it lies on the floor below by then
    QCOMPARE(game.seen(trigger), std::string{"+Crate -Crate "});
}

void TestPlayTriggers::onceIsTheFirstAlone()
{
    TriggerGame game;
    const auto trigger = game.addTrigger({0, 1, 0}, {.size = {2, 2, 1}, .once = true});
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.seen(trigger), std::string{"+Player "});
    game.tick(60, keys(PlayerKey::Forward));
    QCOMPARE(game.seen(trigger), std::string{"+Player -Player "});
    game.tick(120, keys(PlayerKey::Back));
    QCOMPARE(game.seen(trigger), std::string{"+Player -Player "});
}

void TestPlayTriggers::whatIsSpawnedAndDestroyedInsideCountsToo()
{
    TriggerGame game;
    const auto trigger = game.addTrigger({5, 1, 0}, {.tag = "ball"});
    game.writeScript("s.as", R"(class S : Node
{
    int ticks;
    Entity ball;
    void onTick(float dt)
    {
        ++ticks;
        if (ticks == 2)
        {
            ball = spawn("ball", Vec3(5, 1, 0));
            ball.addTag("ball");
        }
        if (ticks == 5)
            ball.destroy();
        if (ticks == 7)
        {
            ball = spawn("second", Vec3(5, 1, 0));
            ball.addTag("ball");
        }
        if (ticks == 9)
            ball.removeTag("ball");
    }
})");
    game.addScripted("spawner", "s.as", "S", {0, 10, 0});
    VERIFY_OK(game.start());
    game.tick(1);
    QCOMPARE(game.seen(trigger), std::string{});
    game.tick(1);
    QCOMPARE(game.seen(trigger), std::string{"+ball "});
    game.tick(3);
    QCOMPARE(game.seen(trigger), std::string{"+ball -? "});
    game.tick(4);
    QCOMPARE(game.seen(trigger), std::string{"+ball -? +second -second "});
}

void TestPlayTriggers::aSpawnedTriggerFindsWhoIsThere()
{
    TriggerGame game;
    const auto model = game.addTrigger({50, 1, 0});
    game.writeScript("s.as", R"(class S : Node
{
    Entity made;
    void onStart()
    {
        made = copyOf(find("trigger"));
        made.position = Vec3(0, 1, 0);
    }
})");
    const auto spawner = game.addScripted("spawner", "s.as", "S", {0, 10, 0});
    VERIFY_OK(game.start());
    game.tick(3);
    const auto made = *game.session->scriptProperty(spawner, "made")->as<EntityId>();
    QCOMPARE(game.seen(made), std::string{"+Player "});
    QCOMPARE(game.seen(model), std::string{});
    QCOMPARE(game.world.count<Trigger>(), 1U);
}

void TestPlayTriggers::aTriggerIsNoObstacle()
{
    TriggerGame with;
    with.addTrigger({0, 1, -3}, {.player = false});
    TriggerGame without;
    VERIFY_OK(with.start());
    VERIFY_OK(without.start());
    with.tick(120, keys(PlayerKey::Forward));
    without.tick(120, keys(PlayerKey::Forward));
    QVERIFY(with.session->player().position == without.session->player().position);
    QCOMPARE(with.collision.shapeCount(), without.collision.shapeCount());
}

void TestPlayTriggers::aChangeOfItsSizeActsAtOnce()
{
    TriggerGame game;
    const auto trigger = game.addTrigger({5, 1, 0});
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.seen(trigger), std::string{});
    Edit edit;
    edit.swaps.push_back(swapTo(trigger, Trigger{.size = {12, 2, 2}}));
    QVERIFY(game.editLive(edit).empty());
    game.tick(1);
    QCOMPARE(game.seen(trigger), std::string{"+Player "});
    edit.swaps = {swapTo(trigger, Trigger{.size = {2, 2, 2}})};
    QVERIFY(game.editLive(edit).empty());
    game.tick(1);
    QCOMPARE(game.seen(trigger), std::string{"+Player -Player "});
}

void TestPlayTriggers::whatCarriesATriggerDoesNotSetItOff()
{
    TriggerGame game;
    const auto lift = game.addDoor({5, 0, 0}, {6, 1, 1}, "");
    const auto trigger = game.addTrigger({5.5, 1, 0.5}, {.bodies = true});
    game.set(trigger, Node{.name = "trigger", .parent = lift});
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.seen(trigger), std::string{});
}

void TestPlayTriggers::theOrderIsThatOfTheIds()
{
    TriggerGame game;
    game.writeScript("o.as", R"(string order;
class O : Node
{
    string seen;
    void onTriggerEnter(Entity other) { order += entity.name + "<" + other.name + " "; seen = order; }
})");
    std::vector<EntityId> triggers;
    for (const auto* name : {"a", "b"}) {
        triggers.push_back(game.addScripted(name, "o.as", "O", {0, 1, 0}));
        game.set(triggers.back(), Trigger{.player = false, .tag = "x"});
    }
    for (const auto* name : {"one", "two"})
        game.set(game.addThing(name, {0, 1, 0}), Tags{"x"});
    VERIFY_OK(game.start());
    game.tick(1);
    QCOMPARE(game.seen(triggers.back()), std::string{"a<one a<two b<one b<two "});
}

void TestPlayTriggers::equalGamesHaveEqualStates()
{
    const auto play = [](double size) {
        TriggerGame game;
        game.addTrigger({0, 1, -3}, {.size = {size, 2, 2}, .once = true});
        ENGINE_EXPECT(game.start());
        game.tick(200, keys(PlayerKey::Forward));
        return game.session->stateHash();
    };
    QCOMPARE(play(2), play(2));
    TriggerGame game;
    game.addTrigger({0, 1, 0}, {.player = false});
    const auto before = contentHash(game.world, game.types);
    VERIFY_OK(game.start());
    game.tick(10);
    game.session.reset();
    QCOMPARE(contentHash(game.world, game.types), before);
}

PLAIN_TEST(TestPlayTriggers)
} // namespace tst_play_triggers

#include "tst_play_triggers.moc"

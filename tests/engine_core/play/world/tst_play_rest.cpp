#include "engine_core/base/files/files.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_play_rest
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A wall two metres before the player with a script, below it a lamp with one, and a boss that
/// switches the wall in the ticks that it is told.
struct Rests : PlayFixture
{
    Rests()
    {
        addFloor();
        writeScript("part.as", Part);
        wall = addDoor({-2, 0, -3}, {2, 3, -2}, "part.as");
        lamp = addScripted("lamp", "part.as", "Part", {0, 2, -2});
        Edit edit{{swapTo(lamp, Light{}), swapTo(lamp, Node{.name = "lamp", .parent = wall})}};
        world.apply(edit);
        writeScript("boss.as",
                    "class Boss : Node { int heard = 0; bool on = true; void report(int "
                    "what) { heard = heard * 10 + what; }\n"
                    "void turn(bool to) { on = to; findByClass('Part')[0].enabled = to; }"
                    "\nvoid onStart() { Console::command('turn', 'turn'); } }");
        boss = addScripted("boss", "boss.as", "Boss", {20, 0, 0});
    }

    static constexpr const char* Part = R"(class Part : Node
{
    int ticks = 0;
    int heard = 0;
    int beats = 0;
    int on = 0;
    int off = 0;
    void onStart() { every(0.1, Routine(beat)); }
    void beat() { ++beats; }
    void onTick(float dt) { ++ticks; }
    void ping() { ++heard; }
    void onEnable() { ++on; find("boss").send("report", childCountOf() > 0 ? 1 : 2); }
    void onDisable() { ++off; find("boss").send("report", childCountOf() > 0 ? 3 : 4); }
    private int childCountOf() { return entity.childCount; }
})";

    EntityId wall;
    EntityId lamp;
    EntityId boss;

    void turn(bool on)
    {
        ENGINE_EXPECT(session->type(on ? "turn on" : "turn off"));
        tick(1);
    }

    [[nodiscard]] bool has(EntityId entity, TypeId type) const
    {
        return session->world().value(entity, type) != nullptr;
    }

    /// How far the player gets in two seconds straight ahead.
    [[nodiscard]] double walk()
    {
        tick(120, keys(PlayerKey::Forward));
        return -session->player().position.z;
    }
};
} // namespace

/// Objects that scripts switch off and on again.
class TestPlayRest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void whatIsOffNeitherActsNorIsSeen()
    {
        Rests game;
        VERIFY_OK(game.start());
        game.tick(10);
        QVERIFY(game.walk() < 2);
        game.turn(false);
        QVERIFY(!game.has(game.lamp, typeIdOf<Light>()));
        const auto brush = game.session->world().children(game.wall).front();
        QVERIFY(
            !game.has(brush == game.lamp ? game.session->world().children(game.wall).back() : brush,
                      typeIdOf<BrushComponent>()));
        const double ticks = game.number(game.lamp, "ticks");
        const double beats = game.number(game.lamp, "beats");
        QVERIFY(game.walk() > 4);
        QCOMPARE(game.number(game.lamp, "ticks"), ticks);
        QCOMPARE(game.number(game.lamp, "beats"), beats); // its timers have ended
        QCOMPARE(game.number(game.wall, "off"), 1.0);
        QCOMPARE(game.number(game.boss, "heard"), 34.0); // those above first
        QVERIFY(game.session->scriptErrors().empty());
    }

    void whatIsOnAgainIsAsItWas()
    {
        Rests game;
        VERIFY_OK(game.start());
        game.tick(5);
        game.turn(false);
        game.tick(20);
        game.turn(true);
        QVERIFY(game.has(game.lamp, typeIdOf<Light>()));
        QCOMPARE(game.number(game.lamp, "on"), 1.0);
        QCOMPARE(game.number(game.boss, "heard"), 3412.0);
        const double ticks = game.number(game.lamp, "ticks");
        QVERIFY(game.walk() < 2); // the wall stands there again
        QCOMPARE(game.number(game.lamp, "ticks"), ticks + 120);
        QVERIFY(game.session->scriptErrors().empty());
    }

    void childrenFollowWhatIsAboveThem()
    {
        Rests game;
        game.writeScript("test.as", R"(class Test : Node
{
    int tick = 0;
    string said;
    void onTick(float dt)
    {
        Entity lamp = find("lamp");
        Entity wall = lamp.parent;
        if (tick == 0) { lamp.enabled = false; said += wall.enabled ? "w" : "-"; }
        if (tick == 1) { wall.enabled = false; said += lamp.send("ping") ? "p" : "-"; }
        if (tick == 2) { wall.enabled = true; said += lamp.enabled ? "l" : "-"; }
        if (tick == 3) said += wall.enabled ? "w" : "-";
        if (tick == 4) { lamp.enabled = true; lamp.enabled = false; lamp.enabled = true; }
        if (tick == 5) said += lamp.send("ping") ? "p" : "-";
        ++tick;
    }
})");
        const auto test = game.addScripted("test", "test.as", "Test");
        VERIFY_OK(game.start());
        game.tick(6);
        QVERIFY(game.session->scriptErrors().empty());
        QVERIFY(game.session->scriptProperty(test, "said") == Value{std::string{"w--wp"}});
        QCOMPARE(game.number(game.lamp, "off"), 1.0);
        QCOMPARE(game.number(game.lamp, "on"), 1.0);
        QCOMPARE(game.number(game.wall, "on"), 1.0);
    }

    void aTriggerThatIsOffHearsNobody()
    {
        PlayFixture game;
        game.addFloor();
        game.writeScript("gate.as", "class Gate : Node { int came = 0; int tick = 0; void onTick("
                                    "float dt) { if (tick++ == 0) entity.enabled = false; }\n"
                                    "void onTriggerEnter(Entity other) { ++came; } }");
        const auto gate = game.addScripted("gate", "gate.as", "Gate", {0, 1, -3});
        Edit edit{{swapTo(gate, Trigger{})}};
        game.world.apply(edit);
        VERIFY_OK(game.start());
        game.tick(200, keys(PlayerKey::Forward));
        QVERIFY(game.session->player().position.z < -5);
        QCOMPARE(game.number(gate, "came"), 0.0);
    }

    void aReloadLeavesItAtRest()
    {
        Rests game;
        VERIFY_OK(game.start());
        game.tick(5);
        game.turn(false);
        const double ticks = game.number(game.lamp, "ticks");
        auto text = std::string{Rests::Part};
        game.writeScript("part.as", text.insert(text.rfind('}'), "int later = 3;\n"));
        VERIFY_OK(game.session->reloadScripts());
        game.tick(10);
        QCOMPARE(game.number(game.lamp, "later"), 3.0);
        QCOMPARE(game.number(game.lamp, "ticks"), ticks);
        game.turn(true);
        game.tick(10);
        QCOMPARE(game.number(game.lamp, "on"), 1.0);
        QCOMPARE(game.number(game.lamp, "ticks"), ticks + 10);
        QVERIFY(game.session->scriptErrors().empty());
    }

    void whatGoesWhileItRestsIsForgotten()
    {
        Rests game;
        game.writeScript("test.as", R"(class Test : Node
{
    int tick = 0;
    void onTick(float dt)
    {
        Entity lamp = find("lamp");
        if (tick == 0) lamp.enabled = false;
        if (tick == 2) lamp.destroy();
        ++tick;
    }
})");
        game.addScripted("test", "test.as", "Test");
        VERIFY_OK(game.start());
        game.tick(5);
        QVERIFY(!game.session->world().exists(game.lamp));
        game.turn(false);
        game.turn(true);
        game.tick(5);
        QVERIFY(game.session->scriptErrors().empty());
    }

    void onStartComesWhenItIsOn()
    {
        PlayFixture game;
        game.addFloor();
        game.writeScript("late.as",
                         "class Late : Node { int starts = 0; void onStart() { ++starts; "
                         "} }");
        game.writeScript("maker.as", R"(class Maker : Node
{
    int tick = 0;
    Entity made;
    void onTick(float dt)
    {
        if (tick == 0) { made = copyOf(find("late")); made.enabled = false; }
        if (tick == 5) made.enabled = true;
        ++tick;
    }
})");
        game.addScripted("late", "late.as", "Late", {5, 0, 0});
        const auto maker = game.addScripted("maker", "maker.as", "Maker");
        VERIFY_OK(game.start());
        game.tick(4);
        const auto made = game.session->scriptProperty(maker, "made");
        QVERIFY(made && made->as<EntityId>() != nullptr);
        QCOMPARE(game.number(*made->as<EntityId>(), "starts"), 0.0);
        game.tick(4);
        QCOMPARE(game.number(*made->as<EntityId>(), "starts"), 1.0);
    }

    void thePlayerStaysOn()
    {
        PlayFixture game;
        game.addFloor();
        game.writeScript("bad.as", "class Bad : Node { void onTick(float dt) { player().enabled = "
                                   "false; } }");
        game.addScripted("bad", "bad.as", "Bad");
        VERIFY_OK(game.start());
        game.tick(1);
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        QVERIFY(game.session->scriptErrors()[0].message.starts_with(
            "The scene and the player cannot be switched off"));
    }

    void equalGamesRestEqually()
    {
        ContentHash hashes[2]{};
        for (auto& hash : hashes) {
            Rests game;
            VERIFY_OK(game.start());
            game.tick(5);
            game.turn(false);
            game.tick(30, keys(PlayerKey::Forward));
            game.turn(true);
            game.tick(30);
            hash = game.session->stateHash();
        }
        QCOMPARE(hashes[0], hashes[1]);
    }
};

PLAIN_TEST(TestPlayRest)
} // namespace tst_play_rest

#include "tst_play_rest.moc"

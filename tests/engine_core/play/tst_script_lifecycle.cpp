#include "engine_core/base/log.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <algorithm>

namespace tst_script_lifecycle
{
using namespace engine;
using namespace mapwright::test;

/// When the engine calls an object of a script, and what is left of it when it leaves the game.
class TestScriptLifecycle : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_fixture = std::make_unique<PlayFixture>();
        m_fixture->addFloor();
        m_log.clear();
        m_sink = addLogSink([this](const LogMessage& message) {
            if (message.source == "script")
                m_log.push_back(message.text);
        });
    }

    void cleanup()
    {
        m_sink = {};
        m_fixture.reset();
    }

    void slowScriptsShareTheTimeOfATick()
    {
        m_fixture->writeScript("slow.as", R"(class Slow : Node
{
    void onTick(float dt) { while (true) {} }
}
class Waits : Node
{
    int ran = 0;
    void onStart() { start(Routine(run)); }
    void run() { while (true) { ++ran; waitTicks(1); } }
})");
        const auto first = m_fixture->addScripted("first", "slow.as", "Slow");
        const auto second = m_fixture->addScripted("second", "slow.as", "Slow");
        const auto task = m_fixture->addScripted("task", "slow.as", "Waits");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        const auto& errors = m_fixture->session->scriptErrors();
        QCOMPARE(errors.size(), 1U); // the other one did not begin
        QCOMPARE(errors.front().entity, first);
        QCOMPARE(m_fixture->number(task, "ran"), 0.0);
        m_fixture->tick(1);
        QCOMPARE(errors.size(), 2U);
        QCOMPARE(errors.back().entity, second);
        QCOMPARE(m_fixture->number(task, "ran"), 1.0); // what waited came first
        m_fixture->tick(2);
        QCOMPARE(m_fixture->number(task, "ran"), 3.0);
        QCOMPARE(std::count_if(m_log.begin(), m_log.end(),
                               [](const std::string& each) {
                                   return each.starts_with("Scripts took over 2 seconds");
                               }),
                 1);
    }

    void lateTicksComeAfterAllMovement()
    {
        m_fixture->writeScript("late.as", R"(class Late : Node
{
    double early; double late; int order;
    void onTick(float dt) { early = find("mover").position.x; order = order * 10 + 1; }
    void onLateTick(float dt)
    {
        late = find("mover").position.x;
        order = order * 10 + 2;
        find("follower").position = Vec3(late, 0, 0);
    }
}
class Moves : Node { void onTick(float dt) { entity.translate(Vec3(1, 0, 0)); } })");
        const auto late = m_fixture->addScripted("late", "late.as", "Late");
        m_fixture->addScripted("mover", "late.as", "Moves"); // ticks after it
        m_fixture->addScripted("follower", "late.as", "Moves");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(2);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_fixture->number(late, "early"), 1.0);
        QCOMPARE(m_fixture->number(late, "late"), 2.0);
        QCOMPARE(m_fixture->number(late, "order"), 1212.0);
    }

    void lateTicksSeeWhereCharactersCameTo()
    {
        m_fixture->writeScript("fall.as", R"(class Fall : Node
{
    double early; double late;
    void onTick(float dt) { early = player().worldPosition.y; }
    void onLateTick(float dt) { late = player().worldPosition.y; }
})");
        const auto watcher = m_fixture->addScripted("watcher", "fall.as", "Fall");
        m_fixture->writeScript("player.as", "class Player : Node { void onTick(float dt) { "
                                            "entity.move(Vec3(3, 0, 0)); } }");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_fixture->number(watcher, "late"), m_fixture->session->player().position.y);
    }

    void theEndOfTheGameIsToldOnce()
    {
        m_fixture->writeScript("stop.as", "class Stop : Node { int ticks; void onTick(float dt) { "
                                          "ticks++; } void onStop() { log(entity.name + ' ' + "
                                          "ticks); } }");
        m_fixture->addScripted("a", "stop.as", "Stop");
        m_fixture->addScripted("b", "stop.as", "Stop");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(3);
        QVERIFY(m_log.empty());
        m_fixture->session.reset();
        QCOMPARE(m_log, (std::vector<std::string>{"a 3", "b 3"}));
    }

    void whatNeverStartedOrFailedIsNotToldOfItsEnd()
    {
        m_fixture->writeScript("f.as", "class F : Node { void onStart() { int zero = 0; "
                                       "zero = 1 / zero; } void onStop() { log('stop'); } }");
        m_fixture->addScripted("failing", "f.as", "F");
        VERIFY_OK(m_fixture->start());
        m_fixture->session.reset();
        QVERIFY(m_log.empty());
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(2);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        m_fixture->session.reset();
        QVERIFY(std::find(m_log.begin(), m_log.end(), "stop") == m_log.end());
    }

    void destructionWaitsForTheEndOfTheTick()
    {
        m_fixture->writeScript("d.as", R"(class Killer : Node
{
    Entity victim; int ticks; string seen;
    void onTick(float dt)
    {
        if (++ticks == 1)
            victim = find("victim");
        if (ticks == 2)
        {
            victim.destroy();
            seen = victim.exists + " " + find("victim").isNull + " " + victim.name;
        }
    }
    void onLateTick(float dt) { if (ticks == 2) seen += " " + victim.position.x; }
}
class Victim : Node
{
    int ticks;
    void onTick(float dt) { ticks++; }
    void onStop() { log("stopped after " + ticks + " at " + entity.position.x); }
})");
        const auto killer = m_fixture->addScripted("killer", "d.as", "Killer");
        const auto victim = m_fixture->addScripted("victim", "d.as", "Victim", {7, 0, 0});
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(2);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(textOf(killer, "seen"), "false true victim 7");
        QCOMPARE(m_log, std::vector<std::string>{"stopped after 1 at 7"}); // no second tick
        QVERIFY(!m_fixture->session->world().exists(victim));
        m_fixture->tick(1);
        m_fixture->session.reset();
        QCOMPARE(m_log.size(), 1U);
    }

    void whatIsBelowIsToldToo()
    {
        m_fixture->writeScript("t.as",
                               "class T : Node { void onTick(float dt) { if (entity.name == "
                               "'parent' && entity.exists) entity.destroy(); } "
                               "void onStop() { log(entity.name); } }");
        const auto parent = m_fixture->addScripted("parent", "t.as", "T");
        const auto child = m_fixture->addScripted("child", "t.as", "T");
        Edit edit;
        edit.swaps.push_back(swapTo(child, Node{.name = "child", .parent = parent}));
        m_fixture->world.apply(edit);
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(2);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_log, (std::vector<std::string>{"parent", "child"}));
        QVERIFY(!m_fixture->session->world().exists(child));
    }

    /// Ids are not given twice, so what was kept of a dead object finds nothing for ever.
    void aDeadObjectNeverBecomesANewOne()
    {
        m_fixture->writeScript("n.as", R"(class N : Node
{
    array<Entity> dead; int alive; int tick;
    void onTick(float dt)
    {
        Entity spark = spawn("spark", Vec3());
        spark.destroy();
        alive = 0;
        for (uint i = 0; i < dead.length(); ++i)
            if (dead[i].exists || dead[i] == spark)
                alive++;
        dead.insertLast(spark);
        spawn("spark", Vec3());
        if (++tick == 100)
            dead[0].name;
    }
})");
        const auto spawner = m_fixture->addScripted("spawner", "n.as", "N");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(99);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_fixture->number(spawner, "alive"), 0.0);
        m_fixture->tick(1);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        QVERIFY(m_fixture->session->scriptErrors().front().message.starts_with(
            "This entity does not exist"));
    }

    void aLiveRemovalIsToldWhileTheObjectIsThere()
    {
        m_fixture->writeScript("l.as", "class L : Node { void onStop() { log(entity.name + ' ' + "
                                       "entity.exists); } }");
        const auto entity = m_fixture->addScripted("lamp", "l.as", "L");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        Edit edit;
        addRemoval(m_fixture->world, entity, edit);
        m_fixture->editLive(std::move(edit));
        QCOMPARE(m_log, std::vector<std::string>{"lamp true"});
        m_fixture->session.reset();
        QCOMPARE(m_log.size(), 1U);
    }

    void endsOfAGameCannotHoldItUp()
    {
        m_fixture->writeScript("h.as", "class H : Node { void onStop() {\nwhile (true) {} } }");
        for (int i = 0; i < 4; ++i)
            m_fixture->addScripted("h", "h.as", "H");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        m_fixture->session.reset();
        QCOMPARE(m_log.size(), 1U); // the first one used up the time of all
        QVERIFY2(m_log.front().find("endless loop") != std::string::npos, m_log.front().c_str());
    }

    void aReloadIsTold()
    {
        const std::string body = ": Node { void onStart() { log('start'); } void onReload() { "
                                 "log('reload'); } void onStop() { log('stop'); } }";
        m_fixture->writeScript("r.as", "class R " + body);
        m_fixture->addScripted("r", "r.as", "R");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        m_fixture->writeScript("r.as", "// again\nclass R " + body);
        VERIFY_OK(m_fixture->session->reloadScripts());
        m_fixture->tick(1);
        QCOMPARE(m_log, (std::vector<std::string>{"start", "reload"}));
    }

private:
    [[nodiscard]] std::string textOf(EntityId entity, const char* property) const
    {
        const auto value = m_fixture->session->scriptProperty(entity, property);
        return value && value->as<std::string>() != nullptr ? *value->as<std::string>() : "none";
    }

    std::unique_ptr<PlayFixture> m_fixture;
    std::vector<std::string> m_log;
    Connection m_sink;
};

PLAIN_TEST(TestScriptLifecycle)
} // namespace tst_script_lifecycle

#include "tst_script_lifecycle.moc"

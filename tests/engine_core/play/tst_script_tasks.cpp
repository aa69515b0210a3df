#include "engine_core/base/log.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/world/world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <algorithm>

namespace tst_script_tasks
{
using namespace engine;
using namespace mapwright::test;

/// Coroutines, timers and tweens of scripts, on the ticks of a session.
class TestScriptTasks : public QObject
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

    void aCoroutineGoesOnWhereItWaited()
    {
        begin("int step; double at; void onStart() { start(Routine(run)); step = 1; }\n"
              "void run() { step++; string kept = 'kept'; wait(0.5); at = time(); step++;\n"
              "  for (int i = 0; i < 3; ++i) { waitTicks(2); step += 10; }\n"
              "  if (kept == 'kept') step += 100; }");
        m_fixture->tick(1);
        QCOMPARE(number("step"), 2.0); // it begins in the tick that started it
        m_fixture->tick(29);
        QCOMPARE(number("step"), 2.0);
        m_fixture->tick(1);
        QCOMPARE(number("step"), 3.0);
        QCOMPARE(number("at"), 31 / 60.0);
        m_fixture->tick(4);
        QCOMPARE(number("step"), 23.0);
        m_fixture->tick(2);
        QCOMPARE(number("step"), 133.0);
        QVERIFY(m_fixture->session->scriptErrors().empty());
    }

    void aCoroutineWaitsForACondition()
    {
        begin("int ticks; int asked; int done; Vec3 place;\n"
              "void onStart() { start(Routine(run)); }\n"
              "void onTick(float dt) { ticks++; }\n"
              "bool isReady() { asked++; return ticks >= 5; }\n"
              "void run() { waitUntil(Condition(isReady)); done = ticks;\n"
              "  waitUntil(function() { return find('late').exists; }); done = 100; }");
        m_fixture->tick(10);
        QCOMPARE(number("done"), 5.0);
        QCOMPARE(number("asked"), 4.0); // in ticks 2 to 5
        m_fixture->tick(5);
        QCOMPARE(number("done"), 5.0);
    }

    void timersRunAndAreStopped()
    {
        begin("int once; int often; int never; Task beat; Task off; bool before; bool behind;\n"
              "void onStart() { after(0.1, Routine(one)); beat = every(0.05, Routine(more));\n"
              "  off = after(0.2, Routine(no)); before = off.isRunning; off.stop();\n"
              "  behind = off.isRunning; }\n"
              "void one() { once++; }\nvoid more() { often++; if (often == 4) beat.stop(); }\n"
              "void no() { never++; }");
        m_fixture->tick(6);
        QCOMPARE(number("once"), 0.0);
        QCOMPARE(number("often"), 1.0); // in ticks 4, 7, 10 and 13
        m_fixture->tick(1);
        QCOMPARE(number("once"), 1.0);
        QCOMPARE(number("often"), 2.0);
        m_fixture->tick(60);
        QCOMPARE(number("once"), 1.0);
        QCOMPARE(number("often"), 4.0);
        QCOMPARE(number("never"), 0.0);
        QVERIFY(*m_fixture->session->scriptProperty(m_entity, "before")->as<bool>());
        QVERIFY(!*m_fixture->session->scriptProperty(m_entity, "behind")->as<bool>());
    }

    /// It is running then, and comes to its end all the same.
    void aConditionMayStopItsOwnCoroutine()
    {
        begin("Task mine; int asked; int done; void onStart() { mine = start(Routine(run)); }\n"
              "bool isReady() { asked++; mine.stop(); return true; }\n"
              "void run() { waitUntil(Condition(isReady)); done++; }");
        m_fixture->tick(5);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(number("asked"), 1.0);
        QCOMPARE(number("done"), 0.0);
    }

    void aTimerMayWaitAndBeginsAnewAfterwards()
    {
        begin("string told; void onStart() { every(0.05, Routine(slow)); }\n"
              "void slow() { told += '<'; wait(0.1); told += '>'; }");
        m_fixture->tick(30);
        const auto told = *m_fixture->session->scriptProperty(m_entity, "told")->as<std::string>();
        QVERIFY2(told.starts_with("<><><>"), told.c_str()); // never two at a time
    }

    void onlyCoroutinesWait_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("message");
        const QString only = "Only a coroutine can call ";
        QTest::newRow("event") << "void onStart() {\nwait(1); }" << only + "wait()";
        QTest::newRow("ticks") << "void onStart() {\nwaitTicks(1); }" << only + "waitTicks()";
        QTest::newRow("tween")
            << "void onStart() {\nentity.tween('transform.position', Vec3(), 1); "
               "}"
            << only + "tween()";
        QTest::newRow("condition")
            << "void onStart() { start(Routine(run)); } void run() { waitUntil(Condition(c)); } "
               "bool c() {\nwait(1); return true; }"
            << only + "wait()";
        QTest::newRow("comparison")
            << "void onStart() { start(Routine(run)); } void run() { array<int> a = {2, 1};\n"
               "a.sort(function(x, y) { wait(1); return x < y; }); }"
            << "wait() cannot be called where the engine waits for an answer";
        QTest::newRow("negative") << "void onStart() { start(Routine(run)); } void run() {\n"
                                     "wait(-1); }"
                                  << "The time must be from 0 to 1,000,000 seconds";
        QTest::newRow("nothing") << "void onStart() {\nstart(null); }"
                                 << "There is no method to start";
    }

    void onlyCoroutinesWait()
    {
        QFETCH(QString, body);
        QFETCH(QString, message);
        begin(body.toStdString());
        m_fixture->tick(3);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        const auto& error = m_fixture->session->scriptErrors().front();
        QVERIFY2(error.message.starts_with(message.toStdString()), error.message.c_str());
        QCOMPARE(error.place, "scripts/t.as:3");
    }

    void aFailureInACoroutineStopsItsObjectAlone()
    {
        m_fixture->writeScript("f.as", R"(class F : Node
{
    int zero = 0; int ticks; int other;
    void onStart() { start(Routine(run)); every(0.05, Routine(beat)); }
    void onTick(float dt) { ticks++; }
    void beat() { other++; }
    void run() { wait(0.1);
        zero = 1 / zero; }
})");
        const auto failing = m_fixture->addScripted("failing", "f.as", "F");
        begin("int ticks; void onTick(float dt) { ticks++; }");
        m_fixture->tick(30);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        QCOMPARE(m_fixture->session->scriptErrors().front().entity, failing);
        QCOMPARE(m_fixture->session->scriptErrors().front().place, "scripts/f.as:8");
        QCOMPARE(m_fixture->number(failing, "ticks"), 7.0);
        QCOMPARE(m_fixture->number(failing, "other"), 1.0); // the next was due after the failure
        QCOMPARE(number("ticks"), 30.0);
    }

    void anEndlessLoopInACoroutineIsEnded()
    {
        begin("int after; void onStart() { start(Routine(run)); }\n"
              "void run() { waitTicks(2);\nwhile (true) {} }");
        m_fixture->tick(4);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        const auto& error = m_fixture->session->scriptErrors().front();
        QCOMPARE(error.place, "scripts/t.as:4");
        QVERIFY2(error.message.find("endless loop") != std::string::npos, error.message.c_str());
    }

    /// What a coroutine holds while it waits counts for what scripts may hold.
    void aCoroutineCannotHoldTooMuch()
    {
        begin("void onStart() { start(Routine(run)); }\n"
              "void run() { array<array<int>> all; while (true) {\n"
              "all.insertLast(array<int>(4000000)); waitTicks(1); } }");
        m_fixture->tick(30);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        const auto& error = m_fixture->session->scriptErrors().front();
        QCOMPARE(error.place, "scripts/t.as:4");
        QVERIFY2(error.message.find("too much in arrays") != std::string::npos,
                 error.message.c_str());
    }

    void thereIsALimitToWhatWaits()
    {
        m_fixture->writeScript("many.as", "void f() {}\nclass Many : Node { int made; void onTick("
                                          "float dt) { for (int i = 0; i < 30000; ++i) { "
                                          "after(1000, f); made++; } } }");
        const auto many = m_fixture->addScripted("many", "many.as", "Many");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(5);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        QCOMPARE(m_fixture->number(many, "made"), 100'000.0);
        QVERIFY(m_fixture->session->scriptErrors().front().message.starts_with(
            "There are too many coroutines, timers and later messages"));
    }

    void coroutinesEndWithTheirObject()
    {
        m_fixture->writeScript("e.as", "class E : Node { void onStart() { "
                                       "every(0.05, Routine(beat)); start(Routine(run)); }\n"
                                       "void beat() { log('beat'); }\n"
                                       "void run() { wait(0.2); entity.destroy(); wait(0.01); "
                                       "log('after'); } }");
        m_fixture->addScripted("e", "e.as", "E");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(60);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        // In ticks 4, 7 and 10; the next one would have come after the end in tick 13.
        QCOMPARE(std::count(m_log.begin(), m_log.end(), "beat"), 3);
        QCOMPARE(std::count(m_log.begin(), m_log.end(), "after"), 0);
    }

    /// A routine holds its object: one that nobody lets go of would keep it for ever.
    void whatStartedSomethingIsFreed()
    {
        m_fixture->writeScript("f.as", "class F : Node { ~F() { log('freed'); }\n"
                                       "void onStart() { start(Routine(run)); "
                                       "after(0.05, Routine(end)); }\n"
                                       "void run() { waitUntil(Condition(never)); }\n"
                                       "bool never() { return false; }\n"
                                       "void end() { entity.destroy(); } }");
        m_fixture->addScripted("f", "f.as", "F");
        VERIFY_OK(m_fixture->start());
        m_log.clear(); // of the one that was only looked at
        m_fixture->tick(10);
        m_fixture->session.reset();
        QCOMPARE(std::count(m_log.begin(), m_log.end(), "freed"), 1);
    }

    void aReloadEndsCoroutinesAndSaysSo()
    {
        const std::string body = ": Node { Task beat; int beats; int reloads; void onStart() { "
                                 "begin(); } void onReload() { reloads++; begin(); }\n"
                                 "void begin() { beat = every(0.05, Routine(run)); "
                                 "start(Routine(wait2)); } void run() { beats++; }\n"
                                 "void wait2() { string s = 'held'; wait(2); log(s); } }";
        m_fixture->writeScript("r.as", "class R " + body);
        const auto entity = m_fixture->addScripted("r", "r.as", "R");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(30);
        const auto beats = m_fixture->number(entity, "beats");
        m_log.clear();
        m_fixture->writeScript("r.as", "// again\nclass R " + body);
        const auto lost = m_fixture->session->reloadScripts();
        VERIFY_OK(lost);
        const std::vector<std::string> sentence{
            "scripts/r.as was loaded again, which ended 2 of its coroutines and timers"};
        QCOMPARE(*lost, sentence);
        QCOMPARE(m_log, sentence);
        m_fixture->tick(6);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_fixture->number(entity, "reloads"), 1.0);
        QCOMPARE(m_fixture->number(entity, "beats"), beats + 2);
        m_fixture->writeScript("r.as", "class R " + body + " nonsense");
        QVERIFY(!m_fixture->session->reloadScripts());
        m_fixture->tick(6); // the old version goes on, and so does what it has going
        QCOMPARE(m_fixture->number(entity, "beats"), beats + 4);
    }

    void whatASessionLeavesWaitingGoesWithIt()
    {
        m_fixture->writeScript("w.as", "class Held { ~Held() { log('let go'); start(null); } }\n"
                                       "class W : Node { void onStart() { start(Routine(run)); }\n"
                                       "void run() { Held held; wait(1000); } }");
        m_fixture->addScripted("w", "w.as", "W");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(5);
        m_fixture->session.reset();
        QCOMPARE(std::count(m_log.begin(), m_log.end(), "let go"), 1);
    }

    void equalRunsHashEqually()
    {
        m_fixture->writeScript("h.as", R"(class H : Node
{
    double sum; Task beat;
    void onStart() { for (int i = 0; i < 5; ++i) start(Routine(run)); beat = every(0.1, Routine(add)); }
    void add() { sum += random(); }
    void run() { for (int i = 0; i < 100; ++i) { wait(random() * 0.2); sum += random(); } }
})");
        m_fixture->addScripted("h", "h.as", "H");
        std::vector<std::vector<ContentHash>> runs(2);
        for (auto& hashes : runs) {
            VERIFY_OK(m_fixture->start());
            for (int i = 0; i < 60; ++i) {
                m_fixture->tick(1);
                hashes.push_back(m_fixture->session->stateHash());
            }
            QVERIFY(m_fixture->session->scriptErrors().empty());
        }
        QCOMPARE(runs[0], runs[1]);
    }

    /// Two games that differ in nothing but in what waits are not equal.
    void whatWaitsIsPartOfTheState()
    {
        m_fixture->writeScript("s.as",
                               "class S : Node { double seconds = 1; void onStart() { double "
                               "s = seconds; seconds = 0; after(s, Routine(f)); }\n"
                               "void f() {} }");
        const auto entity = m_fixture->addScripted("s", "s.as", "S");
        std::vector<ContentHash> hashes;
        for (const double seconds : {1.0, 2.0}) {
            Edit edit;
            edit.swaps.push_back(swapTo(entity, Script{{"s.as"}, "S", {{"seconds", {seconds}}}}));
            m_fixture->world.apply(edit);
            VERIFY_OK(m_fixture->start());
            m_fixture->tick(1);
            hashes.push_back(m_fixture->session->stateHash());
        }
        QVERIFY(hashes[0] != hashes[1]);
    }

    void tweensTakePropertiesThere()
    {
        const auto lamp = addLamp();
        begin(
            "double glow = 1; int step;\n"
            "void onStart() { start(Routine(run)); start(Routine(fade)); start(Routine(mine)); }\n"
            "void run() { entity.tween('transform.position', Vec3(0, 4, 0), 1, Ease::Linear); "
            "step += 1; }\n"
            "void fade() { find('lamp').tween('light.intensity', 10, 1, Ease::CubicIn); "
            "step += 10; }\n"
            "void mine() { entity.tween('script.glow', 3, 0.5, Ease::QuadraticOut); step += 100; "
            "}");
        m_fixture->tick(1 + 30);
        const auto& world = m_fixture->session->world();
        QCOMPARE(world.get<TransformComponent>(m_entity)->position.y, 2.0);
        QCOMPARE(world.get<Light>(lamp)->intensity, static_cast<float>(2 + 8 * 0.125));
        QCOMPARE(number("glow"), 3.0);
        QCOMPARE(number("step"), 100.0);
        m_fixture->tick(30);
        QCOMPARE(world.get<TransformComponent>(m_entity)->position, Vec3d(0, 4, 0));
        QCOMPARE(world.get<Light>(lamp)->intensity, 10.0f);
        QCOMPARE(number("step"), 111.0);
        QVERIFY(m_fixture->session->scriptErrors().empty());
    }

    void aTweenOfWhatGoesAwayEnds()
    {
        addLamp();
        begin("int step; void onStart() { start(Routine(run)); after(0.1, Routine(kill)); }\n"
              "void run() { find('lamp').tween('light.intensity', 10, 1); step = 1; }\n"
              "void kill() { find('lamp').destroy(); }");
        m_fixture->tick(10);
        QCOMPARE(number("step"), 1.0);
        QVERIFY(m_fixture->session->scriptErrors().empty());
    }

    void aTweenSaysWhatItCannotDo()
    {
        begin("void onStart() { start(Routine(run)); }\n"
              "void run() { entity.tween('light.intensity', 10, 1); }");
        m_fixture->tick(2);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        QVERIFY(m_fixture->session->scriptErrors().front().message.starts_with(
            "The entity has no 'light'"));
        QVERIFY(m_fixture->session->world().get<Light>(m_entity) == nullptr);
    }

private:
    /// Starts a session with an object of a class with these members.
    void begin(const std::string& members)
    {
        m_fixture->writeScript("t.as", "class T : Node {\n" + members + "\n}\n");
        m_entity = m_fixture->addScripted("t", "t.as", "T");
        VERIFY_OK(m_fixture->start());
    }

    EntityId addLamp()
    {
        const auto lamp = m_fixture->addScripted("lamp", {}, {});
        Edit edit;
        Light light;
        light.intensity = 2;
        edit.swaps.push_back(swapTo(lamp, light));
        m_fixture->world.apply(edit);
        return lamp;
    }

    [[nodiscard]] double number(const char* property) const
    {
        return m_fixture->number(m_entity, property);
    }

    std::unique_ptr<PlayFixture> m_fixture;
    EntityId m_entity;
    std::vector<std::string> m_log;
    Connection m_sink;
};

PLAIN_TEST(TestScriptTasks)
} // namespace tst_script_tasks

#include "tst_script_tasks.moc"

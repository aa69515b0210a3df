#include "engine_core/base/log.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

namespace tst_script_messages
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const std::string Receiver = R"(class R : Node
{
    double health = 100; int hits; bool lit; string heard; Vec3 place; Entity other; Entity from;
    private int secret = 7;
    void damage(double amount) { health -= amount; from = sender(); }
    void hit(int count) { hits += count; }
    void light(bool on) { lit = on; }
    void say(const string &in text) { heard += text; }
    void shout(string text) { heard += text; }
    void go(const Vec3 &in to) { place = to; }
    void know(Entity e) { other = e; }
    void ping() { hits++; }
    private void hidden() { hits = -1000; }
    void two(int a, int b) { }
    void onTouch(Entity e) { }
})";
} // namespace

/// What objects of different files tell each other, and read of each other.
class TestScriptMessages : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_fixture = std::make_unique<PlayFixture>();
        m_fixture->addFloor();
        m_fixture->writeScript("receiver.as", Receiver);
        m_receiver = m_fixture->addScripted("receiver", "receiver.as", "R");
    }

    void cleanup() { m_fixture.reset(); }

    void aMessageCallsTheMethodOfThatName()
    {
        send("Entity to = find('receiver'); answer = to.send('damage', 30) && to.send('hit', 2) && "
             "to.send('light', true) && to.send('say', 'hello ') && to.send('shout', 'you') && "
             "to.send('go', Vec3(1, 2, 3)) && to.send('know', entity) && to.send('ping') && "
             "to.send('ping', 5);");
        m_fixture->tick(1);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QVERIFY(answer());
        QCOMPARE(m_fixture->number(m_receiver, "health"), 70.0);
        QCOMPARE(m_fixture->number(m_receiver, "hits"), 4.0);
        QVERIFY(valueOf("lit") == Value{true});
        QVERIFY(valueOf("heard") == Value{std::string{"hello you"}});
        QVERIFY(valueOf("place") == Value{Vec3d(1, 2, 3)});
        QVERIFY(valueOf("other") == Value{m_sender});
        QVERIFY(valueOf("from") == Value{m_sender});
    }

    void nobodyAnswersWhatNobodyTakes()
    {
        send("Entity to = find('receiver'); Entity lone = spawn('lone', Vec3()); "
             "Entity dead = spawn('dead', Vec3()); dead.destroy(); "
             "answer = to.send('nothing') || to.send('hidden') || lone.send('ping') || "
             "dead.send('ping');");
        m_fixture->tick(1);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QVERIFY(!answer());
        QCOMPARE(m_fixture->number(m_receiver, "hits"), 0.0);
    }

    void whatCannotBeTakenIsSaidToTheSender_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("message");
        QTest::newRow("type") << "to.send('damage', 'much')"
                              << "'damage' of R takes a number";
        QTest::newRow("fraction") << "to.send('hit', 1.5)"
                                  << "'hit' of R takes a whole number";
        QTest::newRow("too big") << "to.send('hit', 1e12)"
                                 << "'hit' of R takes a whole number";
        QTest::newRow("nothing") << "to.send('damage')"
                                 << "'damage' of R takes a number";
        QTest::newRow("event") << "to.send('onTouch', entity)"
                               << "'onTouch' is called by the engine";
        QTest::newRow("two") << "to.send('two', 1)"
                             << "A message cannot call 'void R::two(int, int)'";
        QTest::newRow("null") << "Entity().send('ping')"
                              << "This entity is null";
        QTest::newRow("long") << "string s; s.resize(5000); to.sendLater(1, 'say', s)"
                              << "A later message can have 4096 bytes";
        QTest::newRow("everybody") << "broadcast('damage', true)"
                                   << "'damage' of R takes a number";
    }

    void whatCannotBeTakenIsSaidToTheSender()
    {
        QFETCH(QString, call);
        QFETCH(QString, message);
        send("Entity to = find('receiver');\n" + call.toStdString() + ";");
        m_fixture->tick(1);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        const auto& error = m_fixture->session->scriptErrors().front();
        QCOMPARE(error.entity, m_sender);
        QCOMPARE(error.place, "scripts/sender.as:3");
        QVERIFY2(error.message.starts_with(message.toStdString()), error.message.c_str());
    }

    void aReceiverThatFailsIsStoppedAlone()
    {
        m_fixture->writeScript("broken.as", "class B : Node { int zero = 0; int ticks; "
                                            "void ping() {\nzero = 1 / zero; } "
                                            "void onTick(float dt) { ticks++; } }");
        const auto broken = m_fixture->addScripted("broken", "broken.as", "B");
        send("answer = find('broken').send('ping'); "
             "later = find('broken').send('ping');");
        m_fixture->tick(3);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        QCOMPARE(m_fixture->session->scriptErrors().front().entity, broken);
        QCOMPARE(m_fixture->session->scriptErrors().front().place, "scripts/broken.as:2");
        QVERIFY(answer()); // it had the method
        QCOMPARE(m_fixture->number(m_sender, "ticks"), 3.0);
        QVERIFY(m_fixture->session->scriptProperty(m_sender, "later") == Value{false});
    }

    void messagesComeAfterOnStart()
    {
        m_fixture->writeScript("late.as", "class L : Node { int order; void onStart() { order = "
                                          "order * 10 + 1; } void ping() { order = order * 10 + 2; "
                                          "} }");
        send("answer = find('late').send('ping');");
        const auto late = m_fixture->addScripted("late", "late.as", "L");
        VERIFY_OK(m_fixture->start()); // anew, with both
        m_fixture->tick(2);
        QVERIFY(answer());
        QCOMPARE(m_fixture->number(late, "order"), 12.0);
    }

    void endlessAnswersEndWithAnError()
    {
        m_fixture->writeScript("ping.as", R"(class P : Node
{
    Entity other; int ticks;
    void onTick(float dt) { ticks++; if (ticks == 2) other.send("ball"); }
    void ball() { other.send("ball"); }
})");
        const auto a = m_fixture->addScripted("a", "ping.as", "P");
        const auto b = m_fixture->addScripted("b", "ping.as", "P");
        Edit edit;
        edit.swaps.push_back(swapTo(a, Script{{"ping.as"}, "P", {{"other", {b}}}}));
        edit.swaps.push_back(swapTo(b, Script{{"ping.as"}, "P", {{"other", {a}}}}));
        m_fixture->world.apply(edit);
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(4);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        const auto& error = m_fixture->session->scriptErrors().front();
        QVERIFY2(error.message.starts_with("Messages answer each other without an end: 'ball' "
                                           "would be within 50 others"),
                 error.message.c_str());
        QCOMPARE(error.place, "scripts/ping.as:5");
    }

    void laterMessagesComeLater()
    {
        send("Entity to = find('receiver'); to.sendLater(0.5, 'damage', 10); "
             "Task stopped = to.sendLater(0.5, 'damage', 1000); stopped.stop(); "
             "to.sendLater(0.1, 'ping'); entity.destroy();");
        m_fixture->tick(30);
        QCOMPARE(m_fixture->number(m_receiver, "hits"), 1.0);
        QCOMPARE(m_fixture->number(m_receiver, "health"), 100.0);
        m_fixture->tick(1);
        QCOMPARE(m_fixture->number(m_receiver, "health"), 90.0); // its sender has gone
        QVERIFY(m_fixture->session->scriptErrors().empty());
    }

    void whatWasSpawnedHearsALaterMessage()
    {
        m_fixture->writeScript("spawn.as", "class Spawns : Node { bool isDone = false; "
                                           "void onTick(float dt) { if (isDone) return; "
                                           "isDone = true; Entity to = copyOf(find('heard')); "
                                           "to.sendLater(0, 'hear', 5); } }\n"
                                           "class Hears : Node { double value = 0; "
                                           "void hear(double told) { value = told; "
                                           "find('heard').setNumber('script.value', told); } }");
        const auto heard = m_fixture->addScripted("heard", "spawn.as", "Hears");
        m_fixture->addScripted("spawns", "spawn.as", "Spawns");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(3);
        QCOMPARE(m_fixture->number(heard, "value"), 5.0);
    }

    void everybodyElseHearsABroadcast()
    {
        m_fixture->addScripted("second", "receiver.as", "R");
        m_fixture->writeScript("deaf.as", "class D : Node { }");
        m_fixture->addScripted("deaf", "deaf.as", "D");
        send("count = broadcast('damage', 5); count += 10 * broadcast('ping'); "
             "count += 100 * broadcast('nothing');");
        m_fixture->tick(1);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_fixture->number(m_sender, "count"), 22.0);
        QCOMPARE(m_fixture->number(m_receiver, "health"), 95.0);
    }

    void thoseBehindAReceiverThatHangsGoOn()
    {
        m_fixture->writeScript("hangs.as", "class H : Node { void ping() { while (true) {} } }");
        const auto hangs = m_fixture->addScripted("hangs", "hangs.as", "H");
        m_fixture->writeScript("behind.as", "class B : Node { int ticks = 0; void ping() {} "
                                            "void onTick(float dt) { ++ticks; } }");
        const auto behind = m_fixture->addScripted("behind", "behind.as", "B");
        QVERIFY(hangs < behind);
        send("broadcast('ping');");
        m_fixture->tick(4); // the first one is spent
        QVERIFY(m_fixture->number(behind, "ticks") >= 3.0);
        const auto& errors = m_fixture->session->scriptErrors();
        QCOMPARE(errors.size(), 2U);
        QCOMPARE(errors[0].entity, hangs);
        QCOMPARE(errors[1].entity, m_sender);
    }

    void propertiesOfOtherScriptsAreReadAndWritten()
    {
        send("Entity to = find('receiver'); number = to.getNumber('script.health'); "
             "to.setNumber('script.health', 12); to.setNumber('script.hits', 3); "
             "to.setBool('script.lit', true); to.setText('script.heard', 'set'); "
             "to.setVec3('script.place', Vec3(4, 5, 6)); text = to.getText('script.heard') + ' ' + "
             "to.getText('script.file');");
        m_fixture->tick(1);
        QVERIFY(m_fixture->session->scriptErrors().empty());
        QCOMPARE(m_fixture->number(m_sender, "number"), 100.0);
        QCOMPARE(m_fixture->number(m_receiver, "health"), 12.0);
        QCOMPARE(m_fixture->number(m_receiver, "hits"), 3.0);
        QVERIFY(valueOf("lit") == Value{true});
        QVERIFY(valueOf("place") == Value{Vec3d(4, 5, 6)});
        QVERIFY(m_fixture->session->scriptProperty(m_sender, "text") ==
                Value{std::string{"set receiver.as"}});
    }

    void propertiesOfOtherScriptsHaveTheirOwnTypes_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("message");
        QTest::newRow("private") << "to.getNumber('script.secret')"
                                 << "R has no public property 'secret'";
        QTest::newRow("unknown") << "to.setNumber('script.mana', 1)"
                                 << "R has no public property 'mana'";
        QTest::newRow("type") << "to.setText('script.health', 'full')"
                              << "R.health: ";
        QTest::newRow("fraction") << "to.setNumber('script.hits', 0.5)"
                                  << "R.hits: ";
        QTest::newRow("read") << "to.getBool('script.health')"
                              << "'script.health' is no yes or no";
        QTest::newRow("no script") << "spawn('x', Vec3()).getNumber('script.health')"
                                   << "The entity has no running script";
    }

    void propertiesOfOtherScriptsHaveTheirOwnTypes()
    {
        QFETCH(QString, call);
        QFETCH(QString, message);
        send("Entity to = find('receiver');\n" + call.toStdString() + ";");
        m_fixture->tick(1);
        QCOMPARE(m_fixture->session->scriptErrors().size(), 1U);
        const auto& error = m_fixture->session->scriptErrors().front();
        QVERIFY2(error.message.starts_with(message.toStdString()), error.message.c_str());
    }

private:
    /// Starts a session with an object that does this in its onStart().
    void send(const std::string& lines)
    {
        m_fixture->writeScript("sender.as",
                               "class S : Node { bool answer; bool later; int count; int ticks; "
                               "double number; string text; void onTick(float dt) { ticks++; }\n"
                               "void onStart() { " +
                                   lines + " } }");
        m_sender = m_fixture->addScripted("sender", "sender.as", "S");
        VERIFY_OK(m_fixture->start());
    }

    [[nodiscard]] bool answer() const
    {
        return m_fixture->session->scriptProperty(m_sender, "answer") == Value{true};
    }

    [[nodiscard]] Value valueOf(const char* property) const
    {
        return *m_fixture->session->scriptProperty(m_receiver, property);
    }

    std::unique_ptr<PlayFixture> m_fixture;
    EntityId m_receiver;
    EntityId m_sender;
};

PLAIN_TEST(TestScriptMessages)
} // namespace tst_script_messages

#include "tst_script_messages.moc"

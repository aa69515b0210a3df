#include "engine_core/base/log.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <memory>

namespace tst_script_library
{
using namespace engine;
using namespace mapwright::test;

/// The library for scripts in resources/scripts/library, and what scripts reckon with.
class TestScriptLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theFirstActionThatCanRunsAndBlocksItsLanes();
    void actionsLeaveTheListWhenTheyAreDone();
    void actionsMayChangeTheList();
    void triggersFireOnTheirComparison_data();
    void triggersFireOnTheirComparison();
    void keysFireTriggers();
    void triggersMayBeAddedAndEndedMeanwhile();
    void leadsHit_data();
    void leadsHit();
    void aGeneralLeadFindsFallingShots();
    void directionsAreReckonedWith_data();
    void directionsAreReckonedWith();

private:
    /// A script with the members of a class, which runs at once.
    void begin(const std::string& members, const std::string& before = {});
    [[nodiscard]] QString said(); ///< what it logged since the last call, in one line

    std::unique_ptr<PlayFixture> m_fixture;
    std::vector<std::string> m_log;
    Connection m_sink;
};

void TestScriptLibrary::init()
{
    m_fixture = std::make_unique<PlayFixture>();
    m_fixture->addFloor();
    m_log.clear();
    m_sink = addLogSink([this](const LogMessage& message) {
        if (message.source == "script")
            m_log.push_back(message.text);
    });
}

void TestScriptLibrary::cleanup()
{
    m_sink = {};
    m_fixture.reset();
}

void TestScriptLibrary::begin(const std::string& members, const std::string& before)
{
    m_fixture->writeScript("t.as", "#include \"library/actions.as\"\n"
                                   "#include \"library/triggers.as\"\n"
                                   "#include \"library/lead.as\"\n" +
                                       before + "\nclass T : Node\n{\n" + members + "\n}\n");
    m_fixture->addScripted("t", "t.as", "T");
    VERIFY_OK(m_fixture->start());
    m_fixture->tick(1);
    for (const auto& error : m_fixture->session->scriptErrors())
        QFAIL(error.message.c_str());
}

QString TestScriptLibrary::said()
{
    QStringList texts;
    for (const auto& text : std::exchange(m_log, {}))
        texts.push_back(QString::fromStdString(text));
    return texts.join(QStringLiteral(" | "));
}

namespace
{
constexpr auto Say = R"(
class Say : Action
{
    string text;
    bool can = true;
    Say(const string &in text, uint lanes, bool blocks = true)
    {
        this.text = text;
        this.lanes = lanes;
        this.blocks = blocks;
    }
    bool canRun() { return can; }
    void run(float seconds) { said += text; }
}
string said;
)";
} // namespace

void TestScriptLibrary::theFirstActionThatCanRunsAndBlocksItsLanes()
{
    begin(R"(
    ActionList list;
    void onStart()
    {
        Say attack("attack ", LaneArms);
        Say build("build ", LaneArms | LaneLegs);
        Say walk("walk ", LaneLegs);
        Say blink("blink ", LaneEyes, false);
        Say look("look ", LaneEyes);
        Say all("all ", AllLanes);
        Say never("never ", LaneVoice);
        list.add(attack); list.add(build); list.add(walk); list.add(blink); list.add(look);
        list.add(all); list.add(never);
        list.run(0.1);
        log(said); said = "";
        attack.can = false;
        list.run(0.1);
        log(said); said = "";
        list.addFirst(Say("first ", AllLanes));
        list.run(0.1);
        log(said);
    })",
          Say);
    QCOMPARE(said(), QString{"attack walk blink look never  | build blink look never  | first "});
}

void TestScriptLibrary::actionsLeaveTheListWhenTheyAreDone()
{
    begin(R"(
    ActionList list;
    void onStart()
    {
        Say one("1", LaneArms);
        Say two("2", LaneArms);
        list.add(one); list.add(two);
        list.run(0.1);
        one.isDone = true;
        list.run(0.1);
        list.run(0.1);
        log(said + " " + list.length);
        list.remove(two);
        list.remove(two);
        log("" + list.length);
        list.add(one); list.clear();
        list.run(0.1);
        log("" + list.length);
    })",
          Say);
    QCOMPARE(said(), QString{"112 1 | 0 | 0"});
}

void TestScriptLibrary::actionsMayChangeTheList()
{
    begin(R"(
    void onStart()
    {
        Clears clears;
        @clears.list = ActionList();
        clears.list.add(clears);
        clears.list.add(Say("gone", LaneArms));
        clears.list.run(0.1);
        log(said + clears.list.length);
        clears.list.run(0.1);
        log(said);
    })",
          std::string{Say} + R"(
class Clears : Action
{
    ActionList@ list;
    Clears() { blocks = false; }
    void run(float seconds) { list.clear(); list.add(Say("new", LaneArms)); }
})");
    QCOMPARE(said(), QString{"1 | new"});
}

void TestScriptLibrary::triggersFireOnTheirComparison_data()
{
    QTest::addColumn<QString>("when");
    QTest::addColumn<QString>("at"); ///< the ticks in which it fires; the value is that of the tick
    QTest::newRow("equal") << "whenEqual(r, 3, a)"
                           << "3";
    QTest::newRow("not equal, once") << "whenNotEqual(r, 1, a)"
                                     << "2";
    QTest::newRow("not equal") << "whenNotEqual(r, 3, a, false)"
                               << "1 | 2 | 4 | 5";
    QTest::newRow("less") << "whenLess(r, 3, a, false)"
                          << "1 | 2";
    QTest::newRow("greater, once") << "whenGreater(r, 3, a)"
                                   << "4";
    QTest::newRow("greater") << "whenGreater(r, 3, a, false)"
                             << "4 | 5";
    QTest::newRow("never") << "whenGreater(r, 100, a)"
                           << "";
}

void TestScriptLibrary::triggersFireOnTheirComparison()
{
    QFETCH(QString, when);
    QFETCH(QString, at);
    begin(R"(
    Triggers triggers;
    int value = 0;
    double read() { return value; }
    void fire() { log("" + value); }
    void onStart() { Reading@ r = Reading(read); Routine@ a = Routine(fire); triggers.)" +
          when.toStdString() + R"(; }
    void onTick(float seconds) { value++; triggers.test(); })");
    m_fixture->tick(4);
    QCOMPARE(said(), at);
}

void TestScriptLibrary::keysFireTriggers()
{
    begin(R"(
    Triggers triggers;
    void down() { log("down"); }
    void up() { log("up"); }
    void onStart()
    {
        triggers.whenPressed(Key::Jump, Routine(down));
        triggers.whenReleased(Key::Jump, Routine(up), true);
    }
    void onTick(float seconds) { triggers.test(); })");
    for (int i = 0; i < 2; ++i) {
        m_fixture->tick(3, keys(PlayerKey::Jump));
        m_fixture->tick(3);
    }
    QCOMPARE(said(), QString{"down | up | down"});
}

void TestScriptLibrary::triggersMayBeAddedAndEndedMeanwhile()
{
    begin(R"(
    Triggers triggers;
    ValueTrigger@ second;
    double one() { return 1; }
    void first() { log("first"); second.isDone = true; triggers.whenEqual(Reading(one), 1, Routine(third)); }
    void never() { log("never"); }
    void third() { log("third"); }
    void again() { triggers.whenEqual(Reading(one), 1, Routine(again)); }
    void onStart()
    {
        triggers.whenEqual(Reading(one), 1, Routine(first));
        @second = triggers.whenEqual(Reading(one), 1, Routine(never));
        triggers.test();
        log("" + triggers.length);
        again();
        triggers.test(); // each adds one: it has an end all the same
        log(triggers.length < 1000 ? "ended" : "not ended");
    })");
    QCOMPARE(said(), QString{"first | third | 0 | ended"});
}

void TestScriptLibrary::leadsHit_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("result");
    // Cases of the requirements, worked out by hand.
    QTest::newRow("first order") << "leadFirstOrder(Vec3(100,0,0), Vec3(0,10,0), 20)"
                                 << "5.0000 (100.000, 50.000, 0.000)";
    QTest::newRow("away") << "leadDirect(Vec3(100,0,0), Vec3(10,0,0), 20)"
                          << "10.0000 (200.000, 0.000, 0.000)";
    QTest::newRow("across") << "leadDirect(Vec3(100,0,0), Vec3(0,10,0), 20)"
                            << "5.7735 (100.000, 57.735, 0.000)";
    QTest::newRow("too fast") << "leadDirect(Vec3(100,0,0), Vec3(30,0,0), 20)"
                              << "none";
    QTest::newRow("as fast, nearer") << "leadDirect(Vec3(100,0,0), Vec3(-20,0,0), 20)"
                                     << "2.5000 (50.000, 0.000, 0.000)";
    QTest::newRow("as fast, away") << "leadDirect(Vec3(100,0,0), Vec3(20,0,0), 20)"
                                   << "none";
    QTest::newRow("at the muzzle") << "leadDirect(Vec3(0,0,0), Vec3(5,0,0), 20)"
                                   << "0.0000 (0.000, 0.000, 0.000)";
    QTest::newRow("iterated, nearer") << "leadIterated(Vec3(100,0,0), Vec3(-10,0,0), 20, 1e-9)"
                                      << "3.3333 (66.667, 0.000, 0.000)";
    QTest::newRow("iterated, too fast") << "leadIterated(Vec3(100,0,0), Vec3(30,0,0), 20)"
                                        << "none";
    QTest::newRow("iterated, swings") << "leadIterated(Vec3(100,0,0), Vec3(-20,0,0), 20)"
                                      << "none";
    QTest::newRow("no speed") << "leadIterated(Vec3(100,0,0), Vec3(-20,0,0), 0)"
                              << "none";
}

void TestScriptLibrary::leadsHit()
{
    QFETCH(QString, call);
    QFETCH(QString, result);
    begin("void onStart() { Lead@ lead = " + call.toStdString() +
          "; log(lead.hits ? formatFloat(lead.time, '', 0, 4) + ' ' + lead.aim.toText() : 'none'); "
          "}");
    QCOMPARE(said(), result);
}

void TestScriptLibrary::aGeneralLeadFindsFallingShots()
{
    begin(R"(
    // The target speeds up by 2 m/s each second; the turret turns for half a second first.
    Vec3 placeAt(double t) { return Vec3(50 + t * t, 0, 0); }
    double timeTo(const Vec3 &in at) { return 0.5 + at.length() / 30; }
    void onStart()
    {
        Lead@ lead = leadGeneral(PlaceAt(placeAt), TimeTo(timeTo));
        // t = 0.5 + (50 + t t) / 30: t = 15 - sqrt(225 - 65)
        log(abs(lead.time - (15 - sqrt(160))) < 1e-9 ? "hits" : "misses by " + lead.time);
        log(leadGeneral(PlaceAt(placeAt), TimeTo(timeTo), 1).hits ? "reached" : "out of reach");
    })");
    QCOMPARE(said(), QString{"hits | out of reach"});
}

void TestScriptLibrary::directionsAreReckonedWith_data()
{
    QTest::addColumn<QString>("expression");
    QTest::newRow("a look to the right")
        << "(lookAlong(Vec3(5, 0, 0)) * Vec3(0, 0, -1)).distanceTo(Vec3(1, 0, 0)) < 1e-9";
    QTest::newRow("its head stays up")
        << "abs((lookAlong(Vec3(5, 3, 1)) * Vec3(1, 0, 0)).y) < 1e-9";
    QTest::newRow("a look straight up")
        << "(lookAlong(Vec3(0, 2, 0)) * Vec3(0, 0, -1)).distanceTo(Vec3(0, 1, 0)) < 1e-9";
    QTest::newRow("a look nowhere") << "lookAlong(Vec3(0, 0, 0)) * Vec3(1, 2, 3) == Vec3(1, 2, 3)";
    QTest::newRow("there and back")
        << "(fromAngles(1, 0.5).inverse() * (fromAngles(1, 0.5) * Vec3(1, 2, 3)))"
           ".distanceTo(Vec3(1, 2, 3)) < 1e-9";
    QTest::newRow("angles") << "abs(angleBetween(Vec3(2, 0, 0), Vec3(0, 0, 3)) - Pi / 2) < 1e-9";
    QTest::newRow("angle of nothing") << "angleBetween(Vec3(0, 0, 0), Vec3(1, 0, 0)) == 0";
    QTest::newRow("steps") << "moveTowards(Vec3(0, 0, 0), Vec3(0, 4, 0), 1) == Vec3(0, 1, 0)";
    QTest::newRow("no step too far")
        << "moveTowards(Vec3(0, 0, 0), Vec3(0, 4, 0), 5) == Vec3(0, 4, 0)";
    QTest::newRow("reflection") << "reflect(Vec3(1, -1, 0), Vec3(0, 1, 0)) == Vec3(1, 1, 0)";
    QTest::newRow("signs") << "sign(-3) == -1 && sign(0) == 0 && sign(2) == 1";
    QTest::newRow("whole") << "max(7, 2) / 2 == 3 && min(7, 2) == 2 && clamp(9, 0, 4) / 3 == 1";
    QTest::newRow("mixed") << "min(1, 0.5) == 0.5 && max(0.5, 2) / 4 == 0.5 && clamp(0.25, 0, 1) "
                              "== 0.25 && clamp(3, 0, 2.5) == 2.5 && clamp(0, 0.5, 1) == 0.5";
    QTest::newRow("floats") << "min(0.5f, 2) == 0.5 && max(0.5f, 0.25f) == 0.5";
    QTest::newRow("wrapping") << "wrap(-90, 360) == 270 && wrap(725, 360) == 5 && wrap(1, 0) == 0";
    QTest::newRow("colours") << "lerp(Color(0, 0, 1), Color(1, 0, 0), 0.5).r == 0.5f";
}

void TestScriptLibrary::directionsAreReckonedWith()
{
    QFETCH(QString, expression);
    begin("void onStart() { log((" + expression.toStdString() + ") ? 'yes' : 'no'); }");
    QCOMPARE(said(), QString{"yes"});
}

PLAIN_TEST(TestScriptLibrary)
} // namespace tst_script_library

#include "tst_script_library.moc"

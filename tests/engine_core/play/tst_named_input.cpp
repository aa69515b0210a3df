#include "engine_core/assets/input/input_map.h"
#include "engine_core/play/device_input.h"
#include "engine_core/play/input_recording.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

namespace tst_named_input
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* Dasher = R"(class Dasher : Node
{
    int pressed;
    int held;
    int released;
    int jumps;
    double throttle;
    double walked;
    void onTick(float dt)
    {
        if (Input::wasPressed("Dash"))
            ++pressed;
        if (Input::action("Dash"))
            ++held;
        if (Input::wasReleased("Dash"))
            ++released;
        if (Input::wasPressed("Jump"))
            ++jumps;
        throttle += Input::value("Throttle");
        walked += Input::axis(Key::Back, Key::Forward);
        entity.position = Vec3(throttle, held, walked);
    }
})";

InputSource source(const char* name)
{
    return *InputSource::named(name);
}

std::shared_ptr<const InputMap> mapWithDash()
{
    auto map = InputMap::usual();
    map.actions.push_back({"Dash", {source("key.Q"), source("mouse.wheelUp")}});
    map.axes.push_back({"Throttle",
                        {source("key.F"), source("mouse.moveLeft")},
                        {source("key.R"), source("pad.rightStickUp"), source("mouse.moveRight")}});
    return std::make_shared<const InputMap>(std::move(map));
}

struct NamedInputFixture : PlayFixture
{
    NamedInputFixture()
    {
        addFloor();
        assets.setInput(mapWithDash());
        writeScript("d.as", Dasher);
        dasher = addScripted("d", "d.as", "Dasher");
    }

    EntityId dasher;
};

PlayerInput values(std::vector<ActionValue> held)
{
    PlayerInput input;
    input.values = std::move(held);
    return input;
}
} // namespace

class TestNamedInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptsAskForActionsByName();
    void anUnknownNameIsAnsweredWithTheNearest();
    void aNotchOfTheWheelPressesOnceInAFrameOfManyTicks();
    void aTapBetweenTwoTicksIsNotLost();
    void keysButtonsAndSticksBecomeActions();
    void aStickHalfWayWalksAtHalfTheSpeed();
    void triggersPressFromTheirThresholdOn();
    void aRecordingHoldsActionsAndPlaysTheSame();
    void oldRecordingsArePlayed();
    void wrongValuesInARecordingAreNamed_data();
    void wrongValuesInARecordingAreNamed();
};

void TestNamedInput::scriptsAskForActionsByName()
{
    NamedInputFixture fixture;
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    for (int i = 0; i < 3; ++i)
        fixture.session->tick(values({{"Dash", 1}, {"Throttle", -0.25}}));
    fixture.session->tick(values({{"Dash", 0.4}}));
    fixture.tick(2, keys(PlayerKey::Jump, PlayerKey::Forward));
    QVERIFY(fixture.session->scriptErrors().empty());
    QCOMPARE(fixture.number(fixture.dasher, "pressed"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "held"), 3.0);
    QCOMPARE(fixture.number(fixture.dasher, "released"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "jumps"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "throttle"), -0.75);
    QCOMPARE(fixture.number(fixture.dasher, "walked"), 2.0);
}

void TestNamedInput::anUnknownNameIsAnsweredWithTheNearest()
{
    NamedInputFixture fixture;
    fixture.writeScript("e.as", "class E : Node { void onTick(float dt) "
                                "{ Input::value(\"Throtle\"); } }");
    fixture.addScripted("e", "e.as", "E");
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    QCOMPARE(fixture.session->scriptErrors().size(), 1U);
    const auto message = fixture.session->scriptErrors()[0].message;
    QVERIFY2(message.find("names no action or axis 'Throtle'; the nearest is 'Throttle'") !=
                 std::string::npos,
             message.c_str());
}

void TestNamedInput::aNotchOfTheWheelPressesOnceInAFrameOfManyTicks()
{
    NamedInputFixture fixture;
    VERIFY_OK(fixture.start());
    DeviceState wheel;
    wheel.press(source("mouse.wheelUp"));
    const auto input = inputFrom(*mapWithDash(), {}, wheel, 0);
    fixture.session->advance(5 * PlaySession::TickSeconds, input);
    QCOMPARE(fixture.number(fixture.dasher, "pressed"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "held"), 1.0);
}

void TestNamedInput::aTapBetweenTwoTicksIsNotLost()
{
    NamedInputFixture fixture;
    VERIFY_OK(fixture.start());
    DeviceState tapped;
    tapped.press(source("key.Q"));
    tapped.press(source("key.Space"));
    tapped.press(source("mouse.moveRight"), 0.25);
    const auto input = inputFrom(*mapWithDash(), {}, tapped, 0);
    QCOMPARE(fixture.session->advance(PlaySession::TickSeconds / 4, input), 0);
    tapped = {};
    tapped.press(source("mouse.moveRight"), 0.25);
    fixture.session->advance(PlaySession::TickSeconds, inputFrom(*mapWithDash(), {}, tapped, 0));
    fixture.session->advance(PlaySession::TickSeconds, {});
    QCOMPARE(fixture.number(fixture.dasher, "pressed"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "jumps"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "held"), 1.0);
    QCOMPARE(fixture.number(fixture.dasher, "throttle"), 0.5);
}

void TestNamedInput::keysButtonsAndSticksBecomeActions()
{
    DeviceState held;
    held.press(source("key.W"));
    held.press(source("key.Q"));
    held.press(source("mouse.left"));
    held.press(source("pad.rightStickUp"), 0.5);
    const auto input = inputFrom(*mapWithDash(), held, {}, 0.1);
    QCOMPARE(input.keys, keys(PlayerKey::Forward, PlayerKey::Fire));
    QCOMPARE(input.valueOf("Dash"), 1.0);
    QCOMPARE(input.valueOf("Throttle"), 0.5);
    QVERIFY(std::abs(input.look.y - 0.5 * radians(15.0)) < 1e-12); // half of 150 degrees a second
    QCOMPARE(input.look.x, 0.0);
}

void TestNamedInput::aStickHalfWayWalksAtHalfTheSpeed()
{
    const auto speedWith = [](double stick) {
        PlayFixture fixture;
        fixture.addFloor();
        if (!fixture.start())
            return -1.0;
        DeviceState held;
        held.press(source("pad.leftStickUp"), stick);
        for (int i = 0; i < 60; ++i)
            fixture.session->tick(inputFrom(InputMap::usual(), held, {}, 0));
        return glm::length(fixture.session->player().velocity);
    };
    const double whole = speedWith(1);
    QVERIFY2(whole > 3, qPrintable(QString::number(whole)));
    QVERIFY(std::abs(speedWith(0.4) - 0.4 * whole) < 0.01);
}

void TestNamedInput::triggersPressFromTheirThresholdOn()
{
    auto map = InputMap::usual();
    map.triggerThreshold = 0.25;
    const auto pressed = [&](double way) {
        DeviceState held;
        held.press(source("pad.rightTrigger"), way);
        return inputFrom(map, held, {}, 0);
    };
    QVERIFY(!pressed(0.2).isDown(PlayerKey::Fire));
    QVERIFY(pressed(0.25).isDown(PlayerKey::Fire));
    QCOMPARE(pressed(1).valueOf("Fire"), 1.0);
    QVERIFY(pressed(1).values.empty()); // a key that is down says it all
}

void TestNamedInput::aRecordingHoldsActionsAndPlaysTheSame()
{
    InputRecording recording;
    for (int i = 0; i < 120; ++i) {
        DeviceState held;
        if (i % 7 < 3)
            held.press(source("key.Q"));
        held.press(source("pad.rightStickUp"), i / 160.0);
        held.press(source("pad.leftStickUp"), 0.1 * (i % 11));
        recording.ticks.push_back(inputFrom(*mapWithDash(), held, {}, 1.0 / 60));
    }
    const auto text = writeRecording(recording);
    QVERIFY2(text.find("version 2\n") != std::string::npos, text.c_str());
    QVERIFY2(text.find(" value Dash 1") != std::string::npos, text.c_str());
    QVERIFY(text.find("key.") == std::string::npos && text.find("pad.") == std::string::npos);
    const auto read = readRecording(text);
    VERIFY_OK(read);
    QVERIFY(namesUnknownTo(*mapWithDash(), *read).empty());
    QCOMPARE(namesUnknownTo(InputMap::usual(), *read),
             (std::vector<std::string>{"Dash", "Throttle"}));

    NamedInputFixture first;
    NamedInputFixture again;
    VERIFY_OK(first.start());
    VERIFY_OK(again.start());
    for (std::size_t i = 0; i < recording.ticks.size(); ++i) {
        first.session->tick(recording.ticks[i]);
        again.session->tick(read->ticks[i]);
        QCOMPARE(again.session->stateHash(), first.session->stateHash());
    }
    QVERIFY(first.number(first.dasher, "held") > 40);
}

void TestNamedInput::oldRecordingsArePlayed()
{
    const auto old = readRecording("# Input of a player\nbuild 0.1.0 abc\nseed 3\n"
                                   "2 forward jump look 0.1 0.2 wheel 1\n");
    VERIFY_OK(old);
    QCOMPARE(old->ticks.size(), 2U);
    QCOMPARE(old->ticks[0].keys, keys(PlayerKey::Forward, PlayerKey::Jump));
    QVERIFY(old->ticks[0].values.empty());
}

void TestNamedInput::wrongValuesInARecordingAreNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("half") << "1 value Dash\n"
                          << "'value' needs a name and a number";
    QTest::newRow("far") << "1 value Dash 2\n"
                         << "a number from -1 to 1";
    QTest::newRow("name") << "1 value 3x 1\n"
                          << "needs the name of an action";
    QTest::newRow("newer") << "version 4\n"
                           << "line 1: this is version 4";
    QTest::newRow("version") << "version x\n"
                             << "'version' needs one number";
    QString many = "1";
    for (std::size_t i = 0; i <= InputMap::MaxActions + InputMap::MaxAxes; ++i)
        many += QStringLiteral(" value N%1 1").arg(i);
    QTest::newRow("many") << many
                          << QStringLiteral("more than %1 values in one line")
                                 .arg(InputMap::MaxActions + InputMap::MaxAxes);
}

void TestNamedInput::wrongValuesInARecordingAreNamed()
{
    QFETCH(const QString, text);
    QFETCH(const QString, part);
    const auto read = readRecording(text.toStdString());
    QVERIFY(!read);
    QVERIFY2(read.error().message().find(part.toStdString()) != std::string::npos,
             read.error().message().c_str());
}

PLAIN_TEST(TestNamedInput)
} // namespace tst_named_input

#include "tst_named_input.moc"

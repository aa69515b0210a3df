#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_character_feel
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Tick = 1.0 / 60.0;
constexpr double JumpSpeed = 5;

CharacterInput jumping()
{
    CharacterInput input;
    input.jumpSpeed = JumpSpeed;
    return input;
}

/// How far up it gets from where it is now. Metres.
double apexAbove(const CollisionFixture& fixture, CharacterState state)
{
    const double from = state.foot.y;
    double top = from;
    for (int i = 0; i < 60; ++i) {
        state = fixture.step(state, {});
        top = std::max(top, state.foot.y);
    }
    return top - from;
}

/// The tick after which a character has walked off a table of 3 m, at 3 m/s.
CharacterState walkedOffATable(CollisionFixture& fixture)
{
    fixture.addFloor();
    addBox(fixture.world, {-10, 0, -10}, {0, 3, 10});
    auto state = fixture.standAt({-1, 3, 0});
    for (int i = 0; i < 120 && state.grounded; ++i)
        state = fixture.step(state, walking({3, 0, 0}));
    return state;
}
} // namespace

/// How a character starts, stops and steers, and what it forgives at a jump.
class TestCharacterFeel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stopsWithinItsBrakingDistance_data();
    void stopsWithinItsBrakingDistance();
    void startsWithItsAcceleration();
    void turnsBackWithItsBraking();
    void aRateThatIsSaidHoldsForBoth();
    void airAccelerationSteersInTheAirAlone_data();
    void airAccelerationSteersInTheAirAlone();
    void canJumpSoLongAfterTheEdge_data();
    void canJumpSoLongAfterTheEdge();
    void aJumpAfterTheEdgeRisesAsHigh();
    void anEdgeGivesNoSecondJump();
    void aLaunchGivesNoJump();
    void aJumpWaitsSoLongForTheGround_data();
    void aJumpWaitsSoLongForTheGround();
    void aJumpThatWaitedRisesAsHighOnSlopes_data();
    void aJumpThatWaitedRisesAsHighOnSlopes();
    void stepsTellHowHighTheyWere();
};

void TestCharacterFeel::stopsWithinItsBrakingDistance_data()
{
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("braking");
    for (const double speed : {2.0, 5.0, 9.0})
        for (const double braking : {5.0, 20.0, 50.0, 200.0})
            QTest::addRow("%g m/s with %g m/s2", speed, braking) << speed << braking;
}

void TestCharacterFeel::stopsWithinItsBrakingDistance()
{
    QFETCH(double, speed);
    QFETCH(double, braking);
    CollisionFixture fixture;
    fixture.settings.braking = braking;
    fixture.addFloor();
    auto state = fixture.step(fixture.standAt({-30, 0, 0}), walking({speed, 0, 0}), 60);
    QVERIFY(std::abs(state.velocity.x - speed) < 1e-9);
    const double from = state.foot.x;
    for (int i = 0; i < 300 && state.velocity.x > 0; ++i)
        state = fixture.step(state, {});
    QCOMPARE(state.velocity, Vec3d{0});
    // Within the way of one tick of the formula.
    const double expected = speed * speed / (2 * braking);
    QVERIFY2(std::abs(state.foot.x - from - expected) <= speed * Tick,
             qPrintable(QString::number(state.foot.x - from)));
}

void TestCharacterFeel::startsWithItsAcceleration()
{
    CollisionFixture fixture;
    fixture.settings.acceleration = 10;
    fixture.settings.braking = 200;
    fixture.addFloor();
    auto state = fixture.step(fixture.standAt({0, 0, 0}), walking({5, 0, 0}), 12);
    QVERIFY(std::abs(state.velocity.x - 10 * 12 * Tick) < 1e-9);
    // A turn aside keeps the speed, and is no braking.
    state = fixture.step(state, walking({5, 0, 0}), 60);
    state = fixture.step(state, walking({0, 0, 5}));
    QVERIFY(std::abs(state.velocity.z - 10 * Tick / std::sqrt(2)) < 1e-9);
}

void TestCharacterFeel::turnsBackWithItsBraking()
{
    CollisionFixture fixture;
    fixture.settings.acceleration = 10;
    fixture.settings.braking = 60;
    fixture.addFloor();
    auto state = fixture.step(fixture.standAt({0, 0, 0}), walking({5, 0, 0}), 60);
    state = fixture.step(state, walking({-5, 0, 0}), 5); // at rest after 5 / 60 seconds
    QVERIFY(std::abs(state.velocity.x) < 1e-9);
    state = fixture.step(state, walking({-5, 0, 0}), 6);
    QVERIFY(std::abs(state.velocity.x + 10 * 6 * Tick) < 1e-9);
}

void TestCharacterFeel::aRateThatIsSaidHoldsForBoth()
{
    CollisionFixture fixture;
    fixture.settings.acceleration = 1;
    fixture.settings.braking = 1;
    fixture.addFloor();
    auto input = walking({6, 0, 0});
    input.acceleration = 60;
    auto state = fixture.step(fixture.standAt({0, 0, 0}), input, 6);
    QVERIFY(std::abs(state.velocity.x - 6) < 1e-9);
    input.wish = {};
    QCOMPARE(fixture.step(state, input, 6).velocity, Vec3d{0});
}

void TestCharacterFeel::airAccelerationSteersInTheAirAlone_data()
{
    QTest::addColumn<double>("rate");
    for (const double rate : {0.0, 4.0, 12.0})
        QTest::addRow("%g m/s2", rate) << rate;
}

void TestCharacterFeel::airAccelerationSteersInTheAirAlone()
{
    QFETCH(double, rate);
    CollisionFixture fixture;
    fixture.settings.airAcceleration = rate;
    fixture.addFloor();
    auto state = fixture.step(fixture.standAt({0, 0, 0}), walking({3, 0, 0}), 60);
    state = fixture.step(state, jumping());
    state = fixture.step(state, walking({-3, 0, 0}), 20);
    QVERIFY(!state.grounded);
    QVERIFY(std::abs(state.velocity.x - (3 - rate * 20 * Tick)) < 1e-9);
    // Nothing is wished: it flies on.
    const auto later = fixture.step(state, {}, 5);
    QVERIFY(std::abs(later.velocity.x - state.velocity.x) < 1e-9);
}

void TestCharacterFeel::canJumpSoLongAfterTheEdge_data()
{
    QTest::addColumn<double>("coyoteTime");
    QTest::addColumn<int>("ticks"); // after that in which the ground was lost
    QTest::addColumn<bool>("jumps");
    QTest::newRow("none, the next tick") << 0.0 << 1 << false;
    QTest::newRow("0.1 s, the next tick") << 0.1 << 1 << true;
    QTest::newRow("0.1 s, the sixth tick") << 0.1 << 6 << true;
    QTest::newRow("0.1 s, the seventh tick") << 0.1 << 7 << false;
    QTest::newRow("0.25 s, the fifteenth tick") << 0.25 << 15 << true;
    QTest::newRow("0.25 s, the sixteenth tick") << 0.25 << 16 << false;
}

void TestCharacterFeel::canJumpSoLongAfterTheEdge()
{
    QFETCH(double, coyoteTime);
    QFETCH(int, ticks);
    QFETCH(bool, jumps);
    CollisionFixture fixture;
    fixture.settings.coyoteTime = coyoteTime;
    auto state = walkedOffATable(fixture);
    QVERIFY(!state.grounded);
    state = fixture.step(state, walking({3, 0, 0}), ticks - 1);
    state = fixture.step(state, jumping());
    QCOMPARE(state.jumped, jumps);
    QCOMPARE(state.velocity.y > 0, jumps);
    QVERIFY(!fixture.step(state, {}).jumped); // told once
}

void TestCharacterFeel::aJumpAfterTheEdgeRisesAsHigh()
{
    CollisionFixture fixture;
    fixture.settings.coyoteTime = 0.1;
    auto state = fixture.step(walkedOffATable(fixture), {}, 5);
    QVERIFY(state.velocity.y < -1); // it falls already
    const double from = state.foot.y;
    state = fixture.step(state, jumping());
    const double apex = state.foot.y - from + apexAbove(fixture, state);
    const double expected = JumpSpeed * JumpSpeed / (2 * fixture.settings.gravity);
    QVERIFY2(std::abs(apex / expected - 1) < 0.02, qPrintable(QString::number(apex)));
}

void TestCharacterFeel::anEdgeGivesNoSecondJump()
{
    CollisionFixture fixture;
    fixture.settings.coyoteTime = 0.25;
    fixture.addFloor();
    auto state = fixture.step(fixture.standAt({0, 0, 0}), jumping());
    QVERIFY(state.jumped);
    for (int i = 0; i < 20; ++i) {
        state = fixture.step(state, jumping());
        QVERIFY(!state.jumped);
    }
}

void TestCharacterFeel::aLaunchGivesNoJump()
{
    CollisionFixture fixture;
    fixture.settings.coyoteTime = 0.25;
    fixture.addFloor();
    auto state = fixture.standAt({0, 0, 0});
    state.velocity.y = 10; // as a jump pad's script does
    state = fixture.step(state, {});
    QVERIFY(!state.grounded);
    QVERIFY(!fixture.step(state, jumping()).jumped);
}

void TestCharacterFeel::aJumpWaitsSoLongForTheGround_data()
{
    QTest::addColumn<double>("jumpBuffer");
    QTest::addColumn<int>("ticks"); // before the first in which it stands
    QTest::addColumn<bool>("jumps");
    QTest::newRow("none, one tick") << 0.0 << 1 << false;
    QTest::newRow("0.1 s, one tick") << 0.1 << 1 << true;
    QTest::newRow("0.1 s, six ticks") << 0.1 << 6 << true;
    QTest::newRow("0.1 s, seven ticks") << 0.1 << 7 << false;
    QTest::newRow("0.25 s, fifteen ticks") << 0.25 << 15 << true;
    QTest::newRow("0.25 s, sixteen ticks") << 0.25 << 16 << false;
}

void TestCharacterFeel::aJumpWaitsSoLongForTheGround()
{
    QFETCH(double, jumpBuffer);
    QFETCH(int, ticks);
    QFETCH(bool, jumps);
    CollisionFixture fixture;
    fixture.settings.jumpBuffer = jumpBuffer;
    fixture.addFloor();
    CharacterState start;
    start.foot = {0, 3, 0};
    int fall = 0; // ticks until it stands
    for (auto state = start; !state.grounded; ++fall)
        state = fixture.step(state, {});
    auto state = fixture.step(start, {}, fall - ticks);
    state = fixture.step(state, jumping()); // the tick of the press
    state = fixture.step(state, {}, ticks - 1);
    QVERIFY(state.grounded && state.landed);
    state = fixture.step(state, {});
    QCOMPARE(state.jumped, jumps);
    QCOMPARE(state.grounded, !jumps);
}

void TestCharacterFeel::aJumpThatWaitedRisesAsHighOnSlopes_data()
{
    QTest::addColumn<double>("degrees");
    for (const double degrees : {0.0, 15.0, 30.0, 44.0})
        QTest::addRow("%g degrees", degrees) << degrees;
}

void TestCharacterFeel::aJumpThatWaitedRisesAsHighOnSlopes()
{
    QFETCH(double, degrees);
    CollisionFixture fixture;
    fixture.settings.jumpBuffer = 0.1;
    fixture.addSlope(degrees);
    CharacterState state;
    state.foot = {0, 1, 0};
    double before = 0;
    bool pressed = false;
    for (int i = 0; i < 120 && !state.jumped; ++i) {
        before = state.foot.y;
        // About 4 ticks of its fall above the slope.
        const bool press = !pressed && state.velocity.y < 0 && state.foot.y < 0.5;
        pressed |= press;
        state = fixture.step(state, press ? jumping() : CharacterInput{});
    }
    QVERIFY(state.jumped);
    const double apex = state.foot.y - before + apexAbove(fixture, state);
    const double expected = JumpSpeed * JumpSpeed / (2 * fixture.settings.gravity);
    QVERIFY2(std::abs(apex / expected - 1) < 0.02, qPrintable(QString::number(apex)));
}

void TestCharacterFeel::stepsTellHowHighTheyWere()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {2, 0, -5}, {6, 0.2, 5});
    auto state = fixture.standAt({0, 0, 0});
    double up = 0;
    double down = 0;
    for (int i = 0; i < 180; ++i) {
        state = fixture.step(state, walking({4, 0, 0}));
        (state.stepRise > 0 ? up : down) += state.stepRise;
    }
    QVERIFY(state.foot.x > 7);
    QVERIFY2(std::abs(up - 0.2) < 0.005, qPrintable(QString::number(up)));
    QVERIFY2(std::abs(down + 0.2) < 0.005, qPrintable(QString::number(down)));
}

PLAIN_TEST(TestCharacterFeel)
} // namespace tst_character_feel

#include "tst_character_feel.moc"

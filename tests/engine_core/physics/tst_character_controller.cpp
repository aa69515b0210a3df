#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/repeat_until.h"

#include <QtTest>

namespace tst_character_controller
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Tick = 1.0 / 60.0;

double horizontalSpeed(const CharacterState& before, const CharacterState& after)
{
    const auto by = after.foot - before.foot;
    return std::hypot(by.x, by.z) / Tick;
}

void addStairs(CollisionFixture& fixture, int steps, double height, double depth)
{
    for (int i = 0; i < steps; ++i)
        addBox(fixture.world, {2 + i * depth, 0, -5}, {2 + (i + 1) * depth, (i + 1) * height, 5});
    addBox(fixture.world, {2 + steps * depth, 0, -5}, {60, steps * height, 5});
}
} // namespace

class TestCharacterController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void standsOnTheFloor();
    void reachesAndKeepsTheWishedSpeed();
    void stopsWithoutAWish();
    void slidesAlongAWallWithItsTangentialSpeed();
    void jumpHeightIsThatOfTheFormula_data();
    void jumpHeightIsThatOfTheFormula();
    void speedOnSlopesIsThatOfTheFlat_data();
    void speedOnSlopesIsThatOfTheFlat();
    void standsStillOnSlopes_data();
    void standsStillOnSlopes();
    void slidesOffSteepSlopes();
    void steepSlopesCannotBeWalkedUp();
    void stepHeightDecides_data();
    void stepHeightDecides();
    void stairsAreWalkedUpAndDownWithoutLeavingTheGround_data();
    void stairsAreWalkedUpAndDownWithoutLeavingTheGround();
    void seamsDoNotSnag_data();
    void seamsDoNotSnag();
    void wallOfManyBrushesDoesNotSnag();
    void fallsOffALedgeHigherThanAStep();
    void landingTellsItsSpeed();
    void crouchesUnderABeamAndCannotStandBelowIt();
    void cornerOfThreeWallsDoesNotJitter();
    void valleyOfSteepSlopesHoldsTheCharacter();
    void launchedCharacterLeavesTheGround();
};

void TestCharacterController::standsOnTheFloor()
{
    CollisionFixture fixture;
    fixture.addFloor();
    const auto state = fixture.standAt({0, 1, 0});
    QVERIFY(state.grounded);
    QVERIFY(state.foot.y >= 0 && state.foot.y < 0.001);
    QCOMPARE(state.velocity, Vec3d{0});
    QVERIFY(state.groundEntity);
}

void TestCharacterController::reachesAndKeepsTheWishedSpeed()
{
    CollisionFixture fixture;
    fixture.addFloor();
    auto state = fixture.standAt({0, 0, 0});
    state = fixture.step(state, walking({5, 0, 0}), 3);
    QVERIFY(std::abs(state.velocity.x - 50.0 * 3 / 60) < 1e-9);
    state = fixture.step(state, walking({5, 0, 0}), 60);
    QVERIFY(std::abs(state.velocity.x - 5) < 1e-9);
}

void TestCharacterController::stopsWithoutAWish()
{
    CollisionFixture fixture;
    fixture.addFloor();
    auto state = fixture.step(fixture.standAt({0, 0, 0}), walking({5, 0, 0}), 60);
    state = fixture.step(state, {}, 7);
    QCOMPARE(state.velocity, Vec3d{0});
}

void TestCharacterController::slidesAlongAWallWithItsTangentialSpeed()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {1, 0, -50}, {2, 3, 50});
    auto state = fixture.standAt({0, 0, -40});
    state = fixture.step(state, walking({3, 0, 4}), 60);
    for (int i = 0; i < 300; ++i) {
        const auto next = fixture.step(state, walking({3, 0, 4}));
        QVERIFY(std::abs((next.foot.z - state.foot.z) / Tick - 4) < 0.01);
        QVERIFY(std::abs(next.foot.x - state.foot.x) < 1e-6);
        state = next;
    }
    QVERIFY(state.foot.x + 0.35 <= 1 && state.foot.x + 0.35 > 0.998);
}

void TestCharacterController::jumpHeightIsThatOfTheFormula_data()
{
    QTest::addColumn<double>("degrees");
    for (const double degrees : {0.0, 10.0, 20.0, 30.0, 40.0, 44.0})
        QTest::addRow("%g degrees", degrees) << degrees;
}

void TestCharacterController::jumpHeightIsThatOfTheFormula()
{
    QFETCH(double, degrees);
    CollisionFixture fixture;
    fixture.addSlope(degrees);
    const auto start = fixture.standAt({0, 0.5, 0});
    QVERIFY(start.grounded);
    CharacterInput jump;
    jump.jumpSpeed = 5;
    auto state = fixture.step(start, jump);
    QVERIFY(!state.grounded);
    double top = state.foot.y;
    for (int i = 0; i < 120; ++i) {
        state = fixture.step(state, {});
        top = std::max(top, state.foot.y);
    }
    const double expected = 5.0 * 5.0 / (2 * fixture.settings.gravity);
    QVERIFY2(std::abs((top - start.foot.y) / expected - 1) < 0.02,
             qPrintable(QString::number((top - start.foot.y) / expected)));
    QVERIFY(state.grounded);
}

void TestCharacterController::speedOnSlopesIsThatOfTheFlat_data()
{
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("direction");
    for (const double degrees : {0.0, 15.0, 30.0, 44.0})
        for (const double direction : {0.0, 45.0, 90.0, 135.0, 180.0})
            QTest::addRow("%g degrees towards %g", degrees, direction) << degrees << direction;
}

void TestCharacterController::speedOnSlopesIsThatOfTheFlat()
{
    QFETCH(double, degrees);
    QFETCH(double, direction);
    CollisionFixture fixture;
    fixture.addSlope(degrees);
    const double angle = radians(direction);
    const auto input = walking(Vec3d{std::cos(angle), 0, std::sin(angle)} * 5.0);
    auto state = fixture.step(fixture.standAt({0, 0.5, 0}), input, 10);
    for (int i = 0; i < 100; ++i) {
        const auto next = fixture.step(state, input);
        QVERIFY(next.grounded);
        QVERIFY(std::abs(glm::length(next.foot - state.foot) / Tick / 5 - 1) < 0.02);
        state = next;
    }
}

void TestCharacterController::standsStillOnSlopes_data()
{
    jumpHeightIsThatOfTheFormula_data();
}

void TestCharacterController::standsStillOnSlopes()
{
    QFETCH(double, degrees);
    CollisionFixture fixture;
    fixture.addSlope(degrees);
    const auto start = fixture.standAt({0, 0.5, 0});
    const auto later = fixture.step(start, {}, 600);
    QVERIFY(later.grounded);
    QVERIFY(glm::length(later.foot - start.foot) < 1e-6);
}

void TestCharacterController::slidesOffSteepSlopes()
{
    CollisionFixture fixture;
    fixture.addSlope(50);
    const auto state = fixture.standAt({0, 0.5, 0});
    QVERIFY(!state.grounded);
    QVERIFY(state.foot.x < -1 && state.foot.y < -1);
}

void TestCharacterController::steepSlopesCannotBeWalkedUp()
{
    CollisionFixture fixture;
    fixture.addFloor();
    fixture.addTurnedBox({{2, -3, -5}, {22, 0, 5}}, {2, 0, 0}, 50);
    auto state = fixture.standAt({0, 0, 0});
    for (int i = 0; i < 300; ++i) {
        state = fixture.step(state, walking({5, 0, 0}));
        QVERIFY(state.foot.y < 0.05);
        QVERIFY(state.grounded);
    }
}

void TestCharacterController::stepHeightDecides_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<bool>("climbs");
    QTest::newRow("0.02") << 0.02 << true;
    QTest::newRow("0.1") << 0.1 << true;
    QTest::newRow("0.2") << 0.2 << true;
    QTest::newRow("0.35") << 0.35 << true;
    QTest::newRow("0.353, tolerance 2 mm and skin") << 0.353 << false;
    QTest::newRow("0.36") << 0.36 << false;
    QTest::newRow("0.5") << 0.5 << false;
}

void TestCharacterController::stepHeightDecides()
{
    QFETCH(double, height);
    QFETCH(bool, climbs);
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {2, 0, -20}, {40, height, 20});
    for (const auto& wish : {Vec3d{5, 0, 0}, Vec3d{0.5, 0, 0}, Vec3d{3, 0, 3}, Vec3d{40, 0, 0}}) {
        auto state = fixture.standAt({1, 0, 0});
        for (int i = 0; i < 240 && state.foot.x < 4; ++i)
            state = fixture.step(state, walking(wish));
        QCOMPARE(state.foot.x > 2.1, climbs);
        QVERIFY(std::abs(state.foot.y - (climbs ? height : 0)) < 0.002);
    }
}

void TestCharacterController::stairsAreWalkedUpAndDownWithoutLeavingTheGround_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("depth");
    QTest::newRow("low") << 0.1 << 0.3;
    QTest::newRow("usual") << 0.18 << 0.28;
    QTest::newRow("high") << 0.35 << 0.5;
    QTest::newRow("steep") << 0.35 << 0.36;
}

void TestCharacterController::stairsAreWalkedUpAndDownWithoutLeavingTheGround()
{
    QFETCH(double, height);
    QFETCH(double, depth);
    CollisionFixture fixture;
    fixture.addFloor();
    addStairs(fixture, 12, height, depth);
    auto state = fixture.step(fixture.standAt({-2, 0, 0}), walking({4, 0, 0}), 10);
    const double end = 2 + 12 * depth + 1;
    for (int i = 0; i < 600 && state.foot.x < end; ++i) {
        const auto next = fixture.step(state, walking({4, 0, 0}));
        QVERIFY(next.grounded);
        QVERIFY(std::abs(horizontalSpeed(state, next) / 4 - 1) < 0.02);
        state = next;
    }
    QVERIFY(std::abs(state.foot.y - 12 * height) < 0.002);
    state = fixture.step(state, walking({-4, 0, 0}), 12);
    for (int i = 0; i < 600 && state.foot.x > -1; ++i) {
        const auto next = fixture.step(state, walking({-4, 0, 0}));
        QVERIFY(next.grounded);
        QVERIFY(std::abs(horizontalSpeed(state, next) / 4 - 1) < 0.02);
        state = next;
    }
    QVERIFY(std::abs(state.foot.y) < 0.002);
}

void TestCharacterController::seamsDoNotSnag_data()
{
    QTest::addColumn<double>("gap");
    QTest::addColumn<double>("rise");
    QTest::newRow("flush") << 0.0 << 0.0;
    QTest::newRow("gaps of 2 cm") << 0.02 << 0.0;
    QTest::newRow("every second 2 cm higher") << 0.0 << 0.02;
    QTest::newRow("every second a hair higher") << 0.0 << 0.0002;
}

void TestCharacterController::seamsDoNotSnag()
{
    QFETCH(double, gap);
    QFETCH(double, rise);
    CollisionFixture fixture;
    for (int i = -2; i < 104; ++i)
        for (int j = -2; j < 3; ++j)
            addBox(fixture.world, {i * 0.3, -0.5, j * 0.7 - 0.3},
                   {(i + 1) * 0.3 - gap, i % 2 == 0 ? 0 : rise, (j + 1) * 0.7 - 0.3});
    const Vec3d wish{5, 0, 0.1};
    auto state = fixture.step(fixture.standAt({0, 0.1, 0}), walking(wish), 10);
    while (state.foot.x < 30) {
        const auto next = fixture.step(state, walking(wish));
        QVERIFY(next.grounded);
        QVERIFY(std::abs(horizontalSpeed(state, next) / glm::length(wish) - 1) < 0.01);
        state = next;
    }
}

void TestCharacterController::wallOfManyBrushesDoesNotSnag()
{
    CollisionFixture fixture;
    fixture.addFloor();
    for (int i = 0; i < 100; ++i)
        for (int j = 0; j < 3; ++j)
            addBox(fixture.world, {1, j * 0.9, i * 0.3 - 15},
                   {2, (j + 1) * 0.9, (i + 1) * 0.3 - 15});
    auto state = fixture.step(fixture.standAt({0.5, 0, -14}), walking({4, 0, 3}), 30);
    while (state.foot.z < 13) {
        const auto next = fixture.step(state, walking({4, 0, 3}));
        QVERIFY(std::abs((next.foot.z - state.foot.z) / Tick - 3) < 0.01);
        state = next;
    }
}

void TestCharacterController::fallsOffALedgeHigherThanAStep()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {-10, 0, -10}, {0, 1, 10});
    auto state = fixture.standAt({-1, 1, 0});
    bool flew = false;
    for (int i = 0; i < 90; ++i) {
        state = fixture.step(state, walking({3, 0, 0}));
        flew = flew || !state.grounded;
    }
    QVERIFY(flew && state.grounded);
    QVERIFY(state.foot.y < 0.001);
}

void TestCharacterController::landingTellsItsSpeed()
{
    CollisionFixture fixture;
    fixture.addFloor();
    CharacterState state;
    state.foot = {0, 2, 0};
    int landings = 0;
    double speed = 0;
    for (int i = 0; i < 120; ++i) {
        state = fixture.step(state, {});
        landings += state.landed ? 1 : 0;
        speed = std::max(speed, state.landingSpeed);
    }
    QCOMPARE(landings, 1);
    QVERIFY(std::abs(speed - std::sqrt(2 * 15.0 * 2)) < 0.3);
}

void TestCharacterController::crouchesUnderABeamAndCannotStandBelowIt()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {2, 1.3, -5}, {6, 2, 5}, "beam");
    auto state = fixture.step(fixture.standAt({0, 0, 0}), walking({4, 0, 0}), 120);
    QVERIFY2(state.foot.x < 2, "Standing it does not fit");
    auto crouched = walking({4, 0, 0});
    crouched.crouch = true;
    QVERIFY2(repeatUntil([&] { return state.foot.x >= 4; },
                         [&] { state = fixture.step(state, crouched); }),
             "It does not get under the beam");
    state = fixture.step(state, {}, 60);
    QVERIFY2(state.crouched, "There is no room to stand up");
    QCOMPARE(fixture.depth(state), 0.0);
    QVERIFY2(repeatUntil([&] { return state.foot.x >= 7; },
                         [&] {
                             state = fixture.step(state, walking({4, 0, 0}));
                         }),
             "It does not get out from under the beam");
    QVERIFY(!state.crouched);
}

void TestCharacterController::cornerOfThreeWallsDoesNotJitter()
{
    CollisionFixture fixture;
    fixture.addFloor();
    fixture.addTurnedBox({{2, 0, -20}, {4, 5, 20}}, {2, 0, 0}, 0);
    addBox(fixture.world, {-20, 0, 2}, {20, 5, 4});
    addBox(fixture.world, {1.5, 0, 1.7}, {3, 5, 3});
    auto state = fixture.step(fixture.standAt({0, 0, 0}), walking({4, 0, 3.9}), 240);
    const auto rest = state.foot;
    for (int i = 0; i < 240; ++i) {
        state = fixture.step(state, walking({4, 0, 3.9}));
        QVERIFY(glm::length(state.foot - rest) < 1e-4);
        QVERIFY(state.grounded);
    }
}

void TestCharacterController::valleyOfSteepSlopesHoldsTheCharacter()
{
    CollisionFixture fixture;
    fixture.addTurnedBox({{0, -2, -10}, {10, 0, 10}}, {0, 0, 0}, 55);
    fixture.addTurnedBox({{-10, -2, -10}, {0, 0, 10}}, {0, 0, 0}, -55);
    const auto state = fixture.standAt({0.3, 3, 0});
    QVERIFY(state.grounded);
    const auto later = fixture.step(state, {}, 120);
    QVERIFY(later.grounded);
    QVERIFY(glm::length(later.foot - state.foot) < 1e-3);
    CharacterInput jump;
    jump.jumpSpeed = 5;
    QVERIFY(fixture.step(later, jump, 10).foot.y > later.foot.y + 0.5);
}

void TestCharacterController::launchedCharacterLeavesTheGround()
{
    CollisionFixture fixture;
    fixture.addFloor();
    auto state = fixture.standAt({0, 0, 0});
    state.velocity.y = 10; // as a jump pad's script does
    state = fixture.step(state, {}, 20);
    QVERIFY(!state.grounded);
    QVERIFY(state.foot.y > 2);
}

PLAIN_TEST(TestCharacterController)
} // namespace tst_character_controller

#include "tst_character_controller.moc"

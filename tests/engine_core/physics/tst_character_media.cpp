#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <algorithm>
#include <random>

namespace tst_character_media
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Tick = 1.0 / 60.0;
constexpr double Height = 1.7;
constexpr double Surface = 0; ///< of the water, metres
constexpr Vec3d Into{1, 0, 0};

/// The usual water, as deep as the place of the feet says.
CharacterWater waterAt(const CharacterState& state)
{
    return {std::clamp((Surface - state.foot.y) / Height, 0.0, 1.0), 1.25, 2.5, Vec3d{0}};
}

/// A basin with water up to y = 0, and a rim of `rim` metres above it from x = 4 on.
struct Basin : CollisionFixture
{
    explicit Basin(double rim = 0.3)
    {
        addBox(world, {-40, -7, -40}, {40, -6, 40}, "bottom");
        addBox(world, {4, -6, -40}, {40, rim, 40}, "rim");
    }

    [[nodiscard]] CharacterState
    swim(CharacterState state, CharacterInput input, int ticks = 1) const
    {
        for (int i = 0; i < ticks; ++i) {
            input.water = waterAt(state);
            state = step(state, input);
            input.jumpSpeed = 0;
        }
        return state;
    }
};

/// A wall of 4 m at x = 1 with a floor before it and a ledge on it. The ladder reaches from its
/// foot to `top` metres.
struct Wall : CollisionFixture
{
    double top;

    explicit Wall(double ladderTop = 4) : top{ladderTop}
    {
        addFloor();
        addBox(world, {1, 0, -10}, {10, 4, 10}, "wall");
    }

    [[nodiscard]] bool isBeside(const CharacterState& state) const
    {
        return state.foot.x > 0 && state.foot.x < 1.35 && state.foot.y < top - 0.05 &&
               std::abs(state.foot.z) < 1;
    }

    [[nodiscard]] CharacterState
    climb(CharacterState state, CharacterInput input, int ticks = 1) const
    {
        for (int i = 0; i < ticks; ++i) {
            input.ladder = isBeside(state) ? std::optional{Into} : std::nullopt;
            state = step(state, input);
            input.jumpSpeed = 0;
        }
        return state;
    }
};

CharacterState at(const Vec3d& foot)
{
    CharacterState state;
    state.foot = foot;
    return state;
}

CharacterInput jumping(const Vec3d& wish = Vec3d{0})
{
    auto input = walking(wish);
    input.jumpSpeed = 5;
    return input;
}
} // namespace

/// Swimming, climbing and going through walls.
class TestCharacterMedia : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void floatsWithFourFifthsInWater();
    void heavyOnesSink();
    void swimsWhereItLooks_data();
    void swimsWhereItLooks();
    void nobodySwimsUpIntoTheAir();
    void aCurrentTakesItAlong();
    void shallowWaterIsWalkedIn();
    void jumpsOutOntoTheRim();
    void aJumpWithoutARimIsLow();
    void climbsUpAndOff_data();
    void climbsUpAndOff();
    void stepsOntoItFromTheTop_data();
    void stepsOntoItFromTheTop();
    void looksDownToClimbDown();
    void holdsOnWithoutAWish();
    void walksPastALadder();
    void jumpsOffALadder();
    void climbsOutOfWater();
    void ghostsGoThroughWalls();
    void randomMovesStayInTheRoom_data();
    void randomMovesStayInTheRoom();
};

void TestCharacterMedia::floatsWithFourFifthsInWater()
{
    const Basin basin;
    for (const double from : {1.0, -1.0, -4.0}) {
        const auto state = basin.swim(at({0, from, 0}), {}, 900);
        QVERIFY(state.swimming && !state.grounded);
        QVERIFY2(std::abs(state.submerged - 0.8) < 0.01,
                 qPrintable(QString::number(state.submerged)));
        QVERIFY(glm::length(state.velocity) < 0.01);
    }
}

void TestCharacterMedia::heavyOnesSink()
{
    const Basin basin;
    auto state = at({0, -2, 0});
    for (int i = 0; i < 600; ++i) {
        CharacterInput input;
        input.water = CharacterWater{std::clamp(-state.foot.y / Height, 0.0, 1.0), 0.5, 2.5, {}};
        state = basin.step(state, input);
    }
    QVERIFY(std::abs(state.foot.y + 6) < 0.01);
}

void TestCharacterMedia::swimsWhereItLooks_data()
{
    QTest::addColumn<double>("pitch");
    for (const double pitch : {-80.0, -30.0, 0.0, 30.0, 60.0})
        QTest::addRow("%g degrees", pitch) << pitch;
}

void TestCharacterMedia::swimsWhereItLooks()
{
    QFETCH(double, pitch);
    const Basin basin;
    const double angle = radians(pitch);
    const Vec3d way{-std::cos(angle), std::sin(angle), 0};
    auto state = basin.swim(at({0, -4, 0}), walking(way * 9.0), 30);
    // As fast as it swims, whatever it wants.
    QVERIFY2(std::abs(glm::length(state.velocity) - 2.5) < 0.05,
             qPrintable(QString::number(glm::length(state.velocity))));
    QVERIFY(glm::dot(glm::normalize(state.velocity), way) > 0.999);
}

void TestCharacterMedia::nobodySwimsUpIntoTheAir()
{
    const Basin basin;
    auto state = at({0, -4, 0});
    double highest = -4;
    for (int i = 0; i < 600; ++i) {
        state = basin.swim(state, walking({0, 2.5, 0}));
        highest = std::max(highest, state.foot.y);
    }
    QVERIFY(state.swimming);
    QVERIFY2(highest < -0.5 * Height, qPrintable(QString::number(highest)));
    QVERIFY(std::abs(state.submerged - 0.8) < 0.05);
}

void TestCharacterMedia::aCurrentTakesItAlong()
{
    const Basin basin;
    auto state = at({0, -3, 0});
    for (int i = 0; i < 300; ++i) {
        CharacterInput input;
        input.water = waterAt(state);
        input.water->current = {0, 0, 1.5};
        state = basin.step(state, input);
    }
    QVERIFY2(std::abs(state.velocity.z - 1.5) < 0.01,
             qPrintable(QString::number(state.velocity.z)));
}

void TestCharacterMedia::shallowWaterIsWalkedIn()
{
    Basin basin;
    addBox(basin.world, {-40, -6, -40}, {4, -0.8, 40}, "shallows");
    auto state = basin.swim(at({0, -0.7, 0}), {}, 60);
    QVERIFY(state.grounded && !state.swimming);
    state = basin.swim(state, walking({-3, 0, 0}), 60);
    QVERIFY(state.grounded);
    QVERIFY(std::abs(state.velocity.x + 3) < 1e-6);
    state = basin.swim(state, jumping());
    QVERIFY(state.jumped && !state.swimming);
}

void TestCharacterMedia::jumpsOutOntoTheRim()
{
    for (const double rim : {0.0, 0.3, 0.7}) {
        const Basin basin{rim};
        auto state = basin.swim(at({2, -2, 0}), {}, 600);
        state = basin.swim(state, walking({3, 0, 0}), 90);
        QVERIFY(state.swimming && state.foot.x < 4);
        state = basin.swim(state, jumping({3, 0, 0}), 60);
        QVERIFY2(state.grounded && state.foot.x > 4 && std::abs(state.foot.y - rim) < 0.01,
                 qPrintable(QString{"%1: %2 %3"}.arg(rim).arg(state.foot.x).arg(state.foot.y)));
    }
}

void TestCharacterMedia::aJumpWithoutARimIsLow()
{
    const Basin basin;
    auto state = basin.swim(at({-20, -2, 0}), {}, 600);
    double highest = state.foot.y;
    state = basin.swim(state, jumping({-2, 0, 0}));
    QVERIFY(state.jumped && !state.swimming);
    for (int i = 0; i < 60; ++i) {
        state = basin.swim(state, walking({-2, 0, 0}));
        highest = std::max(highest, state.foot.y);
    }
    QVERIFY2(highest < -0.4, "The feet stay in the water");
    QVERIFY(state.swimming);
}

void TestCharacterMedia::climbsUpAndOff_data()
{
    QTest::addColumn<double>("top");
    QTest::newRow("a little too low") << 3.85;
    QTest::newRow("as high as the ledge") << 4.0;
    QTest::newRow("above the ledge") << 4.5;
}

void TestCharacterMedia::climbsUpAndOff()
{
    QFETCH(double, top);
    const Wall wall{top};
    auto state = wall.climb(at({0.3, 0, 0}), {}, 30);
    // Level: the usual way onto a ladder.
    state = wall.climb(state, walking({3.5, 0, 0}), 60);
    QVERIFY(state.climbing && !state.grounded);
    QVERIFY2(std::abs(state.velocity.y - 2.5) < 1e-6,
             qPrintable(QString::number(state.velocity.y)));
    state = wall.climb(state, walking({3.5, 0, 0}), 120);
    QVERIFY2(state.grounded && !state.climbing && std::abs(state.foot.y - 4) < 0.01,
             qPrintable(QString{"%1 %2"}.arg(state.foot.x).arg(state.foot.y)));
    QVERIFY(state.foot.x > 1);
}

void TestCharacterMedia::stepsOntoItFromTheTop_data()
{
    QTest::addColumn<double>("speed");
    for (const double speed : {1.0, 3.5, 6.3})
        QTest::addRow("%g metres a second", speed) << speed;
}

void TestCharacterMedia::stepsOntoItFromTheTop()
{
    QFETCH(double, speed);
    const Wall wall;
    auto state = wall.climb(wall.standAt({4, 4, 0}), {}, 2);
    double fastest = 0;
    int climbs = 0;
    for (int i = 0; i < 480 && state.foot.x > -1; ++i) {
        state = wall.climb(state, walking({-speed, 0, 0}));
        fastest = std::max(fastest, -state.velocity.y);
        climbs += state.climbing ? 1 : 0;
    }
    QVERIFY2(climbs > 60, qPrintable(QString::number(climbs)));
    QVERIFY2(fastest < 3, qPrintable(QString::number(fastest)));
    QVERIFY(state.grounded && std::abs(state.foot.y) < 0.01);
}

void TestCharacterMedia::looksDownToClimbDown()
{
    const Wall wall;
    auto state = wall.climb(at({0.6, 2.5, 0}), {}, 2);
    QVERIFY(state.climbing);
    const double angle = radians(70.0);
    const Vec3d down{3 * std::cos(angle), -3 * std::sin(angle), 0};
    const double from = state.foot.y;
    state = wall.climb(state, walking(down), 30);
    QVERIFY(state.climbing && state.foot.y < from - 0.5);
    // Going back does as well, and at the bottom it walks away.
    state = wall.climb(state, walking({-3, 0, 0}), 20);
    QVERIFY(state.foot.y < from - 1);
    state = wall.climb(state, walking({-3, 0, 0}), 90);
    QVERIFY(state.grounded && state.foot.x < -1);
}

void TestCharacterMedia::holdsOnWithoutAWish()
{
    const Wall wall;
    auto state = at({0.6, 3, 0});
    state.velocity = {0, -9, 0}; // it falls past
    state = wall.climb(state, {}, 2);
    const auto there = state.foot;
    state = wall.climb(state, {}, 300);
    QVERIFY(state.climbing);
    QCOMPARE(state.foot, there);
    QCOMPARE(state.velocity, Vec3d{0});
}

void TestCharacterMedia::walksPastALadder()
{
    const Wall wall;
    auto state = wall.climb(at({0.5, 0, -5}), {}, 30);
    for (int i = 0; i < 150; ++i) {
        state = wall.climb(state, walking({0, 0, 4}));
        QVERIFY(state.grounded && !state.climbing);
    }
    QVERIFY(state.foot.z > 3);
}

void TestCharacterMedia::jumpsOffALadder()
{
    const Wall wall;
    auto state = wall.climb(at({0.6, 2, 0}), {}, 2);
    state = wall.climb(state, jumping());
    QVERIFY(state.jumped && !state.climbing);
    QVERIFY(std::abs(state.velocity.x + 5 / std::sqrt(2)) < 1e-6);
    for (int i = 0; i < 90; ++i) {
        state = wall.climb(state, {});
        QVERIFY(!state.climbing);
    }
    QVERIFY(state.grounded && state.foot.x < -1);
}

void TestCharacterMedia::climbsOutOfWater()
{
    const Basin basin;
    auto state = basin.swim(at({3.4, -3, 0}), {}, 120);
    for (int i = 0; i < 300 && !state.grounded; ++i) {
        auto input = walking({3, 0, 0});
        input.water = waterAt(state);
        input.ladder = state.foot.x > 3 && state.foot.y < 0.25 ? std::optional{Into} : std::nullopt;
        state = basin.step(state, input);
    }
    QVERIFY(state.grounded && state.foot.x > 4 - 0.35);
    QVERIFY2(std::abs(state.foot.y - 0.3) < 0.01, qPrintable(QString::number(state.foot.y)));
}

void TestCharacterMedia::ghostsGoThroughWalls()
{
    const Wall wall;
    auto input = walking({6, 1, 0});
    input.ghost = true;
    auto state = wall.step(wall.standAt({0, 0, 0}), input, 60);
    QVERIFY(glm::distance(state.foot, Vec3d(6, 1, 0)) < 0.01);
    QCOMPARE(state.velocity, (Vec3d{6, 1, 0}));
    input.wish = {std::nan(""), 1e300, 0};
    QVERIFY(isFinite(wall.step(state, input, 60).foot));
    input.wish = {0, 500, 0};
    QCOMPARE(wall.step(state, input, 60 * 200).foot.y, WorldLimit);
}

void TestCharacterMedia::randomMovesStayInTheRoom_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 5; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// 100,000 steps in all: walks, swims, climbs, leaps and falls in a room that is half under water.
void TestCharacterMedia::randomMovesStayInTheRoom()
{
    QFETCH(unsigned, seed);
    CollisionFixture fixture;
    fixture.settings.coyoteTime = 0.2;
    fixture.settings.jumpBuffer = 0.2;
    buildRoom(fixture.world);
    std::mt19937 random{seed};
    const auto part = [&] {
        return static_cast<double>(random() % 100000U) / 100000.0;
    };
    for (int i = 0; i < 16; ++i) {
        const Vec3d low{part() * 14 - 7, 0, part() * 14 - 7};
        const Vec3d size{0.3 + part() * 2, 0.1 + part() * 2.5, 0.3 + part() * 2};
        if (glm::length(low) > 3)
            addBox(fixture.world, low, low + size);
    }
    auto state = fixture.standAt({0, 0, 0});
    CharacterInput input;
    std::array<int, 3> counts{};
    for (int i = 0; i < 20000; ++i) {
        if (i % 25 == 0) {
            const double angle = part() * 2 * Pi;
            input.wish = Vec3d{std::cos(angle), part() * 2 - 1, std::sin(angle)} * (part() * 9);
            input.crouch = part() < 0.2;
        }
        input.jumpSpeed = part() < 0.02 ? 6 : 0;
        const bool hasWater = i / 2000 % 2 == 1 && state.foot.x < 2;
        input.water.reset();
        if (hasWater)
            input.water = CharacterWater{std::clamp((2 - state.foot.y) / Height, 0.0, 1.0), 1.25,
                                         2.5, Vec3d{1, 0, -2}};
        input.ladder.reset();
        if (std::abs(state.foot.z) > 6)
            input.ladder = Vec3d{0, 0, state.foot.z > 0 ? 1 : -1};
        state = fixture.step(state, input);
        QVERIFY(isFinite(state.foot) && isFinite(state.velocity));
        const double edge = 8 - 0.35 + 0.02;
        QVERIFY(std::abs(state.foot.x) < edge && std::abs(state.foot.z) < edge);
        QVERIFY(state.foot.y > -0.02 && state.foot.y < 4 - 1.2 + 0.02);
        QVERIFY(fixture.depth(state) < 0.02);
        counts[0] += state.grounded ? 1 : 0;
        counts[1] += state.swimming ? 1 : 0;
        counts[2] += state.climbing ? 1 : 0;
    }
    QVERIFY2(std::min({counts[0], counts[1], counts[2]}) > 400,
             qPrintable(QString{"%1 %2 %3"}.arg(counts[0]).arg(counts[1]).arg(counts[2])));
}

PLAIN_TEST(TestCharacterMedia)
} // namespace tst_character_media

#include "tst_character_media.moc"

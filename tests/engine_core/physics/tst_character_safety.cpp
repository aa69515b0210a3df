#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <cstring>
#include <random>

namespace tst_character_safety
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Tick = 1.0 / 60.0;

/// A walk in all directions with jumps and crouches, the same for the same seed.
class RandomWalk
{
public:
    explicit RandomWalk(unsigned seed) : m_random{seed} {}

    CharacterInput next()
    {
        if (m_left-- == 0) {
            m_left = static_cast<int>(m_random() % 40U) + 1;
            const double angle = part() * 2 * Pi;
            const double speed = part() < 0.1 ? 50.0 : part() * 8.0;
            m_input.wish = {std::cos(angle) * speed, 0, std::sin(angle) * speed};
            m_input.acceleration = part() < 0.2 ? 1000.0 : 50.0;
            m_input.crouch = part() < 0.25;
        }
        m_input.jumpSpeed = part() < 0.03 ? 6.0 : 0.0;
        return m_input;
    }

    double part() { return static_cast<double>(m_random() % 100000U) / 100000.0; }

private:
    std::mt19937 m_random;
    CharacterInput m_input;
    int m_left = 0;
};
} // namespace

class TestCharacterSafety : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doesNotTunnelAtFiftyMetresPerSecond();
    void doorPushesTheCharacter();
    void squeezedCharacterDoesNotLeaveThroughTheWall();
    void platformCarriesAndLifts();
    void wallDraggedOverTheCharacterPushesItOut();
    void hostileNumbersNeverBecomeNaN();
    void sameInputsGiveTheSameBits();
    void randomWalkStaysInTheRoom_data();
    void randomWalkStaysInTheRoom();
};

void TestCharacterSafety::doesNotTunnelAtFiftyMetresPerSecond()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {10, 0, -40}, {10.02, 3, 40});
    auto input = walking({50, 0, 20});
    input.acceleration = 10000;
    const auto state = fixture.step(fixture.standAt({0, 0, 0}), input, 60);
    QVERIFY(state.foot.x < 9.66);
    QVERIFY(std::abs(state.velocity.z - 20) < 0.1);

    CharacterState falling;
    falling.foot = {0, 30, 0};
    falling.velocity = {0, -200, 0};
    QVERIFY(fixture.step(falling, {}, 60).foot.y >= 0);
}

void TestCharacterSafety::doorPushesTheCharacter()
{
    CollisionFixture fixture;
    fixture.addFloor();
    const auto box = makeBox({{0, 0, -1}, {0.2, 2, 1}});
    QVERIFY(box);
    const auto leaf = std::make_shared<const Brush>(*box);
    auto state = fixture.standAt({1, 0, 0});
    for (int i = 0; i < 60; ++i) {
        fixture.moving.set(EntityId{99}, leaf, Transform{.position = {i * 0.05, 0, 0}});
        state = fixture.step(state, {});
        QCOMPARE(fixture.depth(state), 0.0);
        QVERIFY(state.grounded);
    }
    QVERIFY(state.foot.x > 59 * 0.05 + 0.2 + 0.35);
}

void TestCharacterSafety::squeezedCharacterDoesNotLeaveThroughTheWall()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {2, 0, -5}, {2.1, 3, 5});
    const auto box = makeBox({{-2, 0, -5}, {0, 2, 5}});
    QVERIFY(box);
    const auto leaf = std::make_shared<const Brush>(*box);
    auto state = fixture.standAt({1.5, 0, 0});
    for (int i = 0; i < 200; ++i) {
        fixture.moving.set(EntityId{99}, leaf,
                           Transform{.position = {std::min(i * 0.05, 1.9), 0, 0}});
        state = fixture.step(state, walking({4, 0, 0}));
        QVERIFY(state.foot.x < 2);
        QVERIFY(isFinite(state.foot));
    }
}

void TestCharacterSafety::platformCarriesAndLifts()
{
    CollisionFixture fixture;
    const auto box = makeBox({{-2, -0.2, -2}, {2, 0, 2}});
    QVERIFY(box);
    const auto plate = std::make_shared<const Brush>(*box);
    fixture.moving.set(EntityId{99}, plate, Transform{});
    auto state = fixture.standAt({0, 0, 0});
    QCOMPARE(state.groundEntity, EntityId{99});
    const Vec3d velocity{2, 1.5, 0};
    for (int i = 1; i <= 60; ++i) {
        fixture.moving.set(EntityId{99}, plate, Transform{.position = velocity * (i * Tick)});
        CharacterInput input;
        input.carry = velocity;
        state = fixture.step(state, input);
        QVERIFY(state.grounded);
    }
    QVERIFY(glm::length(state.foot - Vec3d(2, 1.5, 0)) < 0.005);
    for (int i = 1; i <= 60; ++i) { // and down again
        fixture.moving.set(EntityId{99}, plate,
                           Transform{.position = Vec3d{2, 1.5, 0} - velocity * (i * Tick)});
        CharacterInput input;
        input.carry = -velocity;
        state = fixture.step(state, input);
        QVERIFY(state.grounded);
    }
    QVERIFY(glm::length(state.foot) < 0.005);
}

void TestCharacterSafety::wallDraggedOverTheCharacterPushesItOut()
{
    CollisionFixture fixture;
    fixture.addFloor();
    const auto wall = addBox(fixture.world, {5, 0, -5}, {6, 3, 5});
    auto state = fixture.standAt({0, 0, 0});
    const auto moved = makeBox({{-0.2, 0, -5}, {0.8, 3, 5}});
    QVERIFY(moved);
    Edit edit;
    edit.swaps.push_back(swapTo(wall, BrushComponent{std::make_shared<const Brush>(*moved)}));
    fixture.world.apply(edit);
    state = fixture.step(state, {});
    QCOMPARE(fixture.depth(state), 0.0);
    QVERIFY(state.foot.x < -0.5);
}

void TestCharacterSafety::hostileNumbersNeverBecomeNaN()
{
    CollisionFixture fixture;
    fixture.addFloor();
    const double nan = std::nan("");
    CharacterState state;
    state.foot = {nan, 0, 0};
    state.velocity = {0, 1e300, nan};
    state.groundNormal = {0, nan, 0};
    state.grounded = true;
    CharacterInput input;
    input.wish = {nan, 0, 1e300};
    input.acceleration = 1e300;
    input.jumpSpeed = nan;
    input.carry = {nan, nan, nan};
    for (int i = 0; i < 60; ++i) {
        state = fixture.step(state, input);
        QVERIFY(isFinite(state.foot) && isFinite(state.velocity) && isFinite(state.groundNormal));
    }
    const auto same = stepCharacter(fixture.space, state, fixture.settings, {}, nan);
    QCOMPARE(same.foot, state.foot);
}

void TestCharacterSafety::sameInputsGiveTheSameBits()
{
    const auto run = [] {
        CollisionFixture fixture;
        buildLevel(fixture.world, 60);
        RandomWalk walk{7};
        auto state = fixture.standAt({0, 0, 5});
        for (int i = 0; i < 2000; ++i)
            state = fixture.step(state, walk.next());
        return state;
    };
    const auto a = run();
    const auto b = run();
    QVERIFY(std::memcmp(&a.foot, &b.foot, sizeof a.foot) == 0);
    QVERIFY(std::memcmp(&a.velocity, &b.velocity, sizeof a.velocity) == 0);
}

void TestCharacterSafety::randomWalkStaysInTheRoom_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 4; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestCharacterSafety::randomWalkStaysInTheRoom()
{
    QFETCH(unsigned, seed);
    CollisionFixture fixture;
    buildRoom(fixture.world);
    RandomWalk walk{seed};
    for (int i = 0; i < 24; ++i) {
        const Vec3d at{walk.part() * 14 - 7, 0, walk.part() * 14 - 7};
        const Vec3d size{0.3 + walk.part() * 2, 0.1 + walk.part() * 1.5, 0.3 + walk.part() * 2};
        if (glm::length(at) < 3)
            continue; // where the walk starts
        if (i % 3 == 0)
            fixture.addTurnedBox({at, at + size}, at, walk.part() * 70);
        else
            addBox(fixture.world, at, at + size);
    }
    auto state = fixture.standAt({0, 0, 0});
    int grounded = 0;
    for (int i = 0; i < 20000; ++i) {
        state = fixture.step(state, walk.next());
        QVERIFY(isFinite(state.foot) && isFinite(state.velocity));
        const double edge = 8 - 0.35 + 0.02;
        QVERIFY(std::abs(state.foot.x) < edge && std::abs(state.foot.z) < edge);
        QVERIFY(state.foot.y > -0.02 && state.foot.y < 4 - 1.2 + 0.02);
        QVERIFY(fixture.depth(state) < 0.02);
        grounded += state.grounded ? 1 : 0;
    }
    QVERIFY2(grounded > 5000, "It walks, it does not hang in the air");
}

PLAIN_TEST(TestCharacterSafety)
} // namespace tst_character_safety

#include "tst_character_safety.moc"

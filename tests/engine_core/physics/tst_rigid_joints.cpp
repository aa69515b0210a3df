#include "engine_core/base/hash.h"
#include "engine_core/physics/rigid_world.h"
#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/engine_core/physics/near.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_rigid_joints
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Tick = 1.0 / 60.0;
constexpr double Gravity = 15;
constexpr EntityId Hanging{1};
constexpr EntityId Second{2};
constexpr EntityId Tie{100};

RigidSetup box(const Vec3d& at, double mass = 10, double half = 0.1)
{
    const auto brush = makeBox({Vec3d{-half}, Vec3d{half}});
    ENGINE_EXPECT(brush);
    Body body{.mass = mass, .angularDamping = 0};
    return {body, {{brush->vertices().begin(), brush->vertices().end()}}, {.position = at}};
}

Transform frameAt(const Vec3d& at, const Vec3d& axis = {0, 0, 1})
{
    return jointFrame({.axis = axis}, {.position = at});
}

/// Bodies in the air, far above the floor.
struct JointFixture : CollisionFixture
{
    RigidWorld rigid{space, Gravity};

    /// A body 1 m below the point (0, 50, 0) of the world, tied to it there.
    void hang(const Joint& joint, double mass = 10)
    {
        rigid.setBody(Hanging, box({0, 49, 0}, mass));
        rigid.setJoint(
            Tie,
            {joint, {JointEnd{Hanging, frameAt({0, 1, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    }

    void run(int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            rigid.step(Tick);
    }

    [[nodiscard]] Vec3d at(EntityId entity = Hanging) const
    {
        return rigid.state(entity)->position;
    }

    [[nodiscard]] double angle() const { return degrees(rigid.joint(Tie)->angle); }
};

/// Seconds of a swing there and back of a value about its middle, from when it goes up through it.
template <typename Value>
double period(JointFixture& fixture, double middle, int swings, const Value& value)
{
    double before = value() - middle;
    double first = -1;
    int seen = 0;
    for (int tick = 1; tick < 10000; ++tick) {
        fixture.run(1);
        const double now = value() - middle;
        if (before < 0 && now >= 0) {
            const double when = tick - now / (now - before);
            if (first < 0)
                first = when;
            else if (++seen == swings)
                return (when - first) * Tick / swings;
        }
        before = now;
    }
    return 0;
}
} // namespace

class TestRigidJoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPendulumSwingsAsItsLengthTells();
    void aHingeTurnsAboutItsAxisAlone();
    void aHingeStopsAtItsLimits();
    void aMotorTurnsAHinge();
    void aMotorIsAsStrongAsItIs();
    void aHingeSpringTurnsBack();
    void aSliderStaysOnItsAxis();
    void aMotorMovesASlider();
    void aRopeKeepsItsLength();
    void aRopeIsSlackWithinItsLength();
    void aRodKeepsItsLengthBothWays();
    void aSpringHangsAndSwingsAsItsStiffnessTells();
    void aVeryStiffSpringComesToRest();
    void fixedBodiesHoldUnderTheirWeight();
    void aJointBreaksAtItsForce();
    void tiedBodiesCollideOnlyIfTheyShall();
    void anEndThatIsMovedTakesTheBodyAlong();
    void bodiesMadeAnewStayTied();
    void jointsWaitForTheirBodies();
    void aMotorWakesItsBody();
    void aChainHoldsTogether();
    void aChainCarriesTenTimesItsLinks();
    void aBridgeKeepsItsLength();
    void bodiesThatNeverTurnHangAndSlide();
    void hostileNumbersDoNoHarm();
    void equalRunsAreEqualBitByBit();
};

void TestRigidJoints::aPendulumSwingsAsItsLengthTells()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Hinge});
    const auto tilt = glm::angleAxis(radians(5.0), Vec3d{0, 0, 1});
    fixture.rigid.place(Hanging, {Vec3d{0, 50, 0} - tilt * Vec3d{0, 1, 0}, tilt, Vec3d{1}});
    const double inertia = 1 + (0.04 + 0.04) / 12; // of a kilogram, about the hinge
    const double wanted = 2 * Pi * std::sqrt(inertia / Gravity);
    QNEAR(period(fixture, 0, 10, [&] { return fixture.angle(); }), wanted, wanted * 0.01);
}

void TestRigidJoints::aHingeTurnsAboutItsAxisAlone()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Hinge});
    fixture.rigid.setAngularVelocity(Hanging, {3, 3, 3});
    fixture.run(1);
    for (int i = 0; i < 300; ++i) {
        fixture.run(1);
        const auto now = *fixture.rigid.state(Hanging);
        QNEAR(glm::dot(now.rotation * Vec3d{0, 0, 1}, Vec3d{0, 0, 1}), 1, 1e-4);
        QNEAR(glm::distance(now.position + now.rotation * Vec3d{0, 1, 0}, Vec3d(0, 50, 0)), 0,
              0.005);
    }
}

void TestRigidJoints::aHingeStopsAtItsLimits()
{
    JointFixture fixture;
    fixture.hang(
        {.kind = JointKind::Hinge, .limited = true, .lowestAngle = -20, .highestAngle = 35});
    fixture.rigid.setVelocity(Hanging, {20, 0, 0});
    double highest = 0;
    double lowest = 0;
    for (int i = 0; i < 400; ++i) {
        fixture.run(1);
        highest = std::max(highest, fixture.angle());
        lowest = std::min(lowest, fixture.angle());
    }
    QVERIFY2(highest > 34 && highest < 36, qPrintable(QString::number(highest)));
    QVERIFY2(lowest < -1 && lowest > -21, qPrintable(QString::number(lowest)));
    // As a shelf it lies on a limit with all its weight.
    JointFixture shelf;
    const auto turned = glm::angleAxis(Pi / 2, Vec3d{0, 0, 1});
    auto arm = box({1, 50, 0}, 200);
    arm.place.rotation = turned;
    shelf.rigid.setBody(Hanging, arm);
    Transform end = frameAt({0, 1, 0});
    shelf.rigid.setJoint(Tie, {Joint{.limited = true, .lowestAngle = -30, .highestAngle = 30},
                               {JointEnd{Hanging, end},
                                JointEnd{{}, {Vec3d{0, 50, 0}, turned * end.rotation, Vec3d{1}}}}});
    shelf.run(300);
    QNEAR(shelf.angle(), -30, 1.0);
}

void TestRigidJoints::aMotorTurnsAHinge()
{
    JointFixture fixture;
    fixture.rigid.setBody(Hanging, box({0, 50, 0}));
    const JointEnd inBody{Hanging, frameAt({0, 0, 0}, {0, 1, 0})};
    const JointEnd inWorld{{}, frameAt({0, 50, 0}, {0, 1, 0})};
    fixture.rigid.setJoint(Tie, {{.turnSpeed = 90, .torque = 50}, {inBody, inWorld}});
    fixture.run(60);
    QNEAR(fixture.rigid.state(Hanging)->angularVelocity.y, Pi / 2, 0.01);
    QNEAR(fixture.angle(), 90, 5);
}

void TestRigidJoints::aMotorIsAsStrongAsItIs()
{
    for (const bool isEnough : {true, false}) {
        JointFixture fixture;
        const auto turned = glm::angleAxis(Pi / 2, Vec3d{0, 0, 1});
        auto arm = box({1, 50, 0}, 10); // its weight turns with 150 Nm
        arm.place.rotation = turned;
        fixture.rigid.setBody(Hanging, arm);
        const auto end = frameAt({0, 1, 0});
        fixture.rigid.setJoint(
            Tie, {Joint{.torque = isEnough ? 160.0 : 140.0},
                  {JointEnd{Hanging, end},
                   JointEnd{{}, {Vec3d{0, 50, 0}, turned * end.rotation, Vec3d{1}}}}});
        fixture.run(60);
        QVERIFY2(isEnough == (std::abs(fixture.angle()) < 0.5),
                 qPrintable(QString::number(fixture.angle())));
    }
}

void TestRigidJoints::aHingeSpringTurnsBack()
{
    JointFixture fixture;
    fixture.rigid.setBody(Hanging, box({0, 50, 0}));
    const JointEnd inBody{Hanging, frameAt({0, 0, 0}, {0, 1, 0})};
    const JointEnd inWorld{{}, frameAt({0, 50, 0}, {0, 1, 0})};
    fixture.rigid.setJoint(Tie, {{.stiffness = 5, .damping = 1}, {inBody, inWorld}});
    fixture.rigid.setAngularVelocity(Hanging, {0, 6, 0});
    fixture.run(4);
    QVERIFY(fixture.angle() > 5);
    fixture.run(300);
    QNEAR(fixture.angle(), 0, 1);
}

void TestRigidJoints::aSliderStaysOnItsAxis()
{
    JointFixture fixture;
    const auto axis = glm::normalize(Vec3d{1, 0.3, 0});
    fixture.rigid.setBody(Hanging, box({0, 50, 0}));
    fixture.rigid.setJoint(
        Tie,
        {{.kind = JointKind::Slider, .limited = true, .lowestWay = -2, .highestWay = 0.5},
         {JointEnd{Hanging, frameAt({0, 0, 0}, axis)}, JointEnd{{}, frameAt({0, 50, 0}, axis)}}});
    fixture.rigid.setVelocity(Hanging, axis * 2.0);
    double highest = 0;
    for (int i = 0; i < 300; ++i) {
        fixture.run(1);
        const auto off = fixture.at() - Vec3d{0, 50, 0};
        QNEAR(glm::length(off - axis * glm::dot(off, axis)), 0, 0.001);
        highest = std::max(highest, fixture.rigid.joint(Tie)->way);
    }
    QNEAR(highest, 0.4, 0.11); // v * v / (2 g sin)
    QNEAR(fixture.rigid.joint(Tie)->way, -2, 0.005);
    QVERIFY(std::abs(fixture.rigid.state(Hanging)->rotation.w) > 0.9999);
}

void TestRigidJoints::aMotorMovesASlider()
{
    JointFixture fixture;
    const Vec3d up{0, 1, 0};
    const auto tie = [&](double speed, double force) {
        fixture.rigid.setJoint(
            Tie,
            {{.kind = JointKind::Slider, .slideSpeed = speed, .force = force},
             {JointEnd{Hanging, frameAt({0, 0, 0}, up)}, JointEnd{{}, frameAt({0, 50, 0}, up)}}});
    };
    fixture.rigid.setBody(Hanging, box({0, 50, 0}));
    tie(0.5, 160); // it weighs 150 N
    fixture.run(120);
    QNEAR(fixture.rigid.state(Hanging)->velocity.y, 0.5, 0.01);
    QVERIFY(fixture.rigid.joint(Tie)->way > 0.3);
    tie(0.5, 140);
    fixture.run(60);
    QVERIFY(fixture.rigid.state(Hanging)->velocity.y < 0);
}

void TestRigidJoints::aRopeKeepsItsLength()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Distance, .longest = 2});
    const JointEnd inBody{Hanging, frameAt({0, 0, 0})};
    fixture.rigid.setJoint(Tie, {{.kind = JointKind::Distance, .longest = 2},
                                 {inBody, JointEnd{{}, frameAt({0, 50, 0})}}});
    fixture.rigid.place(Hanging, {.position = {2, 50, 0}});
    double longest = 0;
    for (int i = 0; i < 600; ++i) {
        fixture.run(1);
        longest = std::max(longest, fixture.rigid.joint(Tie)->length);
    }
    QVERIFY2(longest < 2.02, qPrintable(QString::number(longest)));
    QVERIFY(longest > 1.99);
}

void TestRigidJoints::aRopeIsSlackWithinItsLength()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Distance, .longest = 3});
    fixture.run(18);
    const double fallen = 0.5 * Gravity * 0.3 * 0.3;
    QNEAR(fixture.at().y, 49 - fallen, 0.05);
    fixture.run(200);
    QNEAR(fixture.rigid.joint(Tie)->length, 3, 0.03);
}

void TestRigidJoints::aRodKeepsItsLengthBothWays()
{
    JointFixture fixture;
    fixture.rigid.setBody(Hanging, box({0, 52, 0}));
    fixture.rigid.setJoint(
        Tie, {{.kind = JointKind::Distance, .shortest = 2, .longest = 2},
              {JointEnd{Hanging, frameAt({0, 0, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    fixture.rigid.setVelocity(Hanging, {0.5, 0, 0}); // it topples over
    for (int i = 0; i < 400; ++i) {
        fixture.run(1);
        QNEAR(fixture.rigid.joint(Tie)->length, 2, 0.02);
    }
    QVERIFY(fixture.at().y < 52);
}

void TestRigidJoints::aSpringHangsAndSwingsAsItsStiffnessTells()
{
    JointFixture fixture;
    const Joint spring{.kind = JointKind::Distance, .shortest = 1, .longest = 1, .stiffness = 500};
    fixture.rigid.setBody(Hanging, box({0, 49, 0}));
    fixture.rigid.setJoint(
        Tie, {spring, {JointEnd{Hanging, frameAt({0, 0, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    const double stretched = 10 * Gravity / 500;
    const double wanted = 2 * Pi * std::sqrt(10.0 / 500);
    QNEAR(period(fixture, 49 - stretched, 5, [&] { return fixture.at().y; }), wanted,
          wanted * 0.01);
    auto damped = spring;
    damped.damping = 60;
    fixture.rigid.setJoint(
        Tie, {damped, {JointEnd{Hanging, frameAt({0, 0, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    fixture.run(400);
    QNEAR(fixture.rigid.joint(Tie)->length, 1 + stretched, 0.01 * stretched);
    QNEAR(fixture.rigid.joint(Tie)->force, 10 * Gravity, 2);
}

void TestRigidJoints::aVeryStiffSpringComesToRest()
{
    JointFixture fixture;
    fixture.rigid.setBody(Hanging, box({0.5, 49, 0}));
    fixture.rigid.setJoint(
        Tie, {{.kind = JointKind::Distance, .shortest = 1, .longest = 1, .stiffness = 1e7},
              {JointEnd{Hanging, frameAt({0, 0, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    for (int i = 0; i < 300; ++i) {
        fixture.run(1);
        QVERIFY(fixture.rigid.joint(Tie)->length < 1.2);
    }
    QNEAR(fixture.rigid.joint(Tie)->length, 1, 0.02);
}

void TestRigidJoints::fixedBodiesHoldUnderTheirWeight()
{
    JointFixture fixture;
    fixture.rigid.setBody(Hanging, box({1, 50, 0}, 100));
    fixture.rigid.setJoint(
        Tie, {{.kind = JointKind::Fixed},
              {JointEnd{Hanging, frameAt({-1, 0, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    fixture.run(300);
    QNEAR(glm::distance(fixture.at(), Vec3d(1, 50, 0)), 0, 0.01);
    QVERIFY(std::abs(fixture.rigid.state(Hanging)->rotation.w) > 0.9999);
    QNEAR(fixture.rigid.joint(Tie)->force, 100 * Gravity, 20);
}

void TestRigidJoints::aJointBreaksAtItsForce()
{
    for (const auto kind : {JointKind::Hinge, JointKind::Distance, JointKind::Fixed}) {
        JointFixture fixture;
        fixture.rigid.setBody(Hanging, box({0, 49, 0}));
        const double up = kind == JointKind::Distance ? 0 : 1;
        fixture.rigid.setJoint(
            Tie, {{.kind = kind, .breakForce = 10 * Gravity * 1.1, .longest = 1},
                  {JointEnd{Hanging, frameAt({0, up, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
        fixture.run(60);
        QVERIFY(fixture.rigid.joint(Tie).has_value());
        fixture.rigid.applyForce(Hanging, {0, -10 * Gravity * 0.2, 0}, {0, 49, 0});
        fixture.rigid.step(Tick);
        QCOMPARE(fixture.rigid.torn(), std::vector{Tie});
        QVERIFY(!fixture.rigid.joint(Tie));
        fixture.run(60);
        QVERIFY(fixture.rigid.torn().empty());
        QVERIFY(fixture.at().y < 46);
    }
}

void TestRigidJoints::tiedBodiesCollideOnlyIfTheyShall()
{
    for (const bool collide : {false, true}) {
        JointFixture fixture;
        fixture.rigid.setBody(Hanging, box({0, 50, 0}, 10, 0.5));
        fixture.rigid.setBody(Second, box({0.8, 50, 0}, 10, 0.5)); // they are in each other
        fixture.rigid.setJoint(Tie, {{.kind = JointKind::Slider, .collide = collide},
                                     {JointEnd{Second, frameAt({0, 0, 0}, {1, 0, 0})},
                                      JointEnd{Hanging, frameAt({0.8, 0, 0}, {1, 0, 0})}}});
        fixture.run(30);
        QVERIFY2(collide == (fixture.rigid.joint(Tie)->way > 0.15),
                 qPrintable(QString::number(fixture.rigid.joint(Tie)->way)));
    }
}

void TestRigidJoints::anEndThatIsMovedTakesTheBodyAlong()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Distance, .longest = 1});
    fixture.run(400);
    QVERIFY(fixture.rigid.state(Hanging)->asleep);
    for (int i = 1; i <= 120; ++i) {
        fixture.rigid.moveJointEnd(Tie, 1, frameAt({i * Tick * 2, 50, 0}));
        fixture.run(1);
        QNEAR(fixture.rigid.joint(Tie)->length, 0.9, 0.11);
    }
    QVERIFY(fixture.at().x > 2);
}

void TestRigidJoints::bodiesMadeAnewStayTied()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Hinge});
    fixture.rigid.setVelocity(Hanging, {1, 0, 0});
    fixture.run(10);
    const double before = fixture.angle();
    auto other = box({0, 0, 0}, 30, 0.2);
    other.place = {fixture.at(), fixture.rigid.state(Hanging)->rotation, Vec3d{1}};
    fixture.rigid.setBody(Hanging, other);
    fixture.run(1);
    QVERIFY(std::abs(fixture.angle() - before) < 3);
    fixture.run(200);
    QNEAR(glm::distance(fixture.at(), Vec3d(0, 50, 0)), 1, 0.01);
}

void TestRigidJoints::jointsWaitForTheirBodies()
{
    JointFixture fixture;
    fixture.rigid.setJoint(
        Tie, {{.kind = JointKind::Hinge},
              {JointEnd{Hanging, frameAt({0, 1, 0})}, JointEnd{Second, frameAt({0, 0, 0})}}});
    fixture.run(2);
    QVERIFY(!fixture.rigid.joint(Tie));
    fixture.rigid.setBody(Hanging, box({0, 49, 0}));
    auto held = box({0, 50, 0});
    held.body.kind = BodyKind::Kinematic;
    fixture.rigid.setBody(Second, held);
    fixture.run(60);
    QNEAR(fixture.at().y, 49, 0.01);
    fixture.rigid.removeBody(Second);
    fixture.run(60);
    QVERIFY(!fixture.rigid.joint(Tie));
    QVERIFY(fixture.at().y < 45);
    fixture.rigid.setBody(Second, held);
    fixture.rigid.removeJoint(Tie);
    fixture.rigid.removeJoint(Tie);
    fixture.run(1);
    auto both = box({0, 49, 0});
    both.body.kind = BodyKind::Kinematic;
    fixture.rigid.setBody(Hanging, both);
    fixture.rigid.setJoint(Tie, {{}, {JointEnd{Hanging, {}}, JointEnd{Second, {}}}});
    fixture.run(2);
    QVERIFY(!fixture.rigid.joint(Tie)); // nothing that weight moves
}

void TestRigidJoints::aMotorWakesItsBody()
{
    JointFixture fixture;
    fixture.hang({.kind = JointKind::Hinge});
    fixture.run(300);
    QVERIFY(fixture.rigid.state(Hanging)->asleep);
    fixture.rigid.setJoint(
        Tie, {{.turnSpeed = 60, .torque = 1e4},
              {JointEnd{Hanging, frameAt({0, 1, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
    fixture.run(60);
    QNEAR(fixture.angle(), 60, 3);
}

void TestRigidJoints::aChainHoldsTogether()
{
    JointFixture fixture;
    constexpr std::uint64_t Links = 12;
    for (std::uint64_t i = 1; i <= Links; ++i) {
        const auto x = static_cast<double>(i) * 0.5;
        fixture.rigid.setBody(EntityId{i}, box({x, 50, 0}, 5));
        const JointEnd before = i == 1 ? JointEnd{{}, frameAt({0.25, 50, 0})}
                                       : JointEnd{EntityId{i - 1}, frameAt({0.25, 0, 0})};
        fixture.rigid.setJoint(
            EntityId{100 + i},
            {{.kind = JointKind::Hinge}, {JointEnd{EntityId{i}, frameAt({-0.25, 0, 0})}, before}});
    }
    double longest = 0;
    for (int tick = 0; tick < 900; ++tick) {
        fixture.run(1);
        for (std::uint64_t i = 1; i <= Links; ++i)
            longest = std::max(longest, fixture.rigid.joint(EntityId{100 + i})->length);
    }
    QVERIFY2(longest < 0.1, qPrintable(QString::number(longest)));
    QVERIFY(fixture.at(EntityId{Links}).y < 45);
}

void TestRigidJoints::aChainCarriesTenTimesItsLinks()
{
    JointFixture fixture;
    constexpr std::uint64_t Links = 8;
    for (std::uint64_t i = 1; i <= Links; ++i) {
        const auto down = static_cast<double>(i) * 0.5;
        fixture.rigid.setBody(EntityId{i}, box({0, 50 - down, 0}, i == Links ? 50 : 5));
        const JointEnd before = i == 1 ? JointEnd{{}, frameAt({0, 49.75, 0})}
                                       : JointEnd{EntityId{i - 1}, frameAt({0, -0.25, 0})};
        fixture.rigid.setJoint(
            EntityId{100 + i},
            {{.kind = JointKind::Hinge}, {JointEnd{EntityId{i}, frameAt({0, 0.25, 0})}, before}});
    }
    fixture.rigid.setVelocity(EntityId{Links}, {4, 0, 0});
    double longest = 0;
    for (int tick = 0; tick < 600; ++tick) {
        fixture.run(1);
        for (std::uint64_t i = 1; i <= Links; ++i)
            longest = std::max(longest, fixture.rigid.joint(EntityId{100 + i})->length);
    }
    QVERIFY2(longest < 0.02, qPrintable(QString::number(longest)));
}

void TestRigidJoints::aBridgeKeepsItsLength()
{
    JointFixture fixture;
    constexpr std::uint64_t Planks = 11;
    const auto pointAt = [](std::uint64_t i) {
        const double t = static_cast<double>(i) / Planks;
        return Vec3d{t * 5.5, 50 - 1.6 * t * (1 - t), 0};
    };
    for (std::uint64_t i = 1; i <= Planks; ++i) {
        const auto from = pointAt(i - 1);
        const auto way = pointAt(i) - from;
        auto plank = box(from + way / 2.0, 20, 0.2);
        plank.place.rotation = glm::angleAxis(std::atan2(way.y, way.x), Vec3d{0, 0, 1});
        fixture.rigid.setBody(EntityId{i}, plank);
        const double half = glm::length(way) / 2;
        const double before = i == 1 ? 0 : glm::distance(pointAt(i - 1), pointAt(i - 2)) / 2;
        fixture.rigid.setJoint(EntityId{100 + i},
                               {{.kind = JointKind::Hinge},
                                {JointEnd{EntityId{i}, frameAt({-half, 0, 0})},
                                 i == 1 ? JointEnd{{}, frameAt(from)}
                                        : JointEnd{EntityId{i - 1}, frameAt({before, 0, 0})}}});
        if (i == Planks)
            fixture.rigid.setJoint(EntityId{200}, {{.kind = JointKind::Hinge},
                                                   {JointEnd{EntityId{i}, frameAt({half, 0, 0})},
                                                    JointEnd{{}, frameAt(pointAt(i))}}});
    }
    fixture.run(400);
    for (std::uint64_t i = 1; i <= Planks; ++i)
        QNEAR(fixture.rigid.joint(EntityId{100 + i})->length, 0, 0.002);
    QNEAR(fixture.at(EntityId{6}).y, 49.6, 0.03);
}

void TestRigidJoints::bodiesThatNeverTurnHangAndSlide()
{
    for (const auto kind : {JointKind::Hinge, JointKind::Slider, JointKind::Fixed}) {
        JointFixture fixture;
        auto stiff = box({0, 49, 0});
        stiff.body.lockTurning = true;
        fixture.rigid.setBody(Hanging, stiff);
        fixture.rigid.setJoint(
            Tie, {{.kind = kind}, // its axis is not down
                  {JointEnd{Hanging, frameAt({0, 1, 0})}, JointEnd{{}, frameAt({0, 50, 0})}}});
        fixture.run(60);
        QNEAR(glm::distance(fixture.at(), Vec3d(0, 49, 0)), 0, 0.001);
    }
}

void TestRigidJoints::hostileNumbersDoNoHarm()
{
    const double endless = std::numeric_limits<double>::infinity();
    const double none = std::numeric_limits<double>::quiet_NaN();
    JointFixture fixture;
    for (const double bad : {endless, -endless, none, 1e300}) {
        for (const auto kind : {JointKind::Hinge, JointKind::Slider, JointKind::Distance}) {
            Joint joint{.kind = kind, .axis = {bad, 0, 0}, .limited = true};
            joint.lowestAngle = joint.highestAngle = joint.turnSpeed = joint.torque = bad;
            joint.lowestWay = joint.highestWay = joint.slideSpeed = joint.force = bad;
            joint.shortest = joint.longest = joint.stiffness = joint.damping = bad;
            fixture.hang(joint);
            fixture.rigid.moveJointEnd(Tie, 1, frameAt({bad, 0, 0}));
            fixture.run(20);
            fixture.rigid.setJoint(Tie, {joint,
                                         {JointEnd{Hanging, frameAt({bad, 0, 0})},
                                          JointEnd{{}, frameAt({0, bad, 0})}}});
            fixture.run(20);
            QVERIFY(isFinite(fixture.at()));
        }
    }
}

void TestRigidJoints::equalRunsAreEqualBitByBit()
{
    const auto run = [](bool isTurned) {
        JointFixture fixture;
        std::vector<std::uint64_t> order{1, 2, 3, 4, 5, 6};
        for (const auto i : order)
            fixture.rigid.setBody(EntityId{i}, box({static_cast<double>(i) * 0.5, 50, 0}, 5));
        if (isTurned)
            std::reverse(order.begin(), order.end());
        for (const auto i : order)
            fixture.rigid.setJoint(
                EntityId{100 + i},
                {{.kind = i % 2 == 0 ? JointKind::Hinge : JointKind::Distance, .longest = 0.1},
                 {JointEnd{EntityId{i}, frameAt({-0.25, 0, 0})},
                  i == 1 ? JointEnd{{}, frameAt({0.25, 50, 0})}
                         : JointEnd{EntityId{i - 1}, frameAt({0.25, 0, 0})}}});
        fixture.run(100);
        fixture.rigid.removeJoint(EntityId{103});
        fixture.run(100);
        Hasher hasher;
        fixture.rigid.addTo(hasher);
        return hasher.result();
    };
    QCOMPARE(run(false), run(false));
    QCOMPARE(run(true), run(false)); // whoever comes first
}

PLAIN_TEST(TestRigidJoints)
} // namespace tst_rigid_joints

#include "tst_rigid_joints.moc"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_play_joints
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Right = keys(PlayerKey::Right);

/// A floor, a player at the origin, and whatever hangs and turns.
struct JointFixture : WalkFixture
{
    JointFixture() { set(addPlayerStartAway(), TransformComponent{.position = {0, 0, 0}}); }

    /// A body of one brush about a place.
    EntityId addBody(const Vec3d& at, const Vec3d& half, const Body& body = {.mass = 20})
    {
        const auto box = addBox(world, -half, half, "body");
        set(box, TransformComponent{.position = at});
        set(box, body);
        return box;
    }

    EntityId addEmpty(const Vec3d& at, EntityId parent = {})
    {
        const auto empty = world.newId();
        set(empty, Node{.name = "hook", .parent = parent});
        set(empty, TransformComponent{.position = at});
        return empty;
    }

    /// A ball of 20 kg that hangs on a rope of 3 m from what is 5 m above the floor.
    EntityId addBall(EntityId other)
    {
        const auto ball = addBody({8, 2, 0}, Vec3d{0.25});
        set(ball, Joint{.kind = JointKind::Distance,
                        .other = other,
                        .end = other ? Vec3d{0} : Vec3d{0, 3, 0}});
        return ball;
    }

    void remove(EntityId entity, TypeId type)
    {
        Edit edit;
        edit.swaps.push_back({entity, type, nullptr});
        editLive(std::move(edit));
    }

    template <typename T>
    void change(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        editLive(std::move(edit));
    }

    [[nodiscard]] double lengthFrom(EntityId entity, const Vec3d& hook) const
    {
        return glm::distance(placeOf(entity), hook);
    }
};
} // namespace

class TestPlayJoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDoorOnAHingeIsPushedOpen();
    void aJointBelowItsBodyIsWhereItsObjectStands();
    void aBallHangsFromTheWorldFromAnObjectAndFromABody();
    void aBallFollowsTheMoverItHangsFrom();
    void theEndsMayBeOnEitherSide();
    void propertiesActAtOnce();
    void jointsComeAndGoWhilePlaying();
    void whatHoldsMayGoAndComeBack();
    void aDoorStaysOnItsHingeWhenItsBrushChanges();
    void whatAnEditMovesTakesItsHingeAlong();
    void aHookThatIsMovedTakesTheBallAlong();
    void scriptsReadDriveAndBreak();
    void scriptsHearOfTornJoints();
    void copiesAreTiedAmongThemselves();
    void badDataTiesNothing();
    void equalGamesAreEqualInEveryTick();
};

void TestPlayJoints::aDoorOnAHingeIsPushedOpen()
{
    JointFixture fixture;
    const auto door = fixture.addBody({1.5, 1.1, 0}, {0.05, 1, 0.75});
    fixture.set(door, Joint{.anchor = {0, 0, 0.75}, .limited = true});
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    QVERIFY(glm::distance(fixture.placeOf(door), Vec3d(1.5, 1.1, 0)) < 0.01);
    fixture.tick(60, Right);
    const auto place = worldTransform(fixture.session->world(), door);
    QVERIFY(place.position.x > 1.7);
    QVERIFY(glm::distance(place.apply({0, 0, 0.75}), Vec3d(1.5, 1.1, 0.75)) < 0.02);
    QVERIFY(glm::dot(place.rotation * Vec3d{0, 1, 0}, Vec3d{0, 1, 0}) > 0.999);
}

void TestPlayJoints::aJointBelowItsBodyIsWhereItsObjectStands()
{
    JointFixture fixture;
    const auto sign =
        fixture.addBody({4, 3, 0}, {0.5, 0.05, 0.5}, {.mass = 20, .angularDamping = 0.8});
    const auto hinge = fixture.addEmpty({-0.5, 0, 0}, sign);
    fixture.set(hinge, Joint{.axis = {0, 0, 1}});
    VERIFY_OK(fixture.start());
    fixture.tick(400);
    const auto place = worldTransform(fixture.session->world(), sign);
    QVERIFY(glm::distance(place.apply({-0.5, 0, 0}), Vec3d(3.5, 3, 0)) < 0.02);
    QVERIFY(place.position.y < 2.6);
}

void TestPlayJoints::aBallHangsFromTheWorldFromAnObjectAndFromABody()
{
    for (int kind = 0; kind < 3; ++kind) {
        JointFixture fixture;
        EntityId other;
        if (kind == 1)
            other = fixture.addEmpty({8, 5, 0});
        if (kind == 2)
            other = fixture.addBody({8, 5, 0}, Vec3d{0.2}, {.kind = BodyKind::Kinematic});
        const auto ball = fixture.addBall(other);
        VERIFY_OK(fixture.start());
        fixture.tick(200);
        QVERIFY(std::abs(fixture.lengthFrom(ball, {8, 5, 0}) - 3) < 0.03);
        QVERIFY(fixture.placeOf(ball).y > 1.9);
    }
}

void TestPlayJoints::aBallFollowsTheMoverItHangsFrom()
{
    JointFixture fixture;
    fixture.writeScript("crane.as",
                        "class Crane : Node { void onTick(float dt) {\n"
                        "    entity.position = entity.position + Vec3(0, 0, dt); } }\n");
    const auto crane = fixture.addDoor({7.5, 5, -0.5}, {8.5, 5.5, 0.5}, "crane.as");
    fixture.set(crane, Script{{"crane.as"}, "Crane", {}});
    const auto hook = fixture.addEmpty({0, 0, 0}, crane);
    const auto start = worldTransform(fixture.world, hook).position;
    const auto ball = fixture.addBody(start - Vec3d{0, 3, 0}, Vec3d{0.25});
    fixture.set(ball, Joint{.kind = JointKind::Distance, .other = hook, .end = {0, 0, 0}});
    VERIFY_OK(fixture.start());
    for (int i = 0; i < 240; ++i) {
        fixture.tick(1);
        QVERIFY(fixture.lengthFrom(ball, fixture.placeOf(hook)) < 3.05);
    }
    QCOMPARE(fixture.errors(), std::string{});
    QVERIFY(fixture.placeOf(ball).z > start.z + 2);
}

void TestPlayJoints::theEndsMayBeOnEitherSide()
{
    JointFixture fixture;
    const auto ball = fixture.addBody({8, 2, 0}, Vec3d{0.25});
    const auto hook = fixture.addEmpty({8, 5, 0}); // the joint is where nothing moves
    fixture.set(hook, Joint{.kind = JointKind::Distance, .other = ball, .end = {0, 0, 0}});
    VERIFY_OK(fixture.start());
    fixture.tick(200);
    QVERIFY(std::abs(fixture.lengthFrom(ball, {8, 5, 0}) - 3) < 0.03);
}

void TestPlayJoints::propertiesActAtOnce()
{
    JointFixture fixture;
    const auto ball = fixture.addBall({});
    VERIFY_OK(fixture.start());
    fixture.tick(200);
    auto joint = *fixture.world.get<Joint>(ball);
    joint.longest = 4;
    fixture.change(ball, joint);
    fixture.tick(100);
    QVERIFY(std::abs(fixture.lengthFrom(ball, {8, 5, 0}) - 4) < 0.04);
    joint.longest = 0; // as at the start
    fixture.change(ball, joint);
    fixture.tick(200);
    QVERIFY(std::abs(fixture.lengthFrom(ball, {8, 5, 0}) - 3) < 0.03);
    joint.end = {0, 2.5, 0};
    fixture.change(ball, joint);
    fixture.tick(200);
    QVERIFY(std::abs(fixture.lengthFrom(ball, {8, 4.5, 0}) - 3) < 0.03);
}

void TestPlayJoints::jointsComeAndGoWhilePlaying()
{
    JointFixture fixture;
    const auto ball = fixture.addBody({8, 0.25, 0}, Vec3d{0.25});
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    fixture.change(ball, Joint{.kind = JointKind::Distance, .end = {0, 3, 0}, .longest = 2});
    fixture.tick(200);
    QVERIFY(fixture.placeOf(ball).y > 1.1);
    fixture.remove(ball, typeIdOf<Joint>());
    fixture.tick(100);
    QVERIFY(fixture.placeOf(ball).y < 0.3);
}

void TestPlayJoints::whatHoldsMayGoAndComeBack()
{
    JointFixture fixture;
    const auto beam = fixture.addBody({8, 5, 0}, Vec3d{0.2}, {.kind = BodyKind::Kinematic});
    const auto ball = fixture.addBall(beam);
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    Edit removal;
    addRemoval(fixture.world, beam, removal);
    auto back = removal;
    for (auto& swap : back.swaps)
        swap.value = fixture.world.value(swap.entity, swap.type);
    fixture.editLive(removal);
    fixture.tick(100);
    QVERIFY(fixture.placeOf(ball).y < 0.3);
    fixture.editLive(back);
    fixture.remove(ball, typeIdOf<Body>());
    fixture.tick(10);
    fixture.change(ball, Body{.mass = 5});
    fixture.change(
        ball, Joint{.kind = JointKind::Distance, .other = beam, .end = {0, 0, 0}, .longest = 3});
    fixture.tick(200);
    QVERIFY(std::abs(fixture.lengthFrom(ball, {8, 5, 0}) - 3) < 0.03);
}

void TestPlayJoints::aDoorStaysOnItsHingeWhenItsBrushChanges()
{
    JointFixture fixture;
    const auto door = fixture.addBody({4, 1.1, 0}, {0.75, 1, 0.05}, {.mass = 20});
    fixture.set(door, Joint{.anchor = {-0.75, 0, 0}, .turnSpeed = 60, .torque = 1000});
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    const auto bigger = makeBox({{-0.75, -1, -0.1}, {1.5, 1, 0.1}});
    fixture.change(door, BrushComponent{std::make_shared<const Brush>(*bigger)});
    fixture.tick(30);
    const auto place = worldTransform(fixture.session->world(), door);
    QVERIFY(glm::distance(place.apply({-0.75, 0, 0}), Vec3d(3.25, 1.1, 0)) < 0.02);
    const double turned = 2 * std::atan2(place.rotation.y, place.rotation.w);
    QVERIFY2(std::abs(degrees(turned) - 60) < 5, qPrintable(QString::number(degrees(turned))));
}

void TestPlayJoints::whatAnEditMovesTakesItsHingeAlong()
{
    JointFixture fixture;
    const auto door = fixture.addBody({4, 1.1, 0}, {0.75, 1, 0.05});
    fixture.set(door, Joint{.anchor = {-0.75, 0, 0}});
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    fixture.change(door, TransformComponent{.position = {4, 1.1, 3}});
    fixture.tick(60);
    QVERIFY(glm::distance(fixture.placeOf(door), Vec3d(4, 1.1, 3)) < 0.02);
}

void TestPlayJoints::aHookThatIsMovedTakesTheBallAlong()
{
    JointFixture fixture;
    const auto hook = fixture.addEmpty({8, 5, 0});
    const auto ball = fixture.addBall(hook);
    VERIFY_OK(fixture.start());
    fixture.tick(300); // it sleeps
    fixture.change(hook, TransformComponent{.position = {8, 5, 2}});
    fixture.tick(300);
    QVERIFY(fixture.lengthFrom(ball, {8, 5, 2}) < 3.03);
}

void TestPlayJoints::scriptsReadDriveAndBreak()
{
    JointFixture fixture;
    const auto wheel =
        fixture.addBody({4, 2, 0}, {0.5, 0.1, 0.5}, {.mass = 5, .angularDamping = 0});
    fixture.set(wheel, Joint{});
    fixture.writeScript("wheel.as", R"(class Wheel : Node
{
    int ticks = 0; double angle = 0; double length = 1; double force = 0; double way = 1;
    void onTick(float dt)
    {
        ticks++;
        if (ticks == 2) entity.setJointMotor(Pi / 2, 500);
        if (ticks == 62)
        {
            angle = entity.jointAngle;
            length = entity.jointLength;
            force = entity.jointForce;
            way = entity.jointWay;
            entity.breakJoint();
        }
    }
})");
    fixture.set(wheel, Script{{"wheel.as"}, "Wheel", {}});
    VERIFY_OK(fixture.start());
    fixture.tick(70);
    QCOMPARE(fixture.errors(), std::string{});
    QVERIFY(std::abs(fixture.number(wheel, "angle") - Pi / 2) < 0.1);
    QVERIFY(fixture.number(wheel, "length") < 0.01);
    QVERIFY(std::abs(fixture.number(wheel, "way")) < 0.01);
    QVERIFY(std::abs(fixture.number(wheel, "force") - 5 * 15) < 10);
    QVERIFY(fixture.session->world().get<Joint>(wheel) == nullptr);
    fixture.tick(100);
    QVERIFY(fixture.placeOf(wheel).y < 1);

    fixture.writeScript("wrong.as", "class Wrong : Node { void onTick(float dt) {"
                                    " double a = entity.jointAngle; } }");
    fixture.addScripted("wrong", "wrong.as", "Wrong");
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    QVERIFY(fixture.errors().find("needs a Joint") != std::string::npos);
}

void TestPlayJoints::scriptsHearOfTornJoints()
{
    JointFixture fixture;
    const auto beam = fixture.addBody({8, 5, 0}, Vec3d{0.2}, {.kind = BodyKind::Kinematic});
    const auto ball = fixture.addBall(beam);
    auto joint = *fixture.world.get<Joint>(ball);
    joint.breakForce = 100;
    fixture.set(ball, joint);
    fixture.writeScript("ear.as", R"(class Ear : Node
{
    int heard = 0; bool isBall = false; bool isGone = false;
    void onJointBreak(Entity joint)
    {
        heard++;
        isBall = joint.mass == 20;
        isGone = !joint.has("joint");
    }
})");
    fixture.set(ball, Script{{"ear.as"}, "Ear", {}});
    fixture.set(beam, Script{{"ear.as"}, "Ear", {}});
    VERIFY_OK(fixture.start());
    fixture.tick(60);
    QCOMPARE(fixture.errors(), std::string{});
    for (const auto each : {ball, beam}) {
        QCOMPARE(fixture.number(each, "heard"), 1.0);
        QCOMPARE(fixture.session->scriptProperty(each, "isBall"), (Value{true}));
        QCOMPARE(fixture.session->scriptProperty(each, "isGone"), (Value{true}));
    }
    QVERIFY(fixture.placeOf(ball).y < 0.3);
    QVERIFY(fixture.world.get<Joint>(ball) != nullptr); // in the level it is whole
}

void TestPlayJoints::copiesAreTiedAmongThemselves()
{
    JointFixture fixture;
    const auto group = fixture.addEmpty({0, 0, 0});
    const auto beam = fixture.addBody({8, 5, 0}, Vec3d{0.2}, {.kind = BodyKind::Kinematic});
    const auto ball = fixture.addBall(beam);
    fixture.set(beam, Node{.name = "beam", .parent = group});
    fixture.set(ball, Node{.name = "ball", .parent = group});
    fixture.writeScript("copy.as", R"(class Copy : Node
{
    int ticks = 0;
    void onTick(float dt)
    {
        if (++ticks == 2)
            copyOf(find("hook")).position = Vec3(0, 0, 4);
    }
})");
    fixture.addScripted("copier", "copy.as", "Copy");
    VERIFY_OK(fixture.start());
    fixture.tick(200);
    QCOMPARE(fixture.errors(), std::string{});
    int hanging = 0;
    fixture.session->world().forEach<Joint>([&](EntityId entity, const Joint& joint) {
        QCOMPARE(joint.other == beam, entity == ball);
        hanging += fixture.placeOf(entity).y > 1.9 ? 1 : 0;
    });
    QCOMPARE(hanging, 2);
}

void TestPlayJoints::badDataTiesNothing()
{
    JointFixture fixture;
    const auto free = fixture.addBody({8, 3, 0}, Vec3d{0.25});
    const auto itself = fixture.addBody({10, 3, 0}, Vec3d{0.25});
    const auto part = fixture.addEmpty({0, 0.2, 0}, itself);
    const auto missing = fixture.addBody({12, 3, 0}, Vec3d{0.25});
    const auto stands = fixture.addEmpty({14, 3, 0});
    const auto alsoStands = fixture.addEmpty({14, 4, 0});
    const auto noAxis = fixture.addBody({16, 3, 0}, Vec3d{0.25});
    fixture.set(free, Joint{.other = free});
    fixture.set(itself, Joint{.other = part});
    fixture.set(missing, Joint{.other = EntityId{987654321}});
    fixture.set(stands, Joint{.other = alsoStands});
    fixture.set(noAxis, Joint{.axis = {0, 0, 0}});
    VERIFY_OK(fixture.start());
    fixture.tick(120);
    for (const auto each : {free, itself, missing})
        QVERIFY(fixture.placeOf(each).y < 0.3);
    QVERIFY(std::abs(fixture.placeOf(noAxis).y - 3) < 0.01);
}

void TestPlayJoints::equalGamesAreEqualInEveryTick()
{
    const auto run = [] {
        JointFixture fixture;
        EntityId last;
        for (int i = 0; i < 8; ++i) {
            const auto body = fixture.addBody({2 + i * 0.5, 3, 0}, Vec3d{0.2});
            fixture.set(body, Joint{.other = last,
                                    .anchor = {-0.25, 0, 0},
                                    .axis = {0, 0, 1},
                                    .breakForce = 2000});
            last = body;
        }
        ENGINE_EXPECT(fixture.start());
        std::vector<ContentHash> hashes;
        for (int i = 0; i < 200; ++i) {
            fixture.tick(1, i < 100 ? 0U : Right);
            hashes.push_back(fixture.session->stateHash());
        }
        return hashes;
    };
    QCOMPARE(run(), run());
}

PLAIN_TEST(TestPlayJoints)
} // namespace tst_play_joints

#include "tst_play_joints.moc"

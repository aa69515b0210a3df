#include "engine_core/base/hash.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/physics/contact_mix.h"
#include "engine_core/physics/rigid_mass.h"
#include "engine_core/physics/rigid_world.h"
#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/engine_core/physics/near.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <algorithm>

namespace tst_rigid_world
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Tick = 1.0 / 60.0;
constexpr double Gravity = 15;

ConvexPart boxPart(const Vec3d& min, const Vec3d& max)
{
    const auto box = makeBox({min, max});
    ENGINE_EXPECT(box);
    return {box->vertices().begin(), box->vertices().end()};
}

RigidSetup crate(const Vec3d& at, const Body& body = {}, double half = 0.5)
{
    return {body, {boxPart(Vec3d{-half}, Vec3d{half})}, {.position = at}};
}

struct RigidFixture : CollisionFixture
{
    RigidWorld rigid{space, Gravity};

    void run(int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            rigid.step(Tick);
    }

    [[nodiscard]] Vec3d at(std::uint64_t id) const { return rigid.state(EntityId{id})->position; }

    [[nodiscard]] RigidState state(std::uint64_t id) const { return *rigid.state(EntityId{id}); }
};
} // namespace

class TestRigidWorld : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBodyFallsAsGravityTells();
    void aStackComesToRestAndSleeps();
    void aBodyFarFromItsPlaceTurnsAboutItsMiddle();
    void massComesFromSizeAndDensity();
    void ballsBounceAsHighAsTheyAreBouncy();
    void iceSlidesWhereRubberHolds();
    void groundIsAsSlipperyAsItsMaterial();
    void sidesOfABrushDiffer();
    void aHullLiesOnItsSide();
    void aCompoundTipsOverItsHeavySide();
    void denseModelsCollideAsSimplerHulls();
    void aBallRolls();
    void lockedBodiesDoNotTurn();
    void bodiesStandOnModels();
    void wakesWhenTheGroundGoes();
    void aMoverPushesAndCarries();
    void sensorsTellAndStopNothing();
    void touchesAreToldOnce();
    void characterCapsulesStopBodies();
    void forcesAct();
    void hostileNumbersChangeNothing();
    void equalRunsAreEqualBitByBit();
    void onlyWhatIsNearIsTakenIn();
};

void TestRigidWorld::aBodyFallsAsGravityTells()
{
    RigidFixture fixture;
    fixture.rigid.setBody(EntityId{1}, crate({0, 50, 0}));
    fixture.rigid.setBody(EntityId{2}, crate({5, 50, 0}, Body{.gravityScale = 0}));
    fixture.run(60);
    QNEAR(fixture.at(1).y, 50 - 0.5 * Gravity, 0.15);
    QCOMPARE(fixture.at(2).y, 50.0);
    QCOMPARE(fixture.rigid.moved(), std::vector<EntityId>{EntityId{1}});
}

void TestRigidWorld::aStackComesToRestAndSleeps()
{
    RigidFixture fixture;
    fixture.addFloor();
    for (std::uint64_t i = 0; i < 8; ++i)
        fixture.rigid.setBody(EntityId{i + 1}, crate({0, 0.5 + 1.02 * static_cast<double>(i), 0}));
    fixture.run(400);
    for (std::uint64_t i = 0; i < 8; ++i) {
        const auto state = fixture.state(i + 1);
        QVERIFY(glm::distance(state.position, Vec3d(0, 0.5 + static_cast<double>(i), 0)) < 0.07);
        QVERIFY(state.asleep);
    }
    QCOMPARE(fixture.rigid.awakeCount(), std::size_t{0});
    fixture.run(1);
    QVERIFY(fixture.rigid.moved().empty());
}

void TestRigidWorld::aBodyFarFromItsPlaceTurnsAboutItsMiddle()
{
    RigidFixture fixture;
    // As a box that was drawn in the level: its place is the origin.
    fixture.rigid.setBody(
        EntityId{1},
        {Body{.angularDamping = 0, .gravityScale = 0}, {boxPart({40, 3, -20}, {41, 4, -19})}, {}});
    fixture.rigid.setAngularVelocity(EntityId{1}, {0, Pi, 0});
    fixture.run(60);
    const auto state = fixture.state(1);
    QVERIFY(glm::distance(fixture.rigid.middle(EntityId{1}), Vec3d(40.5, 3.5, -19.5)) < 1e-3);
    const auto middle = state.position + state.rotation * Vec3d{40.5, 3.5, -19.5};
    QVERIFY(glm::distance(middle, Vec3d(40.5, 3.5, -19.5)) < 1e-3);
    QNEAR(std::abs((state.rotation * Vec3d{1, 0, 0}).x), 1, 0.01);
    QVERIFY((state.rotation * Vec3d{1, 0, 0}).x < 0);
}

void TestRigidWorld::massComesFromSizeAndDensity()
{
    RigidFixture fixture;
    fixture.rigid.setBody(EntityId{1}, crate({0, 0, 0}, Body{.density = 600}, 1));
    fixture.rigid.setBody(EntityId{2}, crate({9, 0, 0}, Body{.mass = 7}, 1));
    fixture.rigid.setBody(EntityId{3},
                          crate({18, 0, 0}, Body{.form = BodyForm::Sphere, .density = 10}, 1));
    QNEAR(fixture.rigid.mass(EntityId{1}), 4800, 0.01);
    QNEAR(fixture.rigid.mass(EntityId{2}), 7, 1e-9);
    QNEAR(fixture.rigid.mass(EntityId{3}), 10 * 4.0 / 3.0 * Pi, 0.01);
}

void TestRigidWorld::ballsBounceAsHighAsTheyAreBouncy()
{
    double before = -1;
    for (const double restitution : {0.0, 0.5, 0.8, 1.0}) {
        RigidFixture fixture;
        fixture.addFloor();
        Body ball{.form = BodyForm::Sphere, .restitution = restitution};
        fixture.rigid.setBody(EntityId{1}, crate({0, 3, 0}, ball));
        double highest = 0;
        for (int i = 0; i < 120; ++i) {
            fixture.run(1);
            if (fixture.state(1).velocity.y > 0)
                highest = std::max(highest, fixture.at(1).y - 0.5);
        }
        QVERIFY(highest > before);
        before = highest;
    }
    QVERIFY(before > 1.2 && before < 2.5);
}

void TestRigidWorld::iceSlidesWhereRubberHolds()
{
    RigidFixture fixture;
    fixture.addSlope(15);
    const auto turn = glm::angleAxis(radians(15), Vec3d{0, 0, 1});
    const auto put = [&](std::uint64_t id, double z, double friction) {
        auto setup = crate({0, 0, 0}, Body{.friction = friction});
        setup.place = {turn * Vec3d{0, 0.5, 0} + Vec3d{0, 0, z}, turn, Vec3d{1}};
        fixture.rigid.setBody(EntityId{id}, setup);
    };
    put(1, -4, 0);
    put(2, 0, 0.1);
    put(3, 4, 1);
    fixture.run(90);
    QVERIFY(fixture.at(1).x < fixture.at(2).x - 0.2);
    QVERIFY(fixture.at(2).x < -0.1);
    QNEAR(fixture.at(3).x, -0.13, 0.05);
}

namespace
{
MaterialTouch iceAndSponge(Name material)
{
    MaterialTouch touch;
    touch.friction = material.text() == "ice" ? 0.F : 1.F;
    touch.restitution = 0;
    return touch;
}

/// How far a crate slides that is pushed once.
double slideOn(RigidFixture& fixture)
{
    fixture.rigid.setTouch(iceAndSponge);
    fixture.rigid.setBody(EntityId{1}, crate({0, 0.5, 0}));
    fixture.run(5);
    fixture.rigid.setVelocity(EntityId{1}, {3, 0, 0});
    fixture.run(60);
    return fixture.at(1).x;
}
} // namespace

void TestRigidWorld::groundIsAsSlipperyAsItsMaterial()
{
    RigidFixture ice;
    addBox(ice.world, {-20, -1, -20}, {20, 0, 20}, "floor", Name{"ice"});
    RigidFixture sponge;
    addBox(sponge.world, {-20, -1, -20}, {20, 0, 20}, "floor", Name{"sponge"});
    const double far = slideOn(ice);
    const double near = slideOn(sponge);
    // From 3 m/s to rest under the friction that the two of them have: v^2 / (2 * mix * gravity).
    QNEAR(far, 9 / (2 * combinedFriction(0, 0.5) * Gravity), 0.15);
    QNEAR(near, 9 / (2 * combinedFriction(1, 0.5) * Gravity), 0.15);
    // What is there already follows a change.
    ice.rigid.setTouch([](Name) { return MaterialTouch{{}, 1, 0}; });
    const double before = ice.at(1).x;
    ice.rigid.setVelocity(EntityId{1}, {3, 0, 0});
    ice.run(60);
    QNEAR(ice.at(1).x - before, near, 0.15);
}

void TestRigidWorld::sidesOfABrushDiffer()
{
    RigidFixture fixture;
    auto box = makeBox({{-20, -1, -20}, {20, 0, 20}}, Name{"sponge"});
    QVERIFY(box);
    std::vector<BrushFace> faces(box->faces().begin(), box->faces().end());
    for (auto& face : faces)
        if (face.plane.normal.y > 0.5)
            face.material = Name{"ice"};
    auto mixed = Brush::fromFaces(std::move(faces));
    QVERIFY(mixed);
    const auto floor = addBox(fixture.world, {-20, -1, -20}, {20, 0, 20});
    Edit edit;
    edit.swaps.push_back(
        swapTo(floor, BrushComponent{std::make_shared<const Brush>(*std::move(mixed))}));
    fixture.world.apply(edit);
    const double far = slideOn(fixture);
    QNEAR(far, 9 / (2 * combinedFriction(0, 0.5) * Gravity), 0.15);
}

void TestRigidWorld::aHullLiesOnItsSide()
{
    RigidFixture fixture;
    fixture.addFloor();
    ConvexPart wedge{{-1, 0, -1}, {1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {-1, 1, -1}, {-1, 1, 1}};
    fixture.rigid.setBody(EntityId{1}, {Body{}, {wedge}, {.position = {0, 0.5, 0}}});
    QNEAR(fixture.rigid.mass(EntityId{1}), 100, 0.1);
    fixture.run(200);
    QNEAR(fixture.at(1).y, 0, 0.015);
    QVERIFY(fixture.state(1).asleep);
}

void TestRigidWorld::aCompoundTipsOverItsHeavySide()
{
    RigidFixture fixture;
    fixture.addFloor();
    // A table with one leg below the corner, and one that stands on four.
    const auto top = boxPart({-1, 1, -1}, {1, 1.2, 1});
    fixture.rigid.setBody(EntityId{1}, {Body{}, {top, boxPart({0.8, 0, 0.8}, {1, 1, 1})}, {}});
    fixture.rigid.setBody(
        EntityId{2}, {Body{},
                      {top, boxPart({0.8, 0, 0.8}, {1, 1, 1}), boxPart({-1, 0, 0.8}, {-0.8, 1, 1}),
                       boxPart({0.8, 0, -1}, {1, 1, -0.8}), boxPart({-1, 0, -1}, {-0.8, 1, -0.8})},
                      {.position = {6, 0, 0}}});
    fixture.run(200);
    QVERIFY(fixture.rigid.middle(EntityId{1}).y < 0.9);
    QVERIFY(glm::distance(fixture.at(2), Vec3d(6, 0, 0)) < 0.02);
}

void TestRigidWorld::denseModelsCollideAsSimplerHulls()
{
    ConvexPart ball;
    ConvexPart block;
    constexpr int Rings = 150;
    for (int ring = 0; ring <= Rings; ++ring)
        for (int turn = 0; turn < Rings; ++turn) {
            const double up = Pi * ring / Rings;
            const double around = 2 * Pi * turn / Rings;
            ball.emplace_back(std::sin(up) * std::cos(around), std::cos(up),
                              std::sin(up) * std::sin(around));
            const double s = static_cast<double>(ring) / Rings;
            const double t = static_cast<double>(turn) / (Rings - 1);
            block.emplace_back(s - 0.5, turn % 2 == 0 ? -0.5 : 0.5, t - 0.5);
        }
    QVERIFY(outermost(ball).size() <= 112U);
    for (const double x : {-0.5, 0.5}) // turns from 0 to 149 lie below and above in turn
        for (const auto& [y, z] : {std::pair{-0.5, -0.5}, std::pair{0.5, 0.5}}) {
            const auto corners = outermost(block);
            QVERIFY(std::find(corners.begin(), corners.end(), Vec3d(x, y, z)) != corners.end());
        }
    QVERIFY(outermost(ball) == outermost(ball));
    RigidFixture fixture;
    fixture.addFloor();
    fixture.rigid.setBody(EntityId{1}, {Body{.density = 100}, {ball}, {.position = {0, 1.1, 0}}});
    QNEAR(fixture.rigid.mass(EntityId{1}) / (100 * 4.0 / 3.0 * Pi), 1, 0.08);
    fixture.run(200);
    QNEAR(fixture.rigid.middle(EntityId{1}).y, 1, 0.03);
}

void TestRigidWorld::aBallRolls()
{
    RigidFixture fixture;
    fixture.addSlope(10);
    fixture.rigid.setBody(EntityId{1}, crate({0, 0.52, 0}, Body{.form = BodyForm::Sphere}));
    fixture.run(90);
    QVERIFY(fixture.at(1).x < -1);
    QVERIFY(fixture.state(1).angularVelocity.z > 1);
}

void TestRigidWorld::lockedBodiesDoNotTurn()
{
    RigidFixture fixture;
    fixture.addFloor();
    fixture.rigid.setBody(EntityId{1}, crate({0, 0.5, 0}, Body{.lockTurning = true}));
    fixture.rigid.applyImpulse(EntityId{1}, {100, 0, 0}, {0, 1, 0.4});
    fixture.rigid.applyTorque(EntityId{1}, {0, 500, 0});
    fixture.run(30);
    QVERIFY(fixture.at(1).x > 0.1);
    QVERIFY(std::abs(fixture.state(1).rotation.w) > 1 - 1e-9);
}

void TestRigidWorld::bodiesStandOnModels()
{
    RigidFixture fixture;
    Mesh mesh;
    for (const auto& corner :
         {Vec3f{-20, 0, -20}, Vec3f{20, 0, -20}, Vec3f{20, 0, 20}, Vec3f{-20, 0, 20}})
        mesh.vertices.emplace_back().position = corner;
    mesh.indices = {0, 2, 1, 0, 3, 2};
    StandingChanges changes;
    changes.added.setMesh(EntityId{7}, std::make_shared<const MeshShape>(mesh), {});
    const CollisionSpace space{fixture.standing, fixture.moving, &changes};
    RigidWorld rigid{space, Gravity};
    rigid.setBody(EntityId{1}, crate({7.9, 2, 7.9})); // across four cells
    for (int i = 0; i < 240; ++i)
        rigid.step(Tick);
    QNEAR(rigid.state(EntityId{1})->position.y, 0.5, 0.03);
}

void TestRigidWorld::wakesWhenTheGroundGoes()
{
    RigidFixture fixture;
    const auto shelf = addBox(fixture.world, {-1, 4, -1}, {1, 5, 1});
    fixture.addFloor();
    fixture.rigid.setBody(EntityId{1}, crate({0, 5.5, 0}));
    fixture.run(240);
    QVERIFY(fixture.state(1).asleep);
    Edit edit;
    addRemoval(fixture.world, shelf, edit);
    fixture.world.apply(edit);
    fixture.rigid.standingChanged(shelf, {});
    fixture.run(240);
    QNEAR(fixture.at(1).y, 0.5, 0.02);
    // And a box that comes to be lifts it.
    const auto under = addBox(fixture.world, {-2, 0, -2}, {2, 0.3, 2});
    fixture.rigid.standingChanged(under, {{-2, 0, -2}, {2, 0.3, 2}});
    fixture.run(120);
    QNEAR(fixture.at(1).y, 0.8, 0.03);
}

void TestRigidWorld::aMoverPushesAndCarries()
{
    RigidFixture fixture;
    fixture.addFloor();
    const Body mover{.kind = BodyKind::Kinematic};
    const auto plate = boxPart({-1, -0.2, -1}, {1, 0, 1});
    fixture.rigid.setBody(EntityId{1}, {mover, {plate}, {.position = {0, 0.2, 0}}});
    fixture.rigid.setBody(EntityId{2}, crate({0, 0.7, 0}));
    fixture.run(200);
    QVERIFY(fixture.state(2).asleep);
    for (int i = 1; i <= 120; ++i) {
        fixture.rigid.place(EntityId{1}, {.position = {i * 0.01, 0.2 + i * 0.02, 0}});
        fixture.run(1);
    }
    QNEAR(fixture.at(2).y, 0.5 + 0.2 + 2.4, 0.05);
    QNEAR(fixture.at(2).x, 1.2, 0.2);
    fixture.run(200);
    QVERIFY(fixture.state(2).asleep);
}

void TestRigidWorld::sensorsTellAndStopNothing()
{
    RigidFixture fixture;
    fixture.addFloor();
    fixture.rigid.noteTouches(true);
    fixture.rigid.setBody(EntityId{1}, crate({0, 3, 0}, Body{.kind = BodyKind::Sensor}));
    fixture.rigid.setBody(EntityId{2}, crate({0, 6, 0}));
    int told = 0;
    for (int i = 0; i < 200; ++i) {
        fixture.run(1);
        for (const auto& touch : fixture.rigid.touches())
            told += touch.a == EntityId{1} && touch.b == EntityId{2} ? 1 : 0;
    }
    QCOMPARE(told, 1);
    QNEAR(fixture.at(2).y, 0.5, 0.02);
    fixture.rigid.setCharacter(EntityId{3}, {}, {0, 2, 0}, {});
    fixture.run(1);
    QCOMPARE(fixture.rigid.touches().size(), std::size_t{1});
    QCOMPARE(fixture.rigid.touches().front().b, EntityId{3});
}

void TestRigidWorld::touchesAreToldOnce()
{
    RigidFixture fixture;
    fixture.addFloor();
    fixture.rigid.noteTouches(true);
    fixture.rigid.setBody(EntityId{1}, crate({0, 2, 0}));
    std::vector<RigidTouch> all;
    for (int i = 0; i < 240; ++i) {
        fixture.run(1);
        const auto& now = fixture.rigid.touches();
        all.insert(all.end(), now.begin(), now.end());
    }
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all.front().a, EntityId{1});
    QNEAR(all.front().normal.y, 1, 1e-3); // away from the floor
    QNEAR(all.front().point.y, 0, 0.03);
    // By its mass and its speed after a fall of a metre and a half, and what of that comes back.
    QNEAR(all.front().impulse, 50 * std::sqrt(2 * Gravity * 1.5) * (1 + 0.146), 25);
}

void TestRigidWorld::characterCapsulesStopBodies()
{
    RigidFixture fixture;
    fixture.addFloor();
    fixture.rigid.setCharacter(EntityId{9}, {}, {2, 0, 0}, {});
    fixture.rigid.setBody(EntityId{1}, crate({0, 0.5, 0}, Body{.friction = 0}));
    fixture.rigid.setVelocity(EntityId{1}, {5, 0, 0});
    fixture.run(60);
    QVERIFY(fixture.at(1).x < 2 - 0.35 - 0.5 + 0.02);
    // Nothing is held by the feet of who stands on it.
    fixture.rigid.setBody(EntityId{2}, crate({10, 0.5, 0}));
    fixture.rigid.setCharacter(EntityId{8}, {}, {10, 0.9, 0}, EntityId{2});
    fixture.run(60);
    QVERIFY(glm::distance(fixture.at(2), Vec3d(10, 0.5, 0)) < 0.01);
    fixture.rigid.removeBody(EntityId{2});
    fixture.rigid.setCharacter(EntityId{8}, {}, {10, 0.9, 0}, {});
    fixture.rigid.removeCharacter(EntityId{8});
    fixture.run(1);
}

void TestRigidWorld::forcesAct()
{
    RigidFixture fixture;
    fixture.rigid.setGravity(0);
    for (const std::uint64_t id : {1U, 2U, 3U})
        fixture.rigid.setBody(EntityId{id},
                              crate({static_cast<double>(id) * 5, 0, 0}, Body{.mass = 10}));
    fixture.rigid.applyImpulse(EntityId{1}, {20, 0, 0}, {5, 0, 0});
    fixture.rigid.applyTorque(EntityId{3}, {0, 60, 0});
    fixture.rigid.applyForce(EntityId{2}, {0, 600, 0}, {10, 0, 0});
    fixture.run(1);
    QNEAR(fixture.state(1).velocity.x, 2, 1e-5);
    QNEAR(fixture.state(2).velocity.y, 1, 1e-5);
    QNEAR(fixture.state(3).angularVelocity.y, 1.0 / (10.0 / 6), 0.01);
    QVERIFY(glm::length(fixture.state(1).angularVelocity) < 1e-5);
}

void TestRigidWorld::hostileNumbersChangeNothing()
{
    RigidFixture fixture;
    const double nan = std::nan("");
    fixture.rigid.setBody(EntityId{1}, crate({0, 5, 0}));
    fixture.rigid.applyForce(EntityId{1}, {nan, 0, 0}, {0, 0, 0});
    fixture.rigid.applyImpulse(EntityId{1}, {1, 0, 0}, {0, nan, 0});
    fixture.rigid.setVelocity(EntityId{1}, {0, 1e300 * 1e300, 0});
    fixture.rigid.setVelocity(EntityId{1}, {0, 1e200, 0});
    fixture.rigid.place(EntityId{1}, {.position = {nan, 0, 0}});
    fixture.rigid.setGravity(nan);
    fixture.rigid.applyForce(EntityId{77}, {1, 0, 0}, {});
    fixture.rigid.setBody(EntityId{2}, {Body{}, {}, {.position = {3, 0, 0}}});
    fixture.rigid.setBody(EntityId{3}, {Body{}, {{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}}}, {}});
    fixture.rigid.setBody(EntityId{4}, {Body{.mass = 1e-300, .density = 0}, {{{0, 0, 0}}}, {}});
    fixture.rigid.setBody(
        EntityId{5},
        {Body{}, {{{1e39, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1e39, 0, 0}}}, {.position = {0, 9, 9}}});
    fixture.rigid.setBody(EntityId{6},
                          {Body{}, {{{0, nan, 0}, {1, 0, 0}}}, {.position = {9, 9, 9}}});
    fixture.rigid.setBody(EntityId{7}, crate({nan, 0, 0}));
    fixture.rigid.setBody(EntityId{8}, crate({-9, 9, 0}, Body{.mass = 0.001}));
    fixture.rigid.applyImpulse(EntityId{8}, {31, 31, 31}, {-9, 9, 0});
    fixture.run(120);
    QVERIFY(fixture.rigid.standingCount() == 0); // a bullet looks at its way and not at the world
    for (const std::uint64_t id : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
        QVERIFY(isFinite(fixture.at(id)));
        QVERIFY(glm::length(fixture.state(id).velocity) < 600);
    }
}

void TestRigidWorld::equalRunsAreEqualBitByBit()
{
    const auto run = [] {
        RigidFixture fixture;
        fixture.addFloor();
        buildLevel(fixture.world, 60);
        for (std::uint64_t i = 0; i < 60; ++i) {
            const auto x = static_cast<double>(i % 4) * 0.9 - 1.5;
            const auto z = static_cast<double>(i / 4 % 3) * 0.9 + 4;
            Body body{.form = i % 3 == 0 ? BodyForm::Sphere : BodyForm::Auto};
            fixture.rigid.setBody(EntityId{i + 5000},
                                  crate({x, 1 + static_cast<double>(i) * 0.15, z}, body, 0.25));
        }
        fixture.run(300);
        Hasher hasher;
        for (std::uint64_t i = 0; i < 60; ++i) {
            const auto state = fixture.state(i + 5000);
            hasher.add(state.position.x).add(state.position.y).add(state.position.z);
            hasher.add(state.rotation.w);
        }
        fixture.rigid.addTo(hasher);
        return hasher.result();
    };
    const auto first = run();
    for (int i = 0; i < 3; ++i)
        QCOMPARE(run(), first);
}

void TestRigidWorld::onlyWhatIsNearIsTakenIn()
{
    RigidFixture fixture;
    for (int x = 0; x < 40; ++x)
        for (int z = 0; z < 40; ++z)
            addBox(fixture.world, {x * 4, -1, z * 4}, {x * 4 + 4, 0, z * 4 + 4});
    fixture.rigid.setBody(EntityId{1}, crate({80, 3, 80}));
    fixture.run(200);
    QNEAR(fixture.at(1).y, 0.5, 0.02);
    QVERIFY(fixture.rigid.standingCount() < 50);
}

PLAIN_TEST(TestRigidWorld)
} // namespace tst_rigid_world

#include "tst_rigid_world.moc"

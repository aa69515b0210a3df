#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_static_collision
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const Capsule body;
}

class TestStaticCollision : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fallStopsAtTheFloor();
    void sweepIsExactFarFromTheOrigin();
    void sweepMeetsAnEdgeAtTheRoundedCapsule();
    void fastMotionDoesNotPassAThinWall();
    void touchingAndMovingAlongIsNoHit();
    void startingInsideAndMovingOutIsNoHit();
    void depenetrateFreesAndLeavesTheSkin();
    void rayHitsTheNearestFace();
    void brushMovedIsFoundAtItsNewPlace();
    void parentTransformCarriesTheShape();
    void brushUnderAMoverIsLeftOut();
    void removedBrushIsGone();
    void movingShapesAreFoundToo();
    void roamingShapesAreFoundWhereTheyAre();
    void sameShapesAfterEditsAsFromScratch();
};

void TestStaticCollision::fallStopsAtTheFloor()
{
    CollisionFixture fixture;
    fixture.addFloor();
    const auto hit = fixture.space.sweep(body, {3, 2, 1}, {0, -4, 0});
    QVERIFY(hit);
    QVERIFY(std::abs(hit->fraction - 0.5) < 1e-9);
    QCOMPARE(hit->normal.y, 1.0);
    QVERIFY(glm::length(hit->point - Vec3d(3, 0, 1)) < 1e-9);
}

void TestStaticCollision::sweepIsExactFarFromTheOrigin()
{
    CollisionFixture fixture;
    const Vec3d far{40000.123, 12000.456, -50000.789};
    addBox(fixture.world, far, far + Vec3d{1, 1, 1});
    const auto hit = fixture.space.sweep(body, far + Vec3d{-2, 0, 0.5}, {4, 0, 0});
    QVERIFY(hit);
    QVERIFY(std::abs(hit->fraction * 4 - (2 - body.radius)) < 1e-6);
}

void TestStaticCollision::sweepMeetsAnEdgeAtTheRoundedCapsule()
{
    CollisionFixture fixture;
    addBox(fixture.world, {1, 0, -1}, {2, 0.2, 1});
    // The sphere at the bottom has its centre 0.35 up, so it meets the edge at 0.2 early.
    const auto hit = fixture.space.sweep(body, {0, 0, 0}, {2, 0, 0});
    QVERIFY(hit);
    const double across = std::sqrt(0.35 * 0.35 - 0.15 * 0.15);
    QVERIFY(std::abs(hit->fraction * 2 - (1 - across)) < 1e-6);
    QCOMPARE(hit->surface.y, 1.0);
    QVERIFY(hit->normal.y > 0 && hit->normal.x < 0);
}

void TestStaticCollision::fastMotionDoesNotPassAThinWall()
{
    CollisionFixture fixture;
    addBox(fixture.world, {5, 0, -5}, {5.01, 3, 5});
    const auto hit = fixture.space.sweep(body, {0, 0, 0}, {1000, 0, 0});
    QVERIFY(hit);
    QVERIFY(std::abs(hit->fraction * 1000 - 4.65) < 1e-6);
}

void TestStaticCollision::touchingAndMovingAlongIsNoHit()
{
    CollisionFixture fixture;
    fixture.addFloor();
    QVERIFY(!fixture.space.sweep(body, {0, 0, 0}, {10, 0, 3}));
    QVERIFY(!fixture.space.sweep(body, {0, 0, 0}, {1, 0.1, 0}));
    const auto into = fixture.space.sweep(body, {0, 0, 0}, {1, -0.1, 0});
    QVERIFY(into);
    QCOMPARE(into->fraction, 0.0);
}

void TestStaticCollision::startingInsideAndMovingOutIsNoHit()
{
    CollisionFixture fixture;
    fixture.addFloor();
    QVERIFY(!fixture.space.sweep(body, {0, -0.2, 0}, {0.3, 1, 0}));
    const auto deeper = fixture.space.sweep(body, {0, -0.2, 0}, {0, -1, 0});
    QVERIFY(deeper);
    QCOMPARE(deeper->fraction, 0.0);
}

void TestStaticCollision::depenetrateFreesAndLeavesTheSkin()
{
    CollisionFixture fixture;
    fixture.addFloor();
    addBox(fixture.world, {0.2, 0, -5}, {1, 3, 5});
    const auto out = fixture.space.depenetrate(body, {0, -0.1, 0});
    QVERIFY(std::abs(out.y - 0.1 - ContactSkin) < 1e-9);
    QVERIFY(std::abs(out.x + 0.15 + ContactSkin) < 1e-9);
    QCOMPARE(fixture.space.depenetrate(body, Vec3d{0, -0.1, 0} + out), Vec3d{0});
}

void TestStaticCollision::rayHitsTheNearestFace()
{
    CollisionFixture fixture;
    addBox(fixture.world, {3, 0, -1}, {4, 1, 1});
    const auto near = addBox(fixture.world, {1, 0, -1}, {2, 1, 1});
    const auto hit = fixture.space.raycast({{0, 0.5, 0}, {1, 0, 0}}, 10);
    QVERIFY(hit);
    QCOMPARE(hit->entity, near);
    QVERIFY(std::abs(hit->fraction - 0.1) < 1e-12);
    QCOMPARE(hit->normal, Vec3d(-1, 0, 0));
    QVERIFY(!fixture.space.raycast({{0, 0.5, 0}, {1, 0, 0}}, 0.9));
}

void TestStaticCollision::brushMovedIsFoundAtItsNewPlace()
{
    CollisionFixture fixture;
    const auto id = addBox(fixture.world, {1, 0, -1}, {2, 1, 1});
    auto box = makeBox({{11, 0, -1}, {12, 1, 1}});
    QVERIFY(box);
    Edit edit;
    edit.swaps.push_back(swapTo(id, BrushComponent{std::make_shared<const Brush>(*box)}));
    fixture.world.apply(edit);
    const Ray ray{{0, 0.5, 0}, {1, 0, 0}};
    QVERIFY(std::abs(fixture.space.raycast(ray, 100)->fraction - 0.11) < 1e-12);
    fixture.world.apply(edit);
    QVERIFY(std::abs(fixture.space.raycast(ray, 100)->fraction - 0.01) < 1e-12);
    QCOMPARE(fixture.standing.shapeCount(), std::size_t{1});
}

void TestStaticCollision::parentTransformCarriesTheShape()
{
    CollisionFixture fixture;
    const auto child = addBox(fixture.world, {1, 0, -1}, {2, 1, 1});
    const auto parent = fixture.world.newId();
    Edit group;
    group.swaps.push_back(swapTo(parent, Node{.name = "group", .parent = {}}));
    group.swaps.push_back(swapTo(parent, TransformComponent{.position = {5, 0, 0}}));
    group.swaps.push_back(swapTo(child, Node{.name = "box", .parent = parent}));
    fixture.world.apply(group);
    const Ray ray{{0, 0.5, 0}, {1, 0, 0}};
    QVERIFY(std::abs(fixture.space.raycast(ray, 100)->fraction - 0.06) < 1e-12);
    Edit move;
    move.swaps.push_back(swapTo(parent, TransformComponent{.position = {7, 0, 0}}));
    fixture.world.apply(move);
    QVERIFY(std::abs(fixture.space.raycast(ray, 100)->fraction - 0.08) < 1e-12);
}

void TestStaticCollision::brushUnderAMoverIsLeftOut()
{
    CollisionFixture fixture;
    const auto child = addBox(fixture.world, {1, 0, -1}, {2, 1, 1});
    const auto parent = fixture.world.newId();
    Edit group;
    group.swaps.push_back(swapTo(parent, Node{.name = "door", .parent = {}}));
    group.swaps.push_back(swapTo(child, Node{.name = "leaf", .parent = parent}));
    fixture.world.apply(group);
    QCOMPARE(fixture.standing.shapeCount(), std::size_t{1});
    Edit mover;
    mover.swaps.push_back(swapTo(parent, Mover{}));
    fixture.world.apply(mover);
    QCOMPARE(fixture.standing.shapeCount(), std::size_t{0});
    fixture.world.apply(mover); // undo
    QCOMPARE(fixture.standing.shapeCount(), std::size_t{1});
}

void TestStaticCollision::removedBrushIsGone()
{
    CollisionFixture fixture;
    const auto id = addBox(fixture.world, {1, 0, -1}, {2, 1, 1});
    Edit removal;
    addRemoval(fixture.world, id, removal);
    fixture.world.apply(removal);
    QCOMPARE(fixture.standing.shapeCount(), std::size_t{0});
    QVERIFY(!fixture.space.raycast({{0, 0.5, 0}, {1, 0, 0}}, 10));
}

void TestStaticCollision::movingShapesAreFoundToo()
{
    CollisionFixture fixture;
    const auto box = makeBox({{0, 0, -1}, {1, 1, 1}});
    QVERIFY(box);
    const auto brush = std::make_shared<const Brush>(*box);
    const EntityId door{77};
    const Ray ray{{0, 0.5, 0}, {1, 0, 0}};
    fixture.moving.set(door, brush, Transform{.position = {2, 0, 0}});
    QCOMPARE(fixture.space.raycast(ray, 10)->entity, door);
    fixture.moving.set(door, brush, Transform{.position = {3, 0, 0}});
    QVERIFY(std::abs(fixture.space.raycast(ray, 10)->fraction - 0.3) < 1e-12);
    fixture.moving.remove(door);
    QVERIFY(!fixture.space.raycast(ray, 10));
}

void TestStaticCollision::roamingShapesAreFoundWhereTheyAre()
{
    CollisionFixture fixture;
    const auto box = makeBox({{-0.5, 0, -0.1}, {0.5, 2, 0.1}});
    QVERIFY(box);
    const EntityId guard{77};
    Transform place{.position = {2, 0, 0}};
    MovingCollision moving{[&](EntityId) {
        return place;
    }};
    const CollisionSpace space{fixture.standing, moving};
    const auto distance = [&](double z) {
        const auto hit = space.raycast({{0, 1, z}, {1, 0, 0}}, 10);
        return hit ? hit->fraction * 10 : -1;
    };
    moving.set(guard, std::make_shared<const Brush>(*box), place);
    moving.roam(guard, place.position, 0.5);
    QVERIFY(std::abs(distance(0) - 1.5) < 1e-9);
    place.position = {2.3, 0, 0.4}; // nobody tells of it
    QVERIFY(std::abs(distance(0.4) - 1.8) < 1e-9);
    QCOMPARE(distance(0.2), -1.0);
    place.rotation = glm::angleAxis(radians(90.0), Vec3d{0, 1, 0});
    QVERIFY(std::abs(distance(0.85) - 2.2) < 1e-9);
    QCOMPARE(distance(0.95), -1.0);
    moving.set(guard, std::make_shared<const Brush>(*box), {.position = {5, 0, 0}});
    QVERIFY(std::abs(distance(0) - 4.5) < 1e-9);
    QCOMPARE(distance(0.4), -1.0);
}

void TestStaticCollision::sameShapesAfterEditsAsFromScratch()
{
    CollisionFixture fixture;
    buildLevel(fixture.world, 200);
    StaticCollision fresh;
    fresh.attach(fixture.world);
    QCOMPARE(fixture.standing.shapeCount(), fresh.shapeCount());
    QCOMPARE(fresh.shapeCount(), std::size_t{200});
    const CollisionSpace other{fresh, fixture.moving};
    for (int i = 0; i < 200; ++i) {
        const Vec3d from{i * 0.37 - 5, 1 + i % 3, i * 0.29 - 5};
        const Vec3d motion{std::sin(i) * 6, std::cos(i * 2) * 3, std::cos(i) * 6};
        const auto a = fixture.space.sweep(body, from, motion);
        const auto b = other.sweep(body, from, motion);
        QCOMPARE(a.has_value(), b.has_value());
        if (a) {
            QCOMPARE(a->fraction, b->fraction);
            QCOMPARE(a->entity, b->entity);
        }
    }
}

PLAIN_TEST(TestStaticCollision)
} // namespace tst_static_collision

#include "tst_static_collision.moc"

#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/shear_operations.h"
#include "editor/operations/brush/snap_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/math/grid.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <random>

namespace tst_transform_commands
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestTransformCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shearKeepsVolumeAndEveryTexel();
    void shearReachesBrushesBelowTurnedThings();
    void shearBackGivesTheSameCorners();
    void mirrorTurnsAboutThePlaneAndBack();
    void mirroredThingsFaceTheOtherWay();
    void aMirroredCopyLeavesTheOriginal();
    void linearArraysStandInARow();
    void radialArraysCloseTheCircle();
    void arraysOutOfRangeAreRefused();
    void repeatDoesTheLastTransformAgain();
    void repeatOfADuplicatedMoveMakesARow();
    void repeatOfAnArrayGoesOnFromIt();
    void cornersGoToTheGrid();
    void boundsGoToTheGridAsAWhole();
    void aBrushTooThinForTheGridIsRefused();
};

namespace
{
using Edit = std::function<Result<void>(Transaction&)>;

/// Do, undo and redo, each compared by content.
void doUndoRedo(DocumentFixture& fixture, const Edit& edit)
{
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.run(edit));
    const auto after = fixture.document.contentHash();
    QVERIFY(after != before);
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    fixture.document.redo();
    QCOMPARE(fixture.document.contentHash(), after);
}

EntityId addShape(DocumentFixture& fixture, ShapeKind kind, const Aabb& bounds)
{
    EntityId made;
    const auto done = fixture.run([&](Transaction& step) -> Result<void> {
        auto shape = makeShape(kind, bounds, {.sides = 7});
        if (!shape)
            return shape.error();
        made = step.create("shape");
        setBrush(step, made, shape->front());
        return {};
    });
    ENGINE_EXPECT(done);
    return made;
}

template <typename T>
Result<void> asVoid(const Result<T>& result)
{
    return result ? Result<void>{} : Result<void>{result.error()};
}

bool isNear(const Vec3d& a, const Vec3d& b)
{
    return glm::length(a - b) < 1e-9;
}
} // namespace

void TestTransformCommands::shearKeepsVolumeAndEveryTexel()
{
    std::mt19937 random{3};
    std::uniform_real_distribution<double> number{-2, 2};
    for (int round = 0; round < 60; ++round) {
        DocumentFixture fixture;
        const auto kind = round % 2 == 0 ? ShapeKind::Cylinder : ShapeKind::Sphere;
        const auto entity = addShape(fixture, kind, {{-1, 2, 3}, {2, 4, 7}});
        const auto before = fixture.brushOf(entity);
        const int axis = round % 3;
        Vec3d way{number(random), number(random), number(random)};
        way[axis] = 0;
        const double fixed = number(random);
        doUndoRedo(fixture, [&](Transaction& step) {
            return shear(step, std::span{&entity, 1}, axis, fixed, way);
        });
        const auto& after = fixture.brushOf(entity);
        QVERIFY(std::abs(volume(after) - volume(before)) < 1e-7);
        QCOMPARE(after.faceCount(), before.faceCount());
        for (FaceIndex face = 0; face < before.faceCount(); ++face)
            for (const auto index : before.faceVertices(face)) {
                const auto corner = before.vertices()[index];
                const auto moved = corner + way * (corner[axis] - fixed);
                QVERIFY(std::abs(after.faces()[face].plane.above(moved)) < 1e-9);
                const auto apart =
                    after.faces()[face].uv.at(moved) - before.faces()[face].uv.at(corner);
                QVERIFY(glm::length(apart) < 1e-9);
            }
    }
}

void TestTransformCommands::shearReachesBrushesBelowTurnedThings()
{
    DocumentFixture fixture;
    const auto door = fixture.addPoint({4, 1, 0}, "door");
    const auto leaf = fixture.addBox({-1, -1, -1}, {1, 1, 1}, "leaf", door);
    VERIFY_OK(fixture.run([&](Transaction& step) {
        return rotate(step, std::span{&door, 1}, {4, 1, 0}, {0, 1, 0}, radians(30));
    }));
    const auto place = worldTransform(fixture.document.world(), leaf);
    std::vector<Vec3d> expected;
    for (const auto& corner : fixture.brushOf(leaf).vertices()) {
        const auto at = place.apply(corner);
        expected.push_back(at + Vec3d{0.5, 0, 0} * at.y);
    }
    doUndoRedo(fixture, [&](Transaction& step) {
        return shear(step, std::span{&door, 1}, 1, 0, {0.5, 0, 0});
    });
    const auto now = worldTransform(fixture.document.world(), leaf);
    QVERIFY(isNear(now.position, {4.5, 1, 0}));
    for (const auto& corner : fixture.brushOf(leaf).vertices()) {
        const auto at = now.apply(corner);
        QVERIFY(std::any_of(expected.begin(), expected.end(),
                            [&](const Vec3d& each) { return isNear(each, at); }));
    }
}

void TestTransformCommands::shearBackGivesTheSameCorners()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 3});
    const auto by = [&](double way) {
        VERIFY_OK(fixture.run([&](Transaction& step) {
            return shear(step, std::span{&box, 1}, 1, 0, {way, 0, 0});
        }));
    };
    by(0.5);
    by(-0.5);
    QCOMPARE(fixture.boundsOf(box), (Aabb{{0, 0, 0}, {1, 2, 3}}));
    QVERIFY(!fixture.run([&](Transaction& step) {
        return shear(step, std::span{&box, 1}, 1, 0, {1e6, 0, 0});
    }));
}

void TestTransformCommands::mirrorTurnsAboutThePlaneAndBack()
{
    DocumentFixture fixture;
    const auto wedge = addShape(fixture, ShapeKind::Wedge, {{1, 0, 0}, {3, 1, 1}});
    const auto before = fixture.document.contentHash();
    const auto flip = [&](Transaction& step) {
        return asVoid(mirror(step, std::span{&wedge, 1}, 0, 1));
    };
    doUndoRedo(fixture, flip);
    QCOMPARE(fixture.boundsOf(wedge), (Aabb{{-1, 0, 0}, {1, 1, 1}}));
    QVERIFY(fixture.brushOf(wedge).contains({-0.99, 0.9, 0.5}));
    VERIFY_OK(fixture.run(flip));
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestTransformCommands::mirroredThingsFaceTheOtherWay()
{
    DocumentFixture fixture;
    EntityId start;
    VERIFY_OK(fixture.run([&](Transaction& step) -> Result<void> {
        start = addPlayerStart(step, {2, 0, 0}, radians(30));
        return {};
    }));
    const auto lookOf = [&] {
        return fixture.get<TransformComponent>(start).rotation * Vec3d{0, 0, -1};
    };
    const auto before = lookOf();
    VERIFY_OK(fixture.run([&](Transaction& step) {
        return asVoid(mirror(step, std::span{&start, 1}, 0, 0));
    }));
    QVERIFY(isNear(lookOf(), {-before.x, before.y, before.z}));
    QVERIFY(isNear(fixture.get<TransformComponent>(start).position, {-2, 0, 0}));
    QCOMPARE(fixture.get<TransformComponent>(start).scale, Vec3d{1});
}

void TestTransformCommands::aMirroredCopyLeavesTheOriginal()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({1, 0, 0}, {2, 1, 1});
    std::vector<EntityId> made;
    doUndoRedo(fixture, [&](Transaction& step) {
        auto copies = mirror(step, std::span{&box, 1}, 0, 0, true);
        if (copies)
            made = *copies;
        return asVoid(copies);
    });
    QCOMPARE(fixture.boundsOf(box), (Aabb{{1, 0, 0}, {2, 1, 1}}));
    QCOMPARE(fixture.boundsOf(made.front()), (Aabb{{-2, 0, 0}, {-1, 1, 1}}));
}

void TestTransformCommands::linearArraysStandInARow()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    std::vector<EntityId> made;
    doUndoRedo(fixture, [&](Transaction& step) {
        auto copies =
            makeArray(step, std::span{&box, 1}, LinearArray{.copies = 4, .offset = {1.5, 0.25, 0}});
        if (copies)
            made = *copies;
        return asVoid(copies);
    });
    QCOMPARE(made.size(), 4U);
    QCOMPARE(fixture.boundsOf(made[3]), (Aabb{{6, 1, 0}, {7, 2, 1}}));
    QCOMPARE(fixture.boundsOf(box), (Aabb{{0, 0, 0}, {1, 1, 1}}));
}

void TestTransformCommands::radialArraysCloseTheCircle()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({3, 0, -1}, {4, 1, 1});
    std::vector<EntityId> made;
    VERIFY_OK(fixture.run([&](Transaction& step) {
        auto copies = makeArray(step, std::span{&box, 1},
                                RadialArray{.copies = 3, .angle = Pi / 2, .pivot = {0, 0, 0}});
        if (copies)
            made = *copies;
        return asVoid(copies);
    }));
    QCOMPARE(fixture.boundsOf(made[0]), (Aabb{{-1, 0, -4}, {1, 1, -3}}));
    QCOMPARE(fixture.boundsOf(made[1]), (Aabb{{-4, 0, -1}, {-3, 1, 1}}));
    QCOMPARE(fixture.boundsOf(made[2]), (Aabb{{-1, 0, 3}, {1, 1, 4}}));
}

void TestTransformCommands::arraysOutOfRangeAreRefused()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = fixture.document.contentHash();
    const auto refused = [&](std::span<const EntityId> chosen, const LinearArray& array) {
        return !fixture.run(
            [&](Transaction& step) { return asVoid(makeArray(step, chosen, array)); });
    };
    const std::span<const EntityId> one{&box, 1};
    QVERIFY(refused(one, {.copies = 0, .offset = {1, 0, 0}}));
    QVERIFY(refused(one, {.copies = 1001, .offset = {1, 0, 0}}));
    QVERIFY(refused({}, {}));
    QVERIFY(refused(one, {.copies = 9, .offset = {20000, 0, 0}})); // out of the world
    QVERIFY(refused(one, {.copies = 1, .offset = {std::nan(""), 0, 0}}));
    QCOMPARE(fixture.document.contentHash(), before);
}

namespace
{
std::vector<EntityId> repeat(DocumentFixture& fixture, const std::vector<EntityId>& chosen)
{
    std::vector<EntityId> after;
    const auto done = fixture.run([&](Transaction& step) {
        auto result = repeatTransform(step, fixture.document.repeatSteps(), chosen);
        if (result)
            after = *result;
        return asVoid(result);
    });
    return done ? after : std::vector<EntityId>{};
}
} // namespace

void TestTransformCommands::repeatDoesTheLastTransformAgain()
{
    DocumentFixture fixture;
    const auto a = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto b = fixture.addBox({0, 5, 0}, {1, 6, 1});
    QVERIFY(repeat(fixture, {a}).empty()); // nothing yet
    VERIFY_OK(fixture.run([&](Transaction& step) {
        return translate(step, std::span{&a, 1}, {2, 0, 0});
    }));
    QCOMPARE(repeat(fixture, {a}), std::vector{a});
    QCOMPARE(fixture.boundsOf(a).min.x, 4.0);
    repeat(fixture, {b});
    QCOMPARE(fixture.boundsOf(b).min.x, 2.0);
    QVERIFY(repeat(fixture, {}).empty());
    VERIFY_OK(fixture.run([&](Transaction& step) {
        return shear(step, std::span{&a, 1}, 1, 0, {0.5, 0, 0});
    }));
    repeat(fixture, {a});
    QCOMPARE(fixture.boundsOf(a).max.x, 6.0);
    fixture.document.undo();
    QCOMPARE(fixture.boundsOf(a).max.x, 5.5);
}

void TestTransformCommands::repeatOfADuplicatedMoveMakesARow()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    std::vector<EntityId> last{box};
    VERIFY_OK(fixture.run([&](Transaction& step) {
        last = duplicate(step, last);
        return translate(step, last, {0, 0, 3});
    }));
    last = repeat(fixture, last);
    last = repeat(fixture, last);
    QCOMPARE(fixture.boundsOf(last.front()).min.z, 9.0);
    QCOMPARE(fixture.document.world().children({}).size(), 4U);
}

void TestTransformCommands::repeatOfAnArrayGoesOnFromIt()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    std::vector<EntityId> made;
    VERIFY_OK(fixture.run([&](Transaction& step) {
        auto copies = makeArray(step, std::span{&box, 1}, LinearArray{1, {2, 0, 0}});
        made = *copies;
        return asVoid(copies);
    }));
    made = repeat(fixture, made);
    QCOMPARE(fixture.boundsOf(made.front()).min.x, 4.0);
    QCOMPARE(fixture.document.world().children({}).size(), 3U);
}

void TestTransformCommands::cornersGoToTheGrid()
{
    DocumentFixture fixture;
    const auto shape = addShape(fixture, ShapeKind::Cylinder, {{0.03, 0.1, 0.02}, {4.1, 2, 3.9}});
    const auto light = fixture.addPoint({0.3, 0.8, -0.3});
    const std::vector both{shape, light};
    doUndoRedo(fixture, [&](Transaction& step) { return snapVertices(step, both, 0.25); });
    for (const auto& corner : fixture.brushOf(shape).vertices())
        QVERIFY(isNear(Grid{0.25}.snap(corner), corner));
    QCOMPARE(fixture.get<TransformComponent>(light).position, (Vec3d{0.25, 0.75, -0.25}));
}

void TestTransformCommands::boundsGoToTheGridAsAWhole()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0.3, 0.1, -0.4}, {1.35, 1.1, 0.6});
    doUndoRedo(fixture, [&](Transaction& step) {
        return snapBounds(step, std::span{&box, 1}, 0.5);
    });
    QVERIFY(isNear(fixture.boundsOf(box).min, {0.5, 0, -0.5}));
    QVERIFY(isNear(fixture.boundsOf(box).size(), {1.05, 1, 1}));
}

void TestTransformCommands::aBrushTooThinForTheGridIsRefused()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 0.2, 1}, "board");
    const auto before = fixture.document.contentHash();
    const auto done = fixture.run([&](Transaction& step) {
        return snapVertices(step, std::span{&box, 1}, 1);
    });
    QVERIFY(!done);
    QVERIFY(done.error().message().find("'board' does not fit on a grid of 1 m") == 0);
    QCOMPARE(fixture.document.contentHash(), before);
}

PLAIN_TEST(TestTransformCommands)
} // namespace tst_transform_commands

#include "tst_transform_commands.moc"

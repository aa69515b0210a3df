#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_csg.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/covered_faces.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_covered_faces
{
using namespace engine;
using namespace mapwright::test;

class TestCoveredFaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalFacesAgainstEachOtherAreBothCovered();
    void smallFaceOnABigOneIsCoveredAlone();
    void faceBetweenSeveralIsCoveredByAllTogether();
    void gapLeavesAFaceOpen();
    void facesThatLookTheSameWayDoNotCover();
    void slantedFacesCoverToo();
    void partsOfACutCoverEachOther();
    void movingBrushesDoNotCover();
    void turnedGroupsAreSeenWhereTheyAre();
    void farFromTheOriginItHoldsToo();
    void tilesInOnePlaneAreEachCoveredByTheirOwn();
    void aCancelledSearchEnds();
};

namespace
{
/// The face of a box that looks along +X, -X, +Y, -Y, +Z, -Z: 0 to 5.
CoveredFace face(EntityId entity, FaceIndex index)
{
    return {entity, index};
}

EntityId addBrush(World& world, const Brush& brush)
{
    const auto id = addBox(world, Vec3d{0}, Vec3d{1});
    Edit edit;
    edit.swaps.push_back(swapTo(id, BrushComponent{std::make_shared<const Brush>(brush)}));
    world.apply(edit);
    return id;
}
} // namespace

void TestCoveredFaces::equalFacesAgainstEachOtherAreBothCovered()
{
    World world;
    const auto a = addBox(world, {0, 0, 0}, {2, 2, 2});
    const auto b = addBox(world, {2, 0, 0}, {4, 2, 2});
    QCOMPARE(coveredFaces(world), (std::vector{face(a, 0), face(b, 1)}));
}

void TestCoveredFaces::smallFaceOnABigOneIsCoveredAlone()
{
    World world;
    addBox(world, {-8, -1, -8}, {8, 0, 8});
    const auto crate = addBox(world, {0, 0, 0}, {1, 1, 1});
    QCOMPARE(coveredFaces(world), std::vector{face(crate, 3)});
}

void TestCoveredFaces::faceBetweenSeveralIsCoveredByAllTogether()
{
    World world;
    const auto big = addBox(world, {0, 0, 0}, {4, 1, 4});
    for (int x = 0; x < 2; ++x)
        for (int z = 0; z < 2; ++z)
            addBox(world, {x * 2.0, 1, z * 2.0}, {x * 2.0 + 2, 2, z * 2.0 + 2});
    const auto covered = coveredFaces(world);
    QVERIFY(std::find(covered.begin(), covered.end(), face(big, 2)) != covered.end());
    // The four against each other (8 faces), on the big one (4), and the big one's top.
    QCOMPARE(covered.size(), std::size_t{13});
}

void TestCoveredFaces::gapLeavesAFaceOpen()
{
    World world;
    addBox(world, {0, 0, 0}, {4, 1, 4});
    addBox(world, {0, 1, 0}, {1.999, 2, 4});
    addBox(world, {2, 1, 0}, {4, 2, 4});
    QCOMPARE(coveredFaces(world).size(), std::size_t{2}); // the undersides
    World apart;
    addBox(apart, {0, 0, 0}, {2, 2, 2});
    addBox(apart, {2.001, 0, 0}, {4, 2, 2});
    QVERIFY(coveredFaces(apart).empty());
}

void TestCoveredFaces::facesThatLookTheSameWayDoNotCover()
{
    World world;
    addBox(world, {0, 0, 0}, {2, 2, 2});
    addBox(world, {0.5, 0.5, 0.5}, {1, 2, 1}); // inside, their tops in one plane
    QVERIFY(coveredFaces(world).empty());
}

void TestCoveredFaces::slantedFacesCoverToo()
{
    World world;
    const auto box = *makeBox({Vec3d{0}, Vec3d{4}});
    const auto both = *split(box, {glm::normalize(Vec3d{1, 2, 3}), 6});
    const auto a = addBrush(world, *both.front);
    const auto b = addBrush(world, *both.behind);
    const auto covered = coveredFaces(world);
    QCOMPARE(covered.size(), std::size_t{2});
    QCOMPARE(covered[0].entity, a);
    QCOMPARE(covered[1].entity, b);
}

void TestCoveredFaces::partsOfACutCoverEachOther()
{
    World world;
    const auto cutter = *makeBox({Vec3d{1}, Vec3d{3}});
    const auto cut = *subtract(*makeBox({Vec3d{0}, Vec3d{4}}), std::span{&cutter, 1});
    for (const auto& part : cut.fragments)
        addBrush(world, part);
    addBrush(world, cutter);
    // Only the outside of the big box is left to be seen: of the pillars their five outer faces,
    // of those at the sides and the middle what is not against another part.
    std::size_t open = 0;
    const auto covered = coveredFaces(world);
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        for (FaceIndex i = 0; i < component.brush->faceCount(); ++i) {
            const auto center = faceCenter(*component.brush, i);
            const bool isOutside = std::max({center.x, center.y, center.z}) > 4 - 1e-9 ||
                                   std::min({center.x, center.y, center.z}) < 1e-9;
            const bool isCovered =
                std::find(covered.begin(), covered.end(), face(entity, i)) != covered.end();
            QCOMPARE(isCovered, !isOutside);
            open += isCovered ? 0 : 1;
        }
    });
    QVERIFY(open > 6);
}

void TestCoveredFaces::movingBrushesDoNotCover()
{
    World world;
    addBox(world, {0, 0, 0}, {2, 2, 2});
    const auto door = addBox(world, {2, 0, 0}, {4, 2, 2});
    Edit edit;
    edit.swaps.push_back(swapTo(door, Mover{}));
    world.apply(edit);
    QVERIFY(coveredFaces(world).empty());
}

void TestCoveredFaces::turnedGroupsAreSeenWhereTheyAre()
{
    World world;
    addBox(world, {-8, -1, -8}, {8, 0, 8});
    const auto crate = addBox(world, {0, 0, 0}, {1, 1, 1});
    Edit edit;
    edit.swaps.push_back(
        swapTo(crate, TransformComponent{.position = {2, 0, 3},
                                         .rotation = glm::angleAxis(0.3, Vec3d{0, 1, 0})}));
    world.apply(edit);
    QCOMPARE(coveredFaces(world), std::vector{face(crate, 3)});
}

void TestCoveredFaces::farFromTheOriginItHoldsToo()
{
    World world;
    const Vec3d far{32000.25, -31000.5, 30000.125};
    const auto a = addBox(world, far, far + Vec3d{2});
    const auto b = addBox(world, far + Vec3d{2, 0, 0}, far + Vec3d{4, 2, 2});
    QCOMPARE(coveredFaces(world), (std::vector{face(a, 0), face(b, 1)}));
}

void TestCoveredFaces::tilesInOnePlaneAreEachCoveredByTheirOwn()
{
    World world;
    std::vector<CoveredFace> expected;
    constexpr int Side = 30;
    for (int x = 0; x < Side; ++x)
        for (int z = 0; z < Side; ++z) {
            const Vec3d at{x * 3.0, 0, z * 3.0};
            const auto tile = addBox(world, at, at + Vec3d{2, 1, 2}); // apart from its neighbours
            const bool isWhole = (x + z) % 2 == 0;
            const auto crate =
                addBox(world, at + Vec3d{0, 1, 0}, at + Vec3d{isWhole ? 2.0 : 1.0, 2, 2});
            if (isWhole)
                expected.push_back(face(tile, 2));
            expected.push_back(face(crate, 3));
        }
    QCOMPARE(coveredFaces(world), expected);
}

void TestCoveredFaces::aCancelledSearchEnds()
{
    World world;
    addBox(world, {0, 0, 0}, {2, 2, 2});
    addBox(world, {2, 0, 0}, {4, 2, 2});
    JobControl control;
    control.cancel();
    QVERIFY(coveredFaces(world, &control).empty());
}

PLAIN_TEST(TestCoveredFaces)
} // namespace tst_covered_faces

#include "tst_covered_faces.moc"

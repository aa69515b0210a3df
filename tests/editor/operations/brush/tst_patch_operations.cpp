#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/brush/shear_operations.h"
#include "editor/operations/brush/snap_operations.h"
#include "editor/operations/brush/texture_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/brush/vertex_operations.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_patch_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestPatchOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEditIsOneStep_data();
    void everyEditIsOneStep();
    void movesMoveThePoints();
    void fourQuarterTurnsGiveTheSamePoints();
    void mirrorKeepsTheFront();
    void movesOutOfTheWorldAreRefused();
    void groupsTakePatchesAlong();

    void pointsAreVertices();
    void pointsMoveWithCornersOfBrushes();
    void pointsBelowATransformMoveInTheWorld();
    void pointsCannotBeRemoved();
    void foldedToALineIsRefused();
    void snapPutsEveryPointOnTheGrid();

    void materialsGoOntoPatches();
    void foundTexturesDressPatches();
    void turnAroundNeedsAPatch();
    void patchesTakeThePlaceOfBrushes();
    void patchesTakeThePlaceOfBrushesInGroups();
};

namespace
{
struct PatchFixture : DocumentFixture
{
    EntityId add(PatchShape shape, const Aabb& box, EntityId parent = {})
    {
        EntityId id;
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            auto made = createPatch(edit, shape, box, Name{"wall"}, parent);
            if (!made)
                return made.error();
            id = *made;
            return {};
        }));
        return id;
    }

    [[nodiscard]] const PatchGrid& grid(EntityId entity) const
    {
        return *get<CurvedPatch>(entity).grid;
    }
};

const Aabb Box{{0, 0, 0}, {2, 3, 4}};

std::vector<ShapeHandle> vertexAt(const Vec3d& place)
{
    return {{{place}}};
}

using PatchEdit = std::function<Result<void>(Transaction&, EntityId)>;
} // namespace

void TestPatchOperations::everyEditIsOneStep_data()
{
    QTest::addColumn<PatchEdit>("edit");
    const auto add = [](const char* name, PatchEdit edit) {
        QTest::newRow(name) << std::move(edit);
    };
    add("move", [](Transaction& t, EntityId e) { return translate(t, std::array{e}, {1, 2, 3}); });
    add("turn", [](Transaction& t, EntityId e) {
        return rotate(t, std::array{e}, {0, 0, 0}, {0, 1, 0}, 0.3);
    });
    add("quarter", [](Transaction& t, EntityId e) {
        return rotate(t, std::array{e}, {1, 1, 1}, {0, 1, 0}, Pi / 2);
    });
    add("scale", [](Transaction& t, EntityId e) {
        return scale(t, std::array{e}, {0, 0, 0}, {2, 1, -1});
    });
    add("shear", [](Transaction& t, EntityId e) {
        return shear(t, std::array{e}, 1, 0, {0.5, 0, 0}, TextureLock::On);
    });
    add("snap", [](Transaction& t, EntityId e) { return snapVertices(t, std::array{e}, 0.7); });
    add("material",
        [](Transaction& t, EntityId e) { return applyMaterial(t, std::array{e}, Name{"floor"}); });
    add("turn around",
        [](Transaction& t, EntityId e) { return turnPatchesAround(t, std::array{e}); });
    add("drag", [](Transaction& t, EntityId e) {
        return moveHandles(t, std::array{e}, HandleKind::Vertex, vertexAt({0, 0, 0}),
                           [](const Vec3d& p) {
                               return p + Vec3d{0, 0, -1};
                           });
    });
    add("delete", [](Transaction& t, EntityId e) {
        removeObjects(t, std::array{e});
        return Result<void>{};
    });
    add("copy", [](Transaction& t, EntityId e) {
        (void)duplicate(t, std::array{e});
        return Result<void>{};
    });
}

void TestPatchOperations::everyEditIsOneStep()
{
    QFETCH(PatchEdit, edit);
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::EndCap, Box);
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.run([&](Transaction& transaction) { return edit(transaction, patch); }));
    const auto after = fixture.document.contentHash();
    QVERIFY(after != before);
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    fixture.document.redo();
    QCOMPARE(fixture.document.contentHash(), after);
}

void TestPatchOperations::movesMoveThePoints()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Bevel, Box);
    VERIFY_OK(fixture.run([&](Transaction& t) {
        return translate(t, std::array{patch}, {1, 0, 0});
    }));
    QCOMPARE(fixture.grid(patch).at(1, 2).position, (Vec3d{1, 0, 0}));
    QVERIFY(fixture.document.world().get<TransformComponent>(patch) == nullptr);
    QCOMPARE(fixture.boundsOf(patch).max, (Vec3d{3, 3, 4}));
}

void TestPatchOperations::fourQuarterTurnsGiveTheSamePoints()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Cylinder, {{0.1, 0.2, 0.3}, {0.7, 1.3, 2.9}});
    const auto before = fixture.get<CurvedPatch>(patch);
    for (int i = 0; i < 4; ++i)
        VERIFY_OK(fixture.run([&](Transaction& t) {
            return rotate(t, std::array{patch}, {1, 1, 1}, {0, 1, 0}, Pi / 2);
        }));
    for (std::size_t i = 0; i < before.grid->points().size(); ++i)
        QVERIFY(glm::distance(before.grid->points()[i].position,
                              fixture.grid(patch).points()[i].position) < 1e-12);
}

void TestPatchOperations::mirrorKeepsTheFront()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Flat, Box);
    VERIFY_OK(fixture.run([&](Transaction& t) {
        return scale(t, std::array{patch}, {0, 0, 0}, {-1, 1, 1});
    }));
    for (const auto& vertex : fixture.get<CurvedPatch>(patch).mesh()->mesh().vertices)
        QVERIFY(vertex.normal.y > 0.99F);
}

void TestPatchOperations::movesOutOfTheWorldAreRefused()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Flat, Box);
    const auto before = fixture.document.contentHash();
    const auto done = fixture.run([&](Transaction& t) {
        return translate(t, std::array{patch}, {1e6, 0, 0});
    });
    QVERIFY(!done);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestPatchOperations::groupsTakePatchesAlong()
{
    PatchFixture fixture;
    const auto group = fixture.addPoint({0, 0, 0}, "group");
    const auto patch = fixture.add(PatchShape::Flat, Box, group);
    VERIFY_OK(fixture.run([&](Transaction& t) {
        return translate(t, std::array{group}, {0, 5, 0});
    }));
    QCOMPARE(fixture.grid(patch).at(0, 0).position.y, 0.0); // the group's transform moved
    QCOMPARE(fixture.boundsOf(patch).min.y, 5.0);
}

void TestPatchOperations::pointsAreVertices()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Cylinder, Box);
    const auto& world = fixture.document.world();
    // Of 27 points three lie on three others, at the seam.
    QCOMPARE(shapeHandles(world, std::array{patch}, HandleKind::Vertex).size(), std::size_t{24});
    QVERIFY(shapeHandles(world, std::array{patch}, HandleKind::Edge).empty());
    QVERIFY(shapeHandles(world, std::array{patch}, HandleKind::Face).empty());
}

void TestPatchOperations::pointsMoveWithCornersOfBrushes()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Flat, Box);
    const auto box = fixture.addBox({-2, -1, 0}, {0, 0, 4});
    VERIFY_OK(fixture.run([&](Transaction& t) {
        return moveHandles(t, std::array{patch, box}, HandleKind::Vertex, vertexAt({0, 0, 0}),
                           [](const Vec3d& p) {
                               return p + Vec3d{0, 1, 0};
                           });
    }));
    QCOMPARE(fixture.grid(patch).at(0, 2).position, (Vec3d{0, 1, 0}));
    QCOMPARE(fixture.boundsOf(box).max.y, 1.0);
}

void TestPatchOperations::pointsBelowATransformMoveInTheWorld()
{
    PatchFixture fixture;
    const auto group = fixture.addPoint({10, 0, 0}, "group");
    const auto patch = fixture.add(PatchShape::Flat, Box, group);
    VERIFY_OK(fixture.run([&](Transaction& t) {
        return moveHandles(t, std::array{patch}, HandleKind::Vertex, vertexAt({10, 0, 0}),
                           [](const Vec3d&) {
                               return Vec3d{9, 0, 0};
                           });
    }));
    QCOMPARE(fixture.grid(patch).at(0, 2).position, (Vec3d{-1, 0, 0}));
}

void TestPatchOperations::pointsCannotBeRemoved()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Flat, Box);
    const auto done = fixture.run([&](Transaction& t) {
        return removeHandles(t, std::array{patch}, vertexAt({0, 0, 0}));
    });
    QVERIFY(!done);
    QVERIFY(done.error().message().find("cannot be removed") != std::string::npos);
}

void TestPatchOperations::foldedToALineIsRefused()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Flat, Box);
    const auto before = fixture.document.contentHash();
    const auto handles =
        shapeHandles(fixture.document.world(), std::array{patch}, HandleKind::Vertex);
    const auto done = fixture.run([&](Transaction& t) {
        return moveHandles(t, std::array{patch}, HandleKind::Vertex, handles, [](const Vec3d& p) {
            return Vec3d{p.x, 0, 0};
        });
    });
    QVERIFY(!done);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestPatchOperations::snapPutsEveryPointOnTheGrid()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::EndCap, {{0.1, 0.2, 0.3}, {3.9, 4.2, 5.1}});
    VERIFY_OK(
        fixture.run([&](Transaction& t) { return snapToGrid(t, std::array{patch}, {}, 0.5); }));
    for (const auto& point : fixture.grid(patch).points())
        for (int axis = 0; axis < 3; ++axis)
            QCOMPARE(point.position[axis] * 2, std::round(point.position[axis] * 2));
}

void TestPatchOperations::materialsGoOntoPatches()
{
    PatchFixture fixture;
    const auto group = fixture.addPoint({0, 0, 0}, "group");
    const auto patch = fixture.add(PatchShape::Flat, Box, group);
    VERIFY_OK(fixture.run(
        [&](Transaction& t) { return applyMaterial(t, std::array{group}, Name{"floor"}); }));
    QCOMPARE(fixture.get<CurvedPatch>(patch).material.path, std::string{"floor"});
    const auto point = fixture.addPoint({0, 0, 0});
    QVERIFY(!fixture.run(
        [&](Transaction& t) { return applyMaterial(t, std::array{point}, Name{"floor"}); }));
}

void TestPatchOperations::foundTexturesDressPatches()
{
    PatchFixture fixture;
    const auto patch = fixture.add(PatchShape::Flat, Box);
    const auto before = fixture.get<CurvedPatch>(patch).grid;
    QVERIFY(materialsOf(fixture.document.world()).contains(Name{"wall"}));
    const FoundTextures found{{Name{"wall"}, {Name{"Textures/wall"}, {256, 128}}}};
    QCOMPARE(brushesWith(fixture.document.world(), found), std::vector{patch});
    VERIFY_OK(
        fixture.run([&](Transaction& t) { return adoptTextures(t, std::array{patch}, found); }));
    QCOMPARE(fixture.get<CurvedPatch>(patch).material.path, std::string{"Textures/wall"});
    QVERIFY(fixture.grid(patch) == *before); // texture coordinates count in repeats
}

void TestPatchOperations::turnAroundNeedsAPatch()
{
    PatchFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    QVERIFY(!fixture.run([&](Transaction& t) { return turnPatchesAround(t, std::array{box}); }));
}

void TestPatchOperations::patchesTakeThePlaceOfBrushes()
{
    PatchFixture fixture;
    const auto box = fixture.addBox({1, 2, 3}, {3, 6, 5});
    const auto before = fixture.document.contentHash();
    EntityId made;
    VERIFY_OK(fixture.run([&](Transaction& t) -> Result<void> {
        auto patch = replaceByPatch(t, std::array{box}, PatchShape::Cylinder);
        if (!patch)
            return patch.error();
        made = *patch;
        return {};
    }));
    QVERIFY(!fixture.document.world().exists(box));
    QVERIFY(glm::distance(fixture.boundsOf(made).min, Vec3d{1, 2, 3}) < 1e-5);
    QVERIFY(glm::distance(fixture.boundsOf(made).max, Vec3d{3, 6, 5}) < 1e-5);
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestPatchOperations::patchesTakeThePlaceOfBrushesInGroups()
{
    PatchFixture fixture;
    const auto group = fixture.addPoint({10, 0, 0}, "group");
    const auto box = fixture.addBox({1, 2, 3}, {3, 6, 5}, "box", group);
    EntityId made;
    VERIFY_OK(fixture.run([&](Transaction& t) -> Result<void> {
        auto patch = replaceByPatch(t, std::array{box}, PatchShape::Flat);
        if (!patch)
            return patch.error();
        made = *patch;
        return {};
    }));
    QCOMPARE(fixture.boundsOf(made).min, (Vec3d{11, 2, 3}));
    QVERIFY(!fixture.run([&](Transaction& t) -> Result<void> {
        const auto patch = replaceByPatch(t, std::array{made}, PatchShape::Flat);
        return patch ? Result<void>{} : patch.error();
    }));
}

PLAIN_TEST(TestPatchOperations)
} // namespace tst_patch_operations

#include "tst_patch_operations.moc"

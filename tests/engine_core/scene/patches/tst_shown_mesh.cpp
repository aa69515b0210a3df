#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/geometry/patch_edit.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/pick_object.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/world_snapshot.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_shown_mesh
{
using namespace engine;
using namespace mapwright::test;

class TestShownMesh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void patchesNeedNoSourceOfModels();
    void patchesGoBeforeModels();
    void patchesArePickedFromBothSides();
    void indexFollowsThePoints();
    void staticMeshesHavePatchesThatStandStill();
    void snapshotsKeepPatches();
    void samenessIsThatOfPointsAndSteps();
};

namespace
{
struct Level
{
    World world;
    ModelSource source;

    Level() { source.models["box"] = boxModel({Vec3d{-1}, Vec3d{1}}); }

    EntityId addPatch(PatchShape shape, const Aabb& box)
    {
        return mapwright::test::addPatch(world, shape, box);
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        world.apply(edit);
    }
};

const Aabb Box{{2, 1, 3}, {4, 4, 7}};
} // namespace

void TestShownMesh::patchesNeedNoSourceOfModels()
{
    Level level;
    const auto patch = level.addPatch(PatchShape::Cylinder, Box);
    QVERIFY(meshOf(level.world, patch));
    QVERIFY(showsMesh(level.world, patch));
    QVERIFY(meshCollides(level.world, patch));
    QVERIFY(meshCastsShadows(level.world, patch));
    const auto bounds = boundsOf(level.world, patch);
    QVERIFY(glm::distance(bounds.min, Box.min) < 1e-5);
    QVERIFY(glm::distance(bounds.max, Box.max) < 1e-5);
}

void TestShownMesh::patchesGoBeforeModels()
{
    Level level;
    level.world.setMeshes(&level.source);
    const auto both = addModel(level.world, "box");
    QCOMPARE(meshOf(level.world, both), level.source.models["box"]);
    CurvedPatch patch;
    patch.grid = *makePatch(PatchShape::Flat, Box);
    level.set(both, patch);
    QCOMPARE(meshOf(level.world, both), patch.mesh());
    QCOMPARE(staticMeshes(level.world, level.source).size(), std::size_t{1});
    level.set(both, CurvedPatch{}); // one without a shape shows nothing
    QCOMPARE(meshOf(level.world, both), level.source.models["box"]);
    level.world.setMeshes(nullptr);
}

void TestShownMesh::patchesArePickedFromBothSides()
{
    Level level;
    const auto patch = level.addPatch(PatchShape::Flat, Box);
    for (const double side : {1.0, -1.0}) {
        const Ray ray{{3, 1 + side * 5, 5}, {0, -side, 0}};
        const auto hit = pickObject(level.world, patch, ray, Locked::LeftOut);
        QVERIFY(hit);
        QCOMPARE(hit->entity, patch);
        QVERIFY(std::abs(hit->distance - 5) < 1e-6);
        QVERIFY(hit->normal.y * side > 0.99);
    }
}

void TestShownMesh::indexFollowsThePoints()
{
    Level level;
    SpatialIndex index;
    index.attach(level.world);
    level.world.addSystem(index);
    const auto patch = level.addPatch(PatchShape::Flat, Box);
    QCOMPARE(index.overlapping(Box), std::vector{patch});
    CurvedPatch moved;
    moved.grid = *makePatch(PatchShape::Flat, Box.translated({100, 0, 0}));
    level.set(patch, moved);
    QVERIFY(index.overlapping(Box).empty());
    QCOMPARE(index.overlapping(Box.translated({100, 0, 0})), std::vector{patch});
    level.world.removeSystem(index);
}

void TestShownMesh::staticMeshesHavePatchesThatStandStill()
{
    Level level;
    const auto patch = level.addPatch(PatchShape::Bevel, Box);
    auto all = staticMeshes(level.world, level.source);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].entity, patch);
    level.set(patch, Mover{});
    QVERIFY(staticMeshes(level.world, level.source).empty());
}

void TestShownMesh::snapshotsKeepPatches()
{
    Level level;
    const auto patch = level.addPatch(PatchShape::Bevel, Box);
    const WorldSnapshot snapshot{level.world};
    QCOMPARE(meshOf(snapshot.world(), patch), meshOf(level.world, patch));
}

void TestShownMesh::samenessIsThatOfPointsAndSteps()
{
    Level level;
    const auto patch = level.addPatch(PatchShape::Bevel, Box);
    Level other;
    QVERIFY(!showsSameMesh(level.world, other.world, patch));
    const World copy{level.world};
    auto changed = *level.world.get<CurvedPatch>(patch);
    changed.material = {"other"};
    level.set(patch, changed);
    QVERIFY(showsSameMesh(level.world, copy, patch));
    changed.rowSteps = 3;
    level.set(patch, changed);
    QVERIFY(!showsSameMesh(level.world, copy, patch));
}

PLAIN_TEST(TestShownMesh)
} // namespace tst_shown_mesh

#include "tst_shown_mesh.moc"

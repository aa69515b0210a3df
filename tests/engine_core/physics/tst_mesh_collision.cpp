#include "engine_core/physics/capsule_contact.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/engine_core/physics/collision_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <random>

namespace tst_mesh_collision
{
using namespace engine;
using namespace mapwright::test;

namespace
{
struct Level : CollisionFixture
{
    ModelSource source;

    Level()
    {
        source.models["crate"] = boxModel({{-0.5, 0, -0.5}, {0.5, 1, 0.5}});
        world.setMeshes(&source);
        addFloor();
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        world.apply(edit);
    }
};

Vec3d vectorOf(std::mt19937& random, double reach)
{
    std::uniform_real_distribution<double> number{-reach, reach};
    return {number(random), number(random), number(random)};
}
} // namespace

class TestMeshCollision : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aWalkerStopsBeforeAModel()
    {
        Level level;
        addModel(level.world, "crate", {{3, 0, 0}, {1, 0, 0, 0}, {2, 2, 2}});
        auto state = level.standAt({0, 0.1, 0});
        state = level.step(state, walking({1, 0, 0}), 120);
        QVERIFY2(std::abs(state.foot.x - (2.0 - level.settings.radius)) < 0.01,
                 qPrintable(QString::number(state.foot.x)));
    }

    void oneStandsOnAModelWithoutSinkingOrShaking()
    {
        Level level;
        addModel(level.world, "crate");
        auto state = level.standAt({0.2, 1.5, 0.1});
        QVERIFY(state.grounded);
        const double height = state.foot.y;
        QVERIFY(std::abs(height - 1.0) < 0.01);
        for (int i = 0; i < 30; ++i) {
            state = level.step(state, walking({0.2, 0, 0.1}));
            QVERIFY(std::abs(state.foot.y - height) < 1e-3); // diagonals are no bumps
        }
    }

    void turnedAndMirroredModelsHoldToo()
    {
        Level level;
        addModel(level.world, "crate",
                 {{3, 0, 0}, glm::angleAxis(radians(45), Vec3d{0, 1, 0}), {-1, 2, 1}});
        auto state = level.standAt({0, 0.1, 0});
        state = level.step(state, walking({1, 0, 0}), 120);
        QVERIFY(state.foot.x < 3.0 - std::sqrt(0.5) + 0.01);
        QVERIFY(level.depth(state) < 1e-3);
    }

    void whatDoesNotCollideLetsOneThrough()
    {
        Level level;
        const auto crate = addModel(level.world, "crate", {{2, 0, 0}});
        const auto before = level.standing.shapeCount();
        level.set(crate, MeshInstance{.mesh = {"crate"}, .collides = false});
        QCOMPARE(level.standing.shapeCount(), before - 1);
        auto state = level.standAt({0, 0.1, 0});
        state = level.step(state, walking({1, 0, 0}), 120);
        QVERIFY(state.foot.x > 1.6); // the crate begins at 1.5
    }

    void aMovedModelCollidesAtItsNewPlaceAtOnce()
    {
        Level level;
        const auto crate = addModel(level.world, "crate", {{2, 0, 0}});
        const Ray ray{{0, 0.5, 0}, {1, 0, 0}};
        const auto first = level.space.raycast(ray, 10);
        QVERIFY(first && first->entity == crate && std::abs(first->fraction - 0.15) < 1e-9);
        level.set(crate, TransformComponent{.position = {5, 0, 0}});
        const auto second = level.space.raycast(ray, 10);
        QVERIFY(second && std::abs(second->fraction - 0.45) < 1e-9);
        level.source.models["crate"] = boxModel({{-1, 0, -1}, {1, 1, 1}});
        level.world.notify(changesOfMeshes(level.world, std::vector<std::string>{"crate"}));
        const auto third = level.space.raycast(ray, 10);
        QVERIFY(third && std::abs(third->fraction - 0.4) < 1e-9);
    }

    void oneStandsOnACurvedPatch()
    {
        Level level;
        // A hill: a flat one whose middle is pulled up.
        const auto hill = addPatch(level.world, PatchShape::Flat, {{-4, 0.01, -4}, {4, 0.01, 4}});
        auto patch = *level.world.get<CurvedPatch>(hill);
        patch.grid = *withMovedPoints(*patch.grid, std::array{std::size_t{4}}, [](Vec3d p) {
            return p + Vec3d{0, 4, 0};
        });
        level.set(hill, patch);
        // A quarter of the pull arrives in the middle.
        auto state = level.standAt({0, 1.5, 0});
        QVERIFY(state.grounded);
        QVERIFY2(std::abs(state.foot.y - 1.01) < 0.03, qPrintable(QString::number(state.foot.y)));
        patch.collides = false;
        level.set(hill, patch);
        QVERIFY(level.standAt({0, 1.5, 0}).foot.y < 0.05);
    }

    void aCurvedPatchStopsFromBothSides()
    {
        for (const double side : {1.0, -1.0}) {
            Level level;
            addPatch(level.world, PatchShape::Bevel, {{2 * side - 1, 0, -4}, {2 * side + 1, 3, 4}});
            auto state = level.standAt({0, 0.1, 0});
            state = level.step(state, walking({side, 0, 0}), 240);
            QVERIFY2(std::abs(state.foot.x) < 3, qPrintable(QString::number(state.foot.x)));
        }
    }

    void moversCarryModels()
    {
        Level level;
        const auto model = boxModel({{-0.5, 0, -0.5}, {0.5, 1, 0.5}});
        level.moving.setMesh(EntityId{77}, model, {{2, 0, 0}});
        QVERIFY(level.space.raycast({{0, 0.5, 0}, {1, 0, 0}}, 10));
        level.moving.remove(EntityId{77});
        QVERIFY(!level.space.raycast({{0, 0.5, 0}, {1, 0, 0}}, 10));
    }

    void aBoxOfTrianglesIsAsFarAsTheSameBrush()
    {
        std::mt19937 random{3};
        const Aabb box{{-0.6, -0.4, -0.5}, {0.7, 0.8, 0.9}};
        const auto brush = *makeBox(box);
        const auto model = boxModel(box);
        for (int i = 0; i < 2000; ++i) {
            const CapsuleAxis axis{vectorOf(random, 2.5), i % 3 == 0 ? 0.0 : 1.0};
            const auto solid = distanceTo(brush, axis);
            if (solid.distance <= 1e-6)
                continue;
            double nearest = 1e9;
            for (std::size_t k = 0; k < model->triangleCount(); ++k) {
                const auto [a, b, c] = model->corners(k);
                nearest = std::min(nearest,
                                   distanceTo(*CollisionTriangle::through(a, b, c), axis).distance);
            }
            QVERIFY(std::abs(nearest - solid.distance) < 1e-6);
        }
    }

    void nobodyWalksThroughAModelWhateverTheWay()
    {
        Level level;
        addModel(level.world, "crate", {{0, 0, 0}, {1, 0, 0, 0}, {3, 4, 3}});
        std::mt19937 random{11};
        for (int i = 0; i < 25; ++i) {
            const double angle = 2 * Pi * i / 25;
            auto state = level.standAt({4 * std::cos(angle), 0.1, 4 * std::sin(angle)});
            for (int tick = 0; tick < 90; ++tick) {
                const auto aim =
                    glm::normalize(vectorOf(random, 0.7) * Vec3d{1, 0, 1} - state.foot);
                state = level.step(state, walking({aim.x * 4, 0, aim.z * 4}));
                const bool inside = std::abs(state.foot.x) < 1.5 && std::abs(state.foot.z) < 1.5;
                QVERIFY(!inside);
            }
        }
    }
};

PLAIN_TEST(TestMeshCollision)
} // namespace tst_mesh_collision

#include "tst_mesh_collision.moc"

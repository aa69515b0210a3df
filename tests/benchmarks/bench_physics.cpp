#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/physics/character_controller.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/world/world.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/bench_bodies.h"
#include "tests/support/levels/level_builder.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletCollisionCommon.h>
#include <fmt/core.h>

#include <memory>
#include <vector>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 20'000;
constexpr int Steps = 3'000;
constexpr int Repeats = 9;
constexpr double Tick = 1.0 / 60;

/// Rounds through the room, along its walls and over its crates, with a jump every two seconds.
CharacterInput inputAt(int step)
{
    const double angle = step * 0.013;
    CharacterInput input;
    input.wish = Vec3d{std::cos(angle), 0, std::sin(angle * 1.7)} * 5.0;
    input.jumpSpeed = step % 120 == 60 ? 5.0 : 0.0;
    return input;
}

CharacterState walkOurs(const CollisionSpace& space)
{
    CharacterState state;
    state.foot = {0, 0, 5};
    for (int i = 0; i < Steps; ++i)
        state = stepCharacter(space, state, CharacterSettings{}, inputAt(i), Tick);
    return state;
}

/// The same level and the same walk with Bullet's own hulls and character controller, without the
/// rest of a simulation step, which looks at every object.
class BulletWalk
{
public:
    explicit BulletWalk(const World& world)
    {
        m_world.getPairCache()->setInternalGhostPairCallback(&m_ghostPairs);
        world.forEach<BrushComponent>(
            [&](EntityId, const BrushComponent& component) { addHull(*component.brush); });
    }

    ~BulletWalk()
    {
        for (const auto& object : m_objects)
            m_world.removeCollisionObject(object.get());
    }

    BulletWalk(const BulletWalk&) = delete;
    BulletWalk& operator=(const BulletWalk&) = delete;

    void walk()
    {
        btCapsuleShape capsule(btScalar(0.35), btScalar(1.0));
        btPairCachingGhostObject ghost;
        ghost.setCollisionShape(&capsule);
        ghost.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
        btKinematicCharacterController controller(&ghost, &capsule, btScalar(0.35),
                                                  btVector3(0, 1, 0));
        // The constructor turns the capsule over; stand it up again.
        ghost.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0.9f, 5)));
        controller.setGravity(btVector3(0, -15, 0));
        m_world.addCollisionObject(&ghost, btBroadphaseProxy::CharacterFilter,
                                   btBroadphaseProxy::StaticFilter);
        for (int i = 0; i < Steps; ++i) {
            const auto input = inputAt(i);
            const auto by = input.wish * Tick;
            controller.setWalkDirection(
                btVector3(static_cast<float>(by.x), 0, static_cast<float>(by.z)));
            if (input.jumpSpeed > 0 && controller.canJump())
                controller.jump(btVector3(0, static_cast<float>(input.jumpSpeed), 0));
            controller.updateAction(&m_world, static_cast<float>(Tick));
        }
        m_world.removeCollisionObject(&ghost);
    }

private:
    void addHull(const Brush& brush)
    {
        auto hull = std::make_unique<btConvexHullShape>();
        for (const auto& vertex : brush.vertices())
            hull->addPoint(btVector3(static_cast<float>(vertex.x), static_cast<float>(vertex.y),
                                     static_cast<float>(vertex.z)),
                           false);
        hull->recalcLocalAabb();
        hull->setMargin(btScalar(0.01));
        auto object = std::make_unique<btCollisionObject>();
        object->setCollisionShape(hull.get());
        m_world.addCollisionObject(object.get(), btBroadphaseProxy::StaticFilter,
                                   btBroadphaseProxy::CharacterFilter);
        m_hulls.push_back(std::move(hull));
        m_objects.push_back(std::move(object));
    }

    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btGhostPairCallback m_ghostPairs;
    btDbvtBroadphase m_broadphase;
    btCollisionWorld m_world{&m_dispatcher, &m_broadphase, &m_configuration};
    std::vector<std::unique_ptr<btConvexHullShape>> m_hulls;
    std::vector<std::unique_ptr<btCollisionObject>> m_objects;
};

Row stepRow(const World& world, const CollisionSpace& space)
{
    CharacterState end;
    const double ours = medianMilliseconds(Repeats, [&] { end = walkOurs(space); });
    BulletWalk bullet{world};
    const double theirs = medianMilliseconds(Repeats, [&] { bullet.walk(); });
    Hasher hash;
    hash.add(end.foot.x).add(end.foot.y).add(end.foot.z);
    Row row{.name = "character_step_20k",
            .work = fmt::format("{} steps among {} brushes, end {}", Steps, Brushes,
                                hashToText(hash.result())),
            .value = ours * 1000 / Steps,
            .unit = "us",
            .baseline = theirs * 1000 / Steps,
            .compares = "value / Bullet's btKinematicCharacterController on the same walk"};
    row.ratio = row.value / row.baseline;
    return row;
}

Row buildRow(World& world)
{
    std::size_t shapes = 0;
    const double took = medianMilliseconds(Repeats, [&] {
        StaticCollision fresh;
        fresh.attach(world);
        shapes = fresh.shapeCount();
    });
    std::unique_ptr<BulletWalk> bullet;
    const double theirs = medianMilliseconds(
        Repeats, [&] { bullet = std::make_unique<BulletWalk>(world); }, [&] { bullet.reset(); });
    return {.name = "static_build_20k",
            .work = fmt::format("{} shapes", shapes),
            .value = took,
            .unit = "ms",
            .baseline = theirs,
            .ratio = took / theirs,
            .compares = "value / the same brushes as Bullet's convex hulls"};
}

/// The collision's share of moving one brush: the world's own work is done outside the clock.
Row editRow(World& world, StaticCollision& standing)
{
    EntityId crate;
    world.forEach<BrushComponent>([&](EntityId id, const BrushComponent&) { crate = id; });
    auto moved =
        translated(*world.get<BrushComponent>(crate)->brush, {0.25, 0, 0}, TextureLock::On);
    ENGINE_EXPECT(moved);
    Edit edit;
    edit.swaps.push_back(
        swapTo(crate, BrushComponent{std::make_shared<const Brush>(*std::move(moved))}));
    ChangeSet changes;
    const double took = medianMilliseconds(
        101, [&] { standing.onChanged(changes); }, [&] { changes = world.exchange(edit); });
    return {.name = "static_edit_20k",
            .work = fmt::format("1 brush of {}", standing.shapeCount()),
            .value = took * 1000,
            .unit = "us",
            .baseline = 0,
            .ratio = 0,
            .compares = ""};
}
} // namespace

std::vector<Row> benchPhysics(const Settings&)
{
    World world;
    test::buildLevel(world, Brushes);
    StaticCollision standing;
    standing.attach(world);
    const MovingCollision moving;
    std::vector<Row> rows{stepRow(world, {standing, moving}), buildRow(world),
                          editRow(world, standing)};
    for (auto& row : bodyRows())
        rows.push_back(std::move(row));
    return rows;
}
} // namespace mapwright::bench

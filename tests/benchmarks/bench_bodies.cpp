#include "tests/benchmarks/bench_bodies.h"

#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/physics/rigid_world.h"
#include "engine_core/scene/world/world.h"
#include "tests/support/levels/level_builder.h"

#include <btBulletDynamicsCommon.h>
#include <fmt/core.h>

#include <memory>
#include <optional>
#include <vector>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr double Step = 1.0 / 60;
constexpr double Gravity = 15;
constexpr int Rounds = 5;
constexpr int MovingTicks = 120;
constexpr int SettlingTicks = 400;
constexpr int RestingTicks = 600;
constexpr double Floor = 60; ///< metres to each side

/// Where the crates of half a metre begin: `high` of them above each other in a square of columns,
/// each a little aside of the one below it.
std::vector<Vec3d> places(int count, int high, double gap)
{
    std::vector<Vec3d> all;
    const int columns = count / high;
    const int side = static_cast<int>(std::ceil(std::sqrt(columns)));
    for (int i = 0; i < count; ++i) {
        const int column = i / high;
        const int level = i % high;
        const double aside = gap > 0.05 ? 0.07 * (level % 3 - 1) : 0.0;
        all.emplace_back((column % side - side / 2) * 1.2 + aside, 0.25 + level * (0.5 + gap),
                         (column / side - side / 2) * 1.2 - aside);
    }
    return all;
}

constexpr std::size_t Links = 10;
constexpr Vec3d HalfLink{0.35, 0, 0};

/// Where the links of chains begin that hang sideways from high above.
std::vector<Vec3d> linkPlaces(std::size_t chains)
{
    std::vector<Vec3d> all;
    for (std::size_t chain = 0; chain < chains; ++chain)
        for (std::size_t link = 0; link < Links; ++link)
            all.emplace_back(static_cast<double>(chain % 4) * 20 - 30 +
                                 static_cast<double>(link) * 0.7,
                             20, static_cast<double>(chain) - 10);
    return all;
}

class OurBodies
{
public:
    OurBodies(const CollisionSpace& space, const std::vector<Vec3d>& at) : m_world{space, Gravity}
    {
        const auto box = makeBox({Vec3d{-0.25}, Vec3d{0.25}});
        ENGINE_EXPECT(box);
        const ConvexPart part{box->vertices().begin(), box->vertices().end()};
        for (std::size_t i = 0; i < at.size(); ++i)
            m_world.setBody(EntityId{i + 1}, {Body{}, {part}, {.position = at[i]}});
        m_count = at.size();
    }

    /// Each to the one before by a hinge in the middle between them, the first of each chain to the
    /// world.
    void chain(const std::vector<Vec3d>& at, std::size_t links)
    {
        for (std::size_t i = 0; i < m_count; ++i) {
            const bool isFirst = i % links == 0;
            const auto in = [](const Vec3d& place) {
                return jointFrame({.axis = {0, 0, 1}}, {.position = place});
            };
            const JointEnd world{{}, in(at[i] - HalfLink)};
            m_world.setJoint(EntityId{m_count + i + 1},
                             {{.kind = JointKind::Hinge},
                              {JointEnd{EntityId{i + 1}, in(-HalfLink)},
                               isFirst ? world : JointEnd{EntityId{i}, in(HalfLink)}}});
        }
    }

    /// How far the ends of a joint are from each other, metres.
    [[nodiscard]] double gap() const
    {
        double widest = 0;
        for (std::size_t i = 0; i < m_count; ++i)
            if (const auto joint = m_world.joint(EntityId{m_count + i + 1}))
                widest = std::max(widest, joint->length);
        return widest;
    }

    void run(int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            m_world.step(Step);
    }

    [[nodiscard]] std::size_t awake() const { return m_world.awakeCount(); }

    /// Of all places; every crate is on the floor or above it.
    [[nodiscard]] ContentHash hash() const
    {
        Hasher hasher;
        for (std::size_t i = 0; i < m_count; ++i) {
            const auto at = m_world.state(EntityId{i + 1})->position;
            ENGINE_EXPECT(at.y > 0.2 && std::abs(at.x) < Floor && std::abs(at.z) < Floor);
            hasher.add(at.x).add(at.y).add(at.z);
        }
        return hasher.result();
    }

private:
    RigidWorld m_world;
    std::size_t m_count = 0;
};

/// The same floor and crates without anything around Bullet.
class BareBullet
{
public:
    explicit BareBullet(const std::vector<Vec3d>& at)
    {
        m_world.setGravity(btVector3(0, static_cast<float>(-Gravity), 0));
        m_world.setForceUpdateAllAabbs(false);
        add(0, m_floor, btVector3(0, -0.5f, 0));
        for (const auto& place : at)
            add(6.25f, m_crate,
                btVector3(static_cast<float>(place.x), static_cast<float>(place.y),
                          static_cast<float>(place.z)));
    }

    void chain(std::size_t links)
    {
        const btVector3 half(static_cast<float>(HalfLink.x), 0, 0);
        const btVector3 axis(0, 0, 1);
        for (std::size_t i = 1; i < m_bodies.size(); ++i) { // 0 is the floor
            auto& body = *m_bodies[i];
            const bool isFirst = (i - 1) % links == 0;
            m_hinges.push_back(isFirst ? std::make_unique<btHingeConstraint>(body, -half, axis)
                                       : std::make_unique<btHingeConstraint>(
                                             body, *m_bodies[i - 1], -half, half, axis, axis));
            m_world.addConstraint(m_hinges.back().get(), true);
        }
    }

    [[nodiscard]] double gap() const
    {
        float widest = 0;
        for (const auto& hinge : m_hinges) {
            const auto own = hinge->getRigidBodyA().getWorldTransform() * hinge->getAFrame();
            const auto other = hinge->getRigidBodyB().getWorldTransform() * hinge->getBFrame();
            widest = std::max(widest, own.getOrigin().distance(other.getOrigin()));
        }
        return static_cast<double>(widest);
    }

    ~BareBullet()
    {
        for (const auto& hinge : m_hinges)
            m_world.removeConstraint(hinge.get());
        for (const auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }

    BareBullet(const BareBullet&) = delete;
    BareBullet& operator=(const BareBullet&) = delete;

    void run(int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            m_world.stepSimulation(static_cast<float>(Step), 0);
    }

private:
    void add(float mass, btBoxShape& shape, const btVector3& at)
    {
        btVector3 inertia(0, 0, 0);
        if (mass > 0)
            shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setIdentity();
        info.m_startWorldTransform.setOrigin(at);
        info.m_friction = 0.5f;
        info.m_angularDamping = 0.05f;
        info.m_linearSleepingThreshold = 0.08f;
        info.m_angularSleepingThreshold = 0.1f;
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_world.addRigidBody(m_bodies.back().get());
    }

    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_solver;
    btDiscreteDynamicsWorld m_world{&m_dispatcher, &m_broadphase, &m_solver, &m_configuration};
    btBoxShape m_floor{btVector3(static_cast<float>(Floor), 0.5f, static_cast<float>(Floor))};
    btBoxShape m_crate{btVector3(0.25f, 0.25f, 0.25f)};
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    std::vector<std::unique_ptr<btHingeConstraint>> m_hinges;
};

/// A floor to fall on.
struct Ground
{
    World world;
    StaticCollision standing;
    MovingCollision moving;
    CollisionSpace space{standing, moving};

    Ground()
    {
        test::addBox(world, {-Floor, -1, -Floor}, {Floor, 0, Floor});
        standing.attach(world);
    }
};

Row compared(std::string name, std::string work, std::pair<double, double> took, int ticks)
{
    Row row{.name = std::move(name),
            .work = std::move(work),
            .value = took.first / ticks,
            .unit = "ms",
            .baseline = took.second / ticks,
            .ratio = took.first / std::max(took.second, 1e-9),
            .compares = "value / Bullet alone with the same shapes"};
    return row;
}

Row restRow(const CollisionSpace& space)
{
    const auto at = places(1000, 4, 0.01);
    OurBodies ours{space, at};
    BareBullet bare{at};
    ours.run(SettlingTicks);
    bare.run(SettlingTicks);
    const auto before = ours.hash();
    const auto took = medianMillisecondsInTurn(
        Rounds, [&] { ours.run(RestingTicks); }, [&] { bare.run(RestingTicks); });
    ENGINE_EXPECT(ours.hash() == before);
    return compared("bodies_rest_1000",
                    fmt::format("1000 crates, {} awake, at {}", ours.awake(), hashToText(before)),
                    took, RestingTicks);
}

Row movingRow(const CollisionSpace& space)
{
    const auto at = places(200, 10, 0.3);
    std::optional<OurBodies> ours;
    std::optional<BareBullet> bare;
    std::optional<ContentHash> end;
    const auto prepare = [&] {
        if (ours) {
            ENGINE_EXPECT(!end || *end == ours->hash()); // run after run
            end = ours->hash();
        }
        ours.emplace(space, at);
        bare.emplace(at);
    };
    const auto took = medianMillisecondsInTurn(
        Rounds, [&] { ours->run(MovingTicks); }, [&] { bare->run(MovingTicks); }, prepare);
    return compared("bodies_moving_200",
                    fmt::format("200 crates falling and piling up, {} ticks, {} awake, end {}",
                                MovingTicks, ours->awake(), hashToText(ours->hash())),
                    took, MovingTicks);
}

Row jointRow(const CollisionSpace& space)
{
    const auto at = linkPlaces(20);
    std::optional<OurBodies> ours;
    std::optional<BareBullet> bare;
    const auto prepare = [&] {
        ours.emplace(space, at);
        ours->chain(at, Links);
        bare.emplace(at);
        bare->chain(Links);
    };
    const auto took = medianMillisecondsInTurn(
        Rounds, [&] { ours->run(MovingTicks); }, [&] { bare->run(MovingTicks); }, prepare);
    return compared("joints_moving_200",
                    fmt::format("20 chains of {} crates swinging for {} ticks; ends are {:.3f} m "
                                "apart, in Bullet {:.3f} m; end {}",
                                Links, MovingTicks, ours->gap(), bare->gap(),
                                hashToText(ours->hash())),
                    took, MovingTicks);
}
} // namespace

std::vector<Row> bodyRows()
{
    const Ground ground;
    return {restRow(ground.space), movingRow(ground.space), jointRow(ground.space)};
}
} // namespace mapwright::bench

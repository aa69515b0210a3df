#include "engine_core/physics/rigid_level.h"

#include "engine_core/physics/contact_mix.h"
#include "engine_core/physics/standing_near.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
constexpr double CellSize = 8; ///< metres

/// Within WorldLimit, whatever the numbers are.
int cellAt(double coordinate)
{
    return static_cast<int>(
        std::floor(std::clamp(coordinate, -2 * WorldLimit, 2 * WorldLimit) / CellSize));
}

template <typename Cell>
Cell cellOf(const Vec3d& at)
{
    return {cellAt(at.x), cellAt(at.y), cellAt(at.z)};
}

Aabb boundsOfObject(const btCollisionObject& object)
{
    btVector3 low;
    btVector3 high;
    object.getCollisionShape()->getAabb(object.getWorldTransform(), low, high);
    return {fromBullet(low), fromBullet(high)};
}
} // namespace

RigidLevel::RigidLevel(const CollisionSpace& space, btCollisionWorld& bullet)
    : m_space{space}, m_bullet{bullet}
{
}

RigidLevel::~RigidLevel()
{
    for (const auto& [key, standing] : m_standing)
        m_bullet.removeCollisionObject(standing.object.get());
}

void RigidLevel::require(const Aabb& bounds, Seen& seen)
{
    constexpr double Most = 256; // of a body that is wider, the middle stands on something
    const auto half = glm::min(bounds.size() * 0.5, Vec3d{Most});
    const Seen now{cellOf<Cell>(bounds.center() - half), cellOf<Cell>(bounds.center() + half),
                   m_version};
    if (now == seen)
        return;
    seen = now;
    for (int x = now.low.x; x <= now.high.x; ++x)
        for (int y = now.low.y; y <= now.high.y; ++y)
            for (int z = now.low.z; z <= now.high.z; ++z)
                if (m_cells.insert({x, y, z}).second)
                    takeIn({x, y, z});
}

void RigidLevel::takeIn(const Cell& cell)
{
    const auto low = Vec3d{cell.x, cell.y, cell.z} * CellSize;
    const auto near = m_space.standingNear({low, low + CellSize});
    for (const auto* each : near.brushes) {
        const Key key{each->entity, true, {}};
        if (m_standing.contains(key))
            continue;
        auto piece = makePiece(each->brush->vertices());
        std::vector<RigidSide> sides;
        for (const auto& face : each->brush->faces())
            sides.push_back({face.plane.normal, face.material, 0, 0});
        add(key, {{each->entity}, std::move(sides), nullptr, std::move(piece.shape), nullptr},
            piece.at);
    }
    takeInModels(cell, near);
}

void RigidLevel::takeInModels(const Cell& cell, const StandingNear& near)
{
    const auto middle = (Vec3d{cell.x, cell.y, cell.z} + 0.5) * CellSize;
    for (auto first = near.triangles.begin(); first != near.triangles.end();) {
        const auto entity = first->entity;
        const auto last = std::find_if(first, near.triangles.end(), [&](const ModelTriangle& each) {
            return each.entity != entity;
        });
        auto mesh = std::make_unique<btTriangleMesh>();
        for (; first != last; ++first) {
            const auto& corners = first->triangle.corners;
            mesh->addTriangle(toBullet(corners[0] - middle), toBullet(corners[1] - middle),
                              toBullet(corners[2] - middle));
        }
        auto shape = std::make_unique<btBvhTriangleMeshShape>(mesh.get(), true);
        add({entity, false, cell}, {{entity}, {}, std::move(mesh), std::move(shape), nullptr},
            {middle, {1, 0, 0, 0}});
    }
}

void RigidLevel::add(const Key& key, Standing standing, const RigidFrame& at)
{
    const auto [place, isNew] = m_standing.try_emplace(key, std::move(standing));
    if (!isNew)
        return;
    auto& added = place->second; // stays where it is
    added.object = std::make_unique<btCollisionObject>();
    auto& object = *added.object;
    object.setCollisionShape(added.shape.get());
    object.setWorldTransform(btTransform(toBullet(at.axes), toBullet(at.middle)));
    object.setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
    takeTouch(added);
    object.setUserPointer(&added.tag);
    object.forceActivationState(ISLAND_SLEEPING); // what sleeps on it is not looked at
    m_bullet.addCollisionObject(&object, btBroadphaseProxy::StaticFilter,
                                btBroadphaseProxy::DefaultFilter);
}

void RigidLevel::setTouch(TouchOfMaterial touch)
{
    m_touch = std::move(touch);
    for (auto& [key, standing] : m_standing)
        takeTouch(standing);
}

void RigidLevel::takeTouch(Standing& standing) const
{
    auto& object = *standing.object;
    auto friction = static_cast<float>(StandingFriction);
    auto restitution = static_cast<float>(StandingRestitution);
    bool differ = false;
    for (std::size_t i = 0; m_touch && i < standing.sides.size(); ++i) {
        auto& side = standing.sides[i];
        const auto touch = m_touch(side.material);
        side.friction = touch.friction;
        side.restitution = touch.restitution;
        differ |= i > 0 && (side.friction != friction || side.restitution != restitution);
        friction = side.friction;
        restitution = side.restitution;
    }
    object.setFriction(friction);
    object.setRestitution(restitution);
    standing.tag.sides = differ ? standing.sides : std::vector<RigidSide>{};
    constexpr int AsksUs = btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK;
    const int flags = object.getCollisionFlags();
    object.setCollisionFlags(differ ? flags | AsksUs : flags & ~AsksUs);
}

namespace
{
/// The side that faces that way; null if all are alike.
const RigidSide* sideFacing(const btCollisionObjectWrapper& object, const Vec3d& way)
{
    const auto* tag = static_cast<const RigidTag*>(object.getCollisionObject()->getUserPointer());
    const bool asks = (object.getCollisionObject()->getCollisionFlags() &
                       btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK) != 0;
    if (!asks || tag == nullptr || tag->sides.empty())
        return nullptr;
    return &*std::max_element(tag->sides.begin(), tag->sides.end(),
                              [&](const RigidSide& a, const RigidSide& b) {
                                  return glm::dot(a.normal, way) < glm::dot(b.normal, way);
                              });
}
} // namespace

bool mixContact(btManifoldPoint& contact,
                const btCollisionObjectWrapper* a,
                int,
                int,
                const btCollisionObjectWrapper* b,
                int,
                int)
{
    const auto toA = fromBullet(contact.m_normalWorldOnB);
    const auto* other = a->getCollisionObject();
    const auto* side = sideFacing(*b, toA);
    if (side == nullptr) {
        side = sideFacing(*a, -toA);
        other = b->getCollisionObject();
    }
    if (side == nullptr)
        return false;
    const auto mixed = [](float ours, btScalar theirs, double (*mix)(double, double)) {
        return static_cast<btScalar>(mix(static_cast<double>(ours), static_cast<double>(theirs)));
    };
    contact.m_combinedFriction = mixed(side->friction, other->getFriction(), combinedFriction);
    contact.m_combinedRestitution =
        mixed(side->restitution, other->getRestitution(), combinedRestitution);
    return true;
}

Aabb RigidLevel::changed(EntityId entity, const Aabb& now)
{
    auto bounds = now;
    constexpr int Lowest = std::numeric_limits<int>::min();
    auto at = m_standing.lower_bound({entity, false, {Lowest, Lowest, Lowest}});
    while (at != m_standing.end() && at->first.entity == entity) {
        bounds.add(boundsOfObject(*at->second.object));
        m_bullet.removeCollisionObject(at->second.object.get());
        at = m_standing.erase(at);
    }
    if (bounds.isEmpty())
        return bounds;
    ++m_version;
    std::erase_if(m_cells, [&](const Cell& cell) {
        const auto low = Vec3d{cell.x, cell.y, cell.z} * CellSize;
        return bounds.intersects({low, low + CellSize});
    });
    return bounds;
}
} // namespace engine

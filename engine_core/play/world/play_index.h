#pragma once

#include "engine_core/scene/spatial/bounds_tree.h"
#include "engine_core/scene/world/world.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace engine
{
/// World bounds of what the entity itself puts into the world: its brush, the model it shows, the
/// standing capsule of a character. A point where there is none of these but a place; nullopt for
/// what has no place of its own, such as a group that was never moved. A light is a point, however
/// far it shines.
[[nodiscard]] std::optional<Aabb> ownBody(const World& world, EntityId entity);

/// With what is below it; of groups only that. nullopt if there is nothing of the sort.
[[nodiscard]] std::optional<Aabb> wholeBody(const World& world, EntityId entity);

/// Where the objects of a played world are, for scripts that look for them. SpatialIndex follows
/// ChangeSets, which come once a tick; this one knows of what was written a moment ago. Costs
/// nothing before the first question.
class PlayIndex
{
public:
    /// The world outlives the index.
    explicit PlayIndex(const World& world) : m_world{world} {}

    /// A component of the entity was written. Cheap: looked at when somebody asks.
    void note(EntityId entity, TypeId type);

    /// Objects whose own bodies touch the box, by ascending ids.
    [[nodiscard]] std::vector<EntityId> inBox(const Aabb& box);

    /// Objects whose own bodies, or rather their bounds, are within `radius` metres of the place:
    /// nearest first, by ascending ids where two are equally near.
    [[nodiscard]] std::vector<EntityId> inSphere(const Vec3d& center, double radius);

private:
    void bringUpToDate();
    void build();
    void refresh(EntityId entity);

    const World& m_world;
    bool m_isBuilt = false;
    BoundsTree m_boxes;
    std::unordered_map<EntityId, BoundsTree::Leaf> m_leaves;
    std::unordered_set<EntityId> m_noted;
};
} // namespace engine

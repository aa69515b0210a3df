#include "editor/operations/brush/brush_space.h"

#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <unordered_set>

namespace editor
{
using engine::Vec3d;

namespace
{
/// A linear function of points of the world, dot(axis, p), as the space sees it: its axis there,
/// and what it is at the space's origin.
struct LinearInSpace
{
    Vec3d axis;
    double atOrigin;
};

LinearInSpace linearInSpace(const Vec3d& axis, const engine::Transform& space)
{
    return {space.scale * (glm::conjugate(space.rotation) * axis), glm::dot(axis, space.position)};
}

void projectInSpace(Vec3d& axis, double& scale, double& offset, const engine::Transform& space)
{
    const auto [inSpace, atOrigin] = linearInSpace(axis, space);
    const double length = glm::length(inSpace);
    offset += atOrigin / scale;
    axis = inSpace / length;
    scale /= length;
}
} // namespace

std::vector<EntityId> openAmong(const engine::World& world,
                                std::span<const EntityId> entities,
                                const std::function<bool(EntityId)>& isWanted)
{
    std::vector<EntityId> found;
    std::unordered_set<EntityId> seen;
    for (const auto entity : entities) {
        std::unordered_set<EntityId> closed;
        for (const auto each : engine::subtree(world, entity)) { // parents come before children
            const auto* node = world.get<engine::Node>(each);
            if (each != entity && node != nullptr &&
                (node->hidden || node->locked || closed.contains(node->parent)))
                closed.insert(each);
            else if (isWanted(each) && seen.insert(each).second)
                found.push_back(each);
        }
    }
    return found;
}

std::vector<EntityId> brushesAmong(const engine::World& world, std::span<const EntityId> entities)
{
    return openAmong(world, entities,
                     [&](EntityId entity) { return brushOf(world, entity) != nullptr; });
}

std::shared_ptr<const engine::Brush> brushOf(const engine::World& world, EntityId entity)
{
    const auto* component = world.get<engine::BrushComponent>(entity);
    return component != nullptr ? component->brush : nullptr;
}

bool isOpenToEdits(const engine::World& world, EntityId entity, EntityId openGroup)
{
    bool isInside = !openGroup;
    constexpr int DeepestGroup = 1000; // files may hold groups that contain themselves
    for (int depth = 0; entity && depth < DeepestGroup; ++depth) {
        const auto* node = world.get<engine::Node>(entity);
        if (node == nullptr || node->hidden || node->locked)
            return false;
        entity = node->parent;
        isInside = isInside || entity == openGroup;
    }
    return isInside;
}

engine::Plane planeInSpace(const engine::Plane& ofWorld, const engine::Transform& space)
{
    if (space == engine::Transform{})
        return ofWorld;
    const auto [axis, atOrigin] = linearInSpace(ofWorld.normal, space);
    const double length = glm::length(axis);
    return {axis / length, (ofWorld.distance - atOrigin) / length};
}

engine::BrushFace faceInSpace(engine::BrushFace ofWorld, const engine::Transform& space)
{
    if (space == engine::Transform{})
        return ofWorld;
    ofWorld.plane = planeInSpace(ofWorld.plane, space);
    auto& uv = ofWorld.uv;
    projectInSpace(uv.uAxis, uv.scale.x, uv.offset.x, space);
    projectInSpace(uv.vAxis, uv.scale.y, uv.offset.y, space);
    return ofWorld;
}

engine::Result<engine::Brush> brushBetweenSpaces(const engine::Brush& brush,
                                                 const engine::Transform& from,
                                                 const engine::Transform& to)
{
    if (from == to)
        return brush;
    auto inWorld = from == engine::Transform{}
                       ? engine::Result<engine::Brush>{brush}
                       : engine::transformed(brush, from, engine::TextureLock::On);
    if (!inWorld || to == engine::Transform{})
        return inWorld;
    std::vector<engine::BrushFace> faces;
    for (const auto& face : inWorld->faces())
        faces.push_back(faceInSpace(face, to));
    return engine::Brush::fromFaces(std::move(faces));
}
} // namespace editor

#include "editor/panels/level/issue_places.h"

#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>

namespace editor
{
using engine::EntityId;

std::vector<EntityId> objectsOf(const engine::World& world, const engine::Issue& issue)
{
    auto objects = issue.others;
    objects.push_back(issue.entity);
    std::erase_if(objects, [&](EntityId entity) {
        return entity == engine::SceneEntity || !world.exists(entity);
    });
    return objects;
}

engine::Aabb placeToShow(const engine::World& world, const engine::Issue& issue)
{
    constexpr double Around = 1.5; // metres; more would not fit into small rooms
    engine::Aabb box;
    for (const auto& point : issue.path)
        box.add(point);
    if (!box.isEmpty())
        return box.grown(Around); // of a floor it may be a small part
    for (const auto entity : objectsOf(world, issue))
        box.add(boundsOfTree(world, entity));
    return box;
}

engine::Vec3d placeBefore(const engine::Vec3d& hole, const std::vector<engine::Vec3d>& way)
{
    constexpr double Nearest = 1;  // metres
    constexpr double Farthest = 3; // metres
    std::size_t end = 0;           // of the part of the way that goes through the hole
    auto at = hole;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const auto along = way[i] - way[i - 1];
        const double length = glm::dot(along, along);
        const double t =
            length > 0 ? std::clamp(glm::dot(hole - way[i - 1], along) / length, 0.0, 1.0) : 0.0;
        const auto nearest = way[i - 1] + along * t;
        if (end == 0 || glm::length(nearest - hole) < glm::length(at - hole)) {
            end = i;
            at = nearest;
        }
    }
    // Behind a corner the hole may be out of sight, but right at it there is nothing to see.
    double gone = 0;
    for (; end > 0 && gone < Nearest; --end) {
        const auto back = way[end - 1] - at;
        const double length = glm::length(back);
        const double step = std::min(length, Farthest - gone);
        if (length > 0)
            at += back * (step / length);
        gone += step;
    }
    return at;
}
} // namespace editor

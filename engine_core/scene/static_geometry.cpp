#include "engine_core/scene/static_geometry.h"

#include "engine_core/geometry/brush_transform.h"

namespace engine
{
std::vector<StaticBrush> staticBrushes(const World& world)
{
    std::vector<StaticBrush> all;
    all.reserve(world.count<BrushComponent>());
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (component.brush && !isMoving(world, entity))
            all.push_back({entity, component.brush, worldTransform(world, entity)});
    });
    return all;
}

std::shared_ptr<const Brush> brushAt(const std::shared_ptr<const Brush>& brush,
                                     const Transform& place)
{
    if (!brush || place == Transform{})
        return brush;
    auto moved = transformed(*brush, place, TextureLock::On);
    return moved ? std::make_shared<const Brush>(*std::move(moved)) : nullptr;
}

std::shared_ptr<const Brush> brushInWorld(const World& world, EntityId entity)
{
    const auto* component = world.get<BrushComponent>(entity);
    return component != nullptr ? brushAt(component->brush, worldTransform(world, entity))
                                : nullptr;
}
} // namespace engine

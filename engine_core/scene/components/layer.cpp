#include "engine_core/scene/components/layer.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>

namespace engine
{
void describe(TypeBuilder<Layer>& layer)
{
    layer.type("layer", "Layer", "Holds objects that are shown, locked and chosen together");
    layer.notAddable();
    layer.property("color", &Layer::color).tooltip("Of its mark in the list of layers");
    layer.property("order", &Layer::order).hidden();
    layer.property("omit", &Layer::omit)
        .label("Leave out of play")
        .affects(Derived::Lightmap)
        .apply(Apply::NextPlay)
        .tooltip("Its objects are neither in the game nor in lightmaps");
}

EntityId layerOf(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<Node>(entity);
        if (node == nullptr)
            return {};
        if (!node->parent)
            return world.get<Layer>(entity) != nullptr ? entity : EntityId{};
        entity = node->parent;
    }
    return {};
}

bool isLeftOut(const World& world, EntityId entity)
{
    if (world.count<Layer>() == 0)
        return false;
    const auto* layer = world.get<Layer>(layerOf(world, entity));
    return layer != nullptr && layer->omit;
}

std::vector<EntityId> layers(const World& world)
{
    std::vector<EntityId> all;
    world.forEach<Layer>([&](EntityId entity, const Layer&) {
        if (layerOf(world, entity) == entity)
            all.push_back(entity);
    });
    std::stable_sort(all.begin(), all.end(), [&](EntityId a, EntityId b) {
        return world.get<Layer>(a)->order < world.get<Layer>(b)->order;
    });
    return all;
}
} // namespace engine

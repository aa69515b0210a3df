#include "editor/operations/entity/decal_operations.h"

#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/decals/decal_places.h"

#include <algorithm>
#include <array>

namespace editor
{
engine::Transform placeOf(const DecalOnSurface& decal)
{
    return engine::placeOnSurface(decal.at, decal.normal, decal.upwards, decal.turn);
}

EntityId addDecal(Transaction& transaction, const std::string& name, const DecalOnSurface& decal)
{
    const auto place = placeOf(decal);
    engine::Decal component;
    component.material.path = decal.material;
    component.size = decal.size;
    const auto& world = transaction.world();
    engine::PickHit hit;
    hit.entity = decal.on;
    hit.face = engine::NoFace; // that is seen
    hit.point = decal.at;
    hit.normal = decal.normal;
    const auto beneath = engine::decalsAt(world, hit);
    const auto entity = addEntity(transaction, name, decal.at);
    if (!beneath.empty()) {
        const auto upper = beneath.front();
        const int order = world.get<engine::Decal>(upper)->order;
        component.order = std::min(order + (upper > entity ? 1 : 0), 1000000);
    }
    transaction.set(entity,
                    engine::TransformComponent{place.position, place.rotation, place.scale});
    transaction.set(entity, component);
    if (const auto root = engine::rootedPlace(world, decal.on).root) {
        const std::array moved{entity};
        static_cast<void>(reparent(transaction, moved, root)); // new: above nothing
    }
    return entity;
}
} // namespace editor

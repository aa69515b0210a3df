#include "editor/operations/entity/layer_operations.h"

#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <array>

namespace editor
{
namespace
{
using engine::Color;
using engine::Error;
using engine::Layer;
using engine::Node;
using engine::Result;
using engine::World;

/// Linear; told apart by people who see few colours, and light enough for a dark list.
constexpr std::array Palette{Color{0.30f, 0.60f, 0.90f}, Color{0.88f, 0.45f, 0.10f},
                             Color{0.20f, 0.65f, 0.35f}, Color{0.80f, 0.25f, 0.45f},
                             Color{0.80f, 0.75f, 0.15f}, Color{0.50f, 0.35f, 0.85f},
                             Color{0.15f, 0.70f, 0.70f}, Color{0.60f, 0.45f, 0.30f}};

EntityId outermostObject(const World& world, EntityId entity)
{
    for (int depth = 0; depth < engine::MaxHierarchyDepth; ++depth) {
        const auto parent = world.get<Node>(entity)->parent;
        if (!parent || !world.exists(parent) || world.get<Layer>(parent) != nullptr)
            break;
        entity = parent;
    }
    return entity;
}

template <typename Change>
void changeLayer(Transaction& transaction, EntityId layer, const Change& change)
{
    if (const auto* stored = transaction.world().get<Layer>(layer)) {
        auto changed = *stored;
        change(changed);
        if (changed != *stored)
            transaction.set(layer, changed);
    }
}
} // namespace

EntityId addLayer(Transaction& transaction, const std::string& name)
{
    const auto others = engine::layers(transaction.world());
    Layer layer;
    layer.color = Palette[others.size() % Palette.size()];
    if (!others.empty())
        layer.order = transaction.world().get<Layer>(others.back())->order + 1;
    const auto id = transaction.create(name);
    transaction.set(id, layer);
    return id;
}

std::vector<EntityId> objectsOfLayer(const World& world, EntityId layer)
{
    auto objects = world.children(layer);
    if (!layer)
        std::erase_if(objects,
                      [&](EntityId entity) { return world.get<Layer>(entity) != nullptr; });
    return objects;
}

Result<void>
moveToLayer(Transaction& transaction, std::span<const EntityId> entities, EntityId layer)
{
    const auto& world = transaction.world();
    std::vector<EntityId> objects;
    for (const auto entity : topmost(world, entities))
        if (world.get<Layer>(entity) == nullptr)
            objects.push_back(outermostObject(world, entity));
    if (objects.empty())
        return Error{"Select the objects to move to the layer first"};
    return reparent(transaction, objects, layer);
}

Result<void> removeLayer(Transaction& transaction, EntityId layer)
{
    if (transaction.world().get<Layer>(layer) == nullptr)
        return Error{"The default layer cannot be removed"};
    const auto objects = transaction.world().children(layer);
    if (auto moved = reparent(transaction, objects, {}); !moved)
        return moved;
    transaction.destroy(layer);
    return {};
}

void shiftLayer(Transaction& transaction, EntityId layer, int by)
{
    auto all = engine::layers(transaction.world());
    const auto at = std::find(all.begin(), all.end(), layer) - all.begin();
    const auto to = at + by;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(all.size()))
        return;
    std::swap(all[static_cast<std::size_t>(at)], all[static_cast<std::size_t>(to)]);
    for (std::size_t i = 0; i < all.size(); ++i)
        changeLayer(transaction, all[i], [&](Layer& each) { each.order = static_cast<int>(i); });
}

void setLayerColor(Transaction& transaction, EntityId layer, const Color& color)
{
    changeLayer(transaction, layer, [&](Layer& each) { each.color = color; });
}

void setLayerOmitted(Transaction& transaction, EntityId layer, bool omit)
{
    changeLayer(transaction, layer, [&](Layer& each) { each.omit = omit; });
}

void isolateLayer(Transaction& transaction, EntityId layer)
{
    const auto& world = transaction.world();
    std::vector<EntityId> others;
    for (const auto each : engine::layers(world))
        if (each != layer)
            others.push_back(each);
    if (layer) {
        const auto loose = objectsOfLayer(world, {});
        others.insert(others.end(), loose.begin(), loose.end());
        show(transaction, std::span{&layer, 1});
    } else {
        show(transaction, objectsOfLayer(world, {}));
    }
    hide(transaction, others);
}
} // namespace editor

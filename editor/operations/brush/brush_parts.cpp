#include "editor/operations/brush/brush_parts.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/patches/shown_mesh.h"

namespace editor
{
namespace
{
/// Whether a part that is split off gets the component too. There was one light, one sound and one
/// place to start before, so there is one afterwards.
bool goesToAllParts(engine::TypeId type)
{
    return type != engine::typeIdOf<engine::BrushComponent>() &&
           type != engine::typeIdOf<engine::Light>() &&
           type != engine::typeIdOf<engine::AudioSource>() &&
           type != engine::typeIdOf<engine::PlayerStart>() &&
           type != engine::typeIdOf<engine::Character>() && !engine::isMeshType(type);
}
} // namespace

engine::EntityId
addBrushPart(Transaction& transaction, engine::EntityId original, engine::Brush brush)
{
    const auto& world = transaction.world();
    const auto id = transaction.create({});
    std::vector<engine::Swap> swaps;
    for (const auto type : world.types())
        if (goesToAllParts(type))
            if (const auto& value = world.value(original, type))
                swaps.push_back({id, type, value});
    swaps.push_back(engine::swapTo(
        id, engine::BrushComponent{std::make_shared<const engine::Brush>(std::move(brush))}));
    transaction.swap(std::move(swaps));
    return id;
}
} // namespace editor

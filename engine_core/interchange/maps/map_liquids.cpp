#include "engine_core/interchange/maps/map_liquids.h"

#include "engine_core/base/small_letters.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>
#include <optional>

namespace engine
{
namespace
{
struct Harm
{
    double damage = 0;
    double interval = 0; ///< seconds
};

/// What Quake's player code takes from who stands in it up to the knees.
constexpr Harm Lava{10, 0.2};
constexpr Harm Slime{4, 1};

/// The name of the first face that is a liquid's; empty if the brush is none.
std::string liquidOf(const Brush& brush, const SurfaceTable& surfaces)
{
    if (const auto traits = traitsOf(brush, surfaces); traits.solid || !traits.seen)
        return {};
    for (const auto& face : brush.faces())
        if (const auto traits = surfaces.of(face.material); traits.seen && !traits.collides)
            return inSmallLetters(face.material.text());
    return {};
}

std::optional<Harm> harmOf(const std::string& liquid)
{
    const auto name = std::string_view{liquid}.substr(liquid.rfind('/') + 1);
    if (name.find("lava") != std::string_view::npos)
        return Lava;
    if (name.find("slime") != std::string_view::npos)
        return Slime;
    return std::nullopt;
}

void need(std::vector<Script>& needs, const MapPart& part)
{
    Script script{{part.file}, part.className, {}};
    if (std::find(needs.begin(), needs.end(), script) == needs.end())
        needs.push_back(std::move(script));
}
} // namespace

void giveMapLiquids(World& map, const MapPartTable* table, std::vector<Script>& needs)
{
    const auto* hurts = table != nullptr ? table->findPart("hurt_area") : nullptr;
    const auto* health = table != nullptr ? table->findPart("health") : nullptr;
    Edit edit;
    map.forEach<BrushComponent>([&](EntityId id, const BrushComponent& component) {
        const auto liquid = liquidOf(*component.brush, map.surfaces());
        if (liquid.empty() || isMoving(map, id) || map.get<TransformComponent>(id) != nullptr)
            return;
        const auto& bounds = component.brush->bounds();
        auto moved = translated(*component.brush, -bounds.center(), TextureLock::On);
        if (!moved)
            return; // at the border of the world
        edit.swaps.push_back(
            swapTo(id, BrushComponent{std::make_shared<const Brush>(*std::move(moved))}));
        TransformComponent place;
        place.position = bounds.center();
        edit.swaps.push_back(swapTo(id, place));
        Water water;
        water.size = bounds.size();
        edit.swaps.push_back(swapTo(id, water));
        const auto harm = harmOf(liquid);
        if (!harm || hurts == nullptr || health == nullptr)
            return;
        Trigger trigger;
        trigger.size = bounds.size();
        edit.swaps.push_back(swapTo(id, trigger));
        edit.swaps.push_back(
            swapTo(id, Script{{hurts->file},
                              hurts->className,
                              {{"damage", {harm->damage}}, {"interval", {harm->interval}}}}));
        need(needs, *health);
    });
    (void)map.exchange(edit);
}
} // namespace engine

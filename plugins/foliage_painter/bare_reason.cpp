#include "plugins/foliage_painter/bare_reason.h"

#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace foliage_painter
{
namespace
{
/// "Plant grows on Materials/grass alone": of every kind that is particular about it.
std::string
materialsOf(const engine::World& world, engine::EntityId layer, std::span<const std::uint8_t> slots)
{
    std::string text;
    for (const auto& [entity, type] : engine::foliageTypes(world, layer)) {
        const auto slot = static_cast<std::uint8_t>(type.slot);
        if (type.materials.empty() || std::find(slots.begin(), slots.end(), slot) == slots.end())
            continue;
        const auto* node = world.get<engine::Node>(entity);
        text += fmt::format("{}{} grows on {} alone", text.empty() ? "" : ", ",
                            node != nullptr ? node->name : "a kind", type.materials);
    }
    return text;
}
} // namespace

std::string bareReason(const engine::World& world,
                       engine::EntityId layer,
                       std::span<const std::uint8_t> slots,
                       double strength,
                       const engine::FoliageRejects& rejected)
{
    if (strength <= 0)
        return "Nothing was planted: the strength of the brush is 0";
    const auto types = engine::foliageTypes(world, layer);
    if (std::none_of(types.begin(), types.end(), [&](const engine::FoliageTypeEntry& each) {
            const auto slot = static_cast<std::uint8_t>(each.type.slot);
            return each.type.density > 0 && engine::shareInMix(each.type, types) > 0 &&
                   std::find(slots.begin(), slots.end(), slot) != slots.end();
        }))
        return "Nothing was planted: the ticked kinds have a density or a share in the mix of 0";
    const auto refused = rejected.text();
    if (refused.empty())
        return "Nothing was planted: the ticked kinds stand as densely here as their settings say; "
               "raise their density or erase some";
    const auto materials = rejected.material > 0 ? materialsOf(world, layer, slots) : std::string{};
    return "Nothing was planted: " + refused + (materials.empty() ? "" : "; " + materials);
}
} // namespace foliage_painter

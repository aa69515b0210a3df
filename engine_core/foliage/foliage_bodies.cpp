#include "engine_core/foliage/foliage_bodies.h"

#include "engine_core/scene/foliage/foliage_body.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double ScaleSteps = 4096; ///< of FoliageInstance::scale

/// A kind that collides.
struct Kind
{
    FoliageBodySize size;
    double offset = 0;
};

FoliageBody bodyOf(const Kind& kind, const FoliageInstance& plant, EntityId layer)
{
    const auto wide = std::max(plant.scale[0], plant.scale[2]);
    return {Vec3d{plant.position} + Vec3d{0, kind.offset, 0}, kind.size.radius * wide / ScaleSteps,
            kind.size.height * plant.scale[1] / ScaleSteps, layer};
}
} // namespace

std::vector<FoliageBody> foliageBodies(const World& world, const Aabb& box)
{
    std::vector<FoliageBody> bodies;
    for (const auto layer : foliageLayers(world)) {
        std::array<std::optional<Kind>, 256> kinds;
        bool any = false;
        for (const auto& [entity, type] : foliageTypes(world, layer))
            if (type.collides)
                if (const auto size = foliageBodySize(world, type); size.radius > 0) {
                    kinds[static_cast<std::size_t>(type.slot)] = Kind{size, type.offset};
                    any = true;
                }
        if (!any)
            continue;
        foliageOf(world, layer)
            ->forEachIn(box.min, box.max,
                        [&](std::size_t, std::size_t, const FoliageInstance& plant) {
                            if (const auto& kind = kinds[plant.type]; kind && plant.isStanding())
                                bodies.push_back(bodyOf(*kind, plant, layer));
                        });
    }
    return bodies;
}
} // namespace engine

#include "engine_core/foliage/density/foliage_mask.h"

#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
double FoliageMask::at(const Vec3d& place) const
{
    if (isMissing)
        return 0;
    double share = painted.at(place);
    if (picture && share > 0)
        share *= picture->at((Vec2d{place.x, place.z} - corner) / size);
    return share;
}

std::shared_ptr<const FoliageMask>
foliageMask(const World& world, EntityId layer, const FoliageSurvey& survey)
{
    const auto* component = world.get<FoliageLayer>(layer);
    if (component == nullptr)
        return nullptr;
    FoliageMask mask;
    mask.painted = PaintedWeights{*foliageOf(world, layer)};
    if (!component->mask.path.empty()) {
        const auto found = survey.pictures.find(component->mask.path);
        if (found != survey.pictures.end())
            mask.picture = found->second;
        mask.isMissing = mask.picture == nullptr;
        mask.size = glm::max(component->maskSize, Vec2d{0.1});
        mask.corner = component->maskCenter - mask.size / 2.0;
    }
    if (!mask.picture && !mask.isMissing && mask.painted.isEmpty())
        return nullptr;
    return std::make_shared<const FoliageMask>(std::move(mask));
}
} // namespace engine

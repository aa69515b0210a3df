#include "engine_core/interchange/level_models.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"

#include <fmt/core.h>

namespace engine
{
const Model* LevelModels::find(const std::string& path)
{
    const auto [at, isNew] = m_models.try_emplace(path);
    if (isNew && m_project != nullptr && !path.empty()) {
        const auto file = assetFile(*m_project, AssetKind::Mesh, path);
        auto model = file ? loadModel(*file) : Result<Model>{file.error()};
        if (model)
            at->second = *std::move(model);
        else
            problems.push_back(
                fmt::format("The model '{}' was left out: {}", path, model.error().message()));
    }
    return at->second ? &*at->second : nullptr;
}

std::size_t plantsOf(const World& world)
{
    std::size_t plants = 0;
    world.forEach<FoliagePlacement>([&](EntityId, const FoliagePlacement& placement) {
        plants += placement.instances ? placement.instances->plants() : 0;
    });
    return plants;
}

std::string leftOutOf(const World& world, bool withLights, std::size_t plants)
{
    std::string text;
    const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + countText(count, one, many);
    };
    add(withLights ? world.count<Light>() : 0, "light", "lights");
    add(world.count<AudioSource>(), "sound", "sounds");
    add(world.count<PlayerStart>(), "player start", "player starts");
    add(plants, "plant", "plants");
    return text;
}
} // namespace engine

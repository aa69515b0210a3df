#include "editor/operations/texture/hotspot_sets.h"

#include "engine_core/assets/project/asset_database.h"

#include <map>
#include <optional>

namespace editor
{
engine::fs::path hotspotsFileOf(const engine::Project& project, engine::Name material)
{
    return project.assetFolder() / (material.text() + std::string{engine::HotspotsEnding});
}

engine::Result<void> fitHotspotsOf(engine::AssetDatabase& assets,
                                   Transaction& transaction,
                                   std::span<const FaceRef> faces)
{
    std::map<engine::Name, std::optional<engine::HotspotSet>> sets;
    std::optional<engine::Error> problem;
    const auto find = [&](engine::Name material) -> const engine::HotspotSet* {
        const auto [at, isNew] = sets.try_emplace(material);
        const auto file = hotspotsFileOf(assets.project(), material);
        std::error_code failed;
        if (isNew && !material.isEmpty() && engine::fs::exists(file, failed)) {
            if (auto set = engine::loadHotspots(file))
                at->second = *std::move(set);
            else
                problem = set.error();
        }
        return at->second ? &*at->second : nullptr;
    };
    const auto fitted = fitHotspots(transaction, faces, find);
    if (problem)
        return *problem;
    return fitted ? engine::Result<void>{} : engine::Result<void>{fitted.error()};
}
} // namespace editor

#include "engine_core/assets/project/project_surfaces.h"

#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/model_assets.h"

#include <algorithm>

namespace engine
{
const std::shared_ptr<const SurfaceTable>&
ProjectSurfaces::table(std::span<const AssetEntry> entries)
{
    if (!m_table) {
        SurfaceTable table;
        for (const auto& entry : entries)
            read(entry, table);
        m_table = std::make_shared<const SurfaceTable>(std::move(table));
    }
    return m_table;
}

std::vector<Name> ProjectSurfaces::follow(std::span<const AssetEntry> changed)
{
    std::vector<Name> names;
    if (!m_table)
        return names;
    auto table = *m_table;
    for (const auto& entry : changed) {
        read(entry, table);
        if (const Name name{entry.path}; !(table.of(name) == m_table->of(name)))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (!names.empty())
        m_table = std::make_shared<const SurfaceTable>(std::move(table));
    return names;
}

/// What cannot be read says nothing; whoever draws it is told why.
void ProjectSurfaces::read(const AssetEntry& entry, SurfaceTable& table) const
{
    if (entry.kind != AssetKind::Material)
        return;
    const Name name{entry.path};
    std::error_code failed;
    if (!fs::exists(entry.file, failed))
        return table.forget(name);
    const MaterialFiles files{[&](const std::string& parent) {
                                  return assetFile(m_project, AssetKind::Material, parent);
                              },
                              {}};
    const auto text = loadMaterialText(entry.file, m_project.assetFolder(), files);
    table.set(name, text ? text->traits : SurfaceTraits{});
}
} // namespace engine

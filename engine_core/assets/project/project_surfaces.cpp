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
            if (entry.kind == AssetKind::Material)
                read(entry.path, entry.file, table);
        m_table = std::make_shared<const SurfaceTable>(std::move(table));
    }
    return m_table;
}

std::vector<Name> ProjectSurfaces::follow(std::span<const AssetEntry> changed)
{
    std::map<std::string, fs::path> again;
    for (const auto& entry : changed)
        if (entry.kind == AssetKind::Material)
            again.emplace(entry.path, entry.file);
    std::vector<Name> names;
    if (!m_table || again.empty())
        return names;
    again.insert(m_children.begin(), m_children.end()); // a parent may be among those that changed
    auto table = *m_table;
    for (const auto& [path, file] : again) {
        read(path, file, table);
        if (const Name name{path}; !(table.of(name) == m_table->of(name)))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    if (!names.empty())
        m_table = std::make_shared<const SurfaceTable>(std::move(table));
    return names;
}

/// What cannot be read says nothing; whoever draws it is told why.
void ProjectSurfaces::read(const std::string& path, const fs::path& file, SurfaceTable& table)
{
    const Name name{path};
    m_children.erase(path);
    std::error_code failed;
    if (!fs::exists(file, failed))
        return table.forget(name);
    const auto text = loadMaterialText(file, m_project.assetFolder(), materialFilesOf(m_project));
    table.set(name, text ? text->traits : SurfaceTraits{});
    if (text && !text->parent.empty())
        m_children.insert_or_assign(path, file);
}
} // namespace engine

#pragma once

#include "engine_core/assets/project/asset_database.h"

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace engine
{
/// What the materials of a project say of their faces (SurfaceTraits), kept current. One thread at
/// a time; the tables are immutable.
class ProjectSurfaces
{
public:
    /// The project outlives it.
    explicit ProjectSurfaces(const Project& project) : m_project{project} {}

    /// The first call reads the materials among the entries. Never null.
    [[nodiscard]] const std::shared_ptr<const SurfaceTable>&
    table(std::span<const AssetEntry> entries);

    /// Reads again what changed, came or went. The materials that say something else now, sorted;
    /// none before the first table().
    [[nodiscard]] std::vector<Name> follow(std::span<const AssetEntry> changed);

private:
    void read(const std::string& path, const fs::path& file, SurfaceTable& table);

    const Project& m_project;
    std::shared_ptr<const SurfaceTable> m_table;
    std::map<std::string, fs::path> m_children; ///< materials that name a parent, and their files
};
} // namespace engine

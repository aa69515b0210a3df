#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/interchange/map_export.h"
#include "engine_core/interchange/map_geometry.h"

#include <string>
#include <unordered_map>

namespace engine
{
/// Which of a project's materials the textures of a .map file mean, and how big these are. A
/// texture means the material of the same path below assets/ or assets/Materials/, else the one
/// material whose last name is the same; big and small letters count alike. Reads only the heads of
/// image files, each once. One thread at a time, whichever it is.
class ProjectTextures
{
public:
    /// Looks for materials now.
    explicit ProjectTextures(const Project& project);

    [[nodiscard]] std::optional<MapTexture> find(std::string_view texture);
    [[nodiscard]] std::optional<MapMaterial> findMaterial(Name material);

private:
    [[nodiscard]] std::string materialOf(std::string_view texture) const;
    [[nodiscard]] Vec2d sizeOf(const std::string& material);

    fs::path m_assetFolder;
    std::unordered_map<std::string, std::string> m_byPath; ///< small letters to the real path
    std::unordered_map<std::string, std::string> m_byName; ///< the same by the last name
    std::unordered_map<std::string, Vec2d> m_sizes;
};
} // namespace engine

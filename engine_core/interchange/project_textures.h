#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/textures/texture_shelf.h"

#include <set>
#include <string>
#include <unordered_map>

namespace engine
{
/// Which of a project's materials the textures of a .map file mean, and how big these are. A
/// texture means the material of the same path below assets/, assets/Materials/ or
/// assets/Textures/, else the one material whose last name is the same; big and small letters count
/// alike. What lies in assets/Textures/ is exported under the name that it has in there. Reads only
/// the heads of image files, each once. One thread at a time, whichever it is.
class ProjectTextures
{
public:
    /// Looks for materials now. What the project has none of is brought from the shelf (null:
    /// there is none), which must outlive this.
    explicit ProjectTextures(const Project& project, TextureShelf* shelf = nullptr);

    [[nodiscard]] std::optional<MapTexture> find(std::string_view texture);
    [[nodiscard]] std::optional<MapMaterial> findMaterial(Name material);

    /// The one of the same path alone, out of no shelf; not counted.
    [[nodiscard]] std::optional<MapTexture> findExactly(std::string_view texture);

    /// Whether the project has the material, letter by letter, as what is drawn needs it.
    [[nodiscard]] bool has(Name material) const;

    /// How many textures find() has found, each counted once.
    [[nodiscard]] std::size_t foundCount() const { return m_found.size(); }

    /// Those that it has not, sorted.
    [[nodiscard]] const std::set<std::string>& missing() const { return m_missing; }

private:
    [[nodiscard]] std::string exactly(std::string_view texture) const;
    [[nodiscard]] std::string byLastName(std::string_view texture) const;
    void add(const std::string& path);
    [[nodiscard]] Vec2d sizeOf(const std::string& material);

    TextureShelf* m_shelf;
    fs::path m_assetFolder;
    std::unordered_map<std::string, std::string> m_byPath;  ///< textureKey() to the real path
    std::unordered_map<std::string, std::string> m_byName;  ///< the same by the last name
    std::unordered_map<std::string, std::string> m_ofGames; ///< the same of assets/Textures/
    std::unordered_map<std::string, Vec2d> m_sizes;
    std::set<std::string> m_found;
    std::set<std::string> m_missing;
};
} // namespace engine

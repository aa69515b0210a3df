#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/scene/world/world.h"

#include <string>
#include <vector>

namespace engine
{
/// What a project knows of a material of ours: how the .map file calls it, and its size in texels.
struct MapMaterial
{
    std::string texture;
    Vec2d size{AssumedTextureSize, AssumedTextureSize};
};

/// Nothing for materials that the project does not have.
using FindMapMaterial = std::function<std::optional<MapMaterial>(Name material)>;

struct MapExportOptions
{
    double scale = DefaultMapScale; ///< metres per unit, above 0
    FindMapMaterial findMaterial;   ///< may be empty: textures are called as our materials
    JobControl* job = nullptr;      ///< told the progress and asked for a cancel; may be null
    /// Only these objects with all below them, as a piece of a map without its settings. Empty:
    /// all.
    std::vector<EntityId> only = {};
};

struct ExportedMap
{
    std::string text;
    std::size_t brushes = 0;
    std::size_t patches = 0;          ///< curved ones
    std::size_t entities = 0;         ///< worldspawn among them
    std::vector<std::string> skipped; ///< objects that have no place in a .map, a sentence each
};

/// Writes a level as Valve 220, with curved patches as Quake III has them. Brushes and patches of
/// the top level become worldspawn's; objects with brushes or patches below them become brush
/// entities (func_group where nothing else is said), lights, player starts and what was imported
/// point entities with their keys. Groups and layers are TrenchBroom's; layers that are left out of
/// play are written and marked, so that compilers leave them out. Importing the text again gives
/// the same geometry and texture coordinates. Refused: a cancelled job.
[[nodiscard]] Result<ExportedMap> exportMap(const World& world, const MapExportOptions& options);
} // namespace engine

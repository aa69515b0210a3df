#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/maps/map_parts.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
class JobControl;

struct MapImportOptions
{
    double scale = DefaultMapScale; ///< metres per unit, above 0
    FindMapTexture findTexture;     ///< may be empty: no texture is known
    JobControl* job = nullptr;      ///< told the progress and asked for a cancel; may be null
    MapPartChoice parts{};          ///< without a table movers wait for a script
};

/// A .map file as a world of its own, and what is to be said of it.
struct ImportedMap
{
    std::unique_ptr<World> world;
    std::size_t brushes = 0;
    std::size_t entities = 0; ///< of the file
    std::size_t lights = 0;
    std::size_t patches = 0;        ///< curved ones that were made
    std::size_t invalidBrushes = 0; ///< skipped since their faces enclose no solid
    MapSkips skips;                 ///< what was left out, with line and reason
    std::vector<std::string> notes; ///< what was taken another way, a sentence each
    std::vector<Script> needs;      ///< for addNeededParts()
};

/// Reads a Quake .map file (see parseMapText) into a world. Brushes and curved patches of
/// worldspawn come to the top level; those of other entities below an object that stands for the
/// entity. Lights, player starts, moving brushes and TrenchBroom's layers get our components; every
/// entity keeps its class and keys in a MapEntity, but for those that link groups, which is noted.
/// With a table, entities work as the parts that it names (see giveMapParts). Brushes are built on
/// all cores; the order of objects is that of the file. Refused: what is no map, and a cancelled
/// job.
[[nodiscard]] Result<ImportedMap> importMap(std::string_view text, const MapImportOptions& options);

/// The brushes of a text alone, in the order of the file: importMap's polygons without a world.
struct MapBrushes
{
    std::vector<std::shared_ptr<const Brush>> brushes;
    MapSkips skips;
};

[[nodiscard]] Result<MapBrushes> brushesFromMapText(std::string_view text,
                                                    const MapImportOptions& options);
} // namespace engine

#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/maps/map_text.h"
#include "engine_core/scene/world/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// What the textures of a map turned out to be. The names point into the map's text.
struct FoundMapTextures
{
    std::vector<MapTexture> known;         ///< one for each of MapText::textures
    std::vector<std::string_view> unknown; ///< names that the project has no texture for
    std::vector<bool> isUnknown;           ///< one for each of MapText::textures
    std::vector<std::string> renamed;      ///< "/caulk became caulk"
};

/// Unknown ones are taken to be of AssumedTextureSize, and named as the map does. `find` may be
/// empty.
[[nodiscard]] FoundMapTextures findMapTextures(const MapText& map, const FindMapTexture& find);

/// What is to be said of them, a sentence each.
void noteMapTextures(const MapText& map,
                     const FoundMapTextures& textures,
                     std::vector<std::string>& notes);

/// Notes on the world's scene which unknown ones lie on faces in repeats, whatever their size
/// (MapTextures).
void noteRepeats(const MapText& map, const FoundMapTextures& textures, World& world);
} // namespace engine

#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <string>
#include <string_view>

namespace engine
{
/// A curved patch of a .map file as ours; places are converted, texture coordinates kept as they
/// are. Fails as PatchGrid::create().
[[nodiscard]] Result<CurvedPatch> patchFromMap(const MapText& map,
                                               const MapPatch& patch,
                                               const MapTexture& texture,
                                               const MapSpace& space);

/// Adds it as a patchDef2, or as a patchDef3 if it has steps of its own, with the braces of a brush
/// about it. `placed` is in world space.
void writeMapPatch(std::string& out,
                   const PatchGrid& placed,
                   PatchSteps steps,
                   std::string_view textureName,
                   const MapSpace& space);
} // namespace engine

#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/world/world.h"

#include <string>
#include <vector>

namespace engine
{
class JobControl;

/// A level's brushes as a model for other programs, triangles in world space and metres.
struct ModelExportOptions
{
    const Lightmap* lightmap = nullptr; ///< may be null; its charts become the second coordinates
    JobControl* job = nullptr;          ///< told the progress and asked for a cancel; may be null
};

struct ExportedModel
{
    std::size_t brushes = 0;
    std::size_t triangles = 0;
    std::size_t materials = 0;
    std::vector<std::string> skipped; ///< what was left out and why, a sentence each
    /// "2 lights, 1 sound": what the level has and no such file holds; empty if nothing.
    std::string leftOut;
};

/// Writes glTF 2: a node and a mesh for each brush, named as the brush, below nodes of its parents;
/// a primitive for each material, named as ours; TEXCOORD_0 as drawn; TEXCOORD_1 where the atlas of
/// the face's chart is, from 0 to 1, and 0 for faces without one. Brushes that cannot stand where
/// their groups put them are left out and reported. ".glb" is one file;
/// ".gltf" holds its numbers in itself. Refused: a level without brushes, a cancelled job.
[[nodiscard]] Result<ExportedModel>
exportGltf(const World& world, const fs::path& file, const ModelExportOptions& options);

/// Writes Wavefront OBJ with NAME.mtl beside it: an object for each brush, polygons as they are.
[[nodiscard]] Result<ExportedModel>
exportObj(const World& world, const fs::path& file, const ModelExportOptions& options);
} // namespace engine

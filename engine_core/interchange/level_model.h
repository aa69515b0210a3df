#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/world/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
class JobControl;
struct Project;

/// Objects with this tag are cameras to glTF files.
inline constexpr std::string_view CameraTag = "camera";

/// How a glTF file holds plants.
enum class ExportedPlants
{
    Instances, ///< EXT_mesh_gpu_instancing: a node for each kind. Others read one plant of each
    Objects,   ///< a node for each plant, which every reader knows
    None
};

/// A level as a model for other programs, in metres.
struct ModelExportOptions
{
    const Lightmap* lightmap = nullptr; ///< may be null; its charts become the second coordinates
    JobControl* job = nullptr;          ///< told the progress and asked for a cancel; may be null
    /// Where materials and models are; null: materials are names alone, and there are no models.
    const Project* project = nullptr;
    ExportedPlants plants = ExportedPlants::Instances;
};

struct ExportedModel
{
    std::size_t brushes = 0;
    std::size_t patches = 0;
    std::size_t triangles = 0; ///< as often as they are shown; those of plants do not count
    std::size_t materials = 0;
    std::size_t textures = 0;  ///< pictures, baked light among them
    std::size_t models = 0;    ///< different ones
    std::size_t instances = 0; ///< objects that show them
    std::size_t lights = 0;
    std::size_t cameras = 0;
    std::size_t plants = 0;
    bool hasLightmapUvs = false;
    std::vector<std::string> skipped; ///< what was left out and why, a sentence each
    /// "2 lights, 1 sound": what the level has and no such file holds; empty if nothing.
    std::string leftOut;
};

/// Writes glTF 2 of what the game shows: brushes, curved patches, models, lights and plants.
///  - A node for each object and for all above it, with their names and places. What cannot be as
///    it is (turned below something stretched) stands at the top of the file, and this is reported.
///  - A primitive for each material, with TEXCOORD_0 as drawn where the material has textures.
///    Objects that show one model share its mesh.
///  - Materials with their pictures, see GltfMaterials.
///  - Where the lightmap has charts: TEXCOORD_1 from 0 to 1 over the chart's atlas, and the variant
///    "baked light" (KHR_materials_variants), which shows the atlas itself.
///  - Point lights as KHR_lights_punctual, whose candela and metres are ours; cameras, see
///  CameraTag.
/// ".glb" is one file; ".gltf" holds its numbers in itself, and its pictures lie in NAME_textures
/// beside it. Equal levels make equal bytes. Refused, with nothing written: a level with nothing to
/// show, a cancelled job.
[[nodiscard]] Result<ExportedModel>
exportGltf(const World& world, const fs::path& file, const ModelExportOptions& options);

/// Writes Wavefront OBJ with NAME.mtl beside it, in world space: an object for each brush, polygons
/// as they are, and one for each curved patch and each model, triangles. Materials are names alone.
[[nodiscard]] Result<ExportedModel>
exportObj(const World& world, const fs::path& file, const ModelExportOptions& options);
} // namespace engine

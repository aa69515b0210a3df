#pragma once

#include "engine_core/interchange/gltf/gltf_materials.h"
#include "engine_core/interchange/gltf/gltf_nodes.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/level_models.h"
#include "engine_core/interchange/level_parts.h"

#include <functional>
#include <optional>
#include <string>

namespace engine
{
/// What writing plants takes of the file in the making.
struct GltfPlantsContext
{
    const World& world;
    GltfFile& file;
    GltfNodes& nodes;
    GltfMaterials& materials;
    /// The mesh of a model; nullopt if it cannot be read.
    std::function<std::optional<std::size_t>(const std::string& path)> meshOf;
    /// A mesh of its own of these triangles.
    std::function<std::size_t(const std::string& name, const LevelPart& part)> addMesh;
};

/// Writes the plants of all layers below the objects of their kinds, pictures as two that cross
/// each other; returns how many.
[[nodiscard]] std::size_t addPlants(const GltfPlantsContext& context, ExportedPlants how);
} // namespace engine

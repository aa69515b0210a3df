#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/result.h"
#include "engine_core/math/transform.h"
#include "engine_core/scene/components/light.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// A file to be written, by its plain name.
struct PartFile
{
    std::string name;
    std::string bytes;
};

/// A node that shows a mesh, shines or looks, or has such a one below it.
struct PartNode
{
    std::string name;
    Transform place;                   ///< within its parent
    std::optional<std::size_t> mesh{}; ///< index into GltfParts::meshes
    std::optional<Light> light{};
    bool isCamera = false;
    std::vector<std::size_t> children{};
};

/// A glTF file taken apart: a .gltf for each mesh that its scene shows, all of which share buffers,
/// and a .material.json for each material that they show, with its pictures.
struct GltfParts
{
    std::vector<PartFile> meshes;
    std::vector<PartFile> shared;
    std::size_t materials = 0; ///< of `shared`
    std::vector<PartNode> nodes;
    std::vector<std::size_t> roots;
    std::vector<std::string> notes; ///< what was left out, a sentence each
};

/// How a file is taken apart.
struct GltfSplitOptions
{
    std::string name;        ///< what files are named after
    std::string assetFolder; ///< where they go to, below the project's assets; ends with '/'
    /// Whether the project has a material of that name, which is shown then. Empty: it has none.
    std::function<bool(const std::string& name)> hasMaterial{};
    double scale = 1; ///< that its metres will get, above 0: lights shine and reach along with it
};

/// At most so many nodes are made of what EXT_mesh_gpu_instancing repeats.
inline constexpr std::size_t MostRepeatedNodes = 20000;

/// `bytes` are those of a .glb or .gltf that loadModel reads; what it refers to is read below
/// `folder` only. What EXT_mesh_gpu_instancing repeats becomes a node each, unless that would be
/// more than MostRepeatedNodes. Lights are those of KHR_lights_punctual: points, spots and suns. A
/// node whose transform is none that objects can have (a sheared one) keeps it in a mesh file of
/// its own.
[[nodiscard]] Result<GltfParts>
splitGltf(const std::string& bytes, const fs::path& folder, const GltfSplitOptions& options);

/// Letters, digits, '-', '_', '.' and spaces; "model" for an empty name.
[[nodiscard]] std::string safeFileName(std::string_view name);
} // namespace engine

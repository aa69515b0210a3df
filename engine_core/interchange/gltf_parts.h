#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/result.h"
#include "engine_core/math/transform.h"

#include <cstddef>
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

/// A node that shows a mesh, or has one below it.
struct PartNode
{
    std::string name;
    Transform place;                   ///< within its parent
    std::optional<std::size_t> mesh{}; ///< index into GltfParts::meshes
    std::vector<std::size_t> children{};
};

/// A glTF file taken apart: a .gltf for each mesh that its scene shows, all of which share buffers
/// and images.
struct GltfParts
{
    std::vector<PartFile> meshes;
    std::vector<PartFile> shared;
    std::vector<PartNode> nodes;
    std::vector<std::size_t> roots;
    std::vector<std::string> notes; ///< what was left out, a sentence each
};

/// `bytes` are those of a .glb or .gltf that loadModel reads; what it refers to is read below
/// `folder` only. Files are named after `name` and the meshes. A node whose transform is none that
/// objects can have (a sheared one) keeps it in a mesh file of its own.
[[nodiscard]] Result<GltfParts>
splitGltf(const std::string& bytes, const fs::path& folder, const std::string& name);

/// Letters, digits, '-', '_', '.' and spaces; "model" for an empty name.
[[nodiscard]] std::string safeFileName(std::string_view name);
} // namespace engine

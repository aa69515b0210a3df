#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/geometry/mesh/triangulate.h"

#include <memory>
#include <string>
#include <vector>

namespace engine
{
/// A material as a model's file describes it.
struct ModelMaterial
{
    Name name;
    Vec3f tint{1, 1, 1}; ///< linear
    float metallic = 0;
    /// The base colour's PNG, JPEG, TGA or BMP file, shared by all that show it; null if there is
    /// none.
    std::shared_ptr<const std::string> image;
};

/// A model's triangles and its own materials, in the order of the file.
struct Model
{
    Mesh mesh;
    std::vector<ModelMaterial> materials;
};

/// glTF, GLB and OBJ (with its MTL), by the file's ending: all nodes of its scene in one mesh, in
/// metres. Every primitive is a FaceMesh whose material is the name of the model's material, the
/// empty one if it has none; what is missing of normals, tangents and texture coordinates is made.
/// Refused: files that refer to others outside their folder, indices and sizes that lie, corners
/// outside the world, models of more than 8 million corners, and more than 1 GB of files or 256 MB
/// of pictures, where what is named several times counts several times.
[[nodiscard]] Result<Model> loadModel(const fs::path& file);

/// The same without the materials.
[[nodiscard]] Result<Mesh> loadMesh(const fs::path& file);
} // namespace engine

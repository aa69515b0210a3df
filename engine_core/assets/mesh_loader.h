#pragma once

#include "engine_core/base/files.h"
#include "engine_core/geometry/triangulate.h"

namespace engine
{
/// The triangles of a glTF or GLB model, all nodes of its scene in one mesh, in metres. Every
/// primitive is a FaceMesh whose material is the name of the model's material; what is missing of
/// normals, tangents and texture coordinates is made. Refused: files that refer to others outside
/// their folder, indices and sizes that lie, and models of more than 8 million corners.
[[nodiscard]] Result<Mesh> loadMesh(const fs::path& file);
} // namespace engine

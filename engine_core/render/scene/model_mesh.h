#pragma once

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/render/scene/brush_mesh.h"

namespace engine
{
/// A model in its own space, as the mesh cache takes it.
[[nodiscard]] BrushMesh buildModelMesh(const MeshShape& shape);
} // namespace engine

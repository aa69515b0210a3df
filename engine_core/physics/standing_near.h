#pragma once

#include "engine_core/physics/brush_tree.h"
#include "engine_core/physics/mesh_tree.h"

#include <vector>

namespace engine
{
/// What stands still near a box, by ascending entity.
struct StandingNear
{
    std::vector<const CollisionBrush*> brushes; ///< until the next change
    std::vector<ModelTriangle> triangles;
};
} // namespace engine

#pragma once

#include "engine_core/base/hash.h"

#include <map>
#include <string>

namespace engine
{
class MeshSource;
class World;

/// MeshShape::hash() of models by path.
using ModelShapes = std::map<std::string, ContentHash>;

/// Of all models that throw shadows, those of plants included. Main thread, as the source.
[[nodiscard]] ModelShapes modelShapesOf(const World& world, const MeshSource& models);
} // namespace engine

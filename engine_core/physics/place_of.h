#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/transform.h"

#include <functional>

namespace engine
{
/// Where an entity is now, for shapes that are not told of every step.
using PlaceOf = std::function<Transform(EntityId)>;
} // namespace engine

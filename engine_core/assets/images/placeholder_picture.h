#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/math/types.h"

#include <string_view>

namespace engine
{
/// What stands in for a material that is not there: its name in the middle of a calm colour that
/// each name has for itself, so that faces of one kind are still told from those of another.
[[nodiscard]] Image placeholderPicture(std::string_view name);

/// The colour of that picture, linear: what bounces off its faces.
[[nodiscard]] Vec3f placeholderColor(std::string_view name);
} // namespace engine

#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/math/types.h"

#include <optional>

namespace engine
{
/// Pixels across and down, from the head of the file alone; nullopt if it cannot be read, or is of
/// a kind that loadImage() does not know.
[[nodiscard]] std::optional<Vec2d> imageSize(const fs::path& file);
} // namespace engine

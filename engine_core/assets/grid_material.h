#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/base/name.h"

namespace engine
{
/// The material of new brushes until another one is chosen: grey, with a line each quarter metre
/// and a stronger one each metre. Every project has it, without a file.
[[nodiscard]] Name gridMaterial();

/// The name of its picture, which no file has.
[[nodiscard]] const fs::path& gridPicture();

/// A square metre of it.
[[nodiscard]] Image paintGrid();
} // namespace engine

#pragma once

#include "engine_core/interchange/textures/texture_pack.h"

namespace engine
{
/// A picture of a game as one of a project: PCX becomes PNG, all others stay as they are.
[[nodiscard]] Result<TextureFile> pictureFile(std::string bytes, const std::string& path);
} // namespace engine

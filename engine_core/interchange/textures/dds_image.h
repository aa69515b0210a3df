#pragma once

#include "engine_core/assets/images/image.h"

namespace engine
{
/// The biggest picture of a DDS file, as its own pixels: DXT1 to DXT5, RXGB of Doom 3, BC4 and BC5
/// (which gets its blue as normal maps mean it), and plain pixels of 8 to 32 bits. Refused with one
/// sentence: cubes, volumes, BC6 and BC7, and what is damaged. `name` is for the Error.
[[nodiscard]] Result<Image> parseDds(std::string_view bytes, const std::string& name);
} // namespace engine

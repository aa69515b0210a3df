#pragma once

#include "engine_core/assets/images/image.h"

namespace engine
{
/// PCX, as Quake II has it: a palette of 256 colours, or three planes of 8 bits. `name` is for the
/// Error.
[[nodiscard]] Result<Image> parsePcx(std::string_view bytes, const std::string& name);
} // namespace engine

#pragma once

#include "engine_core/base/result.h"

#include <string_view>

namespace engine
{
/// Whether the chunks of a GLB file (glTF 2.0 specification, 4.4) lie within it. The library that
/// reads them believes their sizes, and reads up to eight bytes behind the last one.
[[nodiscard]] Result<void> checkGlbContainer(std::string_view bytes);
} // namespace engine

#pragma once

#include "engine_core/assets/images/image.h"

namespace engine
{
/// What parseImage() would refuse, as far as it shows without unpacking every pixel: the head and
/// the size of any picture, each part of a PNG by its checksum, the end of a JPEG, all of others.
[[nodiscard]] Result<void>
checkImage(std::string_view bytes, const std::string& name, std::uint32_t mostSide = MostImageSide);
} // namespace engine

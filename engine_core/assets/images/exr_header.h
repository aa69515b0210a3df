#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace engine
{
/// Where the headers of an OpenEXR file end. Nothing if the library that reads it would take more
/// memory for what they claim than the file can hold, before it looks: attributes that do not lie
/// within the file, pictures with sides beyond `mostSide`, more chunks than bytes, and kinds of
/// pictures that Mapwright does not write (tiles, deep data). Layout: "OpenEXR File Layout",
/// openexr.com.
[[nodiscard]] std::optional<std::size_t> endOfExrHeaders(std::string_view bytes,
                                                         std::uint32_t mostSide);
} // namespace engine

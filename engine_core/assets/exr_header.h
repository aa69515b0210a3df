#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace engine
{
/// Where the headers of an OpenEXR file end; nothing if one of their attributes does not lie within
/// the file. The library takes memory for what an attribute claims to hold before it looks whether
/// the file has as much. Layout: "OpenEXR File Layout", openexr.com.
[[nodiscard]] std::optional<std::size_t> endOfExrHeaders(std::string_view bytes);
} // namespace engine

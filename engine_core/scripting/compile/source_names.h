#pragma once

#include "engine_core/base/result.h"

#include <string>

namespace engine::scriptcore
{
/// The file that `#include "include"` means in the file `from`, both below `folder`; an error if it
/// climbs out of the folder. Asks names alone, not the disk.
[[nodiscard]] Result<std::string>
includedFile(const std::string& include, const std::string& from, const std::string& folder);
} // namespace engine::scriptcore

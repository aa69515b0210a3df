#pragma once

#include "engine_core/base/files/files.h"

#include <string_view>

namespace mapwright::fuzz
{
/// An empty folder in memory where there is such a disk, for readers that take files; gone when the
/// program ends.
[[nodiscard]] const engine::fs::path& fuzzFolder();

/// The bytes as a file of that folder.
engine::fs::path fuzzFile(const char* name, std::string_view bytes);
} // namespace mapwright::fuzz
